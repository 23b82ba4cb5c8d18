use super::{Output, ShellError, split};
use crate::args::FormArgs;
use crate::render::{self, Text};
use bgo::go::{BoardSize, Move};
use bgo::interrupt::Interrupt;
use bgo::query::{Answer, Detail, Filter, OpenGame, PlayError, Question, SearchBoard, search};
use bgo::store::{Database, Snapshot, StoreError};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A function that asks the user a question, to be answered by yes or no.
pub type Confirm = fn(&str) -> bool;

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
            confirm: None,
            stop: Interrupt::default(),
        }
    }

    /// Searches the position on the board and shows the answer.
    pub(crate) fn search(&mut self) -> Result<Text, ShellError> {
        self.search_in(self.full)
    }

    /// Searches the position on the board, with all that is known of each next move if
    /// `full`, whatever is set.
    pub(crate) fn search_in(&mut self, full: bool) -> Result<Text, ShellError> {
        self.answer = None;
        self.answer = Some(search(&self.snapshot()?, &self.question(), Detail::full_if(full))?);
        Ok(self.show())
    }

    /// Returns the question about the position on the board, under the filter.
    pub(crate) const fn question(&self) -> Question<'_> {
        Question::of_position(&self.board, &self.filter, self.swap)
    }

    /// Returns the board, with the marks of the last search and its table of next moves if
    /// there was one.
    pub(crate) fn show(&self) -> Text {
        let marks = self.marks();
        let board = self.board.position().board();
        let board = render::board(board, &marks, self.database.hash_table());
        match &self.answer {
            None => board,
            Some(answer) => board + render::table(&marks, answer, &self.filter, self.swap),
        }
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
        self.answer = None;
        Ok(())
    }

    /// Takes back up to `count` moves and returns their number.
    pub(crate) fn undo(&mut self, count: usize) -> usize {
        self.answer = None;
        self.board.undo(count)
    }

    /// Shows the open game.
    pub(crate) fn show_game(&self) -> Result<Output, ShellError> {
        let replay = self.replay.as_ref().ok_or(ShellError::NoOpenGame)?;
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

    /// Puts a position, with the moves before it, on the search board.
    pub(crate) fn set_board(&mut self, board: SearchBoard) {
        self.answer = None;
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

    /// Sets the interrupt that stops a running import.
    pub(crate) fn set_stop(&mut self, stop: Interrupt) {
        self.stop = stop;
    }

    /// Returns the interrupt that stops a running import.
    pub(crate) const fn stop(&self) -> &Interrupt {
        &self.stop
    }

    /// Returns whether somebody can be asked.
    pub(crate) const fn can_ask(&self) -> bool {
        self.confirm.is_some()
    }

    /// Asks the user.
    pub(crate) fn confirm(&self, question: &str) -> bool {
        self.confirm.is_none_or(|ask| ask(question))
    }
}
