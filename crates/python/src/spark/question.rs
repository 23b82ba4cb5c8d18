//! Questions to a dataset: what Spark has to look for, and answers from what it counted.

use super::{KEYS, stored};
use crate::documents::{SceneDocument, Search, document};
use crate::error::Fault;
use crate::question::{GamesQuestion, QuestionArguments, period, sort_named, tree_size};
use bgo::internal::dataset::{self, Dialect};
use bgo::internal::go::{BoardSize, CanonicalPosition, Move};
use bgo::internal::query::{
    Answer, AnswerCounts, Filter, Halts, PatternSearch, PatternTotals, PatternYear, Place, Question, Scene, Scope,
    SearchBoard, Tree, Years,
};
use bgo::internal::store::{NextCode, Texts, Totals, YearCount};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::collections::HashMap;
use std::sync::Arc;

/// Returns the code of a next move in rows of counts: that on 19 lines, as the board of the question
/// shows it.
pub fn code(mv: Move) -> u16 {
    NextCode::of(mv, BoardSize::MAX).0
}

/// The most boards that are looked up at a time, each by two keys at most.
const BOARDS_AT_ONCE: usize = 500;

/// Stands for a code that is no move on the board.
const NO_MOVE: i32 = -3;

fn shown(code: u16) -> Option<Move> {
    NextCode(code).canonical(BoardSize::MAX).ok()?.mv()
}

/// The games of a year, or without one, by what came next: the code of the move, or `None` for all
/// games; the year; games, Black's wins, White's wins, draws; occurrences, those with the answer at
/// once, those without an answer, those after which the next move was elsewhere.
type CountRow = (Option<u16>, Option<u16>, u64, u64, u64, u64, u64, u64, u64, u64);

fn count(row: &CountRow) -> PatternYear {
    let &(next, year, games, black_wins, white_wins, draws, occurrences, direct, unanswered, elsewhere) = row;
    PatternYear {
        answer: next.and_then(shown),
        games: YearCount {
            year,
            games,
            black_wins,
            white_wins,
            draws,
        },
        occurrences: AnswerCounts { occurrences, direct },
        unanswered,
        elsewhere,
    }
}

/// Games, Black's wins, White's wins, draws, the first and the last year.
type TotalsRow = (u64, u64, u64, u64, Option<u16>, Option<u16>);

const fn totals((games, black_wins, white_wins, draws, first_year, last_year): TotalsRow) -> Totals {
    Totals {
        games,
        black_wins,
        white_wins,
        draws,
        first_year,
        last_year,
    }
}

/// A question, or the conditions of a list of games.
#[pyclass(frozen, module = "bgo._bgo")]
pub struct SparkQuestion(Arc<GamesQuestion>);

impl SparkQuestion {
    /// Returns the question about a position or a pattern.
    pub fn question(&self) -> Result<&Question, Fault> {
        match &*self.0 {
            GamesQuestion::Question(question) => Ok(question),
            GamesQuestion::Find(_) => Err(Fault::usage("the question is about no position")),
        }
    }

    /// Returns the pattern that the question is about.
    pub fn pattern(&self) -> Result<&PatternSearch, Fault> {
        let pattern = self.question()?.pattern().map_err(Fault::usage)?;
        pattern.ok_or_else(|| Fault::usage("the question is about no pattern"))
    }

    fn filter(&self) -> &Filter {
        match &*self.0 {
            GamesQuestion::Question(question) => question.filter(),
            GamesQuestion::Find(filter) => filter,
        }
    }

    fn pattern_totals(rows: &[CountRow]) -> PatternTotals {
        PatternTotals::of(rows.iter().map(count))
    }
}

#[pymethods]
impl SparkQuestion {
    /// Reads the arguments of a question. A `list` may be of games that meet conditions, wherever
    /// they went.
    #[new]
    fn new(question: &Bound<'_, PyDict>, list: bool) -> PyResult<Self> {
        Ok(Self(Arc::new(GamesQuestion::read(
            &QuestionArguments::read(question)?,
            list,
        )?)))
    }

