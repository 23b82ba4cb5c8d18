use super::super::course::*;
use crate::go::{Board, HashTable, KeyTables, Move, Point};
use crate::record::{Action, GameRecord, SetupPoint, Step, game_trees};
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

#[test]
fn skipping_takes_whole_courses() {
    let courses = ["(;SZ[9];B[aa])", "(;SZ[19]AB[aa];W[])", "(;SZ[5])"].map(course);
    let bytes = courses.each_ref().map(written);
    let all = bytes.concat();
    let mut reader = Bytes::new(&all);
    for bytes in &bytes {
        assert_eq!(reader.skip_slot(), Ok(bytes.as_slice()));
    }
    assert!(reader.is_empty());
    assert_eq!(reader.skip_slot(), Err(Malformed));
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

/// Plays a course without knowing the rules, and compares every position with that
/// of a board that does.
fn check_against_board(record: &GameRecord, course: &Course) {
    let size = course.size;
    let mut stones: Vec<Option<Color>> = vec![None; size.area()];
    let mut marks = course.marks.iter().peekable();
    let mut board = Board::new(size);
    let stones_of = |board: &Board| -> Vec<Option<Color>> { size.points().map(|point| board.get(point)).collect() };
    for &(point, stone) in &record.setup {
        board.set(point, stone);
    }
    let (mut ply, mut last) = (0, course.first.opponent());
    let mut take = |stones: &mut Vec<Option<Color>>, ply: u16, is_setup: bool, mut replaced: Option<u16>| {
        while let Some(mark) =
            marks.next_if(|mark| mark.ply == ply && matches!(mark.kind, MarkKind::Set(_)) == is_setup)
        {
            let at = usize::from(mark.point);
            match mark.kind {
                MarkKind::Set(stone) => {
                    assert_ne!(stones[at], stone);
                    stones[at] = stone;
                }
                MarkKind::Removed if replaced.take_if(|point| *point == mark.point).is_some() => {}
                MarkKind::Removed => assert!(stones[at].take().is_some()),
                MarkKind::Turn => {}
            }
        }
        assert_eq!(replaced, None);
    };
    let turns: Vec<u16> = course
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::Turn)
        .map(|mark| mark.ply)
        .collect();
    let mut steps = record.steps.iter().peekable();
    // Setup after setup is not told apart.
    if !steps.peek().is_some_and(|step| matches!(step.action, Action::Setup(_))) {
        take(&mut stones, 0, true, None);
        assert_eq!(stones, stones_of(&board));
    }
    while let Some(step) = steps.next() {
        match &step.action {
            Action::Setup(changes) => {
                for &(point, stone) in changes {
                    board.set(point, stone);
                }
                if let Some(Step {
                    action: Action::Setup(_),
                    ..
                }) = steps.peek()
                {
                    continue;
                }
                take(&mut stones, ply, true, None);
            }
            Action::Move(mv) => {
                let replaced = mv.point.filter(|point| board.get(*point).is_some());
                replay(&mut board, *mv);
                let point = course.moves[usize::from(ply)];
                ply += 1;
                last = if turns.contains(&ply) { last } else { last.opponent() };
                assert_eq!(mv.color, last);
                assert_eq!(mv.point.map_or(Course::PASS, |point| point.index(size) as u16), point);
                if point != Course::PASS {
                    let before = stones[usize::from(point)].replace(last);
                    assert_eq!(before.is_some(), replaced.is_some());
                }
                take(&mut stones, ply, false, replaced.map(|_| point));
            }
        }
        assert_eq!(stones, stones_of(&board));
    }
    assert_eq!(marks.next(), None);
    assert_eq!(course.moves.len(), usize::from(ply));
}

proptest! {
    #[test]
    fn courses_come_back_and_are_those_of_the_board(record in records()) {
        let course = Course::of(&record, KeyTables::new(HashTable::built_in()).get(record.size));
        check_against_board(&record, &course);
        prop_assert_eq!(read(&written(&course)), Ok(course));
    }
}
