use bgo::Evaluation;
use bgo::internal::go::{Move, Point};
use bgo::internal::query::{Answer, NextMove};

/// The most marks: one for each letter.
pub const MAX_MARKS: usize = 26;

pub const MARKS_AT_FIRST: usize = 12;

/// A next move with the letter by which it is shown and played.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveMark {
    /// `a` for the most popular move, and so on.
    pub letter: char,
    pub mv: Move,
    /// The number of games that played it.
    pub games: u64,
    /// The evaluation of the move by an engine, if there is one.
    pub engine: Option<Evaluation>,
    /// True if the move is of the colour whose turn it is; the table names
    /// the colour of any other.
    pub in_turn: bool,
    /// The point on which the board shows the letter; `None` for a pass and for a point
    /// that another mark has.
    pub shown_at: Option<Point>,
}

/// Gives letters to the `count` (at most [`MAX_MARKS`]) most popular next
/// moves, in their order. Where both colours played on a point, the board
/// shows the letter of the move of the colour whose turn it is; in a pattern, where it is
/// nobody's turn, that of the more popular one.
pub fn marks(answer: &Answer, count: usize) -> Vec<MoveMark> {
    let chosen = &answer.next_moves[..answer.next_moves.len().min(count)];
    let in_turn = |next: &NextMove| Some(next.mv.color) == answer.to_play;
    let taken = |point: Point, number: usize| match answer.to_play {
        Some(_) => chosen.iter().any(|next| in_turn(next) && next.mv.point == Some(point)),
        None => chosen[..number].iter().any(|next| next.mv.point == Some(point)),
    };
    ('a'..='z')
        .zip(chosen)
        .enumerate()
        .map(|(number, (letter, next))| MoveMark {
            letter,
            mv: next.mv,
            games: next.games.totals.games,
            engine: next.engine,
            in_turn: in_turn(next),
            shown_at: next.mv.point.filter(|&p| in_turn(next) || !taken(p, number)),
        })
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use bgo::internal::go::{BoardSize, Color, PositionKey};
    use bgo::internal::query::{GamesOfMove, Halts};
    use bgo::internal::store::Totals;

    /// Returns an answer with black to play; the next moves are texts such as
    /// `B pd 12`.
    pub(in crate::render) fn answer(next_moves: &[&str]) -> Answer {
        let next_moves = next_moves
            .iter()
            .map(|text| {
                let words: Vec<&str> = text.split_whitespace().collect();
                let color = if words[0] == "B" { Color::Black } else { Color::White };
                let games = words[2].parse().expect("a number");
                NextMove {
                    mv: Move::parse(words[1], color, BoardSize::MAX).expect("a move"),
                    games: GamesOfMove {
                        totals: Totals {
                            games,
                            ..Totals::default()
                        },
                        ..GamesOfMove::default()
                    },
                    engine: None,
                    answer: None,
                    details: None,
                }
            })
            .collect();
        Answer {
            board_hash: Some(0),
            key: Some(PositionKey(0)),
            board_size: BoardSize::MAX,
            to_play: Some(Color::Black),
            symmetries: 1,
            pattern: None,
            totals: Totals {
                games: 102_164,
                ..Totals::default()
            },
            win_rate: None,
            halts: Some(Halts::default()),
            openings: Vec::new(),
            next_moves,
            engine: None,
            engine_moves: Vec::new(),
        }
    }

    fn shown(answer: &Answer, count: usize) -> Vec<String> {
        marks(answer, count)
            .iter()
            .map(|m| {
                let at = m.shown_at.map_or_else(|| "-".to_owned(), |p| p.to_string());
                format!("{} {} {at}", m.letter, m.mv)
            })
            .collect()
    }

    #[test]
    fn a_point_shows_the_colour_in_turn_and_a_pass_is_not_on_the_board() {
        let answer = answer(&["W pd 9", "B dd 5", "B pd 4", "W qq 2", "B pass 1"]);
        assert_eq!(
            shown(&answer, 12),
            ["a W pd -", "b B dd dd", "c B pd pd", "d W qq qq", "e B pass -"]
        );
        // With fewer marks, the other colour gets the point.
        assert_eq!(shown(&answer, 2), ["a W pd pd", "b B dd dd"]);
    }

    #[test]
    fn a_point_of_a_pattern_shows_the_more_popular_colour() {
        let mut answer = answer(&["W pd 9", "B dd 5", "B pd 4", "W dd 2"]);
        answer.to_play = None;
        assert_eq!(shown(&answer, 12), ["a W pd pd", "b B dd dd", "c B pd -", "d W dd -"]);
    }

    #[test]
    fn there_are_no_more_marks_than_letters() {
        let texts: Vec<String> = ('a'..='s')
            .flat_map(|x| ['a', 'b'].map(|y| format!("B {x}{y} 1")))
            .collect();
        let answer = answer(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let all = marks(&answer, usize::MAX);
        assert_eq!((all.len(), all[25].letter), (MAX_MARKS, 'z'));
    }
}
