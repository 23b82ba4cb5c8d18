use super::bytes::{Bytes, Malformed, push_leb};
use super::totals::{GameFacts, YearTotals};
use crate::go::{BoardSize, CanonicalPosition, Color, Move, Point};
use crate::record::{GamePosition, Next};
use std::convert::Infallible;

/// What followed a position, as stored in the index. A move is in the position's
/// canonical orientation, with one point for all points that are equal by symmetry:
/// bits 0 to 8 are the point's index `y * size + x`, or 361 for a pass, and bit 9 is
/// set for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NextCode(pub u16);

const PASS: u16 = 361;
const WHITE: u16 = 1 << 9;

impl NextCode {
    /// The code for the end of the game.
    pub const END: Self = Self(0xffff);

    /// The code for setup.
    pub const SETUP: Self = Self(0xfffe);

    /// The number of values of [`NextCode::number`].
    pub const COUNT: usize = 1 << 10;

    /// Returns a number below [`NextCode::COUNT`] that no other code has, or `None` if the code is
    /// invalid on any board.
    #[must_use]
    pub fn number(self) -> Option<usize> {
        let number = usize::from(self.0) % Self::COUNT;
        (self.0 & !WHITE <= PASS || self.is_halt()).then_some(number)
    }

    /// Returns whether no move follows.
    #[must_use]
    pub fn is_halt(self) -> bool {
        self >= Self::SETUP
    }

    /// Returns the colour of the move, if there is one.
    #[must_use]
    pub fn color(self) -> Option<Color> {
        if self.is_halt() {
            None
        } else if self.0 & WHITE == 0 {
            Some(Color::Black)
        } else {
            Some(Color::White)
        }
    }

    /// Creates the code of what follows a position.
    #[must_use]
    pub fn new(next: Next, from: &CanonicalPosition) -> Self {
        match next {
            Next::Move(mv) => {
                let point = mv.point.map(|point| from.stored_point(point));
                Self::of(Move { point, ..mv }, from.size())
            }
            Next::Setup => Self::SETUP,
            Next::End => Self::END,
        }
    }

    /// Creates the code of a move in the canonical orientation.
    #[must_use]
    pub fn of(mv: Move, size: BoardSize) -> Self {
        let point = mv.point.map_or(PASS, |point| point.index(size) as u16);
        Self(if mv.color == Color::White { point | WHITE } else { point })
    }

    /// Returns what follows, in the orientation of the original position.
    pub fn decode(self, from: &CanonicalPosition) -> Result<Next, Malformed> {
        Ok(match self.canonical(from.size())? {
            Next::Move(Move { color, point }) => Next::Move(Move {
                color,
                point: point.map(|point| from.shown_point(point)),
            }),
            halt => halt,
        })
    }

    /// Returns what follows, in the canonical orientation.
    pub fn canonical(self, size: BoardSize) -> Result<Next, Malformed> {
        let Some(color) = self.color() else {
            return Ok(if self == Self::END { Next::End } else { Next::Setup });
        };
        let point = match self.0 & !WHITE {
            PASS => None,
            index => Some(Point::from_index(usize::from(index), size).ok_or(Malformed)?),
        };
        Ok(Next::Move(Move { color, point }))
    }
}

/// One occurrence of a position in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Posting {
    /// The game, counted from the first of its segment.
    pub game: u32,
    /// The number of moves before the position.
    pub ply: u16,
    /// What follows it.
    pub next: NextCode,
}

impl Posting {
    /// Creates the posting of a game, counted from the first of its segment.
    #[must_use]
    pub fn new(game: u32, visit: &GamePosition) -> Self {
        Self {
            game,
            ply: visit.ply,
            next: NextCode::new(visit.next, &visit.canonical),
        }
    }
}

/// Appends postings, which are in order of game and ply: their number, then for
/// each the difference from the previous game, the ply, and two bytes for the next
/// move.
pub fn write_postings(out: &mut Vec<u8>, postings: &[Posting]) {
    push_leb(out, postings.len() as u64);
    let mut last = 0;
    for posting in postings {
        push_leb(out, u64::from(posting.game - last));
        last = posting.game;
        push_leb(out, u64::from(posting.ply));
        out.extend(posting.next.0.to_le_bytes());
    }
}

