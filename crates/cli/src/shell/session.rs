use super::settings::Settings;
use super::{Output, SessionDatabase, ShellError, split};
use crate::args::{FormArgs, Out, OutArgs, Used, is_standard, with_archives};
use crate::render::{self, Coordinates, Text};
use bgo::go::{Board, BoardSize, Color, HandicapError, Move, Point};
use bgo::pattern::{Area, Condition, Pattern};
use bgo::query::{
    Answer, Detail, Filter, OpenGame, PatternOptions, PatternSearch, PlayError, QueryError, Question, SearchBoard,
    Setup, SetupError, search,
};
use bgo::store::{Snapshot, StoreError};
use std::cell::OnceCell;
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
    database: SessionDatabase,
    board: SearchBoard,
    filter: Filter,
    swap: bool,
    settings: Settings,
    replay: Option<OpenGame>,
    directory: PathBuf,
    /// The answer for the current board and settings, and the filter that it was asked
    /// under; cleared when one of them changes.
    answer: Option<(Answer, Filter)>,
    scope: Scope,
    /// The search for the area or the diagram; made when a question needs it.
    pattern: OnceCell<PatternSearch>,
    /// True if the open game is what the user saw last.
    shows_game: bool,
    /// The search board as it was before it took a position of the open game.
    before_game: Option<(SearchBoard, Scope)>,
    /// Lines to show with the board the next time.
    notes: Vec<String>,
    confirm: Option<Confirm>,
    /// The columns of the terminal that a line of an answer may take.
    columns: usize,
    /// True if commands do not come from standard input.
    has_standard_input: bool,
}

impl Session {
    /// Returns a session with an empty 19x19 board, in the folder `directory`.
    pub fn new(database: impl Into<SessionDatabase>, directory: PathBuf) -> Self {
        let database = database.into();
        Self {
            board: SearchBoard::new(database.keys(), BoardSize::MAX),
            database,
            filter: Filter::default(),
            swap: false,
            settings: Settings {
                coordinates: Coordinates::global(),
                ..Settings::default()
            },
            replay: None,
            directory,
            answer: None,
            scope: Scope::Board,
            pattern: OnceCell::new(),
            shows_game: false,
            before_game: None,
            notes: Vec::new(),
            confirm: None,
            columns: usize::MAX,
            has_standard_input: false,
        }
    }

    /// Searches the position or pattern and shows the answer. If wildcards wait for an
    /// area, shows the board and says so.
    pub(crate) fn search(&mut self) -> Result<Text, ShellError> {
        match self.search_in(self.settings.full, self.filter.clone()) {
            Err(error @ ShellError::WildcardsWithoutArea(_)) => Ok(self.show() + Text::from(format!("{error}\n"))),
            shown => shown,
        }
    }

    /// Searches the position or pattern under a filter, with all that is known of each next
    /// move if `full`, whatever is set.
    pub(crate) fn search_in(&mut self, full: bool, filter: Filter) -> Result<Text, ShellError> {
        self.answer = None;
        let answer = search(&self.snapshot()?, &self.question_under(&filter)?, Detail::full_if(full))?;
        self.answer = Some((answer, filter));
        Ok(self.show())
    }

    /// Searches again after the database has changed, if there was an answer. If the user
    /// stops the search, there is none until the next one.
    pub(crate) fn search_again(&mut self) -> Result<(), ShellError> {
        if self.answer.is_none() {
            return Ok(());
        }
        match self.search() {
            Err(error) if error.is_stop() => Ok(()),
            searched => searched.map(drop),
        }
    }

