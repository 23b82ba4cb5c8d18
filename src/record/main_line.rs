//! The main lines of the game trees of a text.

use super::foreign::translated;
use super::game::{GameRecord, GameTree, Rejection, RepairKind};
use super::line_reader::LineReader;
use super::text::{Decoded, Scanner};

/// Reads every game tree of a text, or the game of a foreign record, which is the whole
/// text. Syntax errors are tolerated: a record is rejected only if it has no usable main
/// line. Variations and everything after an unreadable move are skipped.
pub fn game_trees(text: &str) -> impl Iterator<Item = GameTree> {
    let foreign = translated(text);
    let sgf = if foreign.is_some() { "" } else { text };
    let foreign = foreign.and_then(|translated| {
        let tree = sgf_trees(&translated.sgf).next()?;
        let mut game = tree.game;
        if let Ok(record) = &mut game {
            translated.settle(record);
        }
        Some(GameTree {
            span: 0..text.len(),
            game,
        })
    });
    foreign.into_iter().chain(sgf_trees(sgf))
}

/// Reads every game tree of a decoded text as [`game_trees`] does, and notes the characters that
/// were cut.
pub fn decoded_trees(decoded: &Decoded<'_>) -> impl Iterator<Item = GameTree> {
    game_trees(&decoded.text).map(|mut tree| {
        let next = decoded.cuts.partition_point(|cut| *cut < tree.span.start);
        let cut = decoded.cuts.get(next).filter(|cut| tree.span.contains(cut));
        if let (Ok(record), Some(&cut)) = (&mut tree.game, cut) {
            record.repairs.note(RepairKind::Encoding, cut, || {
                "a character is cut; the bracket after it ends the text".to_owned()
            });
        }
        tree
    })
}

fn sgf_trees(text: &str) -> impl Iterator<Item = GameTree> {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(move || {
        let start = scanner.next_game()?;
        let read = |scanner: &mut Scanner<'_>| Ok(LineReader::of_main_line().read(scanner)?.into_record().0);
        let (mut game, end) = read_game(&mut scanner, start, read);
        if let Ok(record) = &mut game {
            note_left_out(record, &scanner);
        }
        Some(GameTree { span: start..end, game })
    })
}

/// Reads the game that begins at `start`, and returns it and its end. If the text after the game may
/// affect how it is read, it is read again without that text, as it will be stored, until its end
/// stays the same.
pub(super) fn read_game<'a, T>(
    scanner: &mut Scanner<'a>,
    start: usize,
    read: impl Fn(&mut Scanner<'a>) -> Result<T, Rejection>,
) -> (Result<T, Rejection>, usize) {
    let mut game = read(scanner);
    let mut end = scanner.end_game();
    while scanner.is_doubtful() {
        let mut alone = scanner.of_game(start, end);
        alone.next_game();
        game = read(&mut alone);
        let own_end = alone.end_game();
        scanner.go_on_after(alone);
        if own_end == end {
            break;
        }
        end = own_end;
    }
    (game, end)
}

