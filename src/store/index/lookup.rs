use super::segment::{Segment, long_part, long_totals, malformed_block, read_block};
use crate::go::{CanonicalPosition, Color, PositionKey};
use crate::record::{GamePosition, Next};
use crate::store::StoreError;
use crate::store::codec::{GameFacts, Malformed, NextCode, PositionTotals, Posting, Repetition, find, find_postings};
use crate::store::games::Columns;
use crate::store::snapshot::{Remembered, Snapshot};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

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

    /// Returns false if no game but this one has a position. That is known without a replay of the game.
    pub(crate) fn may_be_elsewhere(&self, key: PositionKey, game: i64) -> Result<bool, StoreError> {
        for segment in self.known_segments()?.iter() {
            let layout = segment.layout();
            let prefix = layout.prefix(key);
            let data = read_block(self, segment, prefix)?;
            let (mut candidates, repetition) =
                find(&data, layout, key).map_err(|Malformed| malformed_block(self, segment, prefix))?;
            candidates.retain(|&candidate| segment.game(candidate) != game);
            if repetition.is_some() || !replay_candidates(self, segment, candidates, key)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns each occurrence of a position, in the order of games and plies.
    pub(crate) fn occurrences(&self, key: PositionKey) -> Result<Arc<[Occurrence]>, StoreError> {
        let mut reader = OccurrenceReader::new(self, key, 1..=i64::MAX)?;
        if let Some(known) = reader.known {
            return Ok(known);
        }
        let mut all = Vec::new();
        while reader.fill()? {
            all.append(&mut reader.part);
        }
        Ok(all.into())
    }

    /// Visits the games that have a term with this key, each with the ply of its entry, or with `None` if only a
    /// part of the key is known.
    pub(crate) fn visit_term(
        &self,
        key: PositionKey,
        mut visit: impl FnMut(i64, Option<u16>),
    ) -> Result<(), StoreError> {
        for segment in self.known_segments()?.iter() {
            let layout = segment.layout();
            let prefix = layout.prefix(key);
            let data = read_block(self, segment, prefix)?;
            let (candidates, postings) =
                find_postings(&data, layout, key).map_err(|Malformed| malformed_block(self, segment, prefix))?;
            candidates.iter().for_each(|&game| visit(segment.game(game), None));
            let mut visit_all = |postings: &[Posting]| {
                require_games(self, segment, postings)?;
                let postings = postings.iter();
                postings.for_each(|posting| visit(segment.game(posting.game), Some(posting.ply)));
                Ok::<_, StoreError>(())
            };
            let mut next = Some(0);
            if let Some(postings) = &postings {
                visit_all(postings)?;
                next = None;
            }
            while let Some(from) = next {
                let part = long_part(self, segment, key, from)?;
                visit_all(&part.postings)?;
                next = part.next;
            }
        }
        Ok(())
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
            .map_err(|Malformed| self.impossible_next(code, position))
    }

    pub(crate) fn impossible_next(&self, code: NextCode, position: &CanonicalPosition) -> StoreError {
        self.damaged(format!("{} has the impossible next move {}", position.key, code.0))
    }

    fn known_segments(&self) -> Result<Arc<Vec<Segment>>, StoreError> {
        self.remember(|| self.segments())
    }
}

/// The number of positions whose occurrences are kept, because successive queries are
/// often about the same position. Each thread needs two: the position on the board and
/// the same with colours exchanged.
const POSITIONS_KEPT: usize = 8;

/// The most occurrences of a position that are kept: some megabytes.
const OCCURRENCES_KEPT: usize = 1 << 18;

type KeptOccurrences = Remembered<PositionKey, [Occurrence], POSITIONS_KEPT>;

/// The occurrences of a position in the games of a range, in the order of games and plies. Those of a common
/// position are read some at a time.
pub struct OccurrenceReader<'a> {
    snapshot: &'a Snapshot,
    key: PositionKey,
    games: RangeInclusive<i64>,
    /// All occurrences, if they are kept.
    known: Option<Arc<[Occurrence]>>,
    /// Those to keep, until they are too many.
    to_keep: Option<Vec<Occurrence>>,
    segments: Arc<Vec<Segment>>,
    /// The number of the next segment to read.
    next_segment: usize,
    /// The game of the segment before from which its long list goes on, if there is one.
    next_in_list: Option<u32>,
    /// The occurrences of the segment in games that its long list does not have, the last first.
    singles: Vec<Posting>,
    part: Vec<Occurrence>,
    at: usize,
}

impl<'a> OccurrenceReader<'a> {
    /// Begins to read.
    pub fn new(snapshot: &'a Snapshot, key: PositionKey, games: RangeInclusive<i64>) -> Result<Self, StoreError> {
        let known = snapshot.shared::<KeptOccurrences>().known(&key);
        let segments = snapshot.known_segments()?;
        let is_whole = segments.first().is_none_or(|first| games.contains(&first.first_game))
            && segments.last().is_none_or(|last| games.contains(&last.last_game));
        let mut at = 0;
        if let Some(known) = &known {
            at = known.partition_point(|occurrence| occurrence.game < *games.start());
        }
        Ok(Self {
            snapshot,
            key,
            to_keep: (is_whole && known.is_none()).then(Vec::new),
            games,
            known,
            segments,
            next_segment: 0,
            next_in_list: None,
            singles: Vec::new(),
            part: Vec::new(),
            at,
        })
    }

