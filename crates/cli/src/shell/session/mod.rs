//! The state of the shell: the answer and its question, and the files that commands name; the
//! boards and the documents in files of their own.

mod board;
mod documents;

use super::commands::Page;
use super::settings::UserSettings;
use super::{ShellError, split};
use crate::args::{FormArgs, Out, OutArgs, database_files, excluded_remarks, is_standard, with_archives, written_text};
use crate::render::{self, Coordinates, Text};
use bgo::internal::go::{BoardSize, HashTable, KeyTables};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::query::{
    Answer, Detail, Filter, MoveOrder, OpenGame, Question, Scope, SearchBoard, missing_handicap, search,
};
use bgo::internal::store::{Access, Database, Snapshot, StoreError};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The state that commands work on: the database, the search board with the answer for
/// its position, and the user's settings.
#[derive(Clone)]
pub struct Session {
    pub(crate) database: SessionDatabase,
    /// The question about the search board, or about an area of it or a diagram.
    question: Question,
    /// The filter before the one of the question.
    filter_before: Option<Filter>,
    /// The board size that the user chose, to which `clear` returns from a pasted board.
    pub(crate) chosen_size: BoardSize,
    settings: UserSettings,
    replay: Option<OpenGame>,
    /// The page that "web" opened.
    pub(super) page: Option<Arc<Page>>,
    directory: PathBuf,
    /// The answer for the current board and settings, and its question; cleared when one of them
    /// changes.
    answer: Option<(Answer, Question)>,
    /// True if the open game is what the user saw last.
    shows_game: bool,
    /// The search board as it was before it took a position of the open game.
    before_game: Option<(SearchBoard, Scope)>,
    /// True if answers are JSON documents, and boards are left out.
    pub(crate) is_json: bool,
    /// The last command, if it stepped through the open game.
    pub(super) last_step: Option<String>,
    /// Lines to show with the board the next time.
    remarks: Vec<String>,
    /// True if the user was told of the other names of points.
    pub(crate) knows_other_names: bool,
    /// Asks the user a question, to be answered by yes or no.
    confirm: Option<fn(&str) -> bool>,
    /// True if commands do not come from standard input.
    pub(crate) has_standard_input: bool,
    /// True if the session ends after this command.
    pub(crate) is_over: bool,
}

impl Session {
    /// Returns a session with an empty 19x19 board, in the folder `directory`.
    pub fn new(database: impl Into<SessionDatabase>, directory: PathBuf) -> Self {
        let question = Question::new(SearchBoard::new(BoardSize::MAX));
        Self {
            question: question.watched_by(Arc::new(render::SearchProgress::default())),
            database: database.into(),
            filter_before: None,
            chosen_size: BoardSize::MAX,
            settings: UserSettings {
                coordinates: Coordinates::chosen(),
                ..UserSettings::default()
            },
            replay: None,
            page: None,
            directory,
            answer: None,
            shows_game: false,
            before_game: None,
            is_json: false,
            last_step: None,
            remarks: Vec::new(),
            knows_other_names: false,
            confirm: None,
            has_standard_input: false,
            is_over: false,
        }
    }

    /// Runs a command. One that fails leaves the session as it was, unless it did a part of its work.
    pub(super) fn all_or_nothing(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<Text, ShellError>,
    ) -> Result<Text, ShellError> {
        self.last_step = None;
        let before = self.clone();
        run(self).inspect_err(|error| {
            if !error.is_partial() {
                *self = before;
            }
        })
    }

    /// Searches the position or pattern and shows the answer. If wildcards wait for an
    /// area, shows the board and says so.
    pub(crate) fn search(&mut self) -> Result<Text, ShellError> {
        match self.search_under(self.filter().clone()) {
            Err(error @ ShellError::WildcardsWithoutArea(_)) => {
                Ok(self.show() + self.for_people(format!("{error}\n").into()))
            }
            shown => shown,
        }
    }

    /// Searches as [`search`](Self::search) does, under a filter for this search only.
    pub(crate) fn search_under(&mut self, filter: Filter) -> Result<Text, ShellError> {
        self.search_in(Detail::full_if(self.settings.full), MoveOrder::Games, filter)
    }

