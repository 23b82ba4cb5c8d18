use super::game::{Action, Comment, GameRecord, GameTree, Placement, Rejection, Repair, Step};
use super::info::{GameInfo, MAX_LETTERS};
use super::text::{Ident, Scanner, Token};
use super::text::{comment_text, points, start_of};
use crate::go::{BoardSize, Color, Move, Point};

/// Reads every game tree of a text. Syntax errors are tolerated: a record is
/// rejected only if it has no usable main line. Variations and everything after an
/// unreadable move are skipped.
pub fn game_trees(text: &str) -> impl Iterator<Item = GameTree> {
    let mut scanner = Scanner::new(text);
    std::iter::from_fn(move || {
        let start = scanner.next_game()?;
        let game = Reader {
            in_root: true,
            ..Reader::default()
        }
        .read(&mut scanner);
        let end = scanner.end_game();
        Some(GameTree { span: start..end, game })
    })
}

/// The maximum number of steps of a main line: the maximum number of moves to
/// replay ([`MAX_MOVES`](super::MAX_MOVES)), and room for setup between them.
const MAX_STEPS: usize = 70_000;

/// The maximum number of points that setup after the root sets in a main line. Each
/// step could set the whole board in ten bytes of text.
const MAX_PLACED: usize = 1 << 22;

/// The maximum number of comments in a main line, and the maximum number of their
/// bytes.
const MAX_COMMENTS: usize = 1 << 16;
const MAX_COMMENT_BYTES: usize = 1 << 20;

const B: Ident = Ident::new(b"B");
const W: Ident = Ident::new(b"W");
const AB: Ident = Ident::new(b"AB");
const AW: Ident = Ident::new(b"AW");
const AE: Ident = Ident::new(b"AE");
const SZ: Ident = Ident::new(b"SZ");
const GM: Ident = Ident::new(b"GM");
const C: Ident = Ident::new(b"C");
const GC: Ident = Ident::new(b"GC");

/// A value that depends on the board size, which may come later in the same node.
#[derive(Clone, Copy)]
struct Pending<'a> {
    raw: &'a str,
    offset: usize,
}

/// The setup of a node, collected value by value, because there may be millions.
struct Setup<'a> {
    /// The place of the first value.
    offset: usize,
    /// The last change of each point of the largest board.
    placed: [Option<Option<Color>>; BoardSize::MAX.area()],
    /// The values that need a larger board than all earlier ones, each with the
    /// smallest sufficient number of lines. For a board of any size, the first
    /// value off the board is among them.
    largest: Vec<(u8, Pending<'a>)>,
}

impl<'a> Setup<'a> {
    const fn new(offset: usize) -> Self {
        Self {
            offset,
            placed: [None; _],
            largest: Vec::new(),
        }
    }

    fn place(&mut self, stone: Option<Color>, value: Pending<'a>) {
        // Some programs write an empty list (`AE[]`).
        if value.raw.trim().is_empty() {
            return;
        }
        let mut lines = u8::MAX;
        if let Some(named) = points(value.raw) {
            lines = 0;
            for point in named {
                lines = lines.max(point.x.max(point.y) + 1);
                if point.is_on(BoardSize::MAX) {
                    self.placed[point.index(BoardSize::MAX)] = Some(stone);
                }
            }
        }
        if self.largest.last().is_none_or(|(before, _)| lines > *before) {
            self.largest.push((lines, value));
        }
    }

    /// Returns the first value with a point off the board.
    fn off_board(&self, size: BoardSize) -> Option<Pending<'a>> {
        let off = self.largest.iter().find(|(lines, _)| *lines > size.lines())?;
        Some(off.1)
    }

    /// Returns the changes in the order of the points of the board.
    fn changes(&self, size: BoardSize) -> impl Iterator<Item = Placement> {
        size.points()
            .filter_map(|point| Some((point, self.placed[point.index(BoardSize::MAX)]?)))
    }
}

/// A reader of one main line, node by node.
#[derive(Default)]
struct Reader<'a> {
    size: Option<BoardSize>,
    root_setup: Vec<Placement>,
    steps: Vec<Step>,
    info: GameInfo,
    comments: Vec<Comment>,
    /// The number of comments of the nodes before the current one.
    settled_comments: usize,
    /// The number of bytes of the values of all comments.
    comment_bytes: usize,
    repair: Option<Repair>,
    /// True once any part of the main line was read.
    begun: bool,
    in_root: bool,
    /// The setup and the moves of the current node. Black's and White's moves are
    /// separate.
    setup: Option<Setup<'a>>,
    moves: [Vec<Pending<'a>>; 2],
    /// The number of points set by the setup of the steps.
    placed: usize,
    /// True if the main line ended early, at a move that is not a point.
    ended: bool,
}