    /// Returns the next game, unless there is none.
    pub fn game(&mut self) -> Result<Option<i64>, StoreError> {
        while self.left().is_empty() {
            if self.known.is_some() || !self.fill()? {
                return Ok(None);
            }
        }
        let game = self.left()[0].game;
        Ok(self.games.contains(&game).then_some(game))
    }

    /// Returns the occurrences in the next game, unless there is none.
    pub fn next_game(&mut self) -> Result<&[Occurrence], StoreError> {
        let Some(game) = self.game()? else { return Ok(&[]) };
        let start = self.at;
        // Nearly always there is one.
        let count = self
            .left()
            .iter()
            .take_while(|occurrence| occurrence.game == game)
            .count();
        self.at += count;
        let all = self.known.as_deref().unwrap_or(&self.part);
        Ok(&all[start..self.at])
    }

    fn left(&self) -> &[Occurrence] {
        &self.known.as_deref().unwrap_or(&self.part)[self.at..]
    }

    /// Reads the next part. Returns whether there is one.
    fn fill(&mut self) -> Result<bool, StoreError> {
        self.part.clear();
        self.at = 0;
        while self.part.is_empty() {
            let read = match self.next_in_list {
                Some(from) => self.read_list(from)?,
                None => self.read_segment()?,
            };
            if !read {
                if let Some(all) = self.to_keep.take() {
                    self.snapshot.shared::<KeptOccurrences>().keep(self.key, all.into());
                }
                return Ok(false);
            }
        }
        if let Some(kept) = &mut self.to_keep {
            kept.extend_from_slice(&self.part);
            if kept.len() > OCCURRENCES_KEPT {
                self.to_keep = None;
            }
        }
        Ok(true)
    }

    /// Reads the next segment, unless there is none, except its long list.
    fn read_segment(&mut self) -> Result<bool, StoreError> {
        let segments = Arc::clone(&self.segments);
        let Some(segment) = segments.get(self.next_segment) else {
            return Ok(false);
        };
        self.next_segment += 1;
        if segment.last_game < *self.games.start() || segment.first_game > *self.games.end() {
            return Ok(true);
        }
        let layout = segment.layout();
        let prefix = layout.prefix(self.key);
        let data = read_block(self.snapshot, segment, prefix)?;
        let (candidates, postings) = find_postings(&data, layout, self.key)
            .map_err(|Malformed| malformed_block(self.snapshot, segment, prefix))?;
        let mut singles = replay_candidates(self.snapshot, segment, candidates, self.key)?;
        match postings {
            Some(postings) => self.take(segment, postings, singles),
            None => {
                singles.reverse();
                self.singles = singles;
                let first = self.games.start().max(&segment.first_game);
                self.next_in_list = Some(segment.offset(*first));
                Ok(())
            }
        }?;
        Ok(true)
    }

    /// Reads the part of the long list of the last segment with the game `from`.
    fn read_list(&mut self, from: u32) -> Result<bool, StoreError> {
        let segments = Arc::clone(&self.segments);
        let segment = &segments[self.next_segment - 1];
        let part = long_part(self.snapshot, segment, self.key, from)?;
        let is_after = |game: u32| part.next.is_some_and(|next| game >= next);
        let mut singles = Vec::new();
        while let Some(single) = self.singles.pop_if(|single| !is_after(single.game)) {
            singles.push(single);
        }
        self.next_in_list = part.next.filter(|&next| segment.game(next) <= *self.games.end());
        self.take(segment, part.postings, singles)?;
        Ok(true)
    }

    fn take(&mut self, segment: &Segment, mut postings: Vec<Posting>, singles: Vec<Posting>) -> Result<(), StoreError> {
        if !singles.is_empty() {
            postings.extend(singles);
            postings.sort_unstable();
            postings.dedup();
        }
        require_games(self.snapshot, segment, &postings)?;
        let occurrences = postings
            .into_iter()
            .map(|posting| Occurrence::new(segment.game(posting.game), posting));
        self.part
            .extend(occurrences.filter(|occurrence| self.games.contains(&occurrence.game)));
        Ok(())
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
    if totals != PositionTotals::default() && !postings.is_empty() {
        // The totals count a game of which another position has the same short key.
        let (_, stored) =
            find_postings(&data, layout, key).map_err(|Malformed| malformed_block(snapshot, segment, prefix))?;
        let games = postings.iter().map(|posting| posting.game);
        for game in games.collect::<BTreeSet<u32>>() {
            let part = match &stored {
                Some(stored) => stored,
                None => &long_part(snapshot, segment, key, game)?.postings,
            };
            if part.iter().any(|posting| posting.game == game) {
                postings.retain(|posting| posting.game != game);
            }
        }
    }
    totals.merge(count(snapshot, segment, &postings)?);
    Ok(totals)
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
        replay_game(snapshot, segment, game, |reached| {
            if reached.canonical.key == key {
                postings.push(Posting::new(game, reached));
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
    mut visit: impl FnMut(&GamePosition),
) -> Result<(), StoreError> {
    let course = snapshot.course(segment.game(game))?;
    course.visit(snapshot.keys().get(course.size), |reached| visit(&reached));
    Ok(())
}
