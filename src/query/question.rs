use super::{Filter, Line, QueryError, Sieve};
use crate::go::{Color, Move, Orientation};
use crate::store::{ByYear, GameFacts, NextCode, Occurrence, Snapshot, Traits};
use std::sync::Arc;

/// What is asked about: a position, and which games count.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position is that at its end.
    pub line: &'a Line,
    /// Which games count.
    pub filter: &'a Filter,
    /// Whether the position with the colours exchanged counts too; what was
    /// played from that is told with the colours exchanged back.
    pub swap: bool,
}

/// One time that a game passed the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The game's number.
    pub game: i64,
    /// Moves played before the position.
    pub ply: u16,
    /// Whether the game has the colours exchanged.
    pub swapped: bool,
    next: NextCode,
}

/// The games that reached the position, by year, and those in which each move
/// was played from it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// All that reached it.
    pub all: ByYear,
    /// By next move, in the orientation and the colours of the search board.
    pub next: Vec<(Move, ByYear)>,
}

impl Question<'_> {
    /// The position as it is on the board.
    #[must_use]
    pub fn orientation(&self) -> Orientation {
        self.line.position().orientation()
    }

    /// How a game that has the colours exchanged, or not, shows the position.
    #[must_use]
    pub fn orientation_of(&self, swapped: bool) -> Orientation {
        if swapped {
            self.line.position().swapped_orientation()
        } else {
            self.orientation()
        }
    }

    /// Counts games by year and next move.
    ///
    /// # Errors
    /// A name in the filter that none has; a database that is damaged or
    /// cannot be read.
    pub fn count(&self, snapshot: &Snapshot) -> Result<Counted, QueryError> {
        self.count_sifted(snapshot, &self.filter.compile(snapshot)?)
    }

    /// The same with the filter compiled already, for many positions.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn count_sifted(&self, snapshot: &Snapshot, sieve: &Sieve<'_>) -> Result<Counted, QueryError> {
        if self.swap || !self.filter.is_of_years() {
            let mut counts = Counts::new();
            let mut columns = snapshot.columns();
            self.visit_sifted(snapshot, sieve, |passages| {
                let facts = columns.facts(passages[0].game)?;
                counts.add(snapshot, self, passages, facts)
            })?;
            return Ok(counts.counted);
        }
        // Totals are stored by year.
        let position = self.orientation();
        let totals = snapshot.position_totals(position.key)?;
        let years = |mut years: ByYear| {
            years.retain(|year| self.filter.years.contains(year));
            years
        };
        let mut counted = Counted {
            all: years(totals.all),
            next: Vec::with_capacity(totals.next.len()),
        };
        for (code, of_move) in totals.next {
            if let Some(mv) = snapshot.decode_next(code, &position)? {
                counted.next.push((mv, years(of_move)));
            }
        }
        counted.next.retain(|(_, years)| years.iter().next().is_some());
        Ok(counted)
    }

    /// Visits the games that count in the order of their numbers, each with
    /// all its passages, in their order.
    ///
    /// # Errors
    /// As [`Question::count`].
    pub fn visit(
        &self,
        snapshot: &Snapshot,
        mut visit: impl FnMut(&[Passage], &Traits) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let mut columns = snapshot.columns();
        self.visit_sifted(snapshot, &self.filter.compile(snapshot)?, |passages| {
            visit(passages, columns.of(passages[0].game)?)
        })
    }

    fn visit_sifted(
        &self,
        snapshot: &Snapshot,
        sieve: &Sieve<'_>,
        mut visit: impl FnMut(&[Passage]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        // Where a quarter of many games have the position, all may as well be
        // looked at, which is remembered.
        let passages = snapshot.occurrences(self.orientation().key)?.len() as u64;
        if passages > 4096 && passages > snapshot.state()?.games / 4 {
            sieve.look_ahead(snapshot)?;
        }
        let mut columns = snapshot.columns();
        self.visit_passages(snapshot, |passages| {
            if sieve.lets_pass_game(&mut columns, passages[0].game)? {
                visit(passages)?;
            }
            Ok(())
        })
    }

    /// Visits all games that reach the position, whatever the filter says.
    fn visit_passages(
        &self,
        snapshot: &Snapshot,
        mut visit: impl FnMut(&[Passage]) -> Result<(), QueryError>,
    ) -> Result<(), QueryError> {
        let is_own_swap = self.swap && self.is_its_own_swap();
        let here = snapshot.occurrences(self.orientation().key)?;
        let there = if self.swap && !is_own_swap {
            snapshot.occurrences(self.orientation_of(true).key)?
        } else {
            Arc::default()
        };
        let in_turn = self.line.to_play();
        // A move of a position that is its own swap can be seen both ways: it
        // is shown in the colour whose turn it is.
        let is_seen_swapped = |next: NextCode| is_own_swap && next.color().is_some_and(|color| color != in_turn);
        let of_same_game = |a: &Occurrence, b: &Occurrence| a.game == b.game;
        let mut passages: Vec<Passage> = Vec::new();
        let mut there = there.chunk_by(of_same_game).peekable();
        for here in here.chunk_by(of_same_game) {
            let game = here[0].game;
            while let Some(only_there) = there.next_if(|of_game| of_game[0].game < game) {
                passages.clear();
                passages.extend(only_there.iter().map(|occurrence| Passage::new(occurrence, true)));
                visit(&passages)?;
            }
            passages.clear();
            passages.extend(
                here.iter()
                    .map(|occurrence| Passage::new(occurrence, is_seen_swapped(occurrence.next))),
            );
            if let Some(of_game) = there.next_if(|of_game| of_game[0].game == game) {
                passages.extend(of_game.iter().map(|occurrence| Passage::new(occurrence, true)));
                passages.sort_by_key(|passage| passage.ply);
            }
            visit(&passages)?;
        }
        for only_there in there {
            passages.clear();
            passages.extend(only_there.iter().map(|occurrence| Passage::new(occurrence, true)));
            visit(&passages)?;
        }
        Ok(())
    }

    /// The first passage of a game, whatever the filter says.
    ///
    /// # Errors
    /// A database that is damaged or cannot be read.
    pub fn passage_of(&self, snapshot: &Snapshot, game: i64) -> Result<Option<Passage>, QueryError> {
        let mut found = None;
        self.visit_passages(snapshot, |passages| {
            if passages[0].game == game {
                found = Some(passages[0]);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Whether exchanging the colours gives the same position, turned perhaps.
    fn is_its_own_swap(&self) -> bool {
        self.orientation().key == self.orientation_of(true).key
    }

    /// The move that followed a passage, as the search board has it.
    ///
    /// # Errors
    /// A damaged database.
    pub fn next_move(&self, snapshot: &Snapshot, passage: &Passage) -> Result<Option<Move>, QueryError> {
        let next = snapshot.decode_next(passage.next, &self.orientation_of(passage.swapped))?;
        Ok(next.map(|mv| if passage.swapped { mv.swapped() } else { mv }))
    }
}

impl Passage {
    const fn new(occurrence: &Occurrence, swapped: bool) -> Self {
        let Occurrence { game, ply, next } = *occurrence;
        Self {
            game,
            ply,
            swapped,
            next,
        }
    }

    /// The facts of the game as the search board has the colours.
    #[must_use]
    pub fn facts(&self, facts: GameFacts) -> GameFacts {
        GameFacts {
            winner: facts.winner.map(|winner| self.color(winner)),
            ..facts
        }
    }

    /// The colour that a colour of the game has on the search board, and the
    /// other way round.
    #[must_use]
    pub const fn color(&self, color: Color) -> Color {
        if self.swapped { color.opponent() } else { color }
    }

    /// Whether the passages of a game are to be seen with the colours
    /// exchanged: only where none is as it is on the board.
    #[must_use]
    pub fn of_game(passages: &[Self]) -> Self {
        let as_it_is = passages.iter().find(|passage| !passage.swapped);
        *as_it_is.unwrap_or(&passages[0])
    }
}

/// Adds up games, move by move.
struct Counts {
    counted: Counted,
    /// By code and colours: which of the next moves it is, counted from 1; 0 if
    /// that is not known yet. Two codes may be the same move, as the colours
    /// may be exchanged.
    known: Vec<u16>,
    /// Of a game that passes more than once.
    several: Vec<(usize, bool)>,
}

impl Counts {
    fn new() -> Self {
        Self {
            counted: Counted::default(),
            known: vec![0; 2 * NextCode::COUNT],
            several: Vec::new(),
        }
    }

    fn add(
        &mut self,
        snapshot: &Snapshot,
        question: &Question<'_>,
        passages: &[Passage],
        facts: GameFacts,
    ) -> Result<(), QueryError> {
        self.counted.all.count(Passage::of_game(passages).facts(facts));
        if let [only] = passages {
            if let Some(next) = self.next(snapshot, question, only)? {
                self.counted.next[next].1.count(only.facts(facts));
            }
            return Ok(());
        }
        self.several.clear();
        for passage in passages {
            if let Some(next) = self.next(snapshot, question, passage)? {
                self.several.push((next, passage.swapped));
            }
        }
        // A move counts once; as the game has it, if it has it so.
        self.several.sort_unstable();
        self.several.dedup_by_key(|(next, _)| *next);
        for &(next, swapped) in &self.several {
            let seen = Passage { swapped, ..passages[0] };
            self.counted.next[next].1.count(seen.facts(facts));
        }
        Ok(())
    }

    /// Which of the moves followed the passage.
    fn next(
        &mut self,
        snapshot: &Snapshot,
        question: &Question<'_>,
        passage: &Passage,
    ) -> Result<Option<usize>, QueryError> {
        let Some(number) = passage.next.number() else {
            return question.next_move(snapshot, passage).map(|_| None);
        };
        let known = &mut self.known[number + usize::from(passage.swapped) * NextCode::COUNT];
        if *known == 0
            && let Some(mv) = question.next_move(snapshot, passage)?
        {
            let next = &mut self.counted.next;
            let found = next.iter().position(|(other, _)| *other == mv);
            let found = found.unwrap_or_else(|| {
                next.push((mv, ByYear::default()));
                next.len() - 1
            });
            *known = found as u16 + 1;
        }
        Ok(usize::from(*known).checked_sub(1))
    }
}
