use bgo::internal::go::{BoardSize, Color, Illegal, Move, Point};
use bgo::internal::query::{PlayError, SearchBoard};
use bgo_research::formats::katago::{RuleSet, Rules};
use std::borrow::Cow;

/// The rules of a game until a program or a record sets others.
pub const DEFAULT_RULES: Rules = RuleSet::Japanese.rules();

/// The game that the user plays with the engine. No answer depends on its terms; the rules decide
/// whether suicide is accepted.
#[derive(Clone, Debug)]
pub struct GtpGame {
    board: SearchBoard,
    /// The points that White gets.
    pub komi: f64,
    pub rules: Rules,
    /// For each move that can be taken back, the number of steps on the board: 2 if the
    /// opponent passed before it without saying so.
    steps: Vec<usize>,
}

impl GtpGame {
    pub fn new(size: BoardSize) -> Self {
        Self {
            board: SearchBoard::new(size),
            komi: 0.0,
            rules: DEFAULT_RULES,
            steps: Vec::new(),
        }
    }

    /// Goes on from another board, whose moves can be taken back, on the same terms.
    pub fn begin(&mut self, board: SearchBoard) {
        self.steps = vec![1; board.moves().len()];
        self.board = board;
    }

    pub const fn board(&self) -> &SearchBoard {
        &self.board
    }

    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + Clone {
        self.board.position().stones()
    }

    /// Returns the board with this colour to play, as if the opponent had passed if it is not
    /// its turn.
    pub fn board_for(&self, color: Color) -> Cow<'_, SearchBoard> {
        if self.board.to_play() == color {
            return Cow::Borrowed(&self.board);
        }
        let mut board = self.board.clone();
        // The rules forbid no pass.
        let _ = board.play(Move::pass(color.opponent()));
        Cow::Owned(board)
    }

    /// Plays a move of either colour by the rules. A forbidden move changes nothing.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.add(mv, SearchBoard::play)
    }

    /// Plays a move of either colour that another program played. Unlike [`Self::play`], accepts
    /// what records have: a ko that is retaken at once, and, where the rules of the game allow
    /// it, suicide of several stones. A single stone is never given up, because that repeats the
    /// position.
    pub fn accept(&mut self, mv: Move) -> Result<(), PlayError> {
        let allows_suicide = self.rules.allows_suicide();
        self.add(mv, |board, mv| {
            let Err(error) = board.play(mv) else { return Ok(()) };
            match error.reason {
                Illegal::Ko => {}
                Illegal::Suicide if allows_suicide => {}
                _ => return Err(error),
            }
            board.replay(mv)?;
            if error.reason == Illegal::Suicide && board.position().removed().len() == 1 {
                board.undo(1);
                return Err(error);
            }
            Ok(())
        })
    }

    fn add(
        &mut self,
        mv: Move,
        play: impl FnOnce(&mut SearchBoard, Move) -> Result<(), PlayError>,
    ) -> Result<(), PlayError> {
        let mut steps = 1;
        if mv.color != self.board.to_play() {
            self.board.play(Move::pass(mv.color.opponent()))?;
            steps = 2;
        }
        if let Err(error) = play(&mut self.board, mv) {
            self.board.undo(steps - 1);
            return Err(error);
        }
        self.steps.push(steps);
        Ok(())
    }

    /// Takes back the last move. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        let steps = self.steps.pop();
        steps.is_some_and(|steps| self.board.undo(steps) == steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a move such as `Baa`.
    fn mv(text: &str) -> Move {
        let (color, point) = text.split_at(1);
        let color = if color == "B" { Color::Black } else { Color::White };
        Move::parse(point, color, BoardSize::new(5).expect("a size")).expect("a move")
    }

    /// Returns a game with moves such as `Baa Wbb`.
    fn game(rules: &str, moves: &str) -> GtpGame {
        let mut game = GtpGame::new(BoardSize::new(5).expect("a size"));
        for word in moves.split_whitespace() {
            game.play(mv(word)).expect("legal");
        }
        game.rules = Rules::read(rules).expect("rules");
        game
    }

    fn accept(game: &mut GtpGame, text: &str) -> Result<(), Illegal> {
        game.accept(mv(text)).map_err(|error| error.reason)
    }

    /// A ko that Black takes at cb.
    const KO: &str = "Bba Bab Bbc Wca Wdb Wcc Wbb Bcb";

    #[test]
    fn undo_takes_back_one_move_also_if_a_colour_played_twice() {
        let mut game = game("japanese", "Waa Wbb Wcc");
        for left in [2, 1, 0] {
            assert!(game.undo());
            assert_eq!(game.stones().count(), left);
        }
        assert!(!game.undo());
        assert_eq!(game.board().to_play(), Color::Black);
    }

    #[test]
    fn a_refused_move_out_of_turn_changes_nothing() {
        let mut game = game("japanese", "Waa");
        assert!(game.play(mv("Waa")).is_err());
        assert_eq!(game.board().to_play(), Color::Black);
        assert!(game.undo());
        assert!(!game.undo());
    }

    #[test]
    fn a_ko_may_be_filled_by_who_took_it_and_not_retaken() {
        let mut game = game("japanese", KO);
        assert!(game.play(mv("Wbb")).is_err());
        assert!(game.play(mv("Bbb")).is_ok());
    }

    #[test]
    fn suicide_of_several_stones_is_accepted_where_the_rules_allow_it() {
        for (rules, expected) in [
            ("new-zealand", Ok(())),
            ("tromp-taylor", Ok(())),
            ("ing", Ok(())),
            ("chinese", Err(Illegal::Suicide)),
            ("japanese", Err(Illegal::Suicide)),
            ("aga", Err(Illegal::Suicide)),
        ] {
            let mut game = game(rules, "Baa Wca Wbb Wab");
            let before: Vec<_> = game.stones().collect();
            assert_eq!(accept(&mut game, "Bba"), expected, "{rules}");
            if expected.is_ok() {
                assert_eq!(game.stones().count(), 3);
                assert_eq!(game.board().to_play(), Color::White);
                assert!(game.undo());
            }
            assert_eq!(game.stones().collect::<Vec<_>>(), before);
            assert_eq!(game.board().to_play(), Color::Black);
        }
    }

    #[test]
    fn a_single_stone_and_an_occupied_point_are_refused_under_all_rules() {
        for rules in ["new-zealand", "tromp-taylor", "japanese"] {
            let mut game = game(rules, "Bee Wab Wba");
            for (text, reason) in [
                ("Baa", Illegal::Suicide),
                ("Bab", Illegal::Occupied),
                ("Bee", Illegal::Occupied),
            ] {
                assert_eq!(accept(&mut game, text), Err(reason), "{rules}");
            }
            assert_eq!(game.stones().count(), 3);
            assert!(game.undo());
            assert_eq!(game.stones().count(), 2);
        }
    }

    #[test]
    fn a_ko_retaken_at_once_is_accepted_and_is_a_ko_again() {
        let mut game = game("japanese", KO);
        assert_eq!(accept(&mut game, "Wbb"), Ok(()));
        assert!(game.play(mv("Bcb")).is_err());
        assert_eq!(accept(&mut game, "Bcb"), Ok(()));
        assert!(game.undo() && game.undo());
        assert!(game.play(mv("Wbb")).is_err());
    }
}