    /// Returns `position`, `pattern` or `games`.
    #[getter]
    fn subject(&self) -> &'static str {
        match &*self.0 {
            GamesQuestion::Question(question) if *question.scope() == Scope::Board => "position",
            GamesQuestion::Question(_) => "pattern",
            GamesQuestion::Find(_) => "games",
        }
    }

    /// Returns the lines of the board.
    #[getter]
    fn size(&self) -> PyResult<u8> {
        Ok(self.question()?.size().lines())
    }

    /// Returns where a position is looked for.
    fn lookups(&self) -> PyResult<Vec<Lookup>> {
        let question = self.question()?;
        Ok(lookups(question.board(), question.swap()))
    }

    /// Returns for each name in the conditions, the condition in SQL that a game has it.
    fn name_predicates(&self) -> PyResult<Vec<String>> {
        Ok(dataset::name_predicates(self.filter(), Dialect::Spark).map_err(Fault::from)?)
    }

    /// Returns the condition on the table of games in SQL, if there is one.
    fn predicate(&self, archives: Vec<String>) -> PyResult<Option<String>> {
        Ok(dataset::predicate(self.filter(), &archives, Dialect::Spark).map_err(Fault::from)?)
    }

    /// Fails if the conditions have a name that is not among these.
    fn require_names(&self, players: Vec<String>, labels: Vec<String>) -> PyResult<()> {
        let [players, labels] = [players, labels].map(|texts| texts.into_iter().collect::<Texts>());
        Ok(self.filter().require_names(&players, &labels).map_err(Fault::from)?)
    }

    /// Returns the document of a search. `halts` are the games in which setup follows, and that end;
    /// `players` the best-known players by the code of the move.
    fn search(
        &self,
        rows: Vec<CountRow>,
        halts: (u64, u64),
        players: Option<Vec<(u16, Vec<String>)>>,
    ) -> PyResult<String> {
        let question = self.question()?;
        let totals = Self::pattern_totals(&rows);
        let players: Option<HashMap<_, _>> = players.map(|moves| {
            let moves = moves.into_iter();
            moves
                .filter_map(|(code, players)| Some((shown(code)?, players)))
                .collect()
        });
        let answer = match question.pattern().map_err(Fault::usage)? {
            Some(pattern) => Answer::of_pattern(pattern, &totals, players),
            None => {
                let (set_up, ended) = halts;
                let halts = Halts { set_up, ended };
                Answer::of_position(&KEYS, question.board(), &totals.games, halts, players)
            }
        };
        Ok(document(&Search::new(answer, question).map_err(Fault::from)?)?)
    }

    /// Returns the document of years. `all_rows` count all games that meet the conditions.
    fn years(&self, rows: Vec<CountRow>, all_rows: Vec<CountRow>, by: &str) -> PyResult<String> {
        let [games, all_games] = [rows, all_rows].map(|rows| Self::pattern_totals(&rows).games);
        Ok(document(&Years::of(&games, &all_games.all, period(by)?))?)
    }

    /// Returns the document of the tree of a position. `look_up` gets the places of positions, and
    /// returns for each its games, and the games of each next move, by code.
    fn tree(&self, py: Python<'_>, size: (u64, u64), all: TotalsRow, look_up: Bound<'_, PyAny>) -> PyResult<String> {
        let question = self.question()?;
        let size = tree_size(size.0, size.1)?;
        let tree = Tree::of_position(&KEYS, question.board(), totals(all), size, |boards| {
            let mut found = Vec::with_capacity(boards.len());
            // A lookup has a code for each of the moves that there may be, so a level has many.
            for boards in boards.chunks(BOARDS_AT_ONCE) {
                py.check_signals()?;
                let places: Vec<_> = boards.iter().map(|board| lookups(board, question.swap())).collect();
                let moves_of_each: Vec<(u64, Vec<(u16, TotalsRow)>)> = look_up.call1((places,))?.extract()?;
                found.extend(moves_of_each.into_iter().map(|(games, moves)| {
                    let moves = moves.into_iter();
                    let moves = moves.filter_map(|(code, of_move)| Some((shown(code)?, totals(of_move))));
                    (games, moves.collect())
                }));
            }
            Ok::<_, Fault>(found)
        });
        Ok(document(&tree?)?)
    }

    /// Returns the document of the tree of a pattern from lines of answers, two bytes each.
    fn answers(&self, size: (u64, u64), all: TotalsRow, lines: Vec<(Vec<u8>, TotalsRow)>) -> PyResult<String> {
        tree_size(size.0, size.1)?;
        let pattern = self.pattern()?;
        let lines = lines.into_iter().map(|(line, of_line)| {
            let codes = line.as_chunks().0.iter();
            let codes = codes.map(|code| NextCode(u16::from_le_bytes(*code)));
            (codes.collect(), totals(of_line))
        });
        let tree = Tree::of_lines(pattern, totals(all), lines.collect()).map_err(Fault::from)?;
        Ok(document(&tree)?)
    }

    /// Returns the document of the place of the position in a game after `ply` moves.
    fn place(&self, record: &[u8], encoding: Option<&str>, ply: u16, swapped: bool) -> PyResult<String> {
        let record = stored(record.to_vec(), encoding)?.read();
        let board = self.question()?.board().position();
        let here = if swapped {
            KEYS.swapped_canonical(board)
        } else {
            KEYS.canonical(board)
        };
        let place = Place::of_position(&KEYS, &here, record, ply, swapped);
        Ok(document(&place)?)
    }
}

