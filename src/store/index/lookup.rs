use super::segment::{Segment, long_postings, long_totals, malformed_block, read_block};
use crate::go::{CanonicalPosition, Color, PositionKey};
use crate::record::Next;
use crate::store::StoreError;
use crate::store::codec::{GameFacts, Malformed, NextCode, PositionTotals, Posting, Repetition, find, find_postings};
use crate::store::games::Columns;
use crate::store::snapshot::{Remembered, Snapshot};
use std::sync::Arc;

/// The number of positions whose occurrences are kept, because successive queries are
/// often about the same position. Each thread needs two: the position on the board and
/// the same with colours exchanged.
const OCCURRENCES_KEPT: usize = 8;

/// One occurrence of a position in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The number of the game.
    pub game: i64,
    /// The number of moves before it.
    pub ply: u16,
    /// What follows it.
    pub next: NextCode,
    /// True if the game has the position with colours exchanged. The index stores
    /// positions as they are; a query may look for both.
    pub swapped: bool,
}

impl Occurrence {
    const fn new(game: i64, Posting { ply, next, .. }: Posting) -> Self {
        Self {
            game,
            ply,
            next,
            swapped: false,
        }
    }

    /// Returns the facts of a game with the colours of the search board.
    pub fn facts(&self, facts: GameFacts) -> GameFacts {
        facts.exchanged_if(self.swapped)
    }

    /// Converts a colour between the game and the search board, in either
    /// direction.
    pub const fn color(&self, color: Color) -> Color {
        if self.swapped { color.opponent() } else { color }
    }
}

impl Snapshot {
    /// Returns the number of positions of all games, repetitions included.
    pub fn position_count(&self) -> Result<u64, StoreError> {
        Ok(self.segments()?.iter().map(|segment| segment.positions).sum())
    }

    /// Returns the totals of the games that reach a position, and of those in which each
    /// move, setup or the end follows.
    pub(crate) fn position_totals(&self, key: PositionKey) -> Result<PositionTotals, StoreError> {
        let mut totals = PositionTotals::default();
        for segment in self.known_segments()?.iter() {
            totals.merge(totals_in(self, segment, key)?);
        }
        Ok(totals)
    }

    /// Returns each occurrence of a position, in the order of games and plies.
    pub(crate) fn occurrences(&self, key: PositionKey) -> Result<Arc<[Occurrence]>, StoreError> {
        let recent = self.shared::<Remembered<PositionKey, [Occurrence], OCCURRENCES_KEPT>>();
        recent.get(key, || {
            let mut occurrences = Vec::new();
            for segment in self.known_segments()?.iter() {
                let postings = postings_in(self, segment, key)?;
                let of_segment = postings.into_iter();
                occurrences.extend(of_segment.map(|posting| Occurrence::new(segment.game(posting.game), posting)));
            }
            Ok(occurrences.into())
        })
    }

    /// Returns each position that a game reaches, in the order of the game. Returns
    /// nothing if the game does not exist.
    pub(crate) fn positions_of(&self, game: i64) -> Result<Vec<(PositionKey, Occurrence)>, StoreError> {
        let mut positions = Vec::new();
        if self.has_game(game)? {
            let course = self.course(game)?;
            course.visit(self.keys().get(course.size), |reached| {
                let posting = Posting::new(0, &reached);
                positions.push((reached.canonical.key, Occurrence::new(game, posting)));
            });
        }
        Ok(positions)
    }

    /// Returns what a code stands for, in the orientation of `position`.
    pub(crate) fn decode_next(&self, code: NextCode, position: &CanonicalPosition) -> Result<Next, StoreError> {
        code.decode(position)
            .map_err(|Malformed| self.damaged(format!("{} has the impossible next move {}", position.key, code.0)))
    }

    fn known_segments(&self) -> Result<Arc<Vec<Segment>>, StoreError> {
        self.remember(|| self.segments())
    }
}

fn totals_in(snapshot: &Snapshot, segment: &Segment, key: PositionKey) -> Result<PositionTotals, StoreError> {
    let layout = segment.layout();
    let prefix = layout.prefix(key);
    let data = read_block(snapshot, segment, prefix)?;
    let (candidates, repetition) =
        find(&data, layout, key).map_err(|Malformed| malformed_block(snapshot, segment, prefix))?;
    let mut postings = replay_candidates(snapshot, segment, candidates, key)?;
    let mut totals = PositionTotals::default();
    match repetition {
        None => {}
        Some(Repetition::Totals(stored)) => totals = stored,
        Some(Repetition::Postings(stored)) => {
            postings.extend(stored);
            postings.sort_unstable();
            postings.dedup();
        }
        Some(Repetition::Long) => totals = long_totals(snapshot, segment, key)?,
    }
    totals.merge(count(snapshot, segment, &postings)?);
    Ok(totals)
}

fn postings_in(snapshot: &Snapshot, segment: &Segment, key: PositionKey) -> Result<Vec<Posting>, StoreError> {
    let layout = segment.layout();
    let prefix = layout.prefix(key);
    let data = read_block(snapshot, segment, prefix)?;
    let (candidates, postings) =
        find_postings(&data, layout, key).map_err(|Malformed| malformed_block(snapshot, segment, prefix))?;
    let mut stored = match postings {
        Some(postings) => postings,
        None => long_postings(snapshot, segment, key)?,
    };
    let replayed = replay_candidates(snapshot, segment, candidates, key)?;
    if !replayed.is_empty() {
        stored.extend(replayed);
        stored.sort_unstable();
        stored.dedup();
    }
    require_games(snapshot, segment, &stored)?;
    Ok(stored)
}

fn count(snapshot: &Snapshot, segment: &Segment, postings: &[Posting]) -> Result<PositionTotals, StoreError> {
    require_games(snapshot, segment, postings)?;
    let mut columns = Columns::new(snapshot);
    PositionTotals::from_postings(postings, |game| columns.facts(segment.game(game)))
}

fn require_games(snapshot: &Snapshot, segment: &Segment, postings: &[Posting]) -> Result<(), StoreError> {
    match postings.iter().find(|posting| posting.game >= segment.span()) {
        Some(posting) => Err(snapshot.damaged(format!("segment {} has no game {}", segment.id, posting.game))),
        None => Ok(()),
    }
}

fn replay_candidates(
    snapshot: &Snapshot,
    segment: &Segment,
    mut candidates: Vec<u32>,
    key: PositionKey,
) -> Result<Vec<Posting>, StoreError> {
    // A game is listed twice if two of its positions have the same short key.
    candidates.sort_unstable();
    candidates.dedup();
    let mut postings = Vec::new();
    for game in candidates {
        replay_game(snapshot, segment, game, |passed, posting| {
            if passed == key {
                postings.push(posting);
            }
        })?;
    }
    Ok(postings)
}

/// Replays a game of a segment and visits its positions.
pub fn replay_game(
    snapshot: &Snapshot,
    segment: &Segment,
    game: u32,
    mut visit: impl FnMut(PositionKey, Posting),
) -> Result<(), StoreError> {
    let course = snapshot.course(segment.game(game))?;
    course.visit(snapshot.keys().get(course.size), |reached| {
        visit(reached.canonical.key, Posting::new(game, &reached));
    });
    Ok(())
}