/// Notes what a game that was read has beside its values, what follows it and belongs to none, and that
/// its end is missing.
pub(super) fn note_left_out(record: &mut GameRecord, after: &Scanner<'_>) {
    if let Some(stray) = after.stray() {
        record.repairs.note(RepairKind::Bracket, stray, || {
            "a ] closes nothing, and was passed over with the words before it".to_owned()
        });
    }
    if let Some(end) = after.left_out() {
        record.repairs.note(RepairKind::CutShort, end, || {
            "nodes or values follow the last parenthesis of the game, and were left out".to_owned()
        });
    }
    if let Some(end) = after.cut() {
        record.repairs.note(RepairKind::CutShort, end, || {
            "the record ends before the last parenthesis of the game".to_owned()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Color, Point};
    use crate::record::game::{Action, Repair};
    use crate::record::info::MAX_LETTERS;
    use crate::record::line_reader::{MAX_COMMENT_BYTES, MAX_COMMENTS, MAX_PLACED, MAX_STEPS};
    use crate::record::simple_text;
    use proptest::prelude::*;

    fn only(text: &str) -> Result<GameRecord, Rejection> {
        let mut trees: Vec<_> = game_trees(text).collect();
        assert_eq!(trees.len(), 1, "{text}");
        trees.remove(0).game
    }

    fn moves(text: &str) -> String {
        let record = only(text).expect("a game");
        let words: Vec<String> = record
            .steps
            .iter()
            .map(|step| match &step.action {
                Action::Setup(changes) => format!("setup {}", changes.len()),
                Action::Move(mv) => mv.to_string(),
            })
            .collect();
        words.join(", ")
    }

    #[test]
    fn moves_setup_and_passes_in_order() {
        assert_eq!(
            moves("(;SZ[9]AB[aa][bb];W[cc]AW[dd];B[];W[tt];W[ee]B[ff])"),
            "W cc, B pass, W pass, B ff, W ee"
        );
        assert_eq!(only("(;SZ[9]AB[aa:bb]AE[aa])").expect("a game").setup.len(), 3);
        assert_eq!(moves("(;SZ[19];AB[pd][dp];W[dd])"), "W dd");
        assert_eq!(moves("(;B[pd]W[dp])"), "B pd, W dp");
    }

    #[test]
    fn each_game_has_its_own_parentheses() {
        // Only the first lacks its first one, and only the second its last one.
        let trees = game_trees(";SZ[9];B[aa])(;SZ[9];B[bb]");
        let cut: Vec<bool> = trees
            .map(|tree| {
                let game = tree.game.expect("a game");
                game.repairs.iter().any(|repair| repair.kind == RepairKind::CutShort)
            })
            .collect();
        assert_eq!(cut, [false, true]);
    }

    #[test]
    fn an_unreadable_move_ends_the_game_and_is_told_with_its_place() {
        let record = only("(;SZ[9];B[aa];W[jk];B[bb])").expect("a game");
        assert_eq!(record.steps.len(), 1);
        let repair = record.repairs.first().expect("told");
        assert_eq!(repair.offset, 16);
        assert!(
            repair.reason.starts_with("W[jk] names no point of the 9x9 board"),
            "{}",
            repair.reason
        );
    }

    #[test]
    fn boards_that_are_not_stored() {
        for (text, rejection) in [
            ("(;SZ[19:13])", Rejection::Rectangle("19:13".to_owned())),
            ("(;SZ[21])", Rejection::Size("21".to_owned())),
            ("(;SZ[1])", Rejection::Size("1".to_owned())),
            (
                "(;SZ[99999999999999999999])",
                Rejection::Size("99999999999999999999".to_owned()),
            ),
            ("(;GM[19]SZ[8])", Rejection::OtherGame("19".to_owned())),
            ("(;GM[２]SZ[8])", Rejection::OtherGame("2".to_owned())),
        ] {
            assert_eq!(only(text), Err(rejection), "{text}");
        }
        assert!(only("(;GM[１]SZ[9])").is_ok());
    }

    #[test]
    fn the_board_size_wherever_the_root_has_it() {
        for (text, lines) in [
            ("(;SZ[13:13];B[aa])", 13),
            ("(;AB[gg]SZ[ 7 ])", 7),
            ("(;FF[4])", 19),
            ("(;SZ[9x9])", 9),
            ("(FF[3]SZ[9];B[aa])", 9),
        ] {
            assert_eq!(only(text).expect("a game").size.lines(), lines, "{text}");
        }
        let record = only("(;SZ[big];B[aa])").expect("a game");
        assert_eq!((record.size.lines(), !record.repairs.is_empty()), (19, true));
    }

    #[test]
    fn the_last_word_on_a_point_counts_and_empty_setup_is_none() {
        let setup = |text| only(text).expect("a game").setup;
        let ee = Point::from_sgf("ee").expect("a point");
        assert_eq!(setup("(;SZ[9]AB[ee]AE[ee]AE[ff])"), []);
        assert_eq!(setup("(;SZ[9]AE[ee]AB[ee][ee])"), [(ee, Some(Color::Black))]);
        assert_eq!(moves("(;SZ[9];AE[];B[aa])"), "B aa");
    }

    #[test]
    fn a_value_is_told_briefly_however_long_it_is() {
        let long = "x9".repeat(1000);
        let reason = |text: String| match only(&text) {
            Ok(record) => record.repairs.first().expect("told").reason.clone(),
            Err(rejection) => rejection.to_string(),
        };
        for text in [
            format!("(;SZ[{long}])"),
            format!("(;SZ[9{long}])"),
            format!("(;B[{long}])"),
        ] {
            let reason = reason(text);
            assert!(reason.contains("...") && reason.len() < 120, "{reason}");
        }
    }

    #[test]
    fn setup_of_a_root_without_its_semicolon_stays() {
        let record = only("(SZ[9]AB[aa];AW[bb];B[cc])").expect("a game");
        assert_eq!((record.setup.len(), record.steps.len()), (2, 1));
    }

    #[test]
    fn a_main_line_without_end_ends_somewhere() {
        for node in [";B[]", ";B[aa]"] {
            let record = only(&format!("(;SZ[9]{})", node.repeat(MAX_STEPS + 10))).expect("a game");
            assert_eq!(record.steps.len(), MAX_STEPS);
            let offset = "(;SZ[9]".len() + MAX_STEPS * node.len() + ";B[".len();
            assert_eq!(record.repairs.first().map(|repair| repair.offset), Some(offset));
        }
    }

    #[test]
    fn a_text_counts_up_to_a_length_and_more_is_told() {
        let said = |value: &str| {
            let record = only(&format!("(;SZ[9]EV[{value}]PB[b])")).expect("a game");
            assert_eq!(record.info.black, "b");
            (record.info.event, record.repairs.first().cloned())
        };
        for whole in [
            "囲".repeat(MAX_LETTERS),
            "x]".repeat(MAX_LETTERS / 2).replace(']', "\\]"),
            format!("{}{}", "x".repeat(MAX_LETTERS), " \n".repeat(5000)),
            format!("{}x", " \n".repeat(5000)),
        ] {
            let (event, repair) = said(&whole);
            assert_eq!((event, repair), (simple_text(&whole), None));
        }
        for (letter, times) in [("囲", 1), ("\\]", 1), ("x", 60_000)] {
            let (event, repair) = said(&letter.repeat(MAX_LETTERS + times));
            assert_eq!(event, simple_text(letter).repeat(MAX_LETTERS));
            let bytes = letter.len() * (MAX_LETTERS + times);
            assert_eq!(
                repair,
                Some(Repair {
                    kind: RepairKind::Value,
                    reason: format!(
                        "EV has {bytes} bytes here; the first {MAX_LETTERS} letters count, and the record keeps all"
                    ),
                    offset: "(;SZ[9]EV[".len(),
                })
            );
        }
    }

    #[test]
    fn comments_count_up_to_a_number_and_a_length_and_more_is_told() {
        let many = "[a]".repeat(MAX_COMMENTS);
        let record = only(&format!("(;C{many};B[aa]C[b];W[bb])")).expect("a game");
        assert_eq!((record.comments.len(), record.steps.len()), (MAX_COMMENTS, 2));
        let offset = "(;C".len() + many.len() + ";B[aa]C[".len();
        assert_eq!(record.repairs.first().map(|repair| repair.offset), Some(offset));
        let half = "x".repeat(MAX_COMMENT_BYTES / 2 + 1);
        let record = only(&format!("(;C[{half}];B[aa]C[{half}];W[bb]C[c])")).expect("a game");
        let lengths: Vec<usize> = record.comments.iter().map(|comment| comment.text.len()).collect();
        assert_eq!(lengths, [MAX_COMMENT_BYTES / 2 + 1, MAX_COMMENT_BYTES / 2 - 1]);
        let repair = record.repairs.first().expect("told");
        assert_eq!(repair.offset, "(;C[".len() + half.len() + "];B[aa]C[".len());
        assert_eq!(
            repair.reason,
            "C has 524289 bytes here; of all comments 1 MiB, or 65536 of them, count, and the record keeps all"
        );
    }

    #[test]
    fn setup_of_too_many_points_ends_the_game() {
        let steps = MAX_PLACED / 361;
        let node = ";AB[aa:ss]";
        let whole = only(&format!("(;SZ[19];B[]{};B[])", node.repeat(steps))).expect("a game");
        assert_eq!((whole.steps.len(), whole.repairs.is_empty()), (steps + 2, true));
        let cut = only(&format!("(;SZ[19];B[]{};B[])", node.repeat(steps + 1))).expect("a game");
        assert_eq!(cut.steps.len(), steps + 1);
        let offset = "(;SZ[19];B[]".len() + steps * node.len() + ";AB[".len();
        assert_eq!(cut.repairs.first().map(|repair| repair.offset), Some(offset));
    }

    #[test]
    fn a_node_of_more_moves_than_can_be_played_ends_the_game() {
        let many = "[]".repeat(MAX_STEPS + 10);
        for (text, end) in [
            (format!("(;SZ[9];W[]B{many})"), "(;SZ[9];W[]B[".len() + 2 * MAX_STEPS),
            (format!("(;SZ[9];W{many}B[])"), "(;SZ[9];W[".len() + 2 * (MAX_STEPS - 1)),
        ] {
            let record = only(&text).expect("a game");
            assert_eq!(record.steps.len(), MAX_STEPS);
            assert_eq!(record.repairs.first().map(|repair| repair.offset), Some(end));
        }
    }

    #[test]
    fn setup_off_the_board_is_left_out_and_told() {
        let record = only("(;SZ[9]AB[aa][zz][a]AE[];B[bb])").expect("a game");
        assert_eq!(record.setup.len(), 1);
        assert!(record.repairs.first().expect("told").reason.contains("[zz]"));
        // This is the first value off this board.
        let record = only("(;AB[cc][jj][aa:kk]AW[zz]SZ[10])").expect("a game");
        assert!(record.repairs.first().expect("told").reason.contains("[aa:kk]"));
        assert_eq!(record.setup.len(), 100);
    }

    #[test]
    fn what_is_said_of_the_game() {
        let record = only("(;PB[ A\\]B ]PW[李世石]DT[2005]KM[6.5]HA[2];PB[other]RE[W+R])").expect("a game");
        let info = &record.info;
        assert_eq!((info.black.as_str(), info.white.as_str()), ("A]B", "李世石"));
        assert_eq!(info.game_date().map(|d| d.year()), Some(2005));
        assert_eq!((info.result.as_str(), info.handicap_stones), ("W+R", Some(2)));
    }

    #[test]
    fn comments_are_about_the_position_after_their_node() {
        let record =
            only("(;C[start]GC[ game ]SZ[9];B[aa];W[bb]C[a\\]b\nc];C[];AB[cc]C[setup](;B[dd]C[main])(;B[ee]C[no]))");
        let comments = record.expect("a game").comments;
        let comments: Vec<(usize, &str)> = comments.iter().map(|c| (c.steps, c.text.as_str())).collect();
        assert_eq!(
            comments,
            [(0, "start"), (0, "game"), (2, "a]b\nc"), (3, "setup"), (4, "main")]
        );
    }

    #[test]
    fn signs_are_on_points_of_the_board_after_their_node() {
        let text =
            "(;TR[aa]SZ[9];B[aa]LB[bb:A][cc: 12345678 90][dd]SQ[ee:ef];W[bb]CR[zz][ii]MA[aa](;B[cc])(;B[dd]LB[aa:x]))";
        let markup = only(text).expect("a game").markup;
        let signs = markup.iter().map(|at| format!("{}{}{}", at.steps, at.point, at.sign));
        let signs: Vec<String> = signs.collect();
        assert_eq!(signs.join(" "), "0aa△ 1bbA 1cc12345678 1ee□ 1ef□ 2ii○ 2aa×");
    }

    #[test]
    fn several_games_have_their_places() {
        let text = "x (;B[aa]) y (;SZ[21]) (;B[bb](;W[cc])(;W[dd])) z";
        let spans: Vec<_> = game_trees(text).map(|tree| text[tree.span].to_owned()).collect();
        assert_eq!(spans, ["(;B[aa])", "(;SZ[21])", "(;B[bb](;W[cc])(;W[dd]))"]);
    }

    proptest! {
        /// A lower-case identifier means the same, and is never read as a plain
        /// move.
        #[test]
        fn plain_moves_are_read_as_all_others(
            nodes in prop::collection::vec(r"(;[BW]\[[a-j][a-j]\]){1,4}|;[BWC]\[[a-t\n]{0,3}\]|[BW]?\[aa\]|AB\[[ab]c\]|[\n();]", 0..30),
        ) {
            let text = format!("(;SZ[9]{}", nodes.concat());
            let other = text.replace(";B[", ";b[").replace(";W[", ";w[");
            let said = |text: &str| game_trees(text).map(|tree| (tree.span, tree.game.map(|game| (game.setup, game.steps)))).collect::<Vec<_>>();
            prop_assert_eq!(said(&text), said(&other));
        }
    }
}
