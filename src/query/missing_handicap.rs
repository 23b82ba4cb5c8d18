use super::{Answer, Question, Scope};

/// Returns the number of handicap stones that a user may be looking for: on an empty board, if
/// stones are set up there, or if the filter wants games that may begin with them.
#[must_use]
pub fn missing_handicap(answer: &Answer, question: &Question) -> Option<u8> {
    if *question.scope() != Scope::Board {
        return None;
    }
    let board = question.board();
    let (least, most) = question.filter().handicap.ends();
    let is_wanted = least.is_some_and(|least| least >= 2);
    let is_empty = board.position().stones().next().is_none();
    let has_setup = answer.halts.is_some_and(|halts| halts.set_up > 0);
    if !is_empty || !(is_wanted || has_setup && most.is_none_or(|most| most >= 2)) {
        return None;
    }
    let usual = least.filter(|_| is_wanted).unwrap_or(2);
    Some(usual.min(board.size().most_handicap_stones())).filter(|&stones| stones >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{BoardSize, Move};
    use crate::query::{Detail, Filter, Halts, SearchBoard, search};
    use crate::testing::{TestDatabase, sgf};

    #[test]
    fn a_handicap_is_missing_on_the_empty_board_only() {
        let db = TestDatabase::with(&[sgf("", "pd")]);
        let snapshot = db.snapshot();
        let question = Question::new(SearchBoard::new(BoardSize::MAX));
        let answer = search(&snapshot, &question, Detail::Counts).expect("an answer");
        let missing = |lines, moves: &str, set_up, handicap: &str| {
            let mut board = SearchBoard::new(BoardSize::new(lines).expect("a size"));
            for word in moves.split_whitespace() {
                let mv = Move::parse(word, board.to_play(), board.size()).expect("a move");
                board.play(mv).expect("legal");
            }
            let mut answer = answer.clone();
            answer.halts = Some(Halts { set_up, ended: 0 });
            let mut filter = Filter::default();
            if !handicap.is_empty() {
                filter.handicap = handicap.parse().expect("a range");
            }
            missing_handicap(&answer, &Question::new(board).under(filter))
        };
        assert_eq!(missing(19, "", 0, ""), None);
        assert_eq!(missing(19, "", 9, ""), Some(2));
        assert_eq!(missing(19, "pass", 9, ""), Some(2));
        assert_eq!(missing(19, "pd", 9, ""), None);
        assert_eq!(missing(19, "", 0, "4"), Some(4));
        assert_eq!(missing(19, "", 0, "3..6"), Some(3));
        assert_eq!(missing(19, "", 0, "12"), Some(9));
        assert_eq!(missing(8, "", 0, "6"), Some(4));
        assert_eq!(missing(5, "", 9, "2"), None);
        assert_eq!(missing(19, "", 9, "..1"), None);
        assert_eq!(missing(19, "", 9, "..3"), Some(2));
    }
}