impl<'a> Reader<'a> {
    fn read(mut self, scanner: &mut Scanner<'a>) -> Result<GameRecord, Rejection> {
        while let Some(token) = scanner.next_token() {
            match token {
                // The root is the first node even without its semicolon.
                Token::Node if !self.begun => self.begun = true,
                Token::Node => {
                    self.end_node();
                    self.in_root = false;
                    if !self.ended {
                        self.plain_moves(scanner);
                    }
                }
                Token::Value {
                    ident,
                    raw,
                    offset,
                    closed,
                } => {
                    if !closed {
                        self.note(offset, || "the closing bracket of this value is missing".to_owned());
                    }
                    self.begun = true;
                    self.value(ident, Pending { raw, offset })?;
                }
            }
            if self.ended {
                break;
            }
        }
        self.end_node();
        Ok(GameRecord {
            size: self.size.unwrap_or_default(),
            setup: self.root_setup,
            steps: self.steps,
            info: self.info,
            comments: self.comments,
            repair: self.repair,
        })
    }

    /// Takes nodes of one move each, until a node of another kind or until there is
    /// no room.
    fn plain_moves(&mut self, scanner: &mut Scanner<'a>) {
        let size = self.size.unwrap_or_default();
        while self.steps.len() < MAX_STEPS
            && let Some((mv, offset)) = scanner.plain_move(size)
        {
            self.steps.push(Step {
                action: Action::Move(mv),
                offset,
            });
        }
    }

    fn value(&mut self, ident: Ident, value: Pending<'a>) -> Result<(), Rejection> {
        match ident {
            B => self.add_move(0, value),
            W => self.add_move(1, value),
            AB => self.set_up(Some(Color::Black), value),
            AW => self.set_up(Some(Color::White), value),
            AE => self.set_up(None, value),
            // Later values do not affect the game.
            SZ if self.size.is_none() && self.in_root => self.size = self.board_size(value)?,
            GM if self.in_root => require_go(value.raw)?,
            C | GC => self.comment(ident, value),
            _ => {
                if self.info.take(ident, value.raw) {
                    self.note_cut(ident, value, || format!("the first {MAX_LETTERS} letters count"));
                }
            }
        }
        Ok(())
    }

    /// Collects a move. One more than the maximum number of steps suffices to end
    /// the game.
    fn add_move(&mut self, player: usize, value: Pending<'a>) {
        if self.moves[player].len() <= MAX_STEPS {
            self.moves[player].push(value);
        }
    }

    fn set_up(&mut self, stone: Option<Color>, value: Pending<'a>) {
        let setup = self.setup.get_or_insert_with(|| Setup::new(value.offset));
        setup.place(stone, value);
    }

    fn comment(&mut self, ident: Ident, value: Pending<'a>) {
        if value.raw.trim_start().is_empty() {
            return;
        }
        let (start, is_cut) = start_of(value.raw, MAX_COMMENT_BYTES - self.comment_bytes);
        if is_cut || self.comments.len() == MAX_COMMENTS {
            let mebibytes = MAX_COMMENT_BYTES >> 20;
            self.note_cut(ident, value, || {
                format!("of all comments {mebibytes} MiB, or {MAX_COMMENTS} of them, count")
            });
        }
        if self.comments.len() == MAX_COMMENTS {
            return;
        }
        self.comment_bytes += start.len();
        let text = comment_text(start);
        let text = text.trim();
        if !text.is_empty() {
            self.comments.push(Comment {
                steps: 0,
                text: text.to_owned(),
            });
        }
    }

    /// Notes that a value was cut off.
    fn note_cut(&mut self, ident: Ident, value: Pending<'a>, what: impl FnOnce() -> String) {
        self.note(value.offset, || {
            let bytes = value.raw.len();
            format!("{ident} has {bytes} bytes here; {}, and the record keeps all", what())
        });
    }

    /// Returns the board size of an SZ value, or `None` if it is not a number. A
    /// board without a size has 19 lines.
    fn board_size(&mut self, value: Pending<'a>) -> Result<Option<BoardSize>, Rejection> {
        let raw = value.raw.trim();
        let lines = match raw.split_once([':', 'x']) {
            Some((columns, rows)) if columns.trim() != rows.trim() => {
                return Err(Rejection::Rectangle(brief(raw)));
            }
            Some((columns, _)) => columns.trim(),
            None => raw,
        };
        if lines.len() > 3 && lines.bytes().all(|b| b.is_ascii_digit()) {
            return Err(Rejection::Size(brief(lines)));
        }
        let Ok(number) = lines.parse::<i64>() else {
            if !raw.is_empty() {
                self.note(value.offset, || {
                    format!("SZ[{}] is not a board size; 19 is assumed", brief(raw))
                });
            }
            return Ok(None);
        };
        match u8::try_from(number).ok().filter(|&n| n >= 2).and_then(BoardSize::new) {
            Some(size) => Ok(Some(size)),
            None => Err(Rejection::Size(lines.to_owned())),
        }
    }

