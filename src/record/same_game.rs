use super::content::{Content, bytes_hash};
use super::date::GameDate;
use super::info::GameInfo;
use super::portable::portable;

/// With fewer moves than this two records are the same game only if the
/// players are the same too, as short games are often alike by chance.
pub const TELLING_MOVES: u16 = 30;

/// What two records with the same [`Content`] must agree in to
/// be the same game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Particulars<'a> {
    /// How many moves were played.
    pub moves: u16,
    /// Black's name as written.
    pub black: &'a str,
    /// White's name as written.
    pub white: &'a str,
    /// When the game was played, if that is known.
    pub date: Option<GameDate>,
}

impl Particulars<'_> {
    /// Whether the dates do not contradict each other and, with few moves, the
    /// players are the same. What `a` agrees with need not agree with all that
    /// agrees with `a`: a game without a date agrees with those of any date.
    #[must_use]
    pub fn agree(&self, other: &Self) -> bool {
        let dates = self.date.zip(other.date);
        let same_players = self.black == other.black && self.white == other.white;
        !dates.is_some_and(|(a, b)| a.contradicts(&b)) && (self.moves >= TELLING_MOVES || same_players)
    }
}

/// A number that a record shares with every game it may be a duplicate of, and
/// hardly with any other. `tree` is the text of its game tree.
#[must_use]
pub fn content_hash(content: &Content, moves: u16, info: &GameInfo, tree: &str) -> u64 {
    match moves {
        0 => bytes_hash(portable(tree).as_bytes()),
        1..TELLING_MOVES => content.hash(&[&info.black, &info.white]),
        _ => content.hash(&[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn particulars<'a>(moves: u16, black: &'a str, date: &str) -> Particulars<'a> {
        Particulars {
            moves,
            black,
            white: "B",
            date: GameDate::parse(date),
        }
    }

    #[test]
    fn dates_must_not_contradict_and_few_moves_want_the_same_players() {
        let agree = |a: (u16, &str, &str), b: (u16, &str, &str)| {
            let [a, b] = [a, b].map(|(moves, black, date)| particulars(moves, black, date));
            assert_eq!(a.agree(&b), b.agree(&a));
            a.agree(&b)
        };
        assert!(agree((30, "A", "2005"), (30, "C", "2005-03-01")));
        assert!(agree((30, "A", "2005"), (30, "C", "")));
        assert!(!agree((30, "A", "2005"), (30, "A", "2006")));
        assert!(agree((29, "A", "2005"), (29, "A", "2005")));
        assert!(!agree((29, "A", "2005"), (29, "C", "2005")));
    }
}
