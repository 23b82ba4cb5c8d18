//! Rules of Go in KataGo's terms: by names, as JSON objects
//! (<https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>), and in the short
//! words that it writes into records (`Rules::toString` in its `cpp/game/rules.cpp`).

use crate::error::{ErrorKind, ResearchError};
use bgo::internal::record::GameInfo;
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
enum Scoring {
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
enum Bonus {
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

pub(super) const AGA_BUTTON: Rules = Rules {
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

pub(super) const NAMED: [(&str, Rules); 17] = [
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

fn wrong_form(error: &serde_json::Error) -> ResearchError {
    ErrorKind::RulesForm.error(format!("unreadable rules: {error}"))
}

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
    /// Reads a name, in upper or lower case, with hyphens, underscores or blanks between its words
    /// or nothing; a JSON object; or KataGo's words.
    pub fn read(text: &str) -> Result<Self, ResearchError> {
        if text.starts_with('{') {
            return serde_json::from_str(text)
                .map(Self::with_tax)
                .map_err(|error| wrong_form(&error));
        }
        Self::named(text).or_else(|| read_words(text)).ok_or_else(|| {
            let names = NAMED.map(|(name, _)| name).join(", ");
            ErrorKind::Other.error(format!("unknown rules: there are {names}, and JSON objects"))
        })
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
        let read = Self::named(text).or_else(|| read_words(text));
        read.or_else(|| RuleSet::parse(text).map(RuleSet::rules))
    }

    /// Returns the rules with this name, spelled as in [`Rules::read`].
    fn named(text: &str) -> Option<Self> {
        let letters = text.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
        let wanted: String = letters.flat_map(char::to_lowercase).collect();
        let found = NAMED.iter().find(|(name, _)| name.replace('-', "") == wanted);
        found.map(|(_, rules)| *rules)
    }

    /// Returns the rules with another value of one field.
    pub fn with(self, field: &str, value: &str) -> Result<Self, ResearchError> {
        let mut fields = serde_json::to_value(self).map_err(|error| wrong_form(&error))?;
        // A field that is not there yet is refused below.
        fields[field] = match value.to_ascii_lowercase().parse() {
            Ok(flag) => Value::Bool(flag),
            Err(_) => Value::String(value.to_ascii_uppercase()),
        };
        serde_json::from_value(fields).map_err(|error| wrong_form(&error))
    }

    /// Returns whether several stones may be given up by suicide.
    #[must_use]
    pub const fn allows_suicide(self) -> bool {
        self.suicide
    }

    /// Returns the rules as a JSON object.
    pub fn json(self) -> Result<String, ResearchError> {
        serde_json::to_string(&self).map_err(|error| wrong_form(&error))
    }

    /// Fills in the tax: seki with territory scoring, none with area scoring.
    fn with_tax(self) -> Self {
        let usual = if self.is_area() { Tax::None } else { Tax::Seki };
        Self {
            tax: self.tax.or(Some(usual)),
            ..self
        }
    }

    /// Returns whether stones count besides territory.
    pub(super) const fn is_area(self) -> bool {
        matches!(self.scoring, Scoring::Area)
    }

    pub(super) const fn has_tax(self) -> bool {
        matches!(self.tax, Some(Tax::Seki | Tax::All))
    }

    /// Returns whether passes in turn end the game. By Spight's rules, only a second pass on the same
    /// board ends it.
    pub(super) const fn ends_with_passes(self) -> bool {
        !matches!(self.ko, Ko::Spight)
    }

    /// Returns the points that White gets in advance, with a handicap of `stones` stones, 0 or at
    /// least 2. A record without a komi has half a point with a handicap, else what the rules usually give.
    pub(super) fn points_for_white(self, info: &GameInfo, stones: u32) -> f32 {
        let komi = match info.komi_value() {
            Some(komi) => komi.points() as f32,
            None if stones > 0 => 0.5,
            None if self.is_area() => 7.5,
            None => 6.5,
        };
        let bonus = match self.white_handicap_bonus {
            Bonus::Zero => 0,
            Bonus::AllButOne => stones.saturating_sub(1),
            Bonus::All => stones,
        };
        komi + bonus as f32
    }
}

/// Reads the words that KataGo writes into records, `koSIMPLEscoreAREAtaxNONEsui0whbN`, in any order and case; what is missing is as in [`Rules::default`]. The komi,
/// which may stand at the end, belongs to the record's own.
fn read_words(text: &str) -> Option<Rules> {
    let lower = text.to_ascii_lowercase();
    let mut rest = lower.trim();
    if rest.is_empty() {
        return None;
    }
    let mut rules = Rules::default();
    while !rest.is_empty() {
        // Before `ko`, with which it begins.
        rest = if let Some(komi) = word(rest, "komi") {
            after_number(komi)?
        } else if let Some(ko) = word(rest, "ko") {
            choose(ko, &mut rules.ko, &KO)?
        } else if let Some(scoring) = word(rest, "scoring").or_else(|| word(rest, "score")) {
            choose(scoring, &mut rules.scoring, &SCORING)?
        } else if let Some(tax) = word(rest, "tax") {
            choose(tax, &mut rules.tax, &TAX)?
        } else if let Some(suicide) = word(rest, "sui") {
            choose(suicide, &mut rules.suicide, &FLAG)?
        } else if let Some(button) = word(rest, "button") {
            choose(button, &mut rules.has_button, &FLAG)?
        } else if let Some(bonus) = word(rest, "whb") {
            choose(bonus, &mut rules.white_handicap_bonus, &BONUS)?
        } else {
            choose(word(rest, "fpok")?, &mut rules.friendly_pass_ok, &FLAG)?
        };
    }
    Some(rules.with_tax())
}

const KO: [(&str, Ko); 4] = [
    ("simple", Ko::Simple),
    ("positional", Ko::Positional),
    ("situational", Ko::Situational),
    ("spight", Ko::Spight),
];
const SCORING: [(&str, Scoring); 2] = [("area", Scoring::Area), ("territory", Scoring::Territory)];
const TAX: [(&str, Option<Tax>); 3] = [
    ("none", Some(Tax::None)),
    ("seki", Some(Tax::Seki)),
    ("all", Some(Tax::All)),
];
const FLAG: [(&str, bool); 2] = [("0", false), ("1", true)];
const BONUS: [(&str, Bonus); 3] = [("0", Bonus::Zero), ("n-1", Bonus::AllButOne), ("n", Bonus::All)];

/// Returns the text after a word at its beginning.
fn word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.strip_prefix(word).map(str::trim_start)
}

/// Sets a field to the value at the beginning of the text, and returns the rest.
fn choose<'a, T: Copy>(text: &'a str, field: &mut T, values: &[(&str, T)]) -> Option<&'a str> {
    let found = values.iter().find_map(|(name, value)| Some((value, word(text, name)?)));
    let (value, rest) = found?;
    *field = *value;
    Some(rest)
}

