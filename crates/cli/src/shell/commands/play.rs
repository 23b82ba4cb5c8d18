//! Moves on the search board, and stones and wildcards without an order of moves.

use super::mark_named;
use super::pattern::{point, search_after};
use crate::reading::plain_moves;
use crate::render::Text;
use crate::shell::{Session, ShellError};
use bgo::internal::go::{Move, Point};
use bgo::internal::query::{Scope, Setup};

pub(super) fn play(session: &mut Session, words: &[String]) -> Result<Text, ShellError> {
    let written = words.iter().map(|word| match plain_moves(word) {
        Some(moves) if moves.len() > 1 || word.contains(',') => moves,
        _ => vec![word.clone()],
    });
    let words = &written.flatten().collect::<Vec<_>>();
    if words.is_empty() {
        return Err(ShellError::usage("play needs at least one move"));
    }
    session.take_shown_position()?;
    let moves = read(words, session)?;
    remark_on_open_game(session);
    session.take_diagram()?;
    let points: Vec<Point> = moves.iter().filter_map(|mv| mv.point).collect();
    let typed = words.iter().zip(moves.iter().map(|mv| mv.point));
    remark_on_other_names(session, typed);
    for (mv, word) in moves.into_iter().zip(words) {
        if let Err(error) = session.play(mv) {
            let message = format!("{} cannot play {word}: {}", error.mv.color, error.reason);
            // A document would be the answer to all moves, and the open game stays.
            return Err(match session.is_json || session.shows_game() {
                true => ShellError::Failed(message),
                false => ShellError::Incomplete {
                    message,
                    shown: session.search()?,
                },
            });
        }
    }
    search_after(session, &points)
}

/// Says how to get back to the open game from its position, if the user sees that.
fn remark_on_open_game(session: &mut Session) {
    let shown = session.replay().filter(|_| session.shows_game());
    let place = shown.and_then(|replay| Some((replay.game.game, replay.scene()?.move_number)));
    if let Some((game, number)) = place {
        session.remark(format!(
            "From move {number} of game {game}: \"goto {number}\" returns, \"back\" closes it"
        ));
    }
}

/// Reads all moves before the first is played, so that a typing error changes nothing. A
/// mark of the colour whose turn it is not keeps its colour; the turns go on from there.
fn read(words: &[String], session: &Session) -> Result<Vec<Move>, ShellError> {
    let mut color = session.to_play();
    let mut moves = Vec::with_capacity(words.len());
    for word in words {
        let mv = match word.as_bytes() {
            [b'1'..=b'9' | b'a'..=b'z' | b'A'..=b'Z'] => {
                if !moves.is_empty() {
                    return Err(ShellError::WrongUsage("a mark can only be the first move".to_owned()));
                }
                marked(word, session)?
            }
            _ => Move::parse(word, color, session.board().size())?,
        };
        color = mv.color.opponent();
        moves.push(mv);
    }
    Ok(moves)
}

/// Says what the points are called on the board that were typed by other names.
fn remark_on_other_names<'a>(session: &mut Session, typed: impl Iterator<Item = (&'a String, Option<Point>)>) {
    let (size, coordinates) = (session.board().size(), session.coordinates());
    let names = typed.filter_map(|(word, point)| {
        let name = coordinates.point(point?, size);
        let is_other = word.len() > 1 && !word.eq_ignore_ascii_case(&name);
        is_other.then(|| format!("{word} is {name} here"))
    });
    let names: Vec<String> = names.collect();
    if !names.is_empty() && !session.knows_other_names {
        session.knows_other_names = true;
        let other = coordinates.other().name();
        session.remark(format!(
            "{}; \"coordinates {other}\" shows such names",
            names.join(", ")
        ));
    }
}

fn marked(word: &str, session: &Session) -> Result<Move, ShellError> {
    let marks = session.marks();
    if let Some(mark) = mark_named(&marks, word) {
        return Ok(mark.mv);
    }
    let there_are = match marks.last() {
        Some(last) => format!("the last one is {}", last.letter),
        None => "there are no marks on the board; search shows them".to_owned(),
    };
    Err(ShellError::failed(format_args!("there is no mark {word}: {there_are}")))
}

pub(super) fn undo(session: &mut Session, count: usize) -> Result<Text, ShellError> {
    if session.shows_game() {
        return session.step_game(-i64::try_from(count).unwrap_or(i64::MAX));
    }
    if matches!(session.scope(), Scope::Diagram(..)) {
        return Err(ShellError::failed(
            "a diagram has no moves to take back; \"pattern off\" returns to the search board",
        ));
    }
    if session.board().steps() == 0 {
        return Err(ShellError::failed("there is no move to take back"));
    }
    session.undo(count);
    session.search()
}

