use super::{Output, ShellError, split};
use crate::args::FormArgs;
use crate::render::{self, Text};
use bgo::go::{BoardSize, Color, Move, Point};
use bgo::interrupt::Interrupt;
use bgo::pattern::{Area, Condition, Pattern};
use bgo::query::{
    Answer, Detail, Filter, OpenGame, PatternOptions, PatternSearch, PlayError, QueryError, Question, SearchBoard,
    Setup, SetupError, search,
};
use bgo::store::{Database, Snapshot, StoreError};
use std::cell::OnceCell;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A function that asks the user a question, to be answered by yes or no.
pub type Confirm = fn(&str) -> bool;

/// The subject of questions.
#[derive(Clone, Debug)]
pub(crate) enum Scope {
    /// The position on the search board.
    Board,
    /// The content of an area of the search board.
    Area(Area, PatternOptions),
    /// A diagram.
    Diagram(Pattern, PatternOptions),
}

/// The state that commands work on: the database, the search board with the answer for
/// its position, and the user's settings.
pub struct Session {
    database: Database,
    board: SearchBoard,
    filter: Filter,
    swap: bool,
    full: bool,
    marks: usize,
    replay: Option<OpenGame>,
    directory: PathBuf,
    /// The answer for the current board and settings; cleared when one of them
    /// changes.
    answer: Option<Answer>,
    scope: Scope,
    /// The search for the area or the diagram; made when a question needs it.
    pattern: OnceCell<PatternSearch>,
    /// True if the open game is what the user saw last.
    shows_game: bool,
    confirm: Option<Confirm>,
    stop: Interrupt,
}

impl Session {
    /// Returns a session with an empty 19x19 board, in the folder `directory`.
    pub fn new(database: Database, directory: PathBuf) -> Self {
        Self {
            board: SearchBoard::new(database.keys(), BoardSize::MAX),
            database,
            filter: Filter::default(),
            swap: false,
            full: false,
            marks: render::MARKS_AT_FIRST,
            replay: None,
            directory,
            answer: None,
            scope: Scope::Board,
            pattern: OnceCell::new(),
            shows_game: false,
            confirm: None,
            stop: Interrupt::default(),
        }
    }

    /// Searches the position or pattern and shows the answer. If wildcards wait for an
    /// area, shows the board and says so.
    pub(crate) fn search(&mut self) -> Result<Text, ShellError> {
        match self.search_in(self.full) {
            Err(error @ ShellError::WildcardsWithoutArea(_)) => Ok(self.show() + Text::from(format!("{error}\n"))),
            shown => shown,
        }
    }

    /// Searches the position or pattern, with all that is known of each next move if `full`,
    /// whatever is set.
    pub(crate) fn search_in(&mut self, full: bool) -> Result<Text, ShellError> {
        self.answer = None;
        let stop = self.stop.clone();
        let _running = self.is_stoppable().then(|| stop.start());
        self.answer = Some(search(&self.snapshot()?, &self.question()?, Detail::full_if(full))?);
        Ok(self.show())
    }

