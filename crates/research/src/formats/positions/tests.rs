//! Round trips, and all kinds of damage in all places.

use super::*;
use crate::error::DamagedFile;
use bgo::internal::go::{Board, BoardSize, Color, Point};
use bgo::internal::position_file::{ExtraInfo, PositionId, PositionRecord};
use proptest::prelude::*;
use std::io::Read;

fn size(lines: u8) -> BoardSize {
    BoardSize::new(lines).expect("a size")
}

fn board(size: BoardSize, placed: &[(u16, bool)]) -> Board {
    let mut board = Board::new(size);
    for (n, black) in placed {
        let point = Point::from_index(usize::from(*n) % size.area(), size).expect("a point");
        board.set(point, Some(if *black { Color::Black } else { Color::White }));
    }
    board
}

fn record(size: BoardSize, placed: &[(u16, bool)], extra: Option<ExtraInfo>) -> PositionRecord {
    let zobrist = Zobrist::generate(size);
    let board = board(size, placed);
    let id = PositionId::new(zobrist.hash_of(&board), Color::White);
    PositionRecord::new(id, &board, extra)
}

const EXTRA: ExtraInfo = ExtraInfo {
    source: 0x0102_0304,
    variation: 5,
    move_number: 0x0607,
};

/// Returns records, alternately with and without extra information.
fn records(size: BoardSize, count: u16) -> Vec<PositionRecord> {
    (0..count)
        .map(|n| record(size, &[(n, true), (3 * n + 1, false)], (n % 2 == 1).then_some(EXTRA)))
        .collect()
}

fn bytes(records: &[PositionRecord]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for record in records {
        record.write(&mut bytes).expect("writes");
    }
    bytes
}

fn read(bytes: &[u8], size: BoardSize) -> Vec<Result<PositionRecord, DamagedFile>> {
    PositionReader::new(bytes, "p.dat", size).collect()
}

fn offsets(bytes: &[u8], size: BoardSize) -> Vec<u64> {
    let errors = read(bytes, size).into_iter().filter_map(Result::err);
    errors.map(|error| error.offset).collect()
}

#[test]
fn the_published_records_come_back_byte_for_byte_with_their_ids() {
    let Some(path) = testkit::golden("positions9x9/example-positions.dat") else {
        return;
    };
    let table = path.with_file_name("zobrist_board_81.dat");
    let zobrist = Zobrist::from_file(&table, size(9)).expect("the table");
    let original = std::fs::read(&path).expect("reads");
    let records: Vec<PositionRecord> = PositionReader::open(&path, size(9))
        .expect("opens")
        .collect::<Result<_, _>>()
        .expect("sound");
    assert_eq!(records.len(), 6);
    assert_eq!(bytes(&records), original);
    for record in &records {
        let id = record.id();
        assert_eq!(id.hash, zobrist.hash(record.stones(), None));
        assert_eq!(PositionRecord::new(id, &record.board(), record.extra()), *record);
    }
}

#[test]
fn a_record_has_the_bytes_that_the_format_says() {
    let nine = size(9);
    let plain = record(nine, &[(0, true), (80, false)], None);
    assert_eq!(plain.as_bytes().len(), 92);
    assert_eq!(
        (plain.as_bytes()[10], plain.as_bytes()[90], plain.as_bytes()[91]),
        (b'#', b'O', 0)
    );
    let extra = record(nine, &[(0, true)], Some(EXTRA));
    assert_eq!(extra.as_bytes().len(), 100);
    assert_eq!(extra.as_bytes()[91..], [1, 1, 2, 3, 4, 0, 5, 6, 7]);
    assert_eq!(extra.extra(), Some(EXTRA));
    assert_eq!(extra.stone_counts(), [1, 0]);
}

#[test]
fn whoever_reads_may_stop_early() {
    /// A reader that never ends.
    struct Endless(Vec<u8>, usize);
    impl Read for Endless {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            for byte in out.iter_mut() {
                *byte = self.0[self.1 % self.0.len()];
                self.1 += 1;
            }
            Ok(out.len())
        }
    }
    let nine = size(9);
    let reader = PositionReader::new(Endless(bytes(&records(nine, 4)), 0), "endless", nine);
    assert_eq!(reader.take(1000).filter_map(Result::ok).count(), 1000);
}

#[test]
fn a_cut_record_is_named_by_its_offset_and_those_before_it_are_read() {
    let nine = size(9);
    let whole = bytes(&records(nine, 4));
    let starts = [0, 92, 192, 284, 384];
    for length in 0..whole.len() {
        let found = read(&whole[..length], nine);
        let complete = starts.iter().rposition(|&start| start <= length).expect("0 is there");
        assert_eq!(
            found.iter().filter(|record| record.is_ok()).count(),
            complete,
            "{length}"
        );
        let cut = length > starts[complete];
        assert_eq!(found.len(), complete + usize::from(cut));
        if let Some(Err(error)) = found.last() {
            assert_eq!(error.offset, starts[complete] as u64);
            let cut = format!("cut off: {} of its ", length - starts[complete]);
            assert!(error.what.contains(&cut), "{error}");
        }
    }
}

