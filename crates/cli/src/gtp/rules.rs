//! The rules that programs tell an engine, in the words of KataGo's extensions of the protocol
//! (<https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>). As with komi,
//! the engine only stores them and returns them; no answer depends on them.

use super::failure::Failure;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Rules {
    friendly_pass_ok: bool,
    has_button: bool,
    ko: Ko,
    /// KataGo reads both names.
    #[serde(alias = "score")]
    scoring: Scoring,
    suicide: bool,
    tax: Option<Tax>,
    white_handicap_bonus: Bonus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Ko {
    Simple,
    Positional,
    Situational,
    Spight,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Scoring {
    Area,
    Territory,
}

/// The points that groups pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Tax {
    None,
    Seki,
    All,
}

/// The points that White gets for the handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Bonus {
    #[serde(rename = "0")]
    Zero,
    #[serde(rename = "N-1")]
    AllButOne,
    #[serde(rename = "N")]
    All,
}

const TROMP_TAYLOR: Rules = Rules {
    friendly_pass_ok: false,
    has_button: false,
    ko: Ko::Positional,
    scoring: Scoring::Area,
    suicide: true,
    tax: Some(Tax::None),
    white_handicap_bonus: Bonus::Zero,
};

const CHINESE: Rules = Rules {
    friendly_pass_ok: true,
    ko: Ko::Simple,
    suicide: false,
    white_handicap_bonus: Bonus::All,
    ..TROMP_TAYLOR
};

const CHINESE_SERVER: Rules = Rules {
    ko: Ko::Positional,
    ..CHINESE
};

const JAPANESE: Rules = Rules {
    ko: Ko::Simple,
    scoring: Scoring::Territory,
    suicide: false,
    tax: Some(Tax::Seki),
    ..TROMP_TAYLOR
};

const STONE_SCORING: Rules = Rules {
    tax: Some(Tax::All),
    white_handicap_bonus: Bonus::Zero,
    ..CHINESE
};

const ANCIENT_TERRITORY: Rules = Rules {
    tax: Some(Tax::All),
    ..JAPANESE
};

const AGA: Rules = Rules {
    ko: Ko::Situational,
    white_handicap_bonus: Bonus::AllButOne,
    ..CHINESE
};

const AGA_BUTTON: Rules = Rules {
    has_button: true,
    ..AGA
};

const NEW_ZEALAND: Rules = Rules {
    ko: Ko::Situational,
    suicide: true,
    white_handicap_bonus: Bonus::Zero,
    ..CHINESE
};

const ING: Rules = Rules {
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

impl Rules {
    /// The rules of a game until a program sets others.
    pub const UNTOLD: Self = JAPANESE;

    /// Reads a name, in upper or lower case, with hyphens, underscores or blanks between its words
    /// or nothing; or a JSON object.
    pub fn read(text: &str) -> Result<Self, Failure> {
        match text.starts_with('{') {
            true => serde_json::from_str(text).map(Self::with_tax).map_err(unreadable),
            false => Self::named(text).ok_or_else(|| {
                let names = NAMED.map(|(name, _)| name).join(", ");
                Failure::saying(format!("unknown rules: there are {names}, and JSON objects"))
            }),
        }
    }

    /// Returns the rules with this name, spelled as in [`Rules::read`].
    pub fn named(text: &str) -> Option<Self> {
        let letters = |name: &str| -> String {
            let letters = name.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
            letters.flat_map(char::to_lowercase).collect()
        };
        let wanted = letters(text);
        let found = NAMED.iter().find(|(name, _)| letters(name) == wanted);
        found.map(|(_, rules)| *rules)
    }

    /// Returns the rules with another value of one field.
    pub fn with(self, field: &str, value: &str) -> Result<Self, Failure> {
        let mut fields = serde_json::to_value(self).map_err(unreadable)?;
        // A field that is not there yet is refused below.
        fields[field] = match value.to_ascii_lowercase().parse() {
            Ok(flag) => Value::Bool(flag),
            Err(_) => Value::String(value.to_ascii_uppercase()),
        };
        serde_json::from_value(fields).map_err(unreadable)
    }

    /// Returns the rules as a JSON object.
    pub fn json(self) -> Result<String, Failure> {
        serde_json::to_string(&self).map_err(unreadable)
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
}

fn unreadable(error: serde_json::Error) -> Failure {
    Failure::saying(format!("unreadable rules: {error}; kata-get-rules shows their form"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_spelled_with_or_without_hyphens() {
        for name in ["new-zealand", "new_zealand", "New Zealand", "NEWZEALAND"] {
            assert_eq!(Rules::read(name), Ok(NEW_ZEALAND), "{name}");
        }
        for (name, rules) in [("nz", NEW_ZEALAND), ("ancient area", STONE_SCORING)] {
            assert_eq!(Rules::read(name), Ok(rules), "{name}");
        }
        let said = Rules::read("martian").expect_err("unknown").0;
        assert!(said.starts_with("unknown rules: there are tromp-taylor, "), "{said}");
    }

    #[test]
    fn every_named_rule_is_read_again_from_its_json() {
        for (name, rules) in NAMED {
            let json = rules.json().expect("JSON");
            assert_eq!(Rules::read(&json), Ok(rules), "{name}: {json}");
        }
    }

    #[test]
    fn missing_fields_are_those_of_tromp_and_taylor_and_the_tax_follows_the_scoring() {
        assert_eq!(Rules::read("{}"), Ok(TROMP_TAYLOR));
        let territory = r#"{"scoring":"TERRITORY","ko":"SIMPLE","suicide":false}"#;
        assert_eq!(Rules::read(territory), Ok(JAPANESE));
        let older = territory.replace("scoring", "score");
        assert_eq!(Rules::read(&older), Ok(JAPANESE));
        for wrong in [
            r#"{"ko":"NONE"}"#,
            r#"{"komi":6.5}"#,
            r#"{"suicide":"yes"}"#,
            "{",
            "{}{}",
        ] {
            let said = Rules::read(wrong).expect_err(wrong).0;
            assert!(said.starts_with("unreadable rules: "), "{said}");
        }
    }

    #[test]
    fn one_field_is_changed() {
        assert_eq!(CHINESE.with("ko", "positional"), Ok(CHINESE_SERVER));
        assert_eq!(AGA.with("hasButton", "true"), Ok(AGA_BUTTON));
        assert_eq!(
            CHINESE
                .with("whiteHandicapBonus", "n-1")
                .and_then(|rules| rules.with("ko", "SITUATIONAL")),
            Ok(AGA)
        );
        for (field, value) in [("ko", "none"), ("komi", "6.5"), ("suicide", "maybe")] {
            assert!(CHINESE.with(field, value).is_err(), "{field}");
        }
    }
}