    /// Returns the question about the position on the board or about the pattern, under the
    /// filter.
    pub(crate) fn question(&self) -> Result<Question<'_>, ShellError> {
        match self.pattern()? {
            Some(pattern) => Ok(Question::of_pattern(pattern, &self.filter)),
            None if self.board.wildcards().next().is_some() => Err(ShellError::WildcardsWithoutArea(self.board.size())),
            None => Ok(Question::of_position(&self.board, &self.filter, self.swap)),
        }
    }

    /// Returns the board, with the marks of the last search and its table of next moves if
    /// there was one. The pattern is shown where it lies.
    pub(crate) fn show(&mut self) -> Text {
        self.shows_game = false;
        let marks = self.marks();
        let table = self.database.hash_table();
        match (&self.answer, self.question()) {
            (Some(answer), Ok(question)) => render::answered(&marks, answer, &question, table),
            _ => match self.pattern() {
                Ok(Some(pattern)) => render::pattern_board(pattern, &marks),
                _ => render::board(&self.board, &marks, table),
            },
        }
    }

    /// Returns what questions are about.
    pub(crate) const fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Sets what questions are about. A pattern that has no place on the board changes
    /// nothing.
    pub(crate) fn set_scope(&mut self, scope: Scope) -> Result<(), QueryError> {
        let pattern = self.search_for(&scope)?;
        self.changed();
        self.scope = scope;
        self.pattern = pattern.map(OnceCell::from).unwrap_or_default();
        Ok(())
    }

    /// Returns the search for the area or the diagram that is set.
    pub(crate) fn pattern(&self) -> Result<Option<&PatternSearch>, QueryError> {
        if self.pattern.get().is_none()
            && let Some(pattern) = self.search_for(&self.scope)?
        {
            self.pattern.get_or_init(|| pattern);
        }
        Ok(self.pattern.get())
    }

    /// Returns whether questions are about a pattern, which the interrupt stops.
    pub(crate) const fn is_stoppable(&self) -> bool {
        !matches!(self.scope, Scope::Board)
    }

    fn search_for(&self, scope: &Scope) -> Result<Option<PatternSearch>, QueryError> {
        let search = match scope {
            Scope::Board => None,
            Scope::Area(area, options) => {
                let wildcards: Vec<Point> = self.board.wildcards().collect();
                let board = self.board.position().board();
                Some(PatternSearch::of_area(board, &wildcards, *area, *options)?)
            }
            Scope::Diagram(pattern, options) => {
                Some(PatternSearch::of_diagram(pattern.clone(), self.board.size(), *options)?)
            }
        };
        let watch = || Arc::new(render::SearchProgress::new(Some(self.stop.clone())));
        Ok(search.map(|search| search.watched_by(watch())))
    }

    /// Forgets what depends on the board and the scope.
    fn changed(&mut self) {
        self.answer = None;
        self.pattern = OnceCell::new();
    }

    /// Puts the stones and wildcards of the diagram, if one is searched, on the search board
    /// and searches their area from now on, so that moves can be played.
    pub(crate) fn take_diagram(&mut self) -> Result<(), ShellError> {
        let Scope::Diagram(_, options) = self.scope else {
            return Ok(());
        };
        let Some(search) = self.pattern()? else { return Ok(()) };
        let (pattern, area, size) = (search.pattern(), search.shown(), search.size());
        if pattern.steps() > 0 {
            return Err(ShellError::NotOnBoard("a sequence (\"tree\" shows the moves after it)"));
        }
        if area.edges(size) != pattern.edges_on(size) {
            return Err(ShellError::NotOnBoard("no place away from the edges"));
        }
        let mut stones = Vec::new();
        let mut wildcards = Vec::new();
        for (point, condition) in area.points().zip(pattern.conditions()) {
            match condition {
                Condition::Stone(color) => stones.push((point, *color)),
                Condition::Anything => wildcards.push(point),
                Condition::Empty => {}
                _ => return Err(ShellError::NotOnBoard("x, o or #")),
            }
        }
        let board = SearchBoard::from_stones(self.database.keys(), size, stones, self.to_play());
        if let Some(point) = board.position().board().chain_without_liberties() {
            let color = board.position().board().get(point).unwrap_or(Color::Black);
            return Err(SetupError::NoLiberties { color, point }.into());
        }
        self.set_board(board.with_wildcards(wildcards));
        Ok(self.set_scope(Scope::Area(area, options))?)
    }

    /// Puts the position of the open game on the search board, if the user sees the game. An
    /// area follows to where the game has the pattern.
    pub(crate) fn take_game_position(&mut self) -> Result<(), ShellError> {
        let Some(replay) = self.replay.as_ref().filter(|_| self.shows_game) else {
            return Ok(());
        };
        let Some(board) = replay.search_board(self.database.keys()) else {
            return Ok(());
        };
        let scope = match &self.scope {
            Scope::Area(area, options) => Some((replay.area.unwrap_or(*area), *options)),
            Scope::Diagram(_, options) => replay.area.map(|area| (area, *options)),
            Scope::Board => None,
        };
        let size = board.size();
        self.set_board(board);
        if let Some((area, mut options)) = scope.filter(|(area, _)| area.is_on(size)) {
            // An area has no sequence.
            options.limits.strict = false;
            self.set_scope(Scope::Area(area, options))?;
        }
        Ok(())
    }

    /// Returns the colour to play on the search board, or in the diagram.
    pub(crate) fn to_play(&self) -> Color {
        let Scope::Diagram(pattern, options) = &self.scope else {
            return self.board.to_play();
        };
        let count = |color| {
            let of_color = |condition: &&Condition| **condition == Condition::Stone(color);
            pattern.conditions().iter().filter(of_color).count()
        };
        options
            .limits
            .next
            .unwrap_or(match count(Color::Black) > count(Color::White) {
                true => Color::White,
                false => Color::Black,
            })
    }

    /// Returns the answer for the position on the board, if it has been searched.
    pub(crate) const fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Returns the marks that the board shows.
    pub(crate) fn marks(&self) -> Vec<render::Mark> {
        self.answer
            .as_ref()
            .map(|answer| render::marks(answer, self.marks))
            .unwrap_or_default()
    }

    /// Sets the number of marks, at most [`render::MAX_MARKS`].
    pub(crate) const fn set_marks(&mut self, count: usize) {
        self.marks = count;
    }

    /// Returns the filter of the games that count.
    pub(crate) const fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Sets the filter of the games that count, unless it has a name that is not in the
    /// database.
    pub(crate) fn set_filter(&mut self, filter: Filter) -> Result<(), ShellError> {
        filter.compile(&self.snapshot()?)?;
        self.filter = filter;
        self.answer = None;
        Ok(())
    }

    /// Returns whether the position with the colours exchanged counts too.
    pub(crate) const fn swap(&self) -> bool {
        self.swap
    }

    /// Sets whether the position with the colours exchanged counts too.
    pub(crate) fn set_swap(&mut self, swap: bool) {
        self.swap = swap;
        self.answer = None;
    }

    /// Returns whether searches show all that is known of each next move.
    pub(crate) const fn full(&self) -> bool {
        self.full
    }

    /// Sets whether searches show all that is known of each next move.
    pub(crate) fn set_full(&mut self, full: bool) {
        self.full = full;
        self.answer = None;
    }

    /// Returns the open game.
    pub(crate) const fn replay(&self) -> Option<&OpenGame> {
        self.replay.as_ref()
    }

    /// Opens a game, or closes the one that is open.
    pub(crate) fn set_replay(&mut self, replay: Option<OpenGame>) {
        self.shows_game = false;
        self.replay = replay;
    }

    /// The moves on the board and their position.
    #[must_use]
    pub(crate) const fn board(&self) -> &SearchBoard {
        &self.board
    }

    /// Plays a move, unless the rules forbid it.
    pub(crate) fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.board.play(mv)?;
        self.changed();
        Ok(())
    }

    /// Takes back up to `count` moves and setups and returns their number.
    pub(crate) fn undo(&mut self, count: usize) -> usize {
        self.changed();
        self.board.undo(count)
    }

    /// Puts stones or wildcards on the search board, or takes them off.
    pub(crate) fn set_up(&mut self, points: &[Point], setup: Setup) -> Result<(), ShellError> {
        self.take_diagram()?;
        self.board.set_up(points, setup)?;
        self.changed();
        Ok(())
    }

    /// Shows the open game.
    pub(crate) fn show_game(&mut self) -> Result<Output, ShellError> {
        let replay = self.replay.as_ref().ok_or(ShellError::NoOpenGame)?;
        self.shows_game = true;
        Ok(render::replay(replay, self.database.hash_table()).into())
    }

    /// Goes forward in the open game, or back.
    pub(crate) fn step_game(&mut self, by: i64) -> Result<Output, ShellError> {
        let replay = self.replay.as_mut().ok_or(ShellError::NoOpenGame)?;
        if !replay.step(by) {
            return Err(ShellError::NoStep(if by < 0 { "start" } else { "end" }));
        }
        self.show_game()
    }

    /// Goes to a move of the open game.
    pub(crate) fn go_to(&mut self, number: u16) -> Result<Output, ShellError> {
        let replay = self.replay.as_mut().ok_or(ShellError::NoOpenGame)?;
        if !replay.go_to(number) {
            let moves = replay.moves();
            return Err(ShellError::NoSuchMove { number, moves });
        }
        self.show_game()
    }

    /// Shows an answer, or writes it to the file that is asked for.
    pub(crate) fn give(&self, answer: Text, form: &FormArgs) -> Result<Output, ShellError> {
        match &form.out {
            None => Ok(answer.into()),
            Some(path) => self.write_new(path, answer.without_styles().as_bytes()),
        }
    }

    /// Writes a file, which must not exist.
    pub(crate) fn write_new(&self, path: &Path, bytes: &[u8]) -> Result<Output, ShellError> {
        File::create_new(self.path(path))
            .and_then(|mut file| file.write_all(bytes))
            .map_err(|error| ShellError::Unwritable {
                path: path.to_owned(),
                error,
            })?;
        Ok(Output::default())
    }

    /// Starts again with an empty board.
    pub(crate) fn reset(&mut self, size: BoardSize) {
        self.set_board(SearchBoard::new(self.database.keys(), size));
    }

    /// Puts a position, with the moves before it, on the search board. This ends a diagram,
    /// and an area of a board of another size.
    pub(crate) fn set_board(&mut self, board: SearchBoard) {
        self.changed();
        let keeps_area = matches!(self.scope, Scope::Area(..)) && board.size() == self.board.size();
        if !keeps_area {
            self.scope = Scope::Board;
        }
        self.board = board;
    }

    /// Returns the database.
    pub(crate) const fn database(&self) -> &Database {
        &self.database
    }

    /// Begins a snapshot of the database as it is now.
    pub(crate) fn snapshot(&self) -> Result<Snapshot, StoreError> {
        self.database.snapshot()
    }

    /// Returns the folder that relative paths start from. The folder of the process never
    /// changes.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Sets the folder that relative paths start from.
    pub(crate) fn set_directory(&mut self, directory: PathBuf) {
        self.directory = directory;
    }

    /// Returns the path that a word of a command names.
    pub(crate) fn path(&self, word: &Path) -> PathBuf {
        split::path(word, &self.directory)
    }

    /// Sets how the session asks its user. Without this, every answer is yes.
    pub(crate) const fn set_confirm(&mut self, confirm: Confirm) {
        self.confirm = Some(confirm);
    }

    /// Sets the interrupt that stops a running import or search for a pattern.
    pub(crate) fn set_stop(&mut self, stop: Interrupt) {
        self.stop = stop;
    }

    /// Returns the interrupt that stops a running import or search for a pattern.
    pub(crate) const fn stop(&self) -> &Interrupt {
        &self.stop
    }

    /// Returns whether somebody can be asked.
    pub(crate) const fn can_ask(&self) -> bool {
        self.confirm.is_some()
    }

    /// Notes that games were removed: closes an open game, and searches again.
    pub(crate) fn games_changed(&mut self) -> Result<(), ShellError> {
        self.set_replay(None);
        if self.answer().is_some() {
            self.search()?;
        }
        Ok(())
    }

    /// Asks the user.
    pub(crate) fn confirm(&self, question: &str) -> bool {
        self.confirm.is_none_or(|ask| ask(question))
    }
}
