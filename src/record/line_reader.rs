//! Reads one line of a game tree, node by node.

mod setup;
mod values;

use super::beginning::Beginning;
use super::game::{Action, Comment, EngineNote, GameRecord, Markup, Rejection, RepairKind, Repairs, SetupPoint, Step};
use super::info::GameInfo;
use super::text::{PASS, RESIGN, Scanner, SgfToken, ValueEnd, points};
use crate::go::{BoardSize, Color, Move, Point};
use setup::{NodeSetup, RawValue};

/// The maximum number of steps of a main line: the maximum number of moves to
/// replay ([`MAX_MOVES`](super::steps::MAX_MOVES)), and room for setup between them.
pub(super) const MAX_STEPS: usize = 70_000;

/// The maximum number of points that setup after the root sets in a main line. Each
/// step could set the whole board in ten bytes of text.
pub(super) const MAX_PLACED: usize = 1 << 22;

/// The maximum number of comments in a main line, and the maximum number of their
/// bytes.
pub(super) const MAX_COMMENTS: usize = 1 << 16;
pub(super) const MAX_COMMENT_BYTES: usize = 1 << 20;

#[derive(Clone, Copy, Debug)]
pub(super) struct LineLimits {
    pub steps: usize,
    /// The number of points that setup after the root may set.
    pub placed: usize,
    pub comments: usize,
    pub comment_bytes: usize,
}

impl LineLimits {
    const MAIN_LINE: Self = Self {
        steps: MAX_STEPS,
        placed: MAX_PLACED,
        comments: MAX_COMMENTS,
        comment_bytes: MAX_COMMENT_BYTES,
    };
}

/// Returns whether a record may have evaluations by engines: false if it has none of the letters of
/// their properties, and is no UTF-16.
pub(crate) fn may_have_engine_notes(record: &[u8]) -> bool {
    record
        .windows(2)
        .any(|letters| matches!(letters, b"LZ" | b"SB" | b"KT" | [0, _]))
}

pub(super) struct LineReader<'a> {
    size: Option<BoardSize>,
    root_setup: Vec<SetupPoint>,
    pub steps: Vec<Step>,
    info: GameInfo,
    stand_ins: GameInfo,
    pub comments: Vec<Comment>,
    /// The number of comments of the nodes before the current one.
    settled_comments: usize,
    markup: Vec<Markup>,
    /// The number of signs of the nodes before the current one.
    settled_signs: usize,
    engine_notes: Vec<EngineNote>,
    /// The number of engine notes of the nodes before the current one.
    settled_notes: usize,
    /// The number of values of `KT` in the current node.
    kt_values: usize,
    /// The places at which variations may leave the line, in order, as numbers of steps, with the
    /// numbers of variations.
    pub forks: Vec<(usize, usize)>,
    /// The number of variations that begin before anything of the line, the line itself among
    /// them.
    pub forks_before: usize,
    forks_here: usize,
    allowance: LineLimits,
    /// True if something was left out because the allowance was used up.
    pub is_cut: bool,
    repairs: Repairs,
    /// True once any part of the line was read.
    begun: bool,
    in_root: bool,
    /// The setup and the moves of the current node. Black's and White's moves are
    /// separate.
    setup: Option<NodeSetup<'a>>,
    moves: [Vec<RawValue<'a>>; 2],
    /// True if the line ended early, at a move that is not a point.
    ended: bool,
}

impl<'a> LineReader<'a> {
    fn new(size: Option<BoardSize>, in_root: bool, allowance: LineLimits) -> Self {
        Self {
            size,
            root_setup: Vec::new(),
            steps: Vec::new(),
            info: GameInfo::default(),
            stand_ins: GameInfo::default(),
            comments: Vec::new(),
            settled_comments: 0,
            markup: Vec::new(),
            settled_signs: 0,
            engine_notes: Vec::new(),
            settled_notes: 0,
            kt_values: 0,
            forks: Vec::new(),
            forks_before: 0,
            forks_here: 0,
            allowance,
            is_cut: false,
            repairs: Repairs::default(),
            begun: false,
            in_root,
            setup: None,
            moves: [Vec::new(), Vec::new()],
            ended: false,
        }
    }

    pub(crate) fn of_main_line() -> Self {
        Self::new(None, true, LineLimits::MAIN_LINE)
    }

    pub(crate) fn of_variation(size: BoardSize, allowance: LineLimits) -> Self {
        Self::new(Some(size), false, allowance)
    }

    pub fn read(mut self, scanner: &mut Scanner<'a>) -> Result<Self, Rejection> {
        while let Some(token) = scanner.next_token() {
            match token {
                SgfToken::Fork if !self.begun => self.forks_before += 1,
                SgfToken::Fork => self.forks_here += 1,
                SgfToken::Unfork => self.unfork(),
                // The root is the first node even without its semicolon.
                SgfToken::Node if !self.begun => self.begun = true,
                SgfToken::Node => {
                    self.end_node();
                    self.in_root = false;
                    if !self.ended {
                        self.plain_moves(scanner);
                    }
                }
                SgfToken::Value {
                    ident,
                    raw,
                    offset,
                    end,
                } => {
                    self.note_end(ident, RawValue { raw, offset }, end);
                    self.begun = true;
                    // A move that is cut off is no pass.
                    if end == ValueEnd::Open && raw.trim().is_empty() {
                        break;
                    }
                    self.value(ident, RawValue { raw, offset })?;
                }
            }
            if self.ended {
                break;
            }
        }
        self.end_node();
        Ok(self)
    }

