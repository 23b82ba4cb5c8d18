//! Rules by their names, as JSON, and in records.

use super::super::rules::*;
use bgo::internal::record::GameInfo;

#[test]
fn names_are_spelled_with_or_without_hyphens() {
    for name in ["new-zealand", "new_zealand", "New Zealand", "NEWZEALAND"] {
        assert_eq!(Rules::read(name).ok(), Some(NEW_ZEALAND), "{name}");
    }
    for (name, rules) in [("nz", NEW_ZEALAND), ("ancient area", STONE_SCORING)] {
        assert_eq!(Rules::read(name).ok(), Some(rules), "{name}");
    }
    let said = Rules::read("martian").expect_err("unknown").to_string();
    assert!(said.starts_with("unknown rules: there are tromp-taylor, "), "{said}");
}

#[test]
fn every_named_rule_is_read_again_from_its_json() {
    for (name, rules) in NAMED {
        let json = rules.json().expect("JSON");
        assert_eq!(Rules::read(&json).ok(), Some(rules), "{name}: {json}");
    }
}

#[test]
fn missing_fields_are_those_of_tromp_and_taylor_and_the_tax_follows_the_scoring() {
    assert_eq!(Rules::read("{}").ok(), Some(TROMP_TAYLOR));
    let territory = r#"{"scoring":"TERRITORY","ko":"SIMPLE","suicide":false}"#;
    assert_eq!(Rules::read(territory).ok(), Some(JAPANESE));
    let older = territory.replace("scoring", "score");
    assert_eq!(Rules::read(&older).ok(), Some(JAPANESE));
    for wrong in [
        r#"{"ko":"NONE"}"#,
        r#"{"komi":6.5}"#,
        r#"{"suicide":"yes"}"#,
        "{",
        "{}{}",
    ] {
        let said = Rules::read(wrong).expect_err(wrong).to_string();
        assert!(said.starts_with("unreadable rules: "), "{said}");
    }
}

#[test]
fn one_field_is_changed() {
    assert_eq!(CHINESE.with("ko", "positional").ok(), Some(CHINESE_SERVER));
    assert_eq!(AGA.with("hasButton", "true").ok(), Some(AGA_BUTTON));
    assert_eq!(
        CHINESE
            .with("whiteHandicapBonus", "n-1")
            .and_then(|rules| rules.with("ko", "SITUATIONAL"))
            .ok(),
        Some(AGA)
    );
    for (field, value) in [("ko", "none"), ("komi", "6.5"), ("suicide", "maybe")] {
        assert!(CHINESE.with(field, value).is_err(), "{field}");
    }
}

fn info(komi: &str) -> GameInfo {
    GameInfo {
        komi: komi.to_owned(),
        ..GameInfo::default()
    }
}

#[test]
fn white_gets_komi_and_points_for_handicap_stones() {
    for (rules, komi, stones, points) in [
        (JAPANESE, "6.5", 0, 6.5),
        (JAPANESE, "0.5", 4, 0.5),
        (CHINESE, "375", 0, 7.5),
        (CHINESE, "0.5", 4, 4.5),
        (AGA, "0.5", 4, 3.5),
        (JAPANESE, "", 0, 6.5),
        (CHINESE, "?", 0, 7.5),
        (CHINESE, "", 2, 2.5),
    ] {
        assert_eq!(rules.points_for_white(&info(komi), stones), points, "{rules:?} {komi}");
    }
}

#[test]
fn rules_in_the_words_of_katago() {
    let positional = TROMP_TAYLOR.with("suicide", "false").expect("rules");
    for (text, rules) in [
        ("koPOSITIONALscoreAREAtaxNONEsui1", TROMP_TAYLOR),
        ("koPOSITIONALscoreAREAtaxNONEsui0", positional),
        ("koPOSITIONALscoreAREAtaxNONEsui1komi7.5", TROMP_TAYLOR),
        ("koPOSITIONALscoreAREAtaxNONEsui1komi-7", TROMP_TAYLOR),
        ("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1", AGA_BUTTON),
        ("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1komi7", AGA_BUTTON),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", JAPANESE),
        ("koSIMPLEscoreTERRITORYsui0", JAPANESE),
        ("koSIMPLEscoringTERRITORYtaxALLsui0", ANCIENT_TERRITORY),
        ("koSIMPLEscoreAREAtaxNONEsui0whbNfpok1", CHINESE),
        ("koSIMPLEscoreAREAtaxALLsui0fpok1", STONE_SCORING),
        ("  ko SIMPLE score AREA tax ALL sui 0 fpok 1 ", STONE_SCORING),
    ] {
        assert_eq!(Rules::of_record(text), Some(rules), "{text}");
        assert_eq!(Rules::read(text.trim()).ok(), Some(rules), "{text}");
    }
    for text in [
        "ko",
        "koX",
        "koSIMPLEx",
        "komi",
        "komiX",
        "koSIMPLEsui2",
        "scoreAREAx",
        "",
    ] {
        assert_eq!(Rules::of_record(text), None, "{text}");
    }
}

#[test]
fn rules_of_records() {
    let json = CHINESE.json().expect("JSON");
    let with_komi = json.replacen('{', r#"{"komi":7.5,"#, 1);
    for (text, rules) in [
        ("Japanese", Some(JAPANESE)),
        ("japanese rules", Some(JAPANESE)),
        ("日本ルール", Some(JAPANESE)),
        ("Korean", Some(JAPANESE)),
        ("korea", Some(JAPANESE)),
        ("中国规则", Some(CHINESE)),
        ("New Zealand", Some(NEW_ZEALAND)),
        ("NZ", Some(NEW_ZEALAND)),
        ("Ing SST", Some(ING)),
        ("Tromp-Taylor", Some(TROMP_TAYLOR)),
        ("", None),
        ("something else", None),
        ("Chinese", Some(CHINESE)),
        ("Chinese-OGS", Some(CHINESE_SERVER)),
        ("chinese rules", Some(CHINESE)),
        ("StoneScoring", Some(STONE_SCORING)),
        ("stone_scoring", Some(STONE_SCORING)),
        ("TrompTaylor", Some(TROMP_TAYLOR)),
        ("NewZealand", Some(NEW_ZEALAND)),
        ("AGA", Some(AGA)),
        ("GOE", Some(ING)),
        (&json, Some(CHINESE)),
        (&with_komi, Some(CHINESE)),
        (r#"{"ko":"SIMPLE","score":"TERRITORY","suicide":false}"#, Some(JAPANESE)),
        ("{}", Some(TROMP_TAYLOR)),
        ("{", None),
        ("[]", None),
        (r#"{"ko":"NONE"}"#, None),
        ("kosumi", None),
        ("koreSIMPLE", None),
        ("stone", None),
    ] {
        assert_eq!(Rules::of_record(text), rules, "{text}");
    }
}

#[test]
fn the_names_of_rule_sets_are_read() {
    for rules in RuleSet::ALL {
        assert_eq!(RuleSet::parse(rules.name()), Some(rules));
    }
    assert_eq!(RuleSet::parse(""), None);
}
