use super::{Output, ShellError, words};
use crate::ask::FormArgs;
use crate::render::{self, Text};
use bgo::go::{BoardSize, Move};
use bgo::interrupt::Interrupt;
use bgo::query::{Answer, Filter, PlayError, Question, Replay, SearchBoard, search};
use bgo::store::{Database, Snapshot, StoreError};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Asks a question that is answered by yes or no.
pub type Confirm = fn(&str) -> bool;

/// All that commands work on: the database, the search board with the answer
/// for its position, and the user's settings.
pub struct Session {
    database: Database,
    board: SearchBoard,
    filter: Filter,
    swap: bool,
    full: bool,
    marks: usize,
    replay: Option<Replay>,
    directory: PathBuf,
    /// For the position on the board under `filter`; whatever changes
    /// one of them takes the answer away.
    answer: Option<Answer>,
    confirm: Option<Confirm>,
    stop: Interrupt,
}

impl Session {
    /// A session with an empty 19x19 board, in the folder `directory`.
    #[must_use]
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
            confirm: None,
            stop: Interrupt::default(),
        }
    }

    /// Asks the database for the position and shows the answer.
    ///
    /// # Errors
    /// A database that cannot be read.
    pub fn search(&mut self) -> Result<Text, ShellError> {
        self.search_in(self.full)
    }

    /// Searches the position on the board, whether or not all that is known of
    /// each next move is set to be shown.
    ///
    /// # Errors
    /// As [`Session::search`].
    pub fn search_in(&mut self, full: bool) -> Result<Text, ShellError> {
        self.answer = None;
        self.answer = Some(search(&self.snapshot()?, &self.question(), full)?);
        Ok(self.show())
    }

    /// What the user asks about: the position on the board, under the filter.
    #[must_use]
    pub const fn question(&self) -> Question<'_> {
        Question {
            board: &self.board,
            filter: &self.filter,
            swap: self.swap,
        }
    }

    /// The board with the marks of the last search and, where there is one,
    /// the table of next moves.
    #[must_use]
    pub fn show(&self) -> Text {
        let marks = self.marks();
        let board = self.board.position().board();
        let board = render::board(board, &marks, self.database.hash_table());
        match &self.answer {
            None => board,
            Some(answer) => board + render::table(&marks, answer, &self.filter, self.swap),
        }
    }

    /// The answer for the position on the board, unless it has not been
    /// searched.
    #[must_use]
    pub const fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// The marks of the last search; none where the board shows none.
    #[must_use]
    pub fn marks(&self) -> Vec<render::Mark> {
        self.answer
            .as_ref()
            .map(|answer| render::marks(answer, self.marks))
            .unwrap_or_default()
    }

    /// Sets how many marks there are, at most [`render::MAX_MARKS`].
    pub const fn set_marks(&mut self, count: usize) {
        self.marks = count;
    }

    /// Which games count.
    #[must_use]
    pub const fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Sets which games count.
    ///
    /// # Errors
    /// A name that no player, event or rules of the database have; the filter
    /// is as it was then.
    pub fn set_filter(&mut self, filter: Filter) -> Result<(), ShellError> {
        filter.compile(&self.snapshot()?)?;
        self.filter = filter;
        self.answer = None;
        Ok(())
    }

    /// Whether the position with the colours exchanged counts too.
    #[must_use]
    pub const fn swap(&self) -> bool {
        self.swap
    }

    /// Sets whether the position with the colours exchanged counts too.
    pub fn set_swap(&mut self, swap: bool) {
        self.swap = swap;
        self.answer = None;
    }

    /// Whether a search shows all that is known of each next move.
    #[must_use]
    pub const fn full(&self) -> bool {
        self.full
    }

    /// Sets whether a search shows all that is known of each next move.
    pub fn set_full(&mut self, full: bool) {
        self.full = full;
        self.answer = None;
    }

    /// The game that is open.
    #[must_use]
    pub const fn replay(&self) -> Option<&Replay> {
        self.replay.as_ref()
    }

    /// Opens a game, or closes the one that is open.
    pub fn set_replay(&mut self, replay: Option<Replay>) {
        self.replay = replay;
    }

    /// The moves on the board and their position.
    #[must_use]
    pub const fn board(&self) -> &SearchBoard {
        &self.board
    }

    /// Plays a move by the rules.
    ///
    /// # Errors
    /// The rule that forbids it; nothing has changed then.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.board.play(mv)?;
        self.answer = None;
        Ok(())
    }

    /// Takes back up to `count` moves and says how many were taken back.
    pub fn undo(&mut self, count: usize) -> usize {
        self.answer = None;
        self.board.undo(count)
    }

    /// Shows the open game.
    ///
    /// # Errors
    /// No open game.
    pub fn show_game(&self) -> Result<Output, ShellError> {
        let replay = self.replay.as_ref().ok_or(ShellError::NoOpenGame)?;
        Ok(render::replay(replay, self.database.hash_table()).into())
    }

    /// Goes on in the open game, or back.
    ///
    /// # Errors
    /// No open game; the end that it is at already.
    pub fn step_game(&mut self, by: i64) -> Result<Output, ShellError> {
        let replay = self.replay.as_mut().ok_or(ShellError::NoOpenGame)?;
        if !replay.step(by) {
            return Err(ShellError::NoStep(if by < 0 { "start" } else { "end" }));
        }
        self.show_game()
    }

    /// Goes to a move of the open game.
    ///
    /// # Errors
    /// No open game; a number that it does not have.
    pub fn go_to(&mut self, number: u16) -> Result<Output, ShellError> {
        let replay = self.replay.as_mut().ok_or(ShellError::NoOpenGame)?;
        if !replay.go_to(number) {
            return Err(ShellError::NoSuchMove(replay.moves()));
        }
        self.show_game()
    }

    /// Gives an answer in the form that it is wanted in.
    ///
    /// # Errors
    /// A file that is there already or cannot be written.
    pub fn give(&self, answer: Text, form: &FormArgs) -> Result<Output, ShellError> {
        match &form.out {
            None => Ok(answer.into()),
            Some(path) => self.write_new(path, answer.without_styles().as_bytes()),
        }
    }

    /// Writes a file, which must not be there yet.
    ///
    /// # Errors
    /// A file that is, or cannot be written.
    pub fn write_new(&self, path: &Path, bytes: &[u8]) -> Result<Output, ShellError> {
        File::create_new(self.path(path))
            .and_then(|mut file| file.write_all(bytes))
            .map_err(|error| ShellError::Unwritable {
                path: path.to_owned(),
                error,
            })?;
        Ok(Output::default())
    }

    /// Starts again with an empty board.
    pub fn reset(&mut self, size: BoardSize) {
        self.set_board(SearchBoard::new(self.database.keys(), size));
    }

    /// Puts a position, with the moves before it, on the search board.
    pub fn set_board(&mut self, board: SearchBoard) {
        self.answer = None;
        self.board = board;
    }

    /// The database.
    #[must_use]
    pub const fn database(&self) -> &Database {
        &self.database
    }

    /// Begins a snapshot of the database as it is now.
    pub fn snapshot(&self) -> Result<Snapshot, StoreError> {
        self.database.snapshot()
    }

    /// The folder that relative paths start from. It is the session's own:
    /// the folder of the process never changes.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Sets the folder that relative paths start from.
    pub fn set_directory(&mut self, directory: PathBuf) {
        self.directory = directory;
    }

    /// The path that a word of a command means.
    #[must_use]
    pub fn path(&self, word: &Path) -> PathBuf {
        words::path(word, &self.directory)
    }

    /// Says how the session asks its user. Without this it takes all answers
    /// for yes.
    pub const fn set_confirm(&mut self, confirm: Confirm) {
        self.confirm = Some(confirm);
    }

    /// Sets the interrupt that stops a running import.
    pub fn set_stop(&mut self, stop: Interrupt) {
        self.stop = stop;
    }

    /// Returns the interrupt that stops a running import.
    pub const fn stop(&self) -> &Interrupt {
        &self.stop
    }

    /// Whether there is somebody to ask.
    #[must_use]
    pub const fn can_ask(&self) -> bool {
        self.confirm.is_some()
    }

    /// Asks the user.
    #[must_use]
    pub fn confirm(&self, question: &str) -> bool {
        self.confirm.is_none_or(|ask| ask(question))
    }
}