    pub(crate) fn search_in(&mut self, detail: Detail, order: MoveOrder, filter: Filter) -> Result<Text, ShellError> {
        self.ask(detail, order, filter)?;
        let shown = self.show();
        Ok(self.answer_or(shown))
    }

    fn ask(&mut self, detail: Detail, order: MoveOrder, filter: Filter) -> Result<(), ShellError> {
        self.answer = None;
        let snapshot = self.snapshot()?;
        let question = self.question_under(filter)?;
        let mut answer = search(&snapshot, &question, detail)?;
        answer.sort(order);
        let remarks = excluded_remarks(&snapshot, &question, &answer)?;
        self.remarks.extend(remarks);
        self.answer = Some((answer, question));
        Ok(())
    }

    /// Goes on with another database and an empty board, without an open game and a filter.
    pub(crate) fn set_database(&mut self, database: SessionDatabase) {
        self.database = database;
        self.question = self.question.clone().under(Filter::default());
        self.set_replay(None);
        self.before_game = None;
        self.reset(self.chosen_size);
    }

    /// Closes the open game after a removal, as it may be one of those that are gone, and follows
    /// the change of the database.
    pub(crate) fn games_removed(&mut self) {
        self.set_replay(None);
        self.before_game = None;
        self.database_changed();
    }

    /// Searches again after a change of the database if there was an answer. A search that the user
    /// stops or that fails, as when the filter names a player who is gone, does not undo the change:
    /// there is no answer until the next one.
    pub(crate) fn database_changed(&mut self) {
        if self.answer.is_some() && self.search().is_err() {
            self.answer = None;
        }
    }

    /// Returns the question about the position on the board or about the pattern, under the
    /// filter.
    pub(crate) fn question(&self) -> Result<&Question, ShellError> {
        if *self.scope() == Scope::Board && self.board().wildcards().next().is_some() {
            return Err(ShellError::WildcardsWithoutArea(self.board().size()));
        }
        Ok(&self.question)
    }

    pub(crate) fn question_under(&self, filter: Filter) -> Result<Question, ShellError> {
        Ok(self.question()?.clone().under(filter))
    }

    /// Returns the board, with the marks of the last search and its table of next moves if
    /// there was one. The pattern is shown where it lies.
    pub(crate) fn show(&mut self) -> Text {
        self.shows_game = false;
        let marks = self.marks();
        let mut remarks = std::mem::take(&mut self.remarks);
        remarks.extend(self.played_in_game(&marks));
        let table = self.database.keys().hash_table();
        let shown = match &self.answer {
            Some((answer, question)) => {
                remarks.extend(missing_handicap(answer.halts, question).map(|stones| {
                    format!("Handicap games begin with stones: \"handicap {stones}\" puts them on the board")
                }));
                render::answered(&marks, answer, question, table, &remarks)
            }
            None => {
                let board = match self.pattern() {
                    Ok(Some(pattern)) => render::pattern_board(pattern, &marks),
                    _ => render::search_board(self.board(), &marks, table),
                };
                board.with_remarks(remarks)
            }
        };
        self.position_or(shown)
    }

    /// Shows again what the user saw last, the open game or the search board.
    pub(crate) fn show_again(&mut self) -> Result<Text, ShellError> {
        if self.shows_game {
            self.show_game()
        } else {
            Ok(self.show())
        }
    }

    pub(crate) fn remark(&mut self, line: String) {
        self.remarks.push(line);
    }