/// Reads the format of [`write_postings`].
pub fn read_postings(bytes: &mut Bytes<'_>) -> Result<Vec<Posting>, Malformed> {
    let count = bytes.leb()?;
    // A posting takes at least four bytes, so an impossible count does not allocate
    // all memory.
    let mut postings = Vec::with_capacity((count as usize).min(bytes.rest().len() / 4));
    let mut game = 0_u32;
    for _ in 0..count {
        game = game.checked_add(bytes.leb_u32()?).ok_or(Malformed)?;
        let ply = u16::try_from(bytes.leb()?).map_err(|_| Malformed)?;
        postings.push(Posting {
            game,
            ply,
            next: NextCode(bytes.u16()?),
        });
    }
    Ok(postings)
}

/// The totals of a position and of each `M` that follows: a code in the index, what it
/// stands for in an answer. A game that reaches the position twice counts
/// once, but for both that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionTotals<M = NextCode> {
    /// The games that reach the position.
    pub all: YearTotals,
    /// The games in which each followed.
    pub next: Vec<(M, YearTotals)>,
}

impl<M> Default for PositionTotals<M> {
    fn default() -> Self {
        Self {
            all: YearTotals::default(),
            next: Vec::new(),
        }
    }
}

impl PositionTotals {
    /// Counts postings, which must be in the order of their games.
    pub fn from_postings<E>(
        postings: &[Posting],
        mut facts: impl FnMut(u32) -> Result<GameFacts, E>,
    ) -> Result<Self, E> {
        let mut totals = Self::default();
        for game in postings.chunk_by(|a, b| a.game == b.game) {
            let facts = facts(game[0].game)?;
            totals.all.count(facts);
            for (i, &Posting { next, .. }) in game.iter().enumerate() {
                if game[..i].iter().all(|earlier| earlier.next != next) {
                    totals.followed_by(next).count(facts);
                }
            }
        }
        Ok(totals)
    }

    fn followed_by(&mut self, next: NextCode) -> &mut YearTotals {
        let place = self.next.binary_search_by_key(&next, |&(next, _)| next);
        let place = place.unwrap_or_else(|place| {
            self.next.insert(place, (next, YearTotals::default()));
            place
        });
        &mut self.next[place].1
    }

    /// Counts the postings of a segment. A game without facts counts as undated,
    /// without a result.
    #[must_use]
    pub fn of_games(postings: &[Posting], facts: &[Option<GameFacts>]) -> Self {
        let Ok(totals) = Self::from_postings(postings, |game| {
            let facts = facts.get(game as usize).copied().flatten();
            Ok::<_, Infallible>(facts.unwrap_or_default())
        });
        totals
    }

    /// Adds the games of `other`, none of which may be counted here already.
    pub fn merge(&mut self, other: Self) {
        self.all.merge(other.all);
        if self.next.is_empty() {
            self.next = other.next;
            return;
        }
        for (next, years) in other.next {
            self.followed_by(next).merge(years);
        }
    }

    /// Appends the totals of the position, then the number of codes that follow and, for
    /// each, the code and its totals.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.all.write(out);
        push_leb(out, self.next.len() as u64);
        for (next, years) in &self.next {
            out.extend(next.0.to_le_bytes());
            years.write(out);
        }
    }

    /// Reads the format of [`PositionTotals::write`].
    pub fn read(bytes: &mut Bytes<'_>) -> Result<Self, Malformed> {
        let all = YearTotals::read(bytes)?;
        let mut next: Vec<(NextCode, YearTotals)> = Vec::new();
        for _ in 0..bytes.leb()? {
            let code = NextCode(bytes.u16()?);
            if next.last().is_some_and(|&(last, _)| last >= code) {
                return Err(Malformed);
            }
            next.push((code, YearTotals::read(bytes)?));
        }
        Ok(Self { all, next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Outcome;

    fn facts(game: u32) -> Result<GameFacts, Infallible> {
        Ok(GameFacts {
            year: (!game.is_multiple_of(5)).then_some(1990 + game as u16 % 7),
            outcome: [Outcome::Black, Outcome::White, Outcome::Unknown][game as usize % 3],
        })
    }

    #[test]
    fn a_game_that_passes_twice_counts_once() {
        let at = |game, ply, next| Posting {
            game,
            ply,
            next: NextCode(next),
        };
        let postings = [at(1, 0, 7), at(1, 2, 7), at(1, 4, 9), at(2, 0, 7), at(3, 6, 0xffff)];
        let Ok(totals) = PositionTotals::from_postings(&postings, facts);
        let games = |years: &YearTotals| years.total().games;
        assert_eq!(games(&totals.all), 3);
        assert_eq!(
            totals.next.iter().map(|(_, years)| games(years)).collect::<Vec<_>>(),
            [2, 1, 1]
        );
    }
}