pub(super) fn set_up(session: &mut Session, sign: Setup, words: &[String]) -> Result<Text, ShellError> {
    // "pd, pp" has an empty word after its comma.
    let words: Vec<&String> = words.iter().filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return Err(ShellError::usage("setup needs at least one point"));
    }
    session.take_shown_position()?;
    let size = session.board().size();
    let points: Result<Vec<Point>, ShellError> = words.iter().map(|word| point(word, size)).collect();
    let points = points?;
    session.set_up(&points, sign)?;
    remark_on_open_game(session);
    remark_on_other_names(session, words.into_iter().zip(points.iter().copied().map(Some)));
    search_after(session, &points)
}

pub(super) fn handicap(session: &mut Session, stones: usize) -> Result<Text, ShellError> {
    let was_empty = session.board().position().stones().next().is_none();
    let points = session.set_handicap(stones).map_err(ShellError::failed)?;
    if !was_empty {
        session.remark("The board was cleared first; undo brings it back".to_owned());
    }
    search_after(session, &points)
}

#[cfg(test)]
mod tests {
    use crate::shell::Session;
    use crate::shell::testing::{failure, session, shown, shown_by, talk};
    use bgo::internal::go::Color;
    use testkit::Text;

    fn moves(session: &Session) -> String {
        session.board().moves().iter().map(|mv| format!("{mv};")).collect()
    }

    #[test]
    fn the_published_hashes_and_the_fold_to_fq() {
        let mut session = session(&["pd dp pp dd fc", "dd pp dp pd nc", "pd dp dd pp qn"]);
        shown(&mut session, "play pd dp pp").says(" 959678554\n");
        let board = shown(&mut session, "play dd");
        board.says(" 731239216\na - 3\nTotal count: 3\n");
        board.says("\nQ . . . . . a . . . . . . . . . . . . . Q\n");
        let board = shown(&mut session, "play a");
        board.says(" 473219409\n");
        board.says("\nQ . . . . . X . . . . . . . . . . . . . Q\n");
    }

    #[test]
    fn colours_alternate_and_all_notations_mean_the_same() {
        let mut session = session(&[]);
        shown(&mut session, "play PD, d4 , pass,q4");
        assert_eq!(moves(&session), "B pd;W dp;B pass;W pp;");
    }

    #[test]
    fn a_mark_is_played_in_its_own_colour() {
        let mut session = session(&["pd dp", "pd pass dp", "pd pass dp"]);
        let board = shown(&mut session, "play pd");
        assert!(
            board.contains("a - 2 W pass  c - 1\n") || board.contains("a - 2 B dp"),
            "{board}"
        );
        let (row, _) = board.split_once(" B dp").expect("a row of black");
        let letter = row.lines().next_back().and_then(|row| row.chars().next());
        shown(&mut session, &format!("play {} qq", letter.expect("a letter")));
        assert_eq!(moves(&session), "B pd;B dp;W qq;");
    }

    #[test]
    fn an_illegal_move_keeps_the_moves_before_it_and_shows_their_position() {
        let mut session = session(&["pd dp pp"]);
        let error = session.eval("play pd dp pd qq").expect_err("occupied");
        assert_eq!(error.to_string(), "black cannot play pd: the point is occupied");
        shown_by(&error).says("Total count: 1\n");
        assert_eq!(moves(&session), "B pd;W dp;");
        assert_eq!(shown(&mut session, "board"), shown_by(&error));
        talk(
            &mut session,
            r"
            board reset => ...
            play qq ba rr ab => ...
            play aa => ...it would be suicide
            board reset => ...
            play ba ca ab db bc cc qq bb cb => ...
            play bb => ...it would take back the ko at once
            ",
        );
    }

    #[test]
    fn what_is_no_move_changes_nothing() {
        let mut session = session(&["pd dp"]);
        failure(&mut session, "play a").says("search shows them");
        let board = shown(&mut session, "search");
        talk(
            &mut session,
            r#"
            play pd xyz => "xyz" is not a move: write SGF letters (pd), a letter without I and a number (Q16), or pass
            play pd a => a mark can only be the first move
            play b => there is no mark b: the last one is a
            play Q20 => ...Q20...
            play => play needs at least one move...
            play é => "é" is not a move...
            play '' => "" is not a move...
            play , => play needs at least one move\n...
            "#,
        );
        assert_eq!(shown(&mut session, "board"), board);
    }