    /// Returns the answer for the position on the board, if it has been searched.
    pub(crate) fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref().map(|(answer, _)| answer)
    }

    pub(crate) fn marks(&self) -> Vec<render::MoveMark> {
        self.answer()
            .map(|answer| render::marks(answer, self.settings.marks))
            .unwrap_or_default()
    }

    /// Returns the marks that the user sees on the board.
    pub(crate) fn shown_marks(&self) -> Vec<render::MoveMark> {
        match self.shows_game && !self.settings.follow {
            true => Vec::new(),
            false => self.marks(),
        }
    }

    /// Returns the last command, if it stepped through the open game.
    pub(crate) fn last_step(&self) -> Option<&str> {
        self.last_step.as_deref()
    }

    pub(crate) const fn filter(&self) -> &Filter {
        self.question.filter()
    }

    pub(crate) fn set_filter(&mut self, filter: Filter) -> Result<(), ShellError> {
        let filter = self.checked_filter(filter)?;
        if filter != *self.filter() {
            self.filter_before = Some(self.filter().clone());
        }
        self.question.set_filter(filter);
        self.answer = None;
        Ok(())
    }

    /// Returns a filter with the archives that the database has, or says what is wrong with it.
    pub(crate) fn checked_filter(&self, filter: Filter) -> Result<Filter, ShellError> {
        let filter = self.with_archives(filter)?;
        filter.compile(&self.snapshot()?)?;
        Ok(filter)
    }

    /// Goes back to the filter before this one.
    pub(crate) fn take_filter_before(&mut self) -> Result<(), ShellError> {
        let before = self.filter_before.clone();
        self.set_filter(before.ok_or_else(|| ShellError::failed("there is no earlier filter"))?)
    }

    /// Takes up another question, with its board, subject and conditions.
    pub(crate) fn take_up(&mut self, question: Question) -> Result<(), ShellError> {
        self.set_filter(question.filter().clone())?;
        self.question.set_board(question.board().clone());
        self.question.set_scope(question.scope().clone());
        self.question.set_swap(question.swap());
        Ok(())
    }

    /// Returns whether the position with the colours exchanged counts too.
    pub(crate) const fn swap(&self) -> bool {
        self.question.swap()
    }

    pub(crate) fn set_swap(&mut self, swap: bool) {
        self.question.set_swap(swap);
        self.answer = None;
    }

    pub(crate) const fn settings(&self) -> UserSettings {
        self.settings
    }

    /// Sets how answers are shown. One without the details that are wanted, or with others, is
    /// forgotten.
    pub(crate) fn set_settings(&mut self, settings: UserSettings) {
        if settings.full != self.settings.full {
            self.answer = None;
        }
        self.settings = settings;
    }

    /// Returns the names of points on the screen: those that the user has chosen, or else, where the user types on
    /// a terminal, those of most boards.
    pub(crate) fn coordinates(&self) -> Coordinates {
        let usual = if self.can_ask() {
            Coordinates::Western
        } else {
            Coordinates::Sgf
        };
        self.settings.coordinates.unwrap_or(usual)
    }

    pub(crate) fn snapshot(&self) -> Result<Snapshot, StoreError> {
        self.database.existing()?.snapshot()
    }

    /// Sets how the session asks its user. Without this, every answer is yes.
    pub(crate) const fn set_confirm(&mut self, confirm: fn(&str) -> bool) {
        self.confirm = Some(confirm);
    }

    pub(crate) const fn can_ask(&self) -> bool {
        self.confirm.is_some()
    }

    pub(crate) fn confirm(&self, question: &str) -> bool {
        let _waiting = self.database.stop().wait();
        self.confirm.is_none_or(|ask| ask(question))
    }

    /// Returns the folder that relative paths start from. The folder of the process never
    /// changes.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    pub(crate) fn set_directory(&mut self, directory: PathBuf) {
        self.directory = directory;
    }

    pub(crate) fn path(&self, word: &Path) -> PathBuf {
        split::path(word, &self.directory)
    }

    /// Returns the path that a word of a command names, or `-`, which is standard input or
    /// output.
    pub(crate) fn path_or_standard(&self, word: &Path) -> PathBuf {
        if is_standard(word) {
            word.to_owned()
        } else {
            self.path(word)
        }
    }

    /// Returns a filter with archives named as questions find them.
    pub(crate) fn with_archives(&self, filter: Filter) -> Result<Filter, StoreError> {
        with_archives(filter, &self.snapshot()?, |path| self.path(path))
    }

    /// Shows an answer, or writes it to the file that is asked for.
    pub(crate) fn give(&self, answer: Text, form: &FormArgs) -> Result<Text, ShellError> {
        self.give_to(self.begin(&form.out)?, answer, form)
    }

    /// Does as [`give`](Self::give), with a file that was begun.
    pub(crate) fn give_to(&self, out: Out, answer: Text, form: &FormArgs) -> Result<Text, ShellError> {
        let Some(file) = form.out.file() else {
            return Ok(answer);
        };
        let text = answer.in_file(self.settings.coordinates.unwrap_or_default());
        out.write(text.as_bytes())?;
        Ok(self.written(file))
    }

    /// Returns the line about a file that a command wrote.
    pub(crate) fn written(&self, file: &Path) -> Text {
        let line = written_text(file, &self.path(file));
        self.path_or(file, line.unwrap_or_default())
    }

    pub(crate) fn begin(&self, out: &OutArgs) -> Result<Out, ShellError> {
        Ok(out.begin(|path| self.path(path), &self.used())?)
    }

    pub(crate) fn used(&self) -> Vec<(PathBuf, &'static str)> {
        database_files(self.database.path())
    }
}

