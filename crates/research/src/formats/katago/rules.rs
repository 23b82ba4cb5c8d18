//! Rules of Go in KataGo's terms: by names, as JSON objects
//! (<https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>), and in the short
//! words that it writes into records (`Rules::toString` in its `cpp/game/rules.cpp`).

mod words;

use super::rule_set::RuleSet;
use bgo::record::GameInfo;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Rules {
    friendly_pass_ok: bool,
    pub(super) has_button: bool,
    pub(super) ko: Ko,
    /// KataGo reads both names.
    #[serde(alias = "score")]
    scoring: Scoring,
    pub(super) suicide: bool,
    pub(super) tax: Option<Tax>,
    white_handicap_bonus: Bonus,
}

/// The rule on repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Ko {
    Simple,
    Positional,
    Situational,
    Spight,
}

/// The points that count: stones and the points that they surround, or only those points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Scoring {
    Area,
    Territory,
}

/// The points that groups pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) enum Tax {
    None,
    Seki,
    All,
}

/// The points that White gets for the handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Bonus {
    #[serde(rename = "0")]
    Zero,
    #[serde(rename = "N-1")]
    AllButOne,
    #[serde(rename = "N")]
    All,
}

pub(super) const TROMP_TAYLOR: Rules = Rules {
    friendly_pass_ok: false,
    has_button: false,
    ko: Ko::Positional,
    scoring: Scoring::Area,
    suicide: true,
    tax: Some(Tax::None),
    white_handicap_bonus: Bonus::Zero,
};

pub(super) const CHINESE: Rules = Rules {
    friendly_pass_ok: true,
    ko: Ko::Simple,
    suicide: false,
    white_handicap_bonus: Bonus::All,
    ..TROMP_TAYLOR
};

pub(super) const CHINESE_SERVER: Rules = Rules {
    ko: Ko::Positional,
    ..CHINESE
};

pub(super) const JAPANESE: Rules = Rules {
    ko: Ko::Simple,
    scoring: Scoring::Territory,
    suicide: false,
    tax: Some(Tax::Seki),
    ..TROMP_TAYLOR
};

pub(super) const STONE_SCORING: Rules = Rules {
    tax: Some(Tax::All),
    white_handicap_bonus: Bonus::Zero,
    ..CHINESE
};

pub(super) const ANCIENT_TERRITORY: Rules = Rules {
    tax: Some(Tax::All),
    ..JAPANESE
};

pub(super) const AGA: Rules = Rules {
    ko: Ko::Situational,
    white_handicap_bonus: Bonus::AllButOne,
    ..CHINESE
};

const AGA_BUTTON: Rules = Rules {
    has_button: true,
    ..AGA
};

pub(super) const NEW_ZEALAND: Rules = Rules {
    ko: Ko::Situational,
    suicide: true,
    white_handicap_bonus: Bonus::Zero,
    ..CHINESE
};

pub(super) const ING: Rules = Rules {
    friendly_pass_ok: true,
    ..TROMP_TAYLOR
};

/// Rules that have names.
const NAMED: [(&str, Rules); 17] = [
    ("tromp-taylor", TROMP_TAYLOR),
    ("chinese", CHINESE),
    ("chinese-ogs", CHINESE_SERVER),
    ("chinese-kgs", CHINESE_SERVER),
    ("japanese", JAPANESE),
    ("korean", JAPANESE),
    ("stone-scoring", STONE_SCORING),
    ("ancient-area", STONE_SCORING),
    ("ancient-territory", ANCIENT_TERRITORY),
    ("aga", AGA),
    ("bga", AGA),
    ("french", AGA),
    ("aga-button", AGA_BUTTON),
    ("new-zealand", NEW_ZEALAND),
    ("nz", NEW_ZEALAND),
    ("ing", ING),
    ("goe", ING),
];

impl Default for Rules {
    /// Returns the Tromp-Taylor rules, KataGo's defaults for missing fields. The tax depends on
    /// the scoring.
    fn default() -> Self {
        Self {
            tax: None,
            ..TROMP_TAYLOR
        }
    }
}

