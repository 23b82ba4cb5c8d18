//! Rules in the words that KataGo writes into records: `koSIMPLEscoreAREAtaxNONEsui0whbN`.

use super::{Bonus, Ko, Rules, Scoring, Tax};

/// Reads the words in any order and case; what is missing is as in [`Rules::default`]. The komi,
/// which may stand at the end, belongs to the record's own.
pub(super) fn read(text: &str) -> Option<Rules> {
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

/// Returns the text after a number.
fn after_number(text: &str) -> Option<&str> {
    let end = text.find(|c: char| c.is_ascii_alphabetic() || c.is_whitespace());
    let (number, rest) = text.split_at(end.unwrap_or(text.len()));
    let number: f64 = number.parse().ok()?;
    number.is_finite().then_some(rest.trim_start())
}
