/// The share of Black's wins among the games that have a winner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinRate {
    /// The share, 0 to 1.
    pub rate: f64,
    /// The lower end of Wilson's score interval (E. B. Wilson, 1927): if the games
    /// are a fair sample, the rate of all such games lies in the interval with a
    /// probability of 95%.
    pub low: f64,
    /// The upper end of that interval.
    pub high: f64,
}

/// The number of standard deviations within which 95% of a normal distribution lie.
const Z: f64 = 1.959_963_984_540_054;

impl WinRate {
    /// Returns the rate for these numbers of wins, or `None` if both are 0.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values come from another program.
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
