//! Values of properties, as far as they count before the node ends.

use super::setup::{NodeSetup, RawValue};
use super::{LineReader, MAX_COMMENT_BYTES, MAX_COMMENTS, MAX_STEPS, brief};
use crate::go::{BoardSize, Color};
use crate::record::game::{Comment, EngineNote, EngineProperty, Markup, Rejection, RepairKind};
use crate::record::info::{MAX_LETTERS, take_stand_in};
use crate::record::text::{Ident, ValueEnd, comment_text, points, simple_text, start_of, unescaped_brackets};
use crate::record::values::normalized;

/// The maximum number of signs in a line, and the maximum number of letters of a label.
const MAX_SIGNS: usize = 1 << 16;
const MAX_LABEL: usize = 8;

const B: Ident = Ident::new(b"B");
const W: Ident = Ident::new(b"W");
const AB: Ident = Ident::new(b"AB");
const AW: Ident = Ident::new(b"AW");
const AE: Ident = Ident::new(b"AE");
const SZ: Ident = Ident::new(b"SZ");
const GM: Ident = Ident::new(b"GM");
const C: Ident = Ident::new(b"C");
const GC: Ident = Ident::new(b"GC");
const LB: Ident = Ident::new(b"LB");
const TR: Ident = Ident::new(b"TR");
const SQ: Ident = Ident::new(b"SQ");
const CR: Ident = Ident::new(b"CR");
const MA: Ident = Ident::new(b"MA");
const LZ: Ident = Ident::new(b"LZ");
const LZOP: Ident = Ident::new(b"LZOP");
const SBKV: Ident = Ident::new(b"SBKV");
const SBKS: Ident = Ident::new(b"SBKS");
const KT: Ident = Ident::new(b"KT");

/// The number of the value of `KT` that has the evaluations, from 1. Those before it have the
/// owners of the points and the policy.
const KT_EVALUATIONS: usize = 3;

impl<'a> LineReader<'a> {
    pub(super) fn value(&mut self, ident: Ident, value: RawValue<'a>) -> Result<(), Rejection> {
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
            LB => {
                if let Some((point, label)) = value.raw.split_once(':') {
                    self.mark(point, &simple_text(label));
                }
            }
            TR => self.mark(value.raw, "△"),
            SQ => self.mark(value.raw, "□"),
            CR => self.mark(value.raw, "○"),
            MA => self.mark(value.raw, "×"),
            LZ | LZOP => self.engine_note(EngineProperty::Lizzie, value),
            SBKV => self.engine_note(EngineProperty::Sabaki, value),
            SBKS => self.engine_note(EngineProperty::SabakiLead, value),
            KT => {
                self.kt_values += 1;
                if self.kt_values == KT_EVALUATIONS {
                    self.engine_note(EngineProperty::KaTrain, value);
                }
            }
            _ => {
                if self.info.take(ident, value.raw)
                    || self.in_root && take_stand_in(&mut self.stand_ins, ident, value.raw)
                {
                    self.note_cut(ident, value, || format!("the first {MAX_LETTERS} letters count"));
                }
            }
        }
        Ok(())
    }

    /// Notes the fault of a value that does not end at its first bracket.
    pub(super) fn note_end(&mut self, ident: Ident, RawValue { raw, offset }: RawValue<'_>, end: ValueEnd) {
        match end {
            ValueEnd::Closed => {}
            ValueEnd::Chosen if unescaped_brackets(raw).next().is_none() => {}
            ValueEnd::Chosen => self.repairs.note(RepairKind::Bracket, offset, || {
                format!("{ident} has a ] without a backslash, which was read as a part of its text")
            }),
            ValueEnd::Open => self.repairs.note(RepairKind::CutShort, offset, || {
                "the closing bracket of this value is missing".to_owned()
            }),
        }
    }

    /// Collects a move. One more than the maximum number of steps suffices to end
    /// the game.
    fn add_move(&mut self, player: usize, value: RawValue<'a>) {
        if self.moves[player].len() <= MAX_STEPS {
            self.moves[player].push(value);
        }
    }

    fn set_up(&mut self, stone: Option<Color>, value: RawValue<'a>) {
        let setup = self.setup.get_or_insert_with(|| NodeSetup::new(value.offset));
        setup.place(stone, value);
    }

    fn comment(&mut self, ident: Ident, value: RawValue<'a>) {
        if value.raw.trim_start().is_empty() {
            return;
        }
        let (start, is_cut) = start_of(value.raw, self.allowance.comment_bytes);
        if is_cut || self.comments.len() == self.allowance.comments {
            self.is_cut = true;
            let mebibytes = MAX_COMMENT_BYTES >> 20;
            self.note_cut(ident, value, || {
                format!("of all comments {mebibytes} MiB, or {MAX_COMMENTS} of them, count")
            });
        }
        if self.comments.len() == self.allowance.comments {
            return;
        }
        self.allowance.comment_bytes -= start.len();
        let text = comment_text(start);
        let text = text.trim();
        if !text.is_empty() {
            self.comments.push(Comment {
                steps: 0,
                text: text.to_owned(),
            });
        }
    }

    fn mark(&mut self, raw: &str, sign: &str) {
        let room = MAX_SIGNS - self.markup.len();
        let points = points(raw).into_iter().flatten().take(room);
        self.markup.extend(points.map(|point| Markup {
            steps: 0,
            point,
            sign: sign.chars().take(MAX_LABEL).collect(),
        }));
    }

    /// Collects an evaluation. There is room for one at each position.
    fn engine_note(&mut self, property: EngineProperty, value: RawValue<'a>) {
        if self.engine_notes.len() <= MAX_STEPS {
            self.engine_notes.push(EngineNote {
                steps: 0,
                property,
                value: value.offset..value.offset + value.raw.len(),
            });
        }
    }

    fn note_cut(&mut self, ident: Ident, value: RawValue<'a>, what: impl FnOnce() -> String) {
        self.repairs.note(RepairKind::Value, value.offset, || {
            let bytes = value.raw.len();
            format!("{ident} has {bytes} bytes here; {}, and the record keeps all", what())
        });
    }

    /// Returns the board size of an SZ value, or `None` if it is not a number. A
    /// board without a size has 19 lines.
    fn board_size(&mut self, value: RawValue<'a>) -> Result<Option<BoardSize>, Rejection> {
        let raw = &*normalized(value.raw);
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
                self.repairs.note(RepairKind::Value, value.offset, || {
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
}

fn require_go(raw: &str) -> Result<(), Rejection> {
    match normalized(raw).parse::<i64>() {
        Ok(1) | Err(_) => Ok(()),
        Ok(other) => Err(Rejection::OtherGame(other.to_string())),
    }
}
