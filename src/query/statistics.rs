use crate::store::YearTotals;
use serde::Serialize;

/// How often Black won, of the games that somebody won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinRate {
    /// The share, 0 to 1.
    pub rate: f64,
    /// Between these two the rate of all such games lies with a probability of
    /// 95%, as far as these are a fair sample: Wilson's score interval
    /// (E. B. Wilson, 1927).
    pub low: f64,
    /// See `low`.
    pub high: f64,
}

/// The standard deviations that 95% of a normal distribution lie within.
const Z: f64 = 1.959_963_984_540_054;

impl WinRate {
    /// That of so many wins of Black and of White; none if there are no wins.
    #[must_use]
    pub fn of(black_wins: u64, white_wins: u64) -> Option<Self> {
        let games = (black_wins + white_wins) as f64;
        if games == 0.0 {
            return None;
        }
        let rate = black_wins as f64 / games;
        let spread = Z * Z / games;
        let middle = (rate + spread / 2.0) / (1.0 + spread);
        let half = Z / (1.0 + spread) * (rate * (1.0 - rate) / games + spread / (4.0 * games)).sqrt();
        Some(Self {
            rate,
            low: (middle - half).max(0.0),
            high: (middle + half).min(1.0),
        })
    }
}

/// How years are put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Period {
    /// Each by itself.
    #[default]
    Year,
    /// Ten at a time: 1990 to 1999 are the decade 1990.
    Decade,
}

impl Period {
    /// The period that a year lies in.
    #[must_use]
    pub const fn of(self, year: u16) -> u16 {
        match self {
            Self::Year => year,
            Self::Decade => year / 10 * 10,
        }
    }

    /// How many years it has.
    #[must_use]
    pub const fn years(self) -> u16 {
        match self {
            Self::Year => 1,
            Self::Decade => 10,
        }
    }

    /// Returns the totals of each period that has games, undated ones first.
    #[must_use]
    pub fn totals(self, years: &YearTotals) -> YearTotals {
        years.grouped(|year| self.of(year))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the formula, worked out with another program.
    #[test]
    fn the_interval_is_wilsons() {
        let rounded = |black, white| {
            let WinRate { rate, low, high } = WinRate::of(black, white).expect("a rate");
            [rate, low, high].map(|share| format!("{share:.4}"))
        };
        assert_eq!(rounded(5, 5), ["0.5000", "0.2366", "0.7634"]);
        assert_eq!(rounded(1, 0), ["1.0000", "0.2065", "1.0000"]);
        assert_eq!(rounded(520, 480), ["0.5200", "0.4890", "0.5508"]);
        assert_eq!(WinRate::of(0, 0), None);
    }
}