fn after_number(text: &str) -> Option<&str> {
    let end = text.find(|c: char| c.is_ascii_alphabetic() || c.is_whitespace());
    let (number, rest) = text.split_at(end.unwrap_or(text.len()));
    let number: f64 = number.parse().ok()?;
    number.is_finite().then_some(rest.trim_start())
}

/// A set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSet {
    /// Territory scoring with no points in seki, simple ko, no suicide.
    Japanese,
    /// Like [`RuleSet::Japanese`].
    Korean,
    /// Area scoring, simple ko, no suicide; White gets a point for each handicap stone.
    Chinese,
    /// Area scoring, situational superko, no suicide; White gets a point for each handicap stone
    /// but the first. The rules of the American, British and French associations.
    Aga,
    /// Area scoring, situational superko, suicide.
    NewZealand,
    /// Area scoring, positional superko, suicide: the rules of Ing (Goe).
    Ing,
    /// Area scoring, positional superko, suicide.
    TrompTaylor,
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [Self; 7] = [
        Self::Japanese,
        Self::Korean,
        Self::Chinese,
        Self::Aga,
        Self::NewZealand,
        Self::Ing,
        Self::TrompTaylor,
    ];

    /// Returns the name, which options accept.
    pub const fn name(self) -> &'static str {
        RULE_SETS[self as usize].0
    }

    /// Returns what the rules say.
    pub const fn rules(self) -> Rules {
        RULE_SETS[self as usize].1
    }

    /// Finds the rules by a name, of which the text may have only the beginning; none if the text
    /// is empty or unknown.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let letters: String = text
            .chars()
            .filter(|letter| letter.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        let mut sets = Self::ALL.into_iter();
        sets.find(|set| {
            let (_, _, beginnings) = RULE_SETS[*set as usize];
            beginnings.iter().any(|name| letters.starts_with(name))
        })
    }
}

/// The rule sets in their order: names, rules, and how records name them.
const RULE_SETS: [(&str, Rules, &[&str]); 7] = [
    ("japanese", JAPANESE, &["japan", "jp", "nihon", "日本", "territory"]),
    ("korean", JAPANESE, &["korea", "kr", "韓国", "韩国", "한국"]),
    ("chinese", CHINESE, &["chin", "cn", "中国", "中國", "area"]),
    ("aga", AGA, &["aga", "bga", "french"]),
    ("new-zealand", NEW_ZEALAND, &["nz", "newzealand"]),
    ("ing", ING, &["goe", "ing", "應"]),
    ("tromp-taylor", TROMP_TAYLOR, &["tromp"]),
];
