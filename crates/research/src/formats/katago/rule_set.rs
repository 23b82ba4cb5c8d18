//! The rules of a game, in the engine's terms.

use bgo::record::GameInfo;

/// Rules of Go as the engine names them.
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

/// The rule on repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repetition {
    Simple,
    Positional,
    Situational,
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

    /// Reads the rules of a record (`RU`); none if the text is empty or unknown.
    pub fn parse(text: &str) -> Option<Self> {
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

    /// Returns whether stones count besides territory.
    pub(super) const fn is_area(self) -> bool {
        !matches!(self, Self::Japanese | Self::Korean)
    }

    pub(super) const fn repetition(self) -> Repetition {
        match self {
            Self::Japanese | Self::Korean | Self::Chinese => Repetition::Simple,
            Self::Ing | Self::TrompTaylor => Repetition::Positional,
            Self::Aga | Self::NewZealand => Repetition::Situational,
        }
    }

    /// Returns whether several stones may be given up by suicide.
    pub(super) const fn allows_suicide(self) -> bool {
        matches!(self, Self::NewZealand | Self::Ing | Self::TrompTaylor)
    }

    /// Returns the points that White gets for handicap stones besides the komi.
    fn handicap_points(self, stones: u32) -> f32 {
        match self {
            Self::Chinese => stones as f32,
            Self::Aga => stones.saturating_sub(1) as f32,
            _ => 0.0,
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

    fn info(komi: &str) -> GameInfo {
        GameInfo {
            komi: komi.to_owned(),
            ..GameInfo::default()
        }
    }

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

    #[test]
    fn white_gets_komi_and_points_for_handicap_stones() {
        for (rules, komi, stones, points) in [
            (RuleSet::Japanese, "6.5", 0, 6.5),
            (RuleSet::Japanese, "0.5", 4, 0.5),
            (RuleSet::Chinese, "375", 0, 7.5),
            (RuleSet::Chinese, "0.5", 4, 4.5),
            (RuleSet::Aga, "0.5", 4, 3.5),
            (RuleSet::Japanese, "", 0, 6.5),
            (RuleSet::Chinese, "?", 0, 7.5),
            (RuleSet::Chinese, "", 2, 2.5),
        ] {
            assert_eq!(rules.points_for_white(&info(komi), stones), points, "{rules:?} {komi}");
        }
    }
}