    /// Turns the contents of the node into steps.
    fn end_node(&mut self) {
        if self.ended {
            return;
        }
        if let Some(setup) = self.setup.take() {
            self.end_setup(&setup);
        }
        for (player, color) in [Color::Black, Color::White].into_iter().enumerate() {
            let mut values = std::mem::take(&mut self.moves[player]);
            for value in values.drain(..) {
                self.end_move(color, value);
            }
            self.moves[player] = values;
        }
        self.settle_comments();
    }

    /// Assigns the comments of the node to the position after it.
    fn settle_comments(&mut self) {
        for comment in &mut self.comments[self.settled_comments..] {
            comment.steps = self.steps.len();
        }
        self.settled_comments = self.comments.len();
    }

    fn end_setup(&mut self, setup: &Setup<'a>) {
        let size = self.size.unwrap_or_default();
        if let Some(value) = setup.off_board(size) {
            self.note(value.offset, || {
                format!(
                    "setup at [{}] is not on the {size} board and was left out",
                    brief(value.raw)
                )
            });
        }
        if self.in_root {
            // The board is empty, so emptying a point has no effect.
            self.root_setup = setup.changes(size).filter(|(_, stone)| stone.is_some()).collect();
            return;
        }
        let changes: Vec<Placement> = setup.changes(size).collect();
        self.placed += changes.len();
        if self.placed > MAX_PLACED {
            self.note(setup.offset, || {
                format!("the main line sets more than {MAX_PLACED} points; the game ends here")
            });
            self.ended = true;
        } else if !changes.is_empty() {
            self.push(Action::Setup(changes), setup.offset);
        }
    }

    fn push(&mut self, action: Action, offset: usize) {
        if self.steps.len() == MAX_STEPS {
            self.note(offset, || {
                format!("the main line has more than {MAX_STEPS} steps; the game ends here")
            });
            self.ended = true;
        } else {
            self.steps.push(Step { action, offset });
        }
    }

    fn end_move(&mut self, color: Color, value: Pending<'a>) {
        if self.ended {
            return;
        }
        let size = self.size.unwrap_or_default();
        let raw = value.raw.trim();
        let mv = match Point::from_sgf(raw) {
            Some(point) if point.is_on(size) => Move::at(color, point),
            // Older versions of the format write a pass as `tt`.
            _ if raw.is_empty() || raw == "tt" => Move::pass(color),
            _ => {
                let letter = color.letter();
                self.note(value.offset, || {
                    format!(
                        "{letter}[{}] names no point of the {size} board; the game ends before it",
                        brief(raw)
                    )
                });
                self.ended = true;
                return;
            }
        };
        self.push(Action::Move(mv), value.offset);
    }

    /// Notes a fault if it is the first.
    fn note(&mut self, offset: usize, reason: impl FnOnce() -> String) {
        self.repair.get_or_insert_with(|| Repair {
            reason: reason(),
            offset,
        });
    }
}

fn require_go(raw: &str) -> Result<(), Rejection> {
    match raw.trim().parse::<i64>() {
        Ok(1) | Err(_) => Ok(()),
        Ok(other) => Err(Rejection::OtherGame(other.to_string())),
    }
}