/// The error of reading rules.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The text is none of the names.
    #[error("unknown rules: there are {}, and JSON objects", NAMED.map(|(name, _)| name).join(", "))]
    Unknown,
    /// The text is a JSON object, but not one of rules.
    #[error("unreadable rules: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl Rules {
    /// Reads a name, in upper or lower case, with hyphens, underscores or blanks between its words
    /// or nothing; a JSON object; or KataGo's words.
    pub fn read(text: &str) -> Result<Self, RulesError> {
        match text.starts_with('{') {
            true => Ok(serde_json::from_str(text).map(Self::with_tax)?),
            false => Self::named(text)
                .or_else(|| words::read(text))
                .ok_or(RulesError::Unknown),
        }
    }

    /// Reads the rules of a record (`RU`): a name or KataGo's words as [`Rules::read`] does, a JSON
    /// object, also with a komi, or the name of a rule set in several languages. Returns `None` if
    /// the text is empty or unknown.
    pub fn of_record(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.starts_with('{') {
            let mut fields: Value = serde_json::from_str(text).ok()?;
            fields.as_object_mut()?.remove("komi");
            return serde_json::from_value(fields).map(Self::with_tax).ok();
        }
        let read = Self::named(text).or_else(|| words::read(text));
        read.or_else(|| RuleSet::parse(text).map(RuleSet::rules))
    }

    /// Returns the rules with this name, spelled as in [`Rules::read`].
    fn named(text: &str) -> Option<Self> {
        let letters = |name: &str| -> String {
            let letters = name.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
            letters.flat_map(char::to_lowercase).collect()
        };
        let wanted = letters(text);
        let found = NAMED.iter().find(|(name, _)| letters(name) == wanted);
        found.map(|(_, rules)| *rules)
    }

    /// Returns the rules with another value of one field.
    pub fn with(self, field: &str, value: &str) -> Result<Self, RulesError> {
        let mut fields = serde_json::to_value(self)?;
        // A field that is not there yet is refused below.
        fields[field] = match value.to_ascii_lowercase().parse() {
            Ok(flag) => Value::Bool(flag),
            Err(_) => Value::String(value.to_ascii_uppercase()),
        };
        Ok(serde_json::from_value(fields)?)
    }

    /// Returns whether several stones may be given up by suicide.
    #[must_use]
    pub const fn allows_suicide(self) -> bool {
        self.suicide
    }

    /// Returns the rules as a JSON object.
    pub fn json(self) -> Result<String, RulesError> {
        Ok(serde_json::to_string(&self)?)
    }

    /// Fills in the tax: seki with territory scoring, none with area scoring.
    fn with_tax(self) -> Self {
        let usual = match self.scoring {
            Scoring::Area => Tax::None,
            Scoring::Territory => Tax::Seki,
        };
        Self {
            tax: self.tax.or(Some(usual)),
            ..self
        }
    }

    /// Returns whether stones count besides territory.
    pub(super) const fn is_area(self) -> bool {
        matches!(self.scoring, Scoring::Area)
    }

    /// Returns whether points in seki do not count.
    pub(super) const fn has_tax(self) -> bool {
        matches!(self.tax, Some(Tax::Seki | Tax::All))
    }

    /// Returns whether passes in turn end the game. By Spight's rules, only a second pass on the same
    /// board ends it.
    pub(super) const fn ends_with_passes(self) -> bool {
        !matches!(self.ko, Ko::Spight)
    }

    /// Returns the points that White gets for handicap stones besides the komi.
    const fn handicap_points(self, stones: u32) -> f32 {
        match self.white_handicap_bonus {
            Bonus::Zero => 0.0,
            Bonus::AllButOne => stones.saturating_sub(1) as f32,
            Bonus::All => stones as f32,
        }
    }

    /// Returns the komi if the record has none: half a point with a handicap, else what the rules
    /// usually give.
    const fn usual_komi(self, handicap: u32) -> f32 {
        match (handicap, self.is_area()) {
            (1.., _) => 0.5,
            (0, true) => 7.5,
            (0, false) => 6.5,
        }
    }

    /// Returns the points that White gets in advance, with a handicap of `stones` stones, 0 or at
    /// least 2.
    pub(super) fn points_for_white(self, info: &GameInfo, stones: u32) -> f32 {
        let komi = match info.komi_value() {
            Some(komi) => komi.points() as f32,
            None => self.usual_komi(stones),
        };
        komi + self.handicap_points(stones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let positional = Rules {
            suicide: false,
            ..TROMP_TAYLOR
        };
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
            ("Korean", Some(JAPANESE)),
            ("korea", Some(JAPANESE)),
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
}