    /// Returns the question about the position on the board or about the pattern, under the
    /// filter.
    pub(crate) fn question(&self) -> Result<Question<'_>, ShellError> {
        self.question_under(&self.filter)
    }

    /// Returns the question about the position on the board or about the pattern, under
    /// another filter.
    pub(crate) fn question_under<'a>(&'a self, filter: &'a Filter) -> Result<Question<'a>, ShellError> {
        match self.pattern()? {
            Some(pattern) => Ok(Question::of_pattern(pattern, filter)),
            None if self.board.wildcards().next().is_some() => Err(ShellError::WildcardsWithoutArea(self.board.size())),
            None => Ok(Question::of_position(&self.board, filter, self.swap)),
        }
    }

    /// Returns a filter with archives named as questions find them.
    pub(crate) fn with_archives(&self, filter: Filter) -> Result<Filter, StoreError> {
        with_archives(filter, &self.snapshot()?, |path| self.path(path))
    }

    /// Returns the board, with the marks of the last search and its table of next moves if
    /// there was one. The pattern is shown where it lies.
    pub(crate) fn show(&mut self) -> Text {
        self.shows_game = false;
        let marks = self.marks();
        let mut notes = std::mem::take(&mut self.notes);
        notes.extend(self.played_in_game(&marks));
        let table = self.database.keys().hash_table();
        let answered = self
            .answer
            .as_ref()
            .and_then(|(answer, filter)| Some((answer, self.question_under(filter).ok()?)));
        match answered {
            Some((answer, question)) => {
                notes.extend(render::missing_handicap(answer, &question).map(|stones| {
                    format!("Handicap games begin with stones: \"handicap {stones}\" puts them on the board")
                }));
                render::answered(&marks, answer, &question, table, &notes)
            }
            None => {
                let board = match self.pattern() {
                    Ok(Some(pattern)) => render::pattern_board(pattern, &marks),
                    _ => render::board(&self.board, &marks, table),
                };
                notes.iter().fold(board, |text, note| text.then(note))
            }
        }
    }

    /// Adds a line to the board that is shown next.
    pub(crate) fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    /// Returns a line about the move that the open game plays, if the search board has its
    /// position.
    fn played_in_game(&self, marks: &[render::Mark]) -> Option<String> {
        let replay = self.replay.as_ref()?;
        let scene = replay.scene()?;
        let is_same = |board: &Board| board.stones().eq(scene.board.stones()) && board.size() == scene.board.size();
        let played = replay.next_move().filter(|_| is_same(self.board.position().board()))?;
        let name = self.settings.coordinates.played(played, self.board.size());
        let mark = marks.iter().find(|mark| mark.mv == played);
        let mark = mark.map(|mark| format!(" ({})", mark.letter)).unwrap_or_default();
        Some(format!("Game {} plays {name}{mark}", replay.game.game))
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
        let watch = || Arc::new(render::SearchProgress::default());
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
            return Err(self.setup_error(SetupError::NoLiberties { color, point }));
        }
        self.set_board(board.with_wildcards(wildcards));
        Ok(self.set_scope(Scope::Area(area, options))?)
    }

    /// Puts the position of the open game on the search board, if the user sees the game.
    pub(crate) fn take_shown_position(&mut self) -> Result<(), ShellError> {
        match self.shows_game {
            true => self.take_game_position(),
            false => Ok(()),
        }
    }

    /// Puts the position of the open game on the search board. An area follows to where the
    /// game has the pattern.
    pub(crate) fn take_game_position(&mut self) -> Result<(), ShellError> {
        let replay = self.replay.as_ref().ok_or(ShellError::NoOpenGame)?;
        let Some(board) = replay.search_board(self.database.keys()) else {
            return Ok(());
        };
        let scope = match &self.scope {
            Scope::Area(area, options) => Some((replay.area.unwrap_or(*area), *options)),
            Scope::Diagram(_, options) => replay.area.map(|area| (area, *options)),
            Scope::Board => None,
        };
        let size = board.size();
        let before = (self.board.clone(), self.scope.clone());
        self.before_game.get_or_insert(before);
        self.set_board(board);
        if let Some((area, mut options)) = scope.filter(|(area, _)| area.is_on(size)) {
            // An area has no sequence.
            options.limits.strict = false;
            self.set_scope(Scope::Area(area, options))?;
        }
        Ok(())
    }

    /// Closes the open game. The search board is again what it was before it took a position
    /// of the game.
    pub(crate) fn close_game(&mut self) -> Result<(), ShellError> {
        self.set_replay(None);
        if let Some((board, scope)) = self.before_game.take() {
            self.set_board(board);
            self.set_scope(scope)?;
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
    pub(crate) fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref().map(|(answer, _)| answer)
    }

    /// Returns the marks that the board shows.
    pub(crate) fn marks(&self) -> Vec<render::Mark> {
        self.answer()
            .map(|answer| render::marks(answer, self.settings.marks))
            .unwrap_or_default()
    }

    /// Sets the number of marks, at most [`render::MAX_MARKS`].
    pub(crate) const fn set_marks(&mut self, count: usize) {
        self.settings.marks = count;
    }

    /// Returns the filter of the games that count.
    pub(crate) const fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Sets the filter of the games that count, unless it has a name that is not in the
    /// database.
    pub(crate) fn set_filter(&mut self, filter: Filter) -> Result<(), ShellError> {
        let filter = self.with_archives(filter)?;
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

    /// Returns what the user has set.
    pub(crate) const fn settings(&self) -> Settings {
        self.settings
    }

    /// Takes over what the user had set.
    pub(crate) fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        self.answer = None;
    }

    /// Returns whether searches show all that is known of each next move.
    pub(crate) const fn full(&self) -> bool {
        self.settings.full
    }

    /// Sets whether searches show all that is known of each next move.
    pub(crate) fn set_full(&mut self, full: bool) {
        self.settings.full = full;
        self.answer = None;
    }

    /// Returns how points are named.
    pub(crate) const fn coordinates(&self) -> Coordinates {
        self.settings.coordinates
    }

    /// Sets how points are named.
    pub(crate) const fn set_coordinates(&mut self, coordinates: Coordinates) {
        self.settings.coordinates = coordinates;
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

    /// Goes to the last position of the open game that other games have, and shows it.
    pub(crate) fn go_to_last_common(&mut self) -> Result<Output, ShellError> {
        let snapshot = self.snapshot()?;
        let replay = self.replay.as_mut().ok_or(ShellError::NoOpenGame)?;
        let note = match replay.last_common(&snapshot, &self.filter, self.swap)? {
            None => "No other game has a position of this one".to_owned(),
            Some(common) => {
                replay.set_at(common.at);
                let games = render::counted(common.other_games, "other game");
                format!("Last common position: move {}, {games}", common.move_number)
            }
        };
        self.note(note);
        if let Some((scene, played)) = self
            .replay
            .as_ref()
            .and_then(|replay| replay.scene().zip(replay.next_move()))
        {
            let name = self.settings.coordinates.played(played, scene.board.size());
            self.note(format!("Move {} is new: {name}", scene.move_number + 1));
        }
        self.show_game()
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
        let set_up = self.board.set_up(points, setup);
        set_up.map_err(|error| self.setup_error(error))?;
        self.changed();
        Ok(())
    }

    /// Returns the error that names points as the user does.
    fn setup_error(&self, error: SetupError) -> ShellError {
        let SetupError::NoLiberties { color, point } = error else {
            return error.into();
        };
        let point = self.settings.coordinates.point(point, self.board.size());
        ShellError::NoLiberties { color, point }
    }

    /// Puts the stones of a handicap on an empty board, White to play, and returns their points.
    /// This ends a diagram.
    pub(crate) fn set_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = self.board.size().handicap(stones)?;
        let stones = points.iter().map(|&point| (point, Color::Black));
        self.board.start_again(stones, Color::White);
        if matches!(self.scope, Scope::Diagram(..)) {
            self.scope = Scope::Board;
        }
        self.changed();
        Ok(points)
    }

    /// Shows the open game.
    pub(crate) fn show_game(&mut self) -> Result<Output, ShellError> {
        let notes = std::mem::take(&mut self.notes);
        let replay = self.replay.as_ref().ok_or(ShellError::NoOpenGame)?;
        self.shows_game = true;
        Ok(render::replay(replay, self.database.keys().hash_table(), &notes).into())
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
        match form.out.file() {
            None => Ok(answer.into()),
            Some(_) => self.write(
                self.begin(&form.out)?,
                answer.in_file(self.settings.coordinates).as_bytes(),
            ),
        }
    }

    /// Begins an output, which must not replace the database.
    pub(crate) fn begin(&self, out: &OutArgs) -> Result<Out, ShellError> {
        Ok(out.begin(|path| self.path(path), &self.used())?)
    }

    /// Writes an output that was begun.
    pub(crate) fn write(&self, out: Out, bytes: &[u8]) -> Result<Output, ShellError> {
        out.write(bytes)?;
        Ok(Output::default())
    }

    /// Returns the files that no output may replace.
    pub(crate) fn used(&self) -> Used {
        Used::database(self.database.path())
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

    /// Returns the database, which may be missing.
    pub(crate) const fn database(&self) -> &SessionDatabase {
        &self.database
    }

    /// Begins a snapshot of the database as it is now.
    pub(crate) fn snapshot(&self) -> Result<Snapshot, StoreError> {
        self.database.existing()?.snapshot()
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

    /// Returns the path that a word of a command names, or `-`, which is standard input or
    /// output.
    pub(crate) fn path_or_standard(&self, word: &Path) -> PathBuf {
        match is_standard(word) {
            true => word.to_owned(),
            false => self.path(word),
        }
    }

    /// Sets how the session asks its user. Without this, every answer is yes.
    pub(crate) const fn set_confirm(&mut self, confirm: Confirm) {
        self.confirm = Some(confirm);
    }

    /// Returns how many columns of the terminal a line of an answer may take.
    pub(crate) const fn columns(&self) -> usize {
        self.columns
    }

    /// Sets how many columns of the terminal a line of an answer may take.
    pub(crate) const fn set_columns(&mut self, columns: usize) {
        self.columns = columns;
    }

    /// Lets commands read standard input, which must not be where they come from.
    pub(crate) const fn allow_standard_input(&mut self) {
        self.has_standard_input = true;
    }

    /// Returns whether commands may read standard input.
    pub(crate) const fn has_standard_input(&self) -> bool {
        self.has_standard_input
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
        let _waiting = self.database.stop().wait();
        self.confirm.is_none_or(|ask| ask(question))
    }
}
