//! The search board, the subject of questions, and the open game.

use super::Session;
use crate::reading::{self, Reading};
use crate::render::{self, Text};
use crate::shell::ShellError;
use bgo::internal::go::{BoardSize, Color, Move, ParseError, Point};
use bgo::internal::pattern::{Condition, Pattern};
use bgo::internal::query::{
    Detail, MoveOrder, OpenGame, PatternOptions, PatternSearch, PlayError, QueryError, Question, Scope, SearchBoard,
    Setup, SetupError,
};

impl Session {
    pub(crate) const fn board(&self) -> &SearchBoard {
        self.question.board()
    }

    /// Returns the colour to play on the search board, or in the diagram.
    pub(crate) fn to_play(&self) -> Color {
        let Scope::Diagram(pattern, options) = self.scope() else {
            return self.board().to_play();
        };
        let [black, white] = [Color::Black, Color::White].map(|color| {
            let conditions = pattern.conditions().iter();
            conditions
                .filter(|condition| **condition == Condition::Stone(color))
                .count()
        });
        options
            .limits
            .next
            .unwrap_or(if black > white { Color::White } else { Color::Black })
    }

    pub(crate) fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.question.change_board(|board| board.play(mv))?;
        self.answer = None;
        Ok(())
    }

    /// Takes back up to `count` moves and setups and returns their number.
    pub(crate) fn undo(&mut self, count: usize) -> usize {
        self.answer = None;
        self.question.change_board(|board| board.undo(count))
    }

    /// Puts stones or wildcards on the search board, or takes them off.
    pub(crate) fn set_up(&mut self, points: &[Point], setup: Setup) -> Result<(), ShellError> {
        self.take_diagram()?;
        let set_up = self.question.change_board(|board| board.set_up(points, setup));
        set_up.map_err(|error| self.setup_error(error))?;
        self.answer = None;
        Ok(())
    }

    /// Returns the error that names points as the user does.
    pub(super) fn setup_error(&self, error: SetupError) -> ShellError {
        let SetupError::NoLiberties { color, point } = error else {
            return error.into();
        };
        let point = self.coordinates().point(point, self.board().size());
        ShellError::Failed(format!("the {color} stone at {point} would have no liberties"))
    }

    /// Puts the stones of a handicap on an empty board, White to play, and returns their points.
    /// This ends a diagram.
    pub(crate) fn set_handicap(&mut self, stones: usize) -> Result<Vec<Point>, ParseError> {
        let points = self.board().size().handicap(stones)?;
        let stones = points.iter().map(|&point| (point, Color::Black));
        self.answer = None;
        self.question
            .change_board(|board| board.start_again(stones, Color::White));
        if matches!(self.scope(), Scope::Diagram(..)) {
            self.question.set_scope(Scope::Board);
        }
        Ok(points)
    }

    pub(crate) fn reset(&mut self, size: BoardSize) {
        self.set_board(SearchBoard::new(size));
    }

    /// Puts a position, with the moves before it, on the search board. This ends a diagram,
    /// and an area of a board of another size.
    pub(crate) fn set_board(&mut self, board: SearchBoard) {
        self.answer = None;
        let keeps_area = matches!(self.scope(), Scope::Area(..)) && board.size() == self.board().size();
        if !keeps_area {
            self.question.set_scope(Scope::Board);
        }
        self.question.set_board(board);
    }

    /// Puts the position in a pasted text on the search board and searches it, or searches the
    /// pattern that only a diagram can express.
    pub(crate) fn take_text(&mut self, text: &str) -> Result<Text, ShellError> {
        match (
            reading::read(text.as_bytes(), self.board().size()),
            Pattern::parse(text),
        ) {
            (Ok(reading), _) => self.take_reading(reading, PatternOptions::default()),
            (Err(_), Ok(pattern)) => {
                self.set_scope(Scope::Diagram(pattern, PatternOptions::default()))?;
                self.search()
            }
            (Err(problem), Err(_)) => Err(ShellError::WrongUsage(problem.to_string())),
        }
    }

    /// Puts a position that was read from a text on the search board and searches it.
    pub(crate) fn take_reading(&mut self, reading: Reading, options: PatternOptions) -> Result<Text, ShellError> {
        if reading.area.is_some() && !reading.has_stones() {
            return Err(ShellError::failed(
                "the diagram has no stone: write X for black, O for white",
            ));
        }
        let size = reading.board.size();
        let is_resized = size != self.board().size() && size != self.chosen_size;
        self.question.set_board(reading.board);
        self.set_scope(reading.area.map_or(Scope::Board, |area| Scope::Area(area, options)))?;
        if is_resized {
            self.remark(format!("{size} board; \"clear\" returns to {}", self.chosen_size));
        }
        self.search()
    }

    /// Returns what questions are about.
    pub(crate) const fn scope(&self) -> &Scope {
        self.question.scope()
    }

    /// Sets what questions are about. Fails for a pattern that has no place on the board.
    pub(crate) fn set_scope(&mut self, scope: Scope) -> Result<(), QueryError> {
        self.answer = None;
        self.question.set_scope(scope);
        self.question.pattern().map(drop)
    }

    /// Returns the search for the area or the diagram that is set.
    pub(crate) fn pattern(&self) -> Result<Option<&PatternSearch>, QueryError> {
        self.question.pattern()
    }

    /// Puts the stones and wildcards of the diagram, if one is searched, on the search board
    /// and searches their area from now on, so that moves can be played.
    pub(crate) fn take_diagram(&mut self) -> Result<(), ShellError> {
        let Scope::Diagram(_, options) = *self.scope() else {
            return Ok(());
        };
        let Some(search) = self.pattern()? else { return Ok(()) };
        let (pattern, area, size) = (search.pattern(), search.shown(), search.size());
        if pattern.steps() > 0 {
            return Err(not_on_board("a sequence (\"tree\" shows the moves after it)"));
        }
        if area.edges(size) != pattern.edges_on(size) {
            return Err(not_on_board("no place away from the edges"));
        }
        let mut stones = Vec::new();
        let mut wildcards = Vec::new();
        for (point, condition) in area.points().zip(pattern.conditions()) {
            match condition {
                Condition::Stone(color) => stones.push((point, *color)),
                Condition::Anything => wildcards.push(point),
                Condition::Empty => {}
                _ => return Err(not_on_board("x, o or #")),
            }
        }
        let board = SearchBoard::from_stones(size, stones, self.to_play());
        if let Some(point) = board.position().chain_without_liberties() {
            let color = board.position().get(point).unwrap_or(Color::Black);
            return Err(self.setup_error(SetupError::NoLiberties { color, point }));
        }
        self.set_board(board.with_wildcards(wildcards));
        Ok(self.set_scope(Scope::Area(area, options))?)
    }

    pub(crate) const fn replay(&self) -> Option<&OpenGame> {
        self.replay.as_ref()
    }

    pub(crate) fn set_replay(&mut self, replay: Option<OpenGame>) {
        self.shows_game = false;
        self.replay = replay;
    }

    /// Shows the position of the open game, with the answers of the database if the user follows them.
    pub(crate) fn show_game(&mut self) -> Result<Text, ShellError> {
        if self.settings.follow {
            self.take_game_position()?;
            let detail = Detail::full_if(self.settings.full);
            self.ask(detail, MoveOrder::Games, self.question.filter().clone())?;
        }
        let mut remarks = std::mem::take(&mut self.remarks);
        let marks = if self.settings.follow { self.marks() } else { Vec::new() };
        if self.settings.follow {
            remarks.extend(self.played_in_game(&marks));
        }
        let replay = self.replay.as_ref().ok_or_else(ShellError::no_open_game)?;
        let answer = self.answer.as_ref().filter(|_| self.settings.follow);
        self.shows_game = true;
        let table = self.database.keys().hash_table();
        let shown = render::replay(replay, &marks, answer, table, &remarks);
        Ok(if self.settings.follow {
            self.answer_or(shown)
        } else {
            self.place_or(replay, shown)
        })
    }

    /// Returns whether the user sees the open game.
    pub(crate) const fn shows_game(&self) -> bool {
        self.shows_game
    }

    pub(crate) fn step_game(&mut self, by: i64) -> Result<Text, ShellError> {
        let replay = self.replay.as_mut().ok_or_else(ShellError::no_open_game)?;
        if !replay.step(by) {
            let end = if by < 0 { "start" } else { "end" };
            return Err(ShellError::Failed(format!("this is the {end} of the game")));
        }
        self.show_game()
    }

    /// Goes to a move of the open game, or to its end if the number is the highest.
    pub(crate) fn go_to(&mut self, number: u16) -> Result<Text, ShellError> {
        let replay = self.replay.as_mut().ok_or_else(ShellError::no_open_game)?;
        let number = if number == u16::MAX { replay.moves() } else { number };
        if !replay.go_to(number) {
            let moves = render::counted(replay.moves().into(), "move");
            return Err(ShellError::Failed(format!(
                "there is no move {number}; the game has {moves}"
            )));
        }
        self.show_game()
    }

    /// Goes to the last position of the open game that other games have, if there is one, and
    /// shows it.
    pub(crate) fn go_to_last_common(&mut self, min_games: u64) -> Result<Text, ShellError> {
        let (snapshot, coordinates) = (self.snapshot()?, self.coordinates());
        let replay = self.replay.as_mut().ok_or_else(ShellError::no_open_game)?;
        let (filter, swap) = (self.question.filter(), self.question.swap());
        let Some(common) = replay.last_common(&snapshot, filter, swap, min_games)? else {
            self.remark(match min_games {
                0 | 1 => "No other game has a position of this one".to_owned(),
                _ => format!("No position of this game is shared by {min_games} others"),
            });
            return self.show_game();
        };
        replay.set_at(common.at);
        let games = render::counted(common.other_games, "other game");
        let companion = snapshot.description(common.companion)?;
        let reached = common.move_number;
        let new = replay.scene().zip(replay.next_move()).map(|(scene, played)| {
            let name = coordinates.played(played, scene.board.size());
            format!("Move {} is new: {name}", scene.move_number + 1)
        });
        self.remark(format!("Last common position: move {reached}, {games}"));
        self.remark(render::companion_text(&companion));
        self.remarks.extend(new);
        self.show_game()
    }

    /// Puts the position of the open game on the search board, if the user sees the game. The board
    /// that follows the game has it, with the answer.
    pub(crate) fn take_shown_position(&mut self) -> Result<(), ShellError> {
        if self.shows_game && !self.settings.follow {
            self.take_game_position()
        } else {
            Ok(())
        }
    }

    /// Puts the position of the open game on the search board.
    pub(crate) fn take_game_position(&mut self) -> Result<(), ShellError> {
        let replay = self.replay.as_ref().ok_or_else(ShellError::no_open_game)?;
        let Some(question) = self.question_in(replay) else {
            return Ok(());
        };
        question.pattern()?;
        let before = (self.board().clone(), self.scope().clone());
        self.before_game.get_or_insert(before);
        self.question = question;
        self.answer = None;
        Ok(())
    }

    /// Returns the question about the position of a game. An area follows to where the game has
    /// the pattern.
    pub(super) fn question_in(&self, replay: &OpenGame) -> Option<Question> {
        let board = replay.search_board()?;
        let area = match self.scope() {
            Scope::Area(area, options) => Some((replay.area.unwrap_or(*area), *options)),
            Scope::Diagram(_, options) => replay.area.map(|area| (area, *options)),
            Scope::Board => None,
        };
        let area = area.filter(|(area, _)| area.is_on(board.size()));
        let scope = area.map_or(Scope::Board, |(area, mut options)| {
            // An area has no sequence.
            options.limits.strict = false;
            Scope::Area(area, options)
        });
        let mut question = self.question.clone().about(scope);
        question.set_board(board);
        Some(question)
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

    /// Returns a line about the move that the open game plays, if the search board has its
    /// position.
    pub(super) fn played_in_game(&self, marks: &[render::MoveMark]) -> Option<String> {
        let replay = self.replay.as_ref()?;
        let scene = replay.scene()?;
        let board = self.board().position();
        if board.size() != scene.board.size() || !board.stones().eq(scene.board.stones()) {
            return None;
        }
        let played = replay.next_move()?;
        let name = self.coordinates().played(played, self.board().size());
        let mark = marks.iter().find(|mark| mark.mv == played);
        let mark = mark.map(|mark| format!(" ({})", mark.letter)).unwrap_or_default();
        Some(format!("Game {} plays {name}{mark}", replay.game.game))
    }
}

fn not_on_board(it_has: &str) -> ShellError {
    ShellError::failed(format_args!(
        "moves need a board, and a board cannot show this diagram: it has {it_has}"
    ))
}
