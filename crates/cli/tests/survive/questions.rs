//! Questions to a database, and its answers.

use crate::games::Game;
use bgo::internal::go::{BoardSize, Point};
use bgo::internal::pattern::Area;
use bgo::internal::query::{Detail, Filter, PatternOptions, QueryError, Question, Scope, SearchBoard, players, search};
use bgo::internal::record::{Action, decode, game_trees};
use bgo::internal::store::{Database, Inventory, Snapshot, State, StoreError};

/// The numbers of moves after which a position is asked about. All games pass the
/// first positions, few the next, and one game the last.
const PLIES: [usize; 12] = [0, 1, 2, 3, 4, 6, 8, 12, 20, 40, 80, 160];

/// Positions and patterns, each asked about with several filters.
pub struct Questions {
    lines: Vec<SearchBoard>,
    patterns: Vec<Question>,
    filters: [Filter; 3],
}

impl Questions {
    /// Creates questions about positions of at most `count` of the games.
    pub fn about(games: &[Game], count: usize) -> Self {
        let mut lines: Vec<SearchBoard> = Vec::new();
        for (_, text) in games.iter().step_by(games.len().div_ceil(count)) {
            let text = decode(text).text;
            let record = game_trees(&text)
                .next()
                .and_then(|tree| tree.game.ok())
                .expect("a game");
            let mut line = SearchBoard::new(record.size);
            for step in &record.steps {
                let known = |other: &SearchBoard| other.size() == line.size() && other.moves() == line.moves();
                if PLIES.contains(&line.moves().len()) && !lines.iter().any(known) {
                    lines.push(line.clone());
                }
                match step.action {
                    Action::Move(mv) if line.play(mv).is_ok() => {}
                    _ => break,
                }
            }
        }
        let patterns = patterns(&lines);
        // No game is on a board of this size.
        lines.push(SearchBoard::new(BoardSize::new(5).expect("a size")));
        Self {
            lines,
            patterns,
            filters: [
                Filter::default(),
                Filter {
                    years: "2002..2005".parse().expect("years"),
                    ..Filter::default()
                },
                Filter {
                    result: Some("B+".parse().expect("a result")),
                    ..Filter::default()
                },
            ],
        }
    }

    /// Returns the number of questions.
    pub const fn count(&self) -> usize {
        (self.lines.len() + self.patterns.len()) * self.filters.len() + 1
    }

    /// Asks all questions; the last is about the contents.
    pub fn ask(&self, database: &Database) -> Vec<Result<String, StoreError>> {
        (0..self.count()).map(|number| self.ask_one(database, number)).collect()
    }

    /// Asks one question.
    pub fn ask_one(&self, database: &Database, number: usize) -> Result<String, StoreError> {
        let snapshot = database.snapshot()?;
        if number == self.count() - 1 {
            return contents(&snapshot);
        }
        let filter = &self.filters[number % self.filters.len()];
        let subject = number / self.filters.len();
        let question = match self.lines.get(subject) {
            Some(line) => Question::new(line.clone()).under(filter.clone()),
            None => self.patterns[subject - self.lines.len()].clone().under(filter.clone()),
        };
        let ask = || {
            let answer = serde_json::to_string(&search(&snapshot, &question, Detail::Counts)?).expect("JSON");
            let players = serde_json::to_string(&players(&snapshot, &question, 100)?).expect("JSON");
            Ok(answer + &players)
        };
        ask().map_err(|error| match error {
            QueryError::Store(error) => error,
            error => panic!("{error}"),
        })
    }

    /// Returns all answers. Panics unless the database is sound.
    pub fn answers(&self, database: &Database) -> Vec<String> {
        self.ask(database)
            .into_iter()
            .map(|answer| answer.expect("an answer"))
            .collect()
    }
}

/// Cuts patterns out of a few of the positions: corners, sides and what lies between.
fn patterns(lines: &[SearchBoard]) -> Vec<Question> {
    let is_cut = |line: &&SearchBoard| [8, 20, 80].contains(&line.moves().len()) && line.size() == BoardSize::MAX;
    let opposite = [("kg", "sa"), ("eg", "ia"), ("gg", "kk")];
    let cut = |(line, (from, to)): (&SearchBoard, (&str, &str))| {
        let [from, to] = [from, to].map(|point| Point::from_sgf(point).expect("a point"));
        let area = Area::between(from, to);
        Question::new(line.clone()).about(Scope::Area(area, PatternOptions::default()))
    };
    lines
        .iter()
        .filter(is_cut)
        .zip(opposite.into_iter().cycle())
        .take(9)
        .map(cut)
        .collect()
}

/// Returns the contents that `info` shows, without those that depend on how the
/// database was built: segments, commits and bytes.
fn contents(snapshot: &Snapshot) -> Result<String, StoreError> {
    let Inventory {
        state,
        positions,
        board_sizes,
        years,
        ..
    } = snapshot.inventory()?;
    let State {
        games,
        sources,
        archives,
        players,
        ..
    } = state;
    Ok(format!(
        "{games} games, {sources} sources, {archives} archives, {players} players, {positions} positions, \
         {board_sizes:?}, {years:?}"
    ))
}