/// Returns the beginning of a value, for a message.
fn brief(raw: &str) -> String {
    const SHOWN: usize = 20;
    match raw.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &raw[..end]),
        None => raw.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            "setup 1, W cc, B pass, W pass, B ff, W ee"
        );
        assert_eq!(only("(;SZ[9]AB[aa:bb]AE[aa])").expect("a game").setup.len(), 3);
        assert_eq!(moves("(;SZ[19];AB[pd][dp];W[dd])"), "setup 2, W dd");
        assert_eq!(moves("(;B[pd]W[dp])"), "B pd, W dp");
    }

    #[test]
    fn an_unreadable_move_ends_the_game_and_is_told_with_its_place() {
        let record = only("(;SZ[9];B[aa];W[jj];B[bb])").expect("a game");
        assert_eq!(record.steps.len(), 1);
        let repair = record.repair.expect("told");
        assert_eq!(repair.offset, 16);
        assert!(
            repair.reason.starts_with("W[jj] names no point of the 9x9 board"),
            "{}",
            repair.reason
        );
    }

    #[test]
    fn boards_that_are_not_stored() {
        assert_eq!(only("(;SZ[19:13])"), Err(Rejection::Rectangle("19:13".to_owned())));
        assert_eq!(only("(;SZ[21])"), Err(Rejection::Size("21".to_owned())));
        assert_eq!(only("(;SZ[1])"), Err(Rejection::Size("1".to_owned())));
        assert!(matches!(only("(;SZ[99999999999999999999])"), Err(Rejection::Size(_))));
        assert_eq!(only("(;GM[19]SZ[8])"), Err(Rejection::OtherGame("19".to_owned())));
    }

    #[test]
    fn the_board_size_wherever_the_root_has_it() {
        let lines = |text| only(text).expect("a game").size.lines();
        assert_eq!(lines("(;SZ[13:13];B[aa])"), 13);
        assert_eq!(lines("(;AB[gg]SZ[ 7 ])"), 7);
        assert_eq!(lines("(;FF[4])"), 19);
        assert_eq!(lines("(;SZ[9x9])"), 9);
        assert_eq!(lines("(FF[3]SZ[9];B[aa])"), 9);
        let record = only("(;SZ[big];B[aa])").expect("a game");
        assert_eq!((record.size.lines(), record.repair.is_some()), (19, true));
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
            Ok(record) => record.repair.expect("told").reason,
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
        assert_eq!((record.setup.len(), record.steps.len()), (1, 2));
    }

    #[test]
    fn a_main_line_without_end_ends_somewhere() {
        for node in [";B[]", ";B[aa]"] {
            let record = only(&format!("(;SZ[9]{})", node.repeat(MAX_STEPS + 10))).expect("a game");
            assert_eq!(record.steps.len(), MAX_STEPS);
            let offset = "(;SZ[9]".len() + MAX_STEPS * node.len() + ";B[".len();
            assert_eq!(record.repair.map(|repair| repair.offset), Some(offset));
        }
    }

    #[test]
    fn a_text_counts_up_to_a_length_and_more_is_told() {
        let said = |value: &str| {
            let record = only(&format!("(;SZ[9]EV[{value}]PB[b])")).expect("a game");
            assert_eq!(record.info.black, "b");
            (record.info.event, record.repair)
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
        assert_eq!(record.repair.map(|repair| repair.offset), Some(offset));
        let half = "x".repeat(MAX_COMMENT_BYTES / 2 + 1);
        let record = only(&format!("(;C[{half}];B[aa]C[{half}];W[bb]C[c])")).expect("a game");
        let lengths: Vec<usize> = record.comments.iter().map(|comment| comment.text.len()).collect();
        assert_eq!(lengths, [MAX_COMMENT_BYTES / 2 + 1, MAX_COMMENT_BYTES / 2 - 1]);
        let repair = record.repair.expect("told");
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
        let whole = only(&format!("(;SZ[19]{};B[])", node.repeat(steps))).expect("a game");
        assert_eq!((whole.steps.len(), whole.repair), (steps + 1, None));
        let cut = only(&format!("(;SZ[19]{};B[])", node.repeat(steps + 1))).expect("a game");
        assert_eq!(cut.steps.len(), steps);
        let offset = "(;SZ[19]".len() + steps * node.len() + ";AB[".len();
        assert_eq!(cut.repair.map(|repair| repair.offset), Some(offset));
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
            assert_eq!(record.repair.map(|repair| repair.offset), Some(end));
        }
    }

    #[test]
    fn setup_off_the_board_is_left_out_and_told() {
        let record = only("(;SZ[9]AB[aa][zz][a]AE[];B[bb])").expect("a game");
        assert_eq!(record.setup.len(), 1);
        assert!(record.repair.expect("told").reason.contains("[zz]"));
        // This is the first value off this board.
        let record = only("(;AB[cc][jj][aa:kk]AW[zz]SZ[10])").expect("a game");
        assert!(record.repair.expect("told").reason.contains("[aa:kk]"));
        assert_eq!(record.setup.len(), 100);
    }

    #[test]
    fn what_is_said_of_the_game() {
        let record = only("(;PB[ A\\]B ]PW[李世石]DT[2005]KM[6.5]HA[2];PB[other]RE[W+R])").expect("a game");
        let info = &record.info;
        assert_eq!((info.black.as_str(), info.white.as_str()), ("A]B", "李世石"));
        assert_eq!(info.game_date().map(|d| d.year()), Some(2005));
        assert_eq!((info.result.as_str(), info.handicap_stones()), ("W+R", Some(2)));
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
            prop_assert_eq!(game_trees(&text).collect::<Vec<_>>(), game_trees(&other).collect::<Vec<_>>());
        }
    }
}