#[test]
fn every_wrong_byte_names_its_offset_and_costs_one_record() {
    let nine = size(9);
    let whole = bytes(&records(nine, 5));
    for at in 0..whole.len() {
        for wrong in [b'x', 2, 255] {
            let mut damaged = whole.clone();
            damaged[at] = wrong;
            let start = [384, 284, 192, 92, 0].into_iter().find(|start| *start <= at);
            // Ids and extra information can be any bytes.
            let told = start.is_some_and(|start| (9..=91).contains(&(at - start)));
            let expected: Vec<u64> = told.then_some(at as u64).into_iter().collect();
            assert_eq!(offsets(&damaged, nine), expected, "{at} {wrong}");
            let sound = read(&damaged, nine).iter().filter(|record| record.is_ok()).count();
            assert_eq!(sound, 5 - expected.len(), "{at} {wrong}");
        }
    }
}

#[test]
fn after_a_flag_of_the_other_kind_the_reader_finds_its_way_back() {
    let nine = size(9);
    let whole = bytes(&records(nine, 6));
    for (flag, other) in [(91, 1), (183, 0)] {
        let mut damaged = whole.clone();
        damaged[flag] = other;
        let found = read(&damaged, nine);
        let sound = found.iter().filter(|record| record.is_ok()).count();
        assert!(sound >= 5 && found.len() > sound, "{flag}: {sound}");
    }
}

#[test]
fn scored_records() {
    let id = PositionId::new(0x0102_0304_0506_0708, Color::Black);
    let scored = ScoredPosition {
        id,
        score: Score::new(6).expect("a score"),
        confidence: 77,
    };
    assert_eq!(scored.to_bytes(), *b"\x01\x02\x03\x04\x05\x06\x07\x08\0B\x06\x4d");
    let whole = scored.to_bytes().repeat(3);
    let read = |bytes: &[u8]| read_scored(bytes, "s.dat").collect::<Vec<_>>();
    assert!(
        read(&whole)
            .iter()
            .all(|read| matches!(read, Ok(read) if *read == scored))
    );
    for (at, wrong, damage) in [
        (9, b'x', "says whose turn"),
        (10, 2, "the score is 2"),
        (10, 9, "the score is 9"),
        (11, 101, "the confidence is 101"),
    ] {
        let mut damaged = whole.clone();
        damaged[12 + at] = wrong;
        let found = read(&damaged);
        assert_eq!(found.len(), 3);
        let error = found[1].as_ref().expect_err("damaged").to_string();
        assert!(error.starts_with(&format!("s.dat: byte {}: ", 12 + at)), "{error}");
        assert!(error.contains(damage), "{error}");
    }
    let cut = read(&whole[..29]);
    let error = cut[2].as_ref().expect_err("cut").to_string();
    assert_eq!(
        error,
        "s.dat: byte 24: the last record is cut off: 5 of its 12 bytes are there"
    );
    assert_eq!(cut.len(), 3);
}

#[test]
fn leads_become_scores() {
    for (lead, points) in [(-40.0, 3), (3.4, 3), (3.5, 4), (4.0, 4), (5.49, 5), (7.5, 8), (60.0, 8)] {
        assert_eq!(Score::of_lead(lead).points(), points, "{lead}");
    }
    let known: Vec<u8> = (0..=255).filter_map(Score::new).map(Score::points).collect();
    assert_eq!(known, Score::ALL.map(Score::points));
}

proptest! {
    #[test]
    fn records_of_every_board_size_come_back(
        lines in 1_u8..=19,
        placed in prop::collection::vec(prop::collection::vec((any::<u16>(), any::<bool>()), 0..30), 0..20),
        extra in any::<bool>(),
    ) {
        let size = size(lines);
        let records: Vec<PositionRecord> =
            placed.iter().map(|placed| record(size, placed, extra.then_some(EXTRA))).collect();
        let whole = bytes(&records);
        let found: Vec<PositionRecord> = read(&whole, size).into_iter().collect::<Result<_, _>>().expect("sound");
        prop_assert_eq!(&bytes(&found), &whole);
        for (record, placed) in found.iter().zip(&placed) {
            prop_assert_eq!(record.board(), board(size, placed));
            let again = PositionRecord::from_bytes(record.as_bytes(), size);
            prop_assert_eq!(again.as_ref(), Some(record));
        }
    }

    #[test]
    fn any_bytes_are_read_to_their_end(bytes in prop::collection::vec(prop::sample::select(b"#O.BW\0\x01x".to_vec()), 0..400)) {
        let size = size(2);
        let read = PositionReader::new(&bytes[..], "any", size).count();
        prop_assert!(read <= bytes.len());
        let read = read_scored(&bytes[..], "any").count();
        prop_assert!(read <= bytes.len());
    }
}
