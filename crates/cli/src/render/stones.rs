//! The signs of stones on a terminal.

use super::text::{BLACK, LAST, OUTSIDE, WHITE, paint};
use anstyle::{Ansi256Color, Style};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// The signs of stones on a terminal. Files and pipes always get letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Stones {
    /// X and O.
    #[default]
    Letters,
    /// ● and ○ on a tinted board.
    Circles,
}

impl Stones {
    /// Returns the argument of the command "stones".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Letters => "letters",
            Self::Circles => "circles",
        }
    }

    /// Returns the signs of a black and a white stone.
    pub(super) const fn signs(self) -> [char; 2] {
        match self {
            Self::Letters => ['X', 'O'],
            Self::Circles => ['●', '○'],
        }
    }

    /// Returns circles if these environment variables suggest that a terminal draws them one column wide, in colours.
    pub(super) fn of_terminal(variable: impl Fn(&str) -> String) -> Self {
        let locales = ["LC_ALL", "LC_CTYPE", "LANG"].map(&variable);
        let locale = locales.iter().find(|locale| !locale.is_empty());
        let locale = locale.map(|locale| locale.to_lowercase()).unwrap_or_default();
        let is_utf8 = locale.contains("utf-8") || locale.contains("utf8");
        // Terminals in these languages may draw a circle two columns wide.
        let is_wide = ["zh", "ja", "ko"].iter().any(|language| locale.starts_with(language));
        let has_colors = variable("TERM").contains("256color") || !variable("COLORTERM").is_empty();
        if is_utf8 && !is_wide && has_colors {
            Self::Circles
        } else {
            Self::Letters
        }
    }
}

const fn color(number: u8) -> Option<anstyle::Color> {
    Some(anstyle::Color::Ansi256(Ansi256Color(number)))
}

/// Dark lines on wood, where stones of both colours stand out.
const WOOD: Style = Style::new().fg_color(color(94)).bg_color(color(179));

/// Replaces the letters of stones in painted points with circles, on wood.
pub(super) fn with_circles(points: &str) -> String {
    let black = Style::new().fg_color(color(16)).bold();
    let white = Style::new().fg_color(color(231)).bold();
    let mut points = points.to_owned();
    for (letter, circle) in [
        (paint(BLACK, 'X'), paint(black, '●')),
        (paint(WHITE, 'O'), paint(white, '○')),
        (paint(LAST, 'x'), paint(black.underline(), '●')),
        (paint(LAST, 'o'), paint(white.underline(), '○')),
        (paint(OUTSIDE, 'X'), paint(OUTSIDE, '●')),
        (paint(OUTSIDE, 'O'), paint(OUTSIDE, '○')),
    ] {
        points = points.replace(&letter, &circle);
    }
    let end = format!("{WOOD:#}");
    format!("{WOOD}{}{end}", points.replace(&end, &format!("{end}{WOOD}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_for_terminals_that_show_them() {
        for (variables, stones) in [
            (&["LANG=en_GB.UTF-8", "TERM=xterm-256color"][..], Stones::Circles),
            (&["LANG=C.utf8", "TERM=xterm", "COLORTERM=truecolor"], Stones::Circles),
            (&["LANG=en_GB.UTF-8", "TERM=xterm"], Stones::Letters),
            (&["LANG=ja_JP.UTF-8", "TERM=xterm-256color"], Stones::Letters),
            (
                &["LANG=en_GB.UTF-8", "LC_ALL=C", "TERM=xterm-256color"],
                Stones::Letters,
            ),
            (&["TERM=xterm-256color"], Stones::Letters),
        ] {
            let value = |name: &str| {
                let values = variables.iter().filter_map(|variable| variable.split_once('='));
                let value = values
                    .filter(|(other, _)| *other == name)
                    .map(|(_, value)| value)
                    .next();
                value.unwrap_or_default().to_owned()
            };
            assert_eq!(Stones::of_terminal(value), stones, "{variables:?}");
        }
    }
}
