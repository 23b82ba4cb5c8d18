//! The sets of rules that are in use, and their names in records.

use super::rules::{AGA, CHINESE, ING, JAPANESE, NEW_ZEALAND, Rules, TROMP_TAYLOR};

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
        match self {
            Self::Japanese => "japanese",
            Self::Korean => "korean",
            Self::Chinese => "chinese",
            Self::Aga => "aga",
            Self::NewZealand => "new-zealand",
            Self::Ing => "ing",
            Self::TrompTaylor => "tromp-taylor",
        }
    }

    /// Finds the rules by a name, of which the text may have only the beginning; none if the text
    /// is empty or unknown.
    pub(super) fn parse(text: &str) -> Option<Self> {
        const NAMES: [(&str, RuleSet); 24] = [
            ("japan", RuleSet::Japanese),
            ("jp", RuleSet::Japanese),
            ("nihon", RuleSet::Japanese),
            ("日本", RuleSet::Japanese),
            ("territory", RuleSet::Japanese),
            ("korea", RuleSet::Korean),
            ("kr", RuleSet::Korean),
            ("韓国", RuleSet::Korean),
            ("韩国", RuleSet::Korean),
            ("한국", RuleSet::Korean),
            ("chin", RuleSet::Chinese),
            ("cn", RuleSet::Chinese),
            ("中国", RuleSet::Chinese),
            ("中國", RuleSet::Chinese),
            ("area", RuleSet::Chinese),
            ("aga", RuleSet::Aga),
            ("bga", RuleSet::Aga),
            ("french", RuleSet::Aga),
            ("nz", RuleSet::NewZealand),
            ("newzealand", RuleSet::NewZealand),
            ("goe", RuleSet::Ing),
            ("ing", RuleSet::Ing),
            ("應", RuleSet::Ing),
            ("tromp", RuleSet::TrompTaylor),
        ];
        let letters: String = text
            .chars()
            .filter(|letter| letter.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        let named = NAMES.into_iter().find(|(name, _)| letters.starts_with(name));
        named.map(|(_, rules)| rules)
    }

    /// Returns what the rules say.
    pub const fn rules(self) -> Rules {
        match self {
            Self::Japanese | Self::Korean => JAPANESE,
            Self::Chinese => CHINESE,
            Self::Aga => AGA,
            Self::NewZealand => NEW_ZEALAND,
            Self::Ing => ING,
            Self::TrompTaylor => TROMP_TAYLOR,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_as_records_name_them() {
        for (text, rules) in [
            ("Japanese", Some(RuleSet::Japanese)),
            ("japanese rules", Some(RuleSet::Japanese)),
            ("日本ルール", Some(RuleSet::Japanese)),
            ("Korean", Some(RuleSet::Korean)),
            ("Chinese", Some(RuleSet::Chinese)),
            ("中国规则", Some(RuleSet::Chinese)),
            ("AGA", Some(RuleSet::Aga)),
            ("New Zealand", Some(RuleSet::NewZealand)),
            ("NZ", Some(RuleSet::NewZealand)),
            ("GOE", Some(RuleSet::Ing)),
            ("Ing SST", Some(RuleSet::Ing)),
            ("Tromp-Taylor", Some(RuleSet::TrompTaylor)),
            ("", None),
            ("something else", None),
        ] {
            assert_eq!(RuleSet::parse(text), rules, "{text}");
        }
        for rules in RuleSet::ALL {
            assert_eq!(RuleSet::parse(rules.name()), Some(rules));
        }
    }
}
