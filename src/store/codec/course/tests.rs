use super::super::course::*;
use crate::go::{Board, HashTable, KeyTables, Move, Point};
use crate::record::{self, Action, GamePosition, GameRecord, SetupPoint, Step, game_trees};
use proptest::prelude::*;

fn written(course: &Course) -> Vec<u8> {
    let mut out = Vec::new();
    write_course(&mut out, course);
    out
}

fn read(bytes: &[u8]) -> Result<Course, Malformed> {
    let mut reader = Bytes::new(bytes);
    // What was in it before must not matter.
    let mut course = Course {
        first: Color::White,
        moves: vec![7; 40],
        marks: vec![mark(3, 5, MarkKind::Removed); 3],
        ..Course::new(BoardSize::MAX)
    };
    reader.read_course(&mut course)?;
    if reader.is_empty() { Ok(course) } else { Err(Malformed) }
}

const fn mark(ply: u16, point: u16, kind: MarkKind) -> Mark {
    Mark { ply, point, kind }
}

fn size(lines: u8) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

fn course(text: &str) -> Course {
    let record = game_trees(text).next().expect("a tree").game.expect("a game");
    Course::of(&record, KeyTables::new(HashTable::built_in()).get(record.size))
}

#[test]
fn the_example_of_the_format_document() {
    let course = course("(;SZ[19]HA[2]AB[pd][dp];W[aa];B[ba];W[];B[ab])");
    let bytes = [
        &[0x33_u8, 4, 3][..],
        &[0x6a, 0x01, 0x8e, 0x38, 0],
        &[176 * 361 + 72_u16, 176 * 361 + 288, 4 * 361]
            .map(u16::to_le_bytes)
            .concat(),
    ];
    assert_eq!(written(&course), bytes.concat());
    assert_eq!(read(&bytes.concat()), Ok(course));
}

#[test]
fn long_times_without_marks_come_back() {
    for gap in [0, 1, 175, 176, 360, 361, 720, 721, 40_000, 65_533] {
        let set = |ply| mark(ply, 360, MarkKind::Set(Some(Color::White)));
        let marks = [
            mark(2, 0, MarkKind::Turn),
            mark(2, 1, MarkKind::Removed),
            set(2),
            mark(2 + gap, 0, MarkKind::Turn),
            mark(2 + gap, 0, MarkKind::Removed),
            set(2 + gap),
        ];
        for marks in [&marks[..], &marks[3..], &marks[4..], &marks[5..]] {
            let course = Course {
                moves: vec![Course::PASS; usize::from(2 + gap)],
                marks: marks.to_vec(),
                ..Course::new(BoardSize::MAX)
            };
            assert_eq!(read(&written(&course)), Ok(course), "{gap}");
        }
    }
}

#[test]
fn what_no_writer_writes_is_malformed() {
    let of = |lines: u8, moves: &[u16], marks: &[Mark]| {
        written(&Course {
            moves: moves.to_vec(),
            marks: marks.to_vec(),
            ..Course::new(size(lines))
        })
    };
    let refused = |bytes: &[u8]| assert_eq!(read(bytes), Err(Malformed), "{bytes:?}");
    // No board, a board that is too large, unknown bits.
    for head in [0, 20, 31, 0x40 | 19, 0x80 | 19] {
        refused(&[head, 0, 0]);
    }
    // Counts beyond the bytes and numbers.
    refused(&[19, 1, 0]);
    refused(&[19, 0, 1, 0]);
    refused(&[19, 0xff, 0xff, 0xff, 0xff, 0x0f, 0]);
    refused(&[19, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
    // A pair of points beyond the pass; a second move where there is none.
    refused(&[19, 2, 0, 0xff, 0xff, 0x01]);
    refused(&[19, 1, 0, 0xff, 0xff, 0x00]);
    assert!(read(&[19, 1, 0, 0x69, 0x01, 0x00]).is_ok());
    // Marks off the board, before the moves that they come with, and after the end.
    for (lines, moves, mark) in [
        (9, 1, mark(1, 81, MarkKind::Removed)),
        (9, 0, mark(0, 81, MarkKind::Set(None))),
        (19, 1, mark(0, 5, MarkKind::Removed)),
        (19, 2, mark(1, 0, MarkKind::Turn)),
        (19, 2, mark(3, 0, MarkKind::Removed)),
        (19, 2, mark(3, 0, MarkKind::Set(None))),
    ] {
        refused(&of(lines, &vec![0; moves], &[mark]));
    }
    refused(&[19, 0, 1, 0xff, 0xff]);
}

fn records() -> impl Strategy<Value = GameRecord> {
    let stone = || prop::option::of(prop::bool::ANY.prop_map(color));
    let placements = move || prop::collection::vec((0_usize..361, stone()), 0..6);
    let step = prop_oneof![
        30 => (any::<bool>(), 0_u8..10, 0_usize..361).prop_map(Err),
        1 => placements().prop_map(Ok),
    ];
    let lines = prop_oneof![2_u8..=5, 1_u8..=19, Just(19)];
    (lines, placements(), prop::collection::vec(step, 0..300)).prop_map(|(lines, setup, steps)| {
        let size = size(lines);
        let point = |index: usize| Point::from_index(index % size.area(), size).expect("a point");
        let placed = |changes: Vec<(usize, Option<Color>)>| -> Vec<SetupPoint> {
            let mut changes: Vec<SetupPoint> = changes.into_iter().map(|(at, stone)| (point(at), stone)).collect();
            changes.sort_unstable_by_key(|(point, _)| *point);
            changes.dedup_by_key(|(point, _)| *point);
            changes
        };
        let mut record = game_trees("(;SZ[9])").next().expect("a tree").game.expect("a game");
        record.size = size;
        record.setup = placed(setup);
        let mut board = Board::new(size);
        for &(point, stone) in &record.setup {
            board.set(point, stone);
        }
        let mut last = Color::White;
        for step in steps {
            let action = match step {
                Ok(changes) => {
                    let changes = placed(changes);
                    for &(point, stone) in &changes {
                        board.set(point, stone);
                    }
                    Action::Setup(changes)
                }
                Err((is_same, kind, at)) => {
                    let color = if is_same && kind < 3 { last } else { last.opponent() };
                    let mv = Move {
                        color,
                        point: (kind > 0).then(|| point(at)),
                    };
                    replay(&mut board, mv);
                    last = color;
                    Action::Move(mv)
                }
            };
            record.steps.push(Step { action, offset: 0 });
        }
        record
    })
}

const fn color(is_black: bool) -> Color {
    if is_black { Color::Black } else { Color::White }
}

/// Plays a move as records may have it: on a stone, too.
fn replay(board: &mut Board, mv: Move) {
    if let Some(point) = mv.point {
        board.set(point, None);
    }
    board.replay(mv).expect("the point is empty");
}

/// Returns the positions that `visit` visits.
fn visited(visit: impl FnOnce(&mut dyn FnMut(GamePosition))) -> Vec<GamePosition> {
    let mut positions = Vec::new();
    visit(&mut |position| positions.push(position));
    positions
}

proptest! {
    #[test]
    fn courses_come_back_and_have_the_positions_of_the_record(record in records()) {
        let keys = KeyTables::built_in().get(record.size);
        let course = Course::of(&record, keys);
        let of_record = visited(|visit| drop(record::replay(&record, keys, visit)));
        prop_assert_eq!(visited(|visit| course.visit(keys, visit)), of_record);
        prop_assert_eq!(read(&written(&course)), Ok(course));
    }
}
