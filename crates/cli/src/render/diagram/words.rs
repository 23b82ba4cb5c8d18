use super::MoveRange;
use clap::ValueEnum;

/// The language of the captions of diagrams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
    /// Simplified Chinese.
    Zh,
    /// Traditional Chinese.
    #[value(name = "zh-Hant")]
    ZhHant,
}

impl Language {
    pub const ALL: [(&'static str, Self); 5] = [
        ("en", Self::En),
        ("ja", Self::Ja),
        ("ko", Self::Ko),
        ("zh", Self::Zh),
        ("zh-Hant", Self::ZhHant),
    ];

    /// Returns the name as BCP 47 has it.
    pub fn code(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, language)| *language == self)
            .map_or("en", |(code, _)| code)
    }

    pub(super) const fn komi(self) -> &'static str {
        match self {
            Self::En => "komi",
            Self::Ja => "コミ",
            Self::Ko => "덤",
            Self::Zh => "贴目",
            Self::ZhHant => "貼目",
        }
    }

    /// Returns the caption of a diagram, and of a single one without its number.
    pub(super) fn caption(self, number: usize, is_single: bool, MoveRange { first, last }: MoveRange) -> String {
        let moves = match (first, last) {
            (_, 0) => String::new(),
            (first, last) if first == last => format!("({first})"),
            (first, last) => format!("({first}–{last})"),
        };
        let name = match self {
            _ if is_single => String::new(),
            Self::En => format!("Diagram {number}"),
            Self::Ja | Self::ZhHant => format!("第{number}譜"),
            Self::Ko => format!("제{number}보"),
            Self::Zh => format!("第{number}谱"),
        };
        [name, moves].join(" ").trim().to_owned()
    }

    /// Returns what books print below a diagram of moves on a point that has a label, or of passes.
    pub(super) fn below(self, place: Option<&str>, numbers: &[u16]) -> String {
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let numbers = numbers.join(", ");
        match (self, place) {
            (Self::En, Some(place)) => format!("{numbers}\u{A0}at\u{A0}{place}"),
            (Self::Ja, Some(place)) => format!("{numbers}\u{A0}({place})"),
            (Self::Ko, Some(place)) => format!("{numbers}…{place}"),
            (Self::Zh | Self::ZhHant, Some(place)) => format!("{numbers}\u{A0}=\u{A0}{place}"),
            (Self::En, None) => format!("{numbers}\u{A0}pass"),
            (Self::Ja, None) => format!("{numbers} パス"),
            (Self::Ko, None) => format!("{numbers} 한 수 쉼"),
            (Self::Zh | Self::ZhHant, None) => format!("{numbers} 停一手"),
        }
    }
}
