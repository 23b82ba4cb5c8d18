use crate::go::{CanonicalPosition, Color, Move, PositionKey};
use crate::store::codec::block::{self, Found, FoundPostings, Repetition};
use crate::store::codec::bytes::Malformed;
use crate::store::codec::posting::{NextCode, PositionTotals, Posting};
use crate::store::codec::totals::GameFacts;
use crate::store::error::StoreError;
use crate::store::games::columns::{Columns, has_game};
use crate::store::games::records::{holds_no_game, record};
use crate::store::index::blocks::{long_postings, long_totals, malformed_block, read_block};
use crate::store::index::segment::{Segment, segments};
use crate::store::snapshot::Snapshot;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// One occurrence of a position in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// The game's number.
    pub game: i64,
    /// The number of moves before the position.
    pub ply: u16,
    /// The next move.
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
    #[must_use]
    pub fn facts(&self, facts: GameFacts) -> GameFacts {
        facts.exchanged_if(self.swapped)
    }

    /// Converts a colour between the game and the search board, in either
    /// direction.
    #[must_use]
    pub const fn color(&self, color: Color) -> Color {
        if self.swapped { color.opponent() } else { color }
    }
}

/// The occurrences that were read last, because successive queries are often about
/// the same position.
#[derive(Default)]
struct RecentOccurrences(Mutex<VecDeque<(PositionKey, Arc<[Occurrence]>)>>);

impl RecentOccurrences {
    /// The number of positions whose occurrences are kept. Each thread needs two:
    /// the position on the board and the same with colours exchanged.
    const KEPT: usize = 8;

    fn get(&self, key: PositionKey) -> Option<Arc<[Occurrence]>> {
        let recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent.iter().find(|(known, _)| *known == key);
        known.map(|(_, occurrences)| Arc::clone(occurrences))
    }

    fn keep(&self, key: PositionKey, occurrences: &Arc<[Occurrence]>) {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        recent.truncate(Self::KEPT - 1);
        recent.push_front((key, Arc::clone(occurrences)));
    }
}

/// The cached segments of one state.
struct Segments(Vec<Segment>);

fn known_segments(snapshot: &Snapshot) -> Result<Arc<Segments>, StoreError> {
    snapshot.remember(|| segments(snapshot).map(Segments))
}

/// Returns the totals of a position and of each next move, over all segments. Those that are
/// stored have no draws.
pub fn position_totals(snapshot: &Snapshot, key: PositionKey) -> Result<PositionTotals, StoreError> {
    let mut totals = PositionTotals::default();
    for segment in &known_segments(snapshot)?.0 {
        totals.merge(totals_in(snapshot, segment, key)?);
    }
    Ok(totals)
}

/// Returns the number of positions of all games, repetitions included.
pub fn position_count(snapshot: &Snapshot) -> Result<u64, StoreError> {
    Ok(segments(snapshot)?.iter().map(|segment| segment.positions).sum())
}

/// Returns each occurrence of a position, in the order of games and plies.
pub fn occurrences(snapshot: &Snapshot, key: PositionKey) -> Result<Arc<[Occurrence]>, StoreError> {
    let recent = snapshot.shared::<RecentOccurrences>();
    if let Some(known) = recent.get(key) {
        return Ok(known);
    }
    let mut occurrences = Vec::new();
    for segment in &known_segments(snapshot)?.0 {
        let postings = postings_in(snapshot, segment, key)?;
        occurrences.reserve(postings.len());
        for posting in postings {
            let game = segment.first_game + i64::from(posting.game);
            occurrences.push(Occurrence::new(game, posting));
        }
    }
    let occurrences: Arc<[Occurrence]> = occurrences.into();
    recent.keep(key, &occurrences);
    Ok(occurrences)
}

/// Returns each position that a game reaches, in the order of the game. Returns
/// nothing if the game does not exist.
pub fn positions_of(snapshot: &Snapshot, game: i64) -> Result<Vec<(PositionKey, Occurrence)>, StoreError> {
    let mut positions = Vec::new();
    if !has_game(snapshot, game)? {
        return Ok(positions);
    }
    let visit = |key, posting| positions.push((key, Occurrence::new(game, posting)));
    match record(snapshot, game)?.visit(0, snapshot.keys(), visit) {
        Some(_) => Ok(positions),
        None => Err(holds_no_game(snapshot, game)),
    }
}

/// Returns the move of a code in the orientation of `position`.
pub fn decode_next(
    snapshot: &Snapshot,
    code: NextCode,
    position: &CanonicalPosition,
) -> Result<Option<Move>, StoreError> {
    code.decode(position)
        .map_err(|Malformed| snapshot.damaged(format!("{} has the impossible next move {}", position.key, code.0)))
}

fn totals_in(snapshot: &Snapshot, segment: &Segment, key: PositionKey) -> Result<PositionTotals, StoreError> {
    let layout = segment.layout();
    let prefix = layout.prefix(key);
    let data = read_block(snapshot, segment, prefix)?;
    let Found { candidates, repetition } =
        block::find(&data, layout, key).map_err(|Malformed| malformed_block(snapshot, segment, prefix))?;
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
    let FoundPostings { candidates, postings } =
        block::find_postings(&data, layout, key).map_err(|Malformed| malformed_block(snapshot, segment, prefix))?;
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
    PositionTotals::from_postings(postings, |game| columns.facts(segment.first_game + i64::from(game)))
}

fn require_games(snapshot: &Snapshot, segment: &Segment, postings: &[Posting]) -> Result<(), StoreError> {
    match postings.iter().find(|posting| posting.game >= segment.span()) {
        Some(posting) => Err(snapshot.damaged(format!("segment {} has no game {}", segment.id, posting.game))),
        None => Ok(()),
    }
}

/// Returns each occurrence of the position in the candidate games.
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
    visit: impl FnMut(PositionKey, Posting),
) -> Result<(), StoreError> {
    let number = segment.first_game + i64::from(game);
    record(snapshot, number)?
        .visit(game, snapshot.keys(), visit)
        .map(drop)
        .ok_or_else(|| holds_no_game(snapshot, number))
}