/// The database of a session. A file that is missing is made by the first command that
/// writes to it, so that a misspelt name makes none.
#[derive(Clone)]
pub struct SessionDatabase {
    path: PathBuf,
    keys: Arc<KeyTables>,
    stop: Interrupt,
    opened: OnceCell<Database>,
}

impl SessionDatabase {
    /// Returns a database whose file is missing. Once it is made, it obeys `stop`.
    pub fn missing(path: PathBuf, table: HashTable, stop: Interrupt) -> Self {
        Self {
            path,
            keys: Arc::new(KeyTables::new(table)),
            stop,
            opened: OnceCell::new(),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub const fn keys(&self) -> &Arc<KeyTables> {
        &self.keys
    }

    /// Returns the interrupt that stops every work on the database.
    pub const fn stop(&self) -> &Interrupt {
        &self.stop
    }

    pub fn existing(&self) -> Result<&Database, StoreError> {
        match self.opened.get() {
            Some(database) => Ok(database),
            // Another program may have made it.
            None if self.path.exists() => {
                let database = self.or_made()?;
                Ok(self.opened.get_or_init(|| database))
            }
            None => Err(StoreError::Missing(self.path.clone())),
        }
    }

    /// Returns the database to change it, as [`SessionDatabase::or_made`] does, but makes no file.
    pub fn to_change(&self) -> Result<Database, StoreError> {
        self.existing()?;
        self.or_made()
    }

    /// Returns the database to change it, and makes the file if it is missing. One that could only be opened to read is
    /// opened again, which says why if that fails again.
    pub fn or_made(&self) -> Result<Database, StoreError> {
        if let Some(database) = self.opened.get()
            && database.access() == Access::Write
        {
            return Ok(database.clone());
        }
        let table = self.keys.hash_table().clone();
        let database = Database::open_with(&self.path, table, Access::Write, self.stop.clone())?;
        // Unless it is open to read.
        let _ = self.opened.set(database.clone());
        Ok(database)
    }
}

impl From<Database> for SessionDatabase {
    fn from(database: Database) -> Self {
        Self {
            path: database.path().to_owned(),
            keys: Arc::clone(database.keys()),
            stop: database.stop().clone(),
            opened: OnceCell::from(database),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::testing::{session, shown};

    #[test]
    fn a_command_that_fails_late_leaves_the_session_as_it_was() {
        let mut session = session(&["1990 pd dp", "1991 pd dd"]);
        shown(&mut session, "where year=1990");
        let before = shown(&mut session, "pd");
        let failed = session.all_or_nothing(|session| {
            for line in [
                "where year=1991",
                "year",
                "full on",
                "swap on",
                "open 1",
                "follow on",
                "next",
            ] {
                session.eval(line)?;
            }
            session.remark("A remark".to_owned());
            session.eval("nonsense")
        });
        assert!(failed.is_err() && session.replay().is_none());
        assert_eq!(shown(&mut session, "board"), before);
        assert_eq!(shown(&mut session, "search"), before);
        assert_eq!(shown(&mut session, "follow"), "follow: off\n");
        assert_eq!(shown(&mut session, "where -"), shown(&mut session, "where clear"));
    }

    #[test]
    fn a_search_that_is_stopped_after_a_change_leaves_no_answer_and_no_open_game() {
        for (change, is_open) in [
            (Session::database_changed as fn(&mut Session), true),
            (Session::games_removed, false),
        ] {
            let mut session = session(&["pd dp", "pd dd"]);
            shown(&mut session, "search");
            shown(&mut session, "open 1");
            session.database.stop().set();
            change(&mut session);
            assert!(session.answer().is_none());
            assert_eq!(session.replay().is_some(), is_open);
        }
    }
}