    #[test]
    fn the_marks_are_those_of_the_position_shown() {
        let mut session = session(&["pd dp pp", "pd dd"]);
        let after_one = shown(&mut session, "play pd");
        shown(&mut session, "play dp pp");
        assert_eq!(shown(&mut session, "undo 2"), after_one);
        shown(&mut session, "play dp");
        assert_eq!(shown(&mut session, "undo"), after_one);
        shown(&mut session, "undo 99");
        assert_eq!(failure(&mut session, "undo"), "there is no move to take back");
        let empty = shown(&mut session, "search");
        shown(&mut session, "play pd dp");
        assert_eq!(shown(&mut session, "undo 99999999999999999999999"), empty);
        for line in ["undo 0", "undo x", "undo -1", "undo 1 2"] {
            failure(&mut session, line).ends("usage: undo [COUNT]");
        }
    }

    #[test]
    fn setup_needs_no_order_and_finds_whole_positions_too() {
        let mut session = session(&["pd dp pp", "pp dp pd dd"]);
        shown(&mut session, "setup X pd,pp");
        let text = shown(&mut session, "setup o dp");
        shown(&mut session, "undo 2");
        shown(&mut session, "setup X pd, pp");
        assert_eq!(shown(&mut session, "setup o dp ,"), text);
        text.ends("\nTotal count: 2\n");
        shown(&mut session, "setup . dp");
        assert_eq!(shown(&mut session, "undo"), text);
        talk(
            &mut session,
            r#"
            undo 9 => ...\nTotal count: 2...
            undo => there is no move to take back
            setup B aa => ...
            setup O ab ba => the black stone at aa would have no liberties
            setup X jj aj pass => "pass" is not a point: write SGF letters (pd), or a letter without I...
            setup X tt => tt is not on the 19x19 board...
            setup Z aa => "Z" cannot be set up: write X (black), O (white), . (nothing) or * (anything)\nusage: ...
            setup X , => setup needs at least one point\n...
            setup X => setup needs at least one point\nusage: setup <X|O|.|*> <POINT>...
            "#,
        );
    }

    #[test]
    fn a_handicap_starts_again_with_white_to_play() {
        let mut session = session(&["pd dp pp", "dd pp"]);
        shown(&mut session, "play pd dp pp");
        let text = shown(&mut session, "handicap 4");
        text.ends("\nTotal count: 0\nThe board was cleared first; undo brings it back\n");
        text.says("\nD . . . X . . . . . + . . . . . X . . . D\n");
        assert_eq!(session.board().to_play(), Color::White);
        assert_eq!(session.board().position().stones().count(), 4);
        // With undo, the move and the handicap go.
        talk(
            &mut session,
            r"
            play nc => ...\nC . . . . . . . . . . . . . O . . . . . C\n...
            undo 2 => ...\n1 game ends here\nTotal count: 1
            board reset => ...
            handicap 9 => ...\nTotal count: 0
            handicap 1 => a handicap on the 19x19 board is 2 to 9 stones, not 1
            handicap 300 => a handicap on the 19x19 board is 2 to 9 stones, not 300
            handicap x => STONES must be a number of stones, such as 4\n...
            handicap => missing argument: STONES\n...
            size 8 => ...
            handicap 5 => a handicap on the 8x8 board is 2 to 4 stones, not 5
            ",
        );
    }

    #[test]
    fn a_handicap_ends_a_diagram_and_keeps_an_area() {
        talk(
            &mut session(&["pd dp pp"]),
            r"
            pattern X. => ...
            handicap 2 => ...\nD . . . + . . . . . + . . . . . X . . . D\n...
            area corner 9 => ...
            handicap 3 => ...occurrence...
            area ja ja => ...occurrence...
            handicap 2 => ... is outside the area ja,ja,\n...
            ",
        );
    }

    #[test]
    fn wildcards_need_an_area() {
        let mut session = session(&["pd qf nc rd qi"]);
        let needed = "wildcards (*) count within an area only: set one, such as \"area corner 9\", or \"area aa ss\" for \
                      the whole board";
        let text = shown(&mut session, "setup * rq");
        text.says("\nQ . . . . . . . . . . . . . . . . . * . Q\n");
        text.ends(format!("\n{needed}\n"));
        for line in ["search", "games", "years", "tree", "open 1", "export a.tgz"] {
            assert_eq!(failure(&mut session, line), needed, "{line}");
        }
        shown(&mut session, "export a.tgz --all").begins("1 game ");
        shown(&mut session, "play pd");
        shown(&mut session, "area lc ss").says("*");
        assert!(!shown(&mut session, "setup . rq").contains('*'));
    }
}