    /// Skips what is left of a line that ended early, with its variations.
    pub(crate) fn skip_rest(&self, scanner: &mut Scanner<'a>) {
        if self.ended {
            scanner.end_line(self.forks_here);
        }
    }

    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.comments.is_empty()
    }

    pub(crate) const fn allowance_left(&self) -> LineLimits {
        LineLimits {
            steps: self.allowance.steps - self.steps.len(),
            comments: self.allowance.comments - self.comments.len(),
            ..self.allowance
        }
    }

    pub(crate) fn into_record(self) -> (GameRecord, Beginning) {
        let size = self.size.unwrap_or_default();
        let mut record = GameRecord {
            size,
            setup: self.root_setup,
            steps: self.steps,
            info: self.info.fill(self.stand_ins),
            comments: self.comments,
            markup: self.markup.into_iter().filter(|sign| sign.point.is_on(size)).collect(),
            engine_notes: self.engine_notes,
            repairs: self.repairs,
        };
        let beginning = Beginning::settle(&mut record);
        (record, beginning)
    }

    /// Takes nodes of one move each, until a node of another kind or until there is
    /// nothing left of the allowance.
    fn plain_moves(&mut self, scanner: &mut Scanner<'a>) {
        let size = self.size.unwrap_or_default();
        while self.steps.len() < self.allowance.steps
            && let Some((mv, offset)) = scanner.plain_move(size)
        {
            self.steps.push(Step {
                action: Action::Move(mv),
                offset,
            });
        }
    }

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
        if !self.ended {
            self.settle_forks();
        }
    }

    /// Forgets the last variation that began: it has no properties.
    fn unfork(&mut self) {
        match self.forks.last_mut() {
            _ if self.forks_here > 0 => self.forks_here -= 1,
            Some((steps, variations)) if *steps == self.steps.len() && *variations > 1 => *variations -= 1,
            Some((steps, _)) if *steps == self.steps.len() => drop(self.forks.pop()),
            _ => self.forks_before = self.forks_before.saturating_sub(1),
        }
    }

    fn settle_forks(&mut self) {
        let variations = std::mem::take(&mut self.forks_here);
        if self.is_empty() {
            self.forks_before += variations;
        } else if variations > 0 {
            self.forks.push((self.steps.len(), variations));
        }
    }

    /// Assigns the comments, signs and engine notes of the node to the position after it.
    fn settle_comments(&mut self) {
        for comment in &mut self.comments[self.settled_comments..] {
            comment.steps = self.steps.len();
        }
        self.settled_comments = self.comments.len();
        for sign in &mut self.markup[self.settled_signs..] {
            sign.steps = self.steps.len();
        }
        self.settled_signs = self.markup.len();
        for note in &mut self.engine_notes[self.settled_notes..] {
            note.steps = self.steps.len();
        }
        self.settled_notes = self.engine_notes.len();
        self.kt_values = 0;
    }

    fn end_setup(&mut self, setup: &NodeSetup<'a>) {
        let size = self.size.unwrap_or_default();
        if let Some(value) = setup.off_board(size) {
            self.repairs.note(RepairKind::Value, value.offset, || {
                let on_board = points(value.raw).is_some_and(|mut points| points.any(|point| point.is_on(size)));
                let (whole, what) = if on_board { ("wholly ", "the rest") } else { ("", "it") };
                let value = brief(value.raw);
                format!("setup at [{value}] is not {whole}on the {size} board; {what} was left out")
            });
        }
        if self.in_root {
            // The board is empty, so emptying a point has no effect.
            self.root_setup = setup.changes(size).filter(|(_, stone)| stone.is_some()).collect();
            return;
        }
        let changes: Vec<SetupPoint> = setup.changes(size).collect();
        let Some(left) = self.allowance.placed.checked_sub(changes.len()) else {
            self.repairs.note(RepairKind::CutShort, setup.offset, || {
                format!("the main line sets more than {MAX_PLACED} points; the game ends here")
            });
            self.cut();
            return;
        };
        self.allowance.placed = left;
        if !changes.is_empty() {
            self.push(Action::Setup(changes), setup.offset);
        }
    }

    fn push(&mut self, action: Action, offset: usize) {
        if self.steps.len() == self.allowance.steps {
            self.repairs.note(RepairKind::CutShort, offset, || {
                format!("the main line has more than {MAX_STEPS} steps; the game ends here")
            });
            self.cut();
        } else {
            self.steps.push(Step { action, offset });
        }
    }

    fn end_move(&mut self, color: Color, value: RawValue<'a>) {
        if self.ended {
            return;
        }
        let size = self.size.unwrap_or_default();
        let raw = value.raw.trim();
        let mv = match Point::from_sgf(raw) {
            Some(point) if point.is_on(size) => Move::at(color, point),
            // Older versions of the format write a pass as `tt`, and programs as the point beyond both edges.
            Some(point) if point == Point::new(19, 19) || point == Point::new(size.lines(), size.lines()) => {
                Move::pass(color)
            }
            _ if raw.is_empty() || raw.as_bytes().eq_ignore_ascii_case(PASS) => Move::pass(color),
            // The result says so, too.
            _ if raw.as_bytes().eq_ignore_ascii_case(RESIGN) => {
                self.ended = true;
                return;
            }
            _ => {
                let letter = color.letter();
                self.repairs.note(RepairKind::CutShort, value.offset, || {
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

    const fn cut(&mut self) {
        self.is_cut = true;
        self.ended = true;
    }
}

fn brief(raw: &str) -> String {
    const SHOWN: usize = 20;
    match raw.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &raw[..end]),
        None => raw.to_owned(),
    }
}