/// Where a position is looked for: its key as a signed number, whether its colours are exchanged,
/// and for each code of a next move in the dataset the one that shows it. Of a position that is its
/// own exchange, the games in which the colour that comes last plays next are seen exchanged.
type Lookup = (i64, bool, Vec<i32>, Option<char>);

fn lookups(board: &SearchBoard, swap: bool) -> Vec<Lookup> {
    let here = board.canonical(&KEYS);
    let there = KEYS.swapped_canonical(board.position());
    let is_own_swap = here.key == there.key;
    let exchanged_for = (swap && is_own_swap).then(|| board.to_play().opponent().letter());
    let positions = if swap {
        vec![(here, false), (there, true)]
    } else {
        vec![(here, false)]
    };
    positions
        .iter()
        .map(|(canonical, swapped)| {
            let codes = (0..NextCode::COUNT as u16).map(|number| shown_code(number, canonical, *swapped));
            let codes = codes.map(|code| code.unwrap_or(NO_MOVE)).collect();
            (canonical.key.0 as i64, *swapped, codes, exchanged_for)
        })
        .collect()
}

/// Returns the code that shows a code of the dataset, unless that is no move.
fn shown_code(number: u16, canonical: &CanonicalPosition, swapped: bool) -> Option<i32> {
    let mv = NextCode(number).decode(canonical).ok()?.mv()?;
    Some(i32::from(code(if swapped { mv.swapped() } else { mv })))
}

/// Returns the document of the positions of a record.
#[pyfunction]
pub fn scenes(record: &[u8], encoding: Option<&str>) -> PyResult<String> {
    let record = stored(record.to_vec(), encoding)?.read();
    let scenes = record.map_or_else(Vec::new, |record| Scene::of_record(&record, &KEYS));
    Ok(document(&SceneDocument::all(&scenes))?)
}

/// Returns a record as a file.
#[pyfunction]
pub fn sgf_file<'py>(py: Python<'py>, record: &[u8], encoding: Option<&str>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &stored(record.to_vec(), encoding)?.file()))
}

/// Fails unless the arguments of a question are the length of periods, the depth of a tree and the
/// order of a list.
#[pyfunction]
#[pyo3(signature = (*, by = None, depth = None, sort = None))]
pub fn require_known(by: Option<&str>, depth: Option<u64>, sort: Option<&str>) -> PyResult<()> {
    by.map(period).transpose()?;
    depth.map(|depth| tree_size(depth, 1)).transpose()?;
    sort.map(sort_named).transpose()?;
    Ok(())
}
