use crate::go::Color;

/// What can be said of a pattern beside its diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PatternOptions {
    /// True if exchanged colours do not count.
    pub fixed_colors: bool,
    /// True if the pattern neither slides nor turns.
    pub in_place: bool,
    /// True if the area may lie against edges that the pattern does not touch.
    pub touching: bool,
    /// The limits of occurrences and answers.
    pub limits: Limits,
}

/// The occurrences and answers that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The colour of the answers that count, as the pattern shows it; `None` is either.
    pub next: Option<Color>,
    /// The first and the last ply at which the pattern may begin to stand.
    pub at: (u16, u16),
    /// The minimum number of plies for which the pattern stands.
    pub stood: u16,
    /// True if only answers count that are played at once.
    pub direct: bool,
    /// True if no move may be played elsewhere during the sequence.
    pub strict: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            next: None,
            at: (0, u16::MAX),
            stood: 1,
            direct: false,
            strict: false,
        }
    }
}

impl Default for PatternOptions {
    /// Returns the options that ask for nothing special.
    fn default() -> Self {
        Self {
            fixed_colors: false,
            in_place: false,
            touching: false,
            limits: Limits::default(),
        }
    }
}

impl Limits {
    /// Returns whether an occurrence at the plies `from` to `until`, the latter not
    /// included, counts.
    pub(super) fn permits(&self, from: u32, until: u32) -> bool {
        let (first, last) = self.at;
        (u32::from(first)..=u32::from(last)).contains(&from) && until - from >= u32::from(self.stood)
    }
}
