//! The golden files, and a slow reference implementation.

use super::*;
use crate::{Strictness, unpacked};
use bgo::internal::archive::{self, ArchiveItem};
use bgo::internal::go::Color;
use std::collections::{BTreeMap, BTreeSet};

const V1: Encoding = Encoding {
    format: RecordFormat::V1,
    ko: Strictness::Compat,
    setup: Strictness::Compat,
};
const V2: Encoding = Encoding {
    format: RecordFormat::V2,
    ..V1
};

fn file(format: RecordFormat, records: u64, blocks: &[u8]) -> Vec<u8> {
    [&header(format, records)[..], blocks, b"END"].concat()
}

#[test]
fn the_golden_games_give_the_golden_files() {
    let Some(folder) = testkit::golden("kgs") else { return };
    let manifest = std::fs::read_to_string(folder.join("MANIFEST.tsv")).expect("reads");
    let games: Vec<(TrainingGame, usize)> = manifest
        .lines()
        .skip(1)
        .map(|line| {
            let mut fields = line.split('\t');
            let sgf = std::fs::read(folder.join(fields.next().expect("a name"))).expect("reads");
            let records = fields.next().expect("a number").parse().expect("a number");
            (
                TrainingGame::read(&sgf, Strictness::Compat).unwrap_or_else(|odd| panic!("{line}: {odd}")),
                records,
            )
        })
        .collect();
    for (name, encoding) in [
        ("kgsgo-test.dat.gz", V1),
        ("kgsgo-test-v2.dat.gz", V2),
        (
            "kgsgo-test-v2-legacy.dat.gz",
            Encoding {
                format: RecordFormat::V2Legacy,
                ..V2
            },
        ),
    ] {
        let mut encoder = Encoder::new(encoding);
        let mut blocks = Vec::new();
        let mut total = 0;
        for (game, records) in &games {
            let made = encoder.encode(game, &mut blocks).expect("can be played");
            assert_eq!((made, game.records()), (*records, *records));
            total += made as u64;
        }
        let golden = unpacked(&folder.join("out").join(name));
        assert!(file(encoding.format, total, &blocks) == golden, "{name}");
        let reader = DatasetReader::new(&golden[..], name).expect("a data set");
        assert_eq!(reader.format().version(), encoding.format.version());
        let records: Vec<TrainingRecord> = reader.collect::<Result<_, _>>().expect("sound");
        assert_eq!(records.len() as u64, total);
    }
}

/// A board as a map of stones; every move recomputes all chains.
#[derive(Clone, Default)]
struct SlowBoard {
    stones: BTreeMap<usize, Color>,
    /// For each stone, the stones of its chain and the number of the chain's liberties.
    chains: BTreeMap<usize, (usize, usize)>,
    last: Option<(usize, usize)>,
}

impl SlowBoard {
    fn beside(point: usize) -> Vec<usize> {
        let (row, column) = ((point / LINES) as i32, (point % LINES) as i32);
        [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .into_iter()
            .map(|(y, x)| (row + y, column + x))
            .filter(|(row, column)| (0..19).contains(row) && (0..19).contains(column))
            .map(|(row, column)| (row * 19 + column) as usize)
            .collect()
    }

    fn chain(&self, point: usize) -> BTreeSet<usize> {
        let color = self.stones[&point];
        let mut chain = BTreeSet::from([point]);
        let mut open = vec![point];
        while let Some(point) = open.pop() {
            for beside in Self::beside(point) {
                if self.stones.get(&beside) == Some(&color) && chain.insert(beside) {
                    open.push(beside);
                }
            }
        }
        chain
    }

    fn find_chains(&mut self) {
        let mut chains = BTreeMap::new();
        for &point in self.stones.keys() {
            if chains.contains_key(&point) {
                continue;
            }
            let chain = self.chain(point);
            let beside: BTreeSet<usize> = chain.iter().flat_map(|&point| Self::beside(point)).collect();
            let liberties = beside.iter().filter(|point| !self.stones.contains_key(point)).count();
            chains.extend(chain.iter().map(|&stone| (stone, (chain.len(), liberties))));
        }
        self.chains = chains;
    }

    fn liberties(&self, point: usize) -> usize {
        self.chains[&point].1
    }

    fn play(&mut self, color: Color, point: usize) {
        assert_eq!(self.stones.insert(point, color), None);
        self.find_chains();
        let mut taken = BTreeSet::new();
        for neighbour in Self::beside(point) {
            if self.stones.get(&neighbour) == Some(&color.opponent()) && self.liberties(neighbour) == 0 {
                taken.extend(self.chain(neighbour));
            }
        }
        self.stones.retain(|point, _| !taken.contains(point));
        self.find_chains();
        self.last = Some((point, taken.len()));
    }

    /// Plays a game from the stones of the board, and visits each position with its record and the
    /// colour to play.
    fn replay(
        &mut self,
        game: &TrainingGame,
        encoding: Encoding,
        blocks: &[u8],
        mut visit: impl FnMut(&Self, &TrainingRecord, Color),
    ) {
        let whole = file(encoding.format, game.records() as u64, blocks);
        let mut records = DatasetReader::new(&whole[..], "made").expect("a data set");
        self.find_chains();
        let first = usize::from(game.setup.is_none());
        for (number, &(color, point, _)) in game.moves.iter().enumerate() {
            if number >= first {
                let record = records.next().expect("a record").expect("sound");
                assert_eq!(record.label(), point);
                visit(self, &record, color);
            }
            self.play(color, point.into());
        }
        assert!(records.next().is_none());
    }

    /// Returns the planes of a point for a colour to play.
    fn planes(&self, color: Color, point: usize, strict: bool) -> Vec<usize> {
        let mut planes = Vec::new();
        if let Some(&stone) = self.stones.get(&point) {
            let first = if stone == color { 0 } else { 3 };
            match self.liberties(point) {
                0 => {}
                few @ 1..=2 => planes.push(first + few - 1),
                _ => planes.push(first + 2),
            }
        }
        if self.is_ko(color, point) && !(strict && self.stones.contains_key(&point)) {
            planes.push(6);
        }
        planes
    }

    fn is_ko(&self, color: Color, point: usize) -> bool {
        let Some((last, 1)) = self.last else { return false };
        let in_atari = |point: &usize| self.stones.get(point) == Some(&color.opponent()) && self.liberties(*point) == 1;
        self.chains[&last] == (1, 1)
            && Self::beside(last).contains(&point)
            && Self::beside(point).iter().filter(|point| in_atari(point)).count() == 1
    }
}

#[test]
fn twenty_thousand_positions_are_those_of_the_slow_twin() {
    let Some(path) = testkit::corpus("tygem-5k.tgz") else {
        return;
    };
    let (mut compared, mut kos) = (0, 0);
    for item in archive::open(&path).expect("opens") {
        let Ok(ArchiveItem::Record(member)) = item else {
            continue;
        };
        let Ok(game) = TrainingGame::read(&member.bytes, Strictness::Compat) else {
            continue;
        };
        for (encoding, strict) in [(V1, false), (V2, true)] {
            let ko = if strict { Strictness::Strict } else { Strictness::Compat };
            let mut blocks = Vec::new();
            if Encoder::new(Encoding { ko, ..encoding })
                .encode(&game, &mut blocks)
                .is_err()
            {
                continue;
            }
            let mut board = SlowBoard::default();
            for &(color, point, _) in game.setup.iter().flatten() {
                board.stones.insert(point.into(), color);
            }
            board.replay(&game, encoding, &blocks, |board, record, color| {
                for at in 0..POINTS {
                    let planes: Vec<usize> = (0..7).filter(|plane| record.is_set(*plane, at)).collect();
                    let mut expected = board.planes(color, at, strict);
                    if encoding.format == RecordFormat::V1
                        && let Some(&stone) = board.stones.get(&at)
                        && board.liberties(at) == 0
                    {
                        expected.insert(0, if stone == color { 2 } else { 5 });
                    }
                    assert_eq!(planes, expected);
                    kos += usize::from(planes.contains(&6));
                }
                compared += 1;
            });
        }
        if compared >= 2 * 20_000 {
            break;
        }
    }
    assert!(compared >= 2 * 20_000 && kos > 100, "{compared} {kos}");
}

#[test]
fn odd_games_say_why() {
    for (sgf, said) in [
        ("", "it holds no game"),
        ("not sgf", "it holds no game"),
        ("(;SZ[9];B[aa])", "its board is SZ[9]"),
        ("(;SZ[19:19];B[aa])", "its board is SZ[19:19]"),
        ("(;HA[1];B[aa])", "its handicap is HA[1]"),
        ("(;HA[7.5];B[aa])", "its handicap is HA[7.5]"),
        ("(;HA[];B[aa])", "its handicap is HA[]"),
        ("(;B[zz])", "byte 4: \"zz\" is not a point"),
        ("(;B[aab])", "byte 4: \"aab\" is not a point"),
        ("(;B[aa];W[bb]", "byte 13: the game is not closed"),
        ("(;B[aa];W[bb", "byte 9: the game is not closed"),
        ("(;GaMe[1];B[aa])", "byte 3: the game is not closed"),
        ("(;CA[klingon];B[aa])", "its character set is CA[klingon]"),
        ("(;HA[2]AB[aa]AW[aa];W[bb])", "byte 16: there is a stone"),
    ] {
        let odd = TrainingGame::read(sgf.as_bytes(), Strictness::Compat)
            .expect_err(sgf)
            .to_string();
        assert!(odd.starts_with(said), "{sgf}: {odd}");
    }
    let occupied = TrainingGame::read(b"(;B[aa];W[aa])", Strictness::Compat).expect("can be read");
    let mut out = vec![7];
    assert_eq!(
        Encoder::new(V1).encode(&occupied, &mut out),
        Err("byte 10: there is a stone on this point already".to_owned())
    );
    assert_eq!(out, [7]);
    for sgf in [
        "(;HA[2]AB[aa][aa];W[bb];B[cc])",
        "junk (;HA[2]AB[aa:bb];W[cc];B[dd]) (;SZ[9])",
        "(;CA[gb2312]B[aa];W[bb](;B[cc])(;B[zz]))",
    ] {
        let game = TrainingGame::read(sgf.as_bytes(), Strictness::Compat).expect(sgf);
        assert_eq!(Encoder::new(V2).encode(&game, &mut Vec::new()), Ok(2), "{sgf}");
    }
}

/// Returns the records of a game that bgo's own reader reads.
fn strict(sgf: &str) -> Vec<TrainingRecord> {
    let game = TrainingGame::read(sgf.as_bytes(), Strictness::Strict).unwrap_or_else(|odd| panic!("{sgf}: {odd}"));
    let mut blocks = Vec::new();
    let made = Encoder::new(V2).encode(&game, &mut blocks).expect("can be played");
    assert_eq!(Encoder::counter().count(&game), Ok(made), "{sgf}");
    assert_eq!((game.records(), game.colors().count()), (made, made), "{sgf}");
    let file = file(RecordFormat::V2, made as u64, &blocks);
    let records = DatasetReader::new(&file[..], "made").expect("a data set");
    records.collect::<Result<_, _>>().expect("sound")
}

/// Returns the own stones and the opponent's as the records write points.
fn stones(record: &TrainingRecord) -> [Vec<usize>; 2] {
    [0..3, 3..6].map(|planes| {
        let is_stone = |point: &usize| planes.clone().any(|plane| record.is_set(plane, *point));
        (0..POINTS).filter(is_stone).collect()
    })
}

/// Returns points that are written as in SGF.
fn points<const N: usize>(names: [&str; N]) -> Vec<usize> {
    let number = |name: &str| {
        let [x, y] = [0, 1].map(|at| usize::from(name.as_bytes()[at] - b'a'));
        (LINES - 1 - y) * LINES + x
    };
    let mut points = names.map(number).to_vec();
    points.sort_unstable();
    points
}

#[test]
fn stones_of_setup_stand_in_whichever_node_and_colour_they_are() {
    let fox = "(;GM[1]FF[4]SZ[19]HA[3];AB[pd][dp][dd];W[qp];B[oq])";
    let records = strict(fox);
    assert_eq!(stones(&records[0]), [vec![], points(["pd", "dp", "dd"])]);
    assert_eq!(stones(&records[1]), [points(["pd", "dp", "dd"]), points(["qp"])]);
    assert_eq!(records.len(), 2);
    // The preprocessor's reading has the game without its stones.
    let compat = TrainingGame::read(fox.as_bytes(), Strictness::Compat).expect("a game");
    assert_eq!(compat.setup, Some(Vec::new()));
    // A problem, emptied points, black moves for handicap stones, and no stones at all.
    for (sgf, count, expected) in [
        (
            "(;SZ[19]AB[aa][ba]AW[cc];B[dd])",
            1,
            [points(["aa", "ba"]), points(["cc"])],
        ),
        ("(;AB[aa][ba];AE[ba];W[cc];B[dd])", 2, [vec![], points(["aa"])]),
        ("(;HA[2];B[pd];B[dp];W[qp];B[oq])", 2, [vec![], points(["pd", "dp"])]),
        ("(;B[pd];W[dp];B[dd])", 2, [vec![], points(["pd"])]),
    ] {
        let records = strict(sgf);
        assert_eq!((records.len(), stones(&records[0])), (count, expected), "{sgf}");
    }
}

#[test]
fn a_game_ends_before_later_setup_and_a_move_on_a_stone_and_suicide_removes_stones() {
    for (sgf, count) in [
        ("(;B[pd];W[dp];AB[qq];B[dd];W[cc])", 1),
        ("(;B[pd];W[dp];B[pd];W[cc])", 1),
        ("(;B[pd];W[dp];B[zz];W[cc])", 1),
        ("(;B[pd];W[];B[dp])", 1),
        ("(;B[pd];W[dp];B[dd]", 2),
    ] {
        assert_eq!(strict(sgf).len(), count, "{sgf}");
    }
    let records = strict("(;AB[ba]AW[ca][ab][bb];B[aa];W[qq];B[pp])");
    assert!(stones(&records[1])[1].is_empty(), "both stones are removed");
    assert_eq!(records.len(), 3);
    for (sgf, said) in [
        ("", "it holds no game"),
        ("(;SZ[13];B[aa])", "its board is SZ[13]"),
        ("(;SZ[25];B[aa])", "its board has 25 lines"),
        ("(;AB[ab][ba]AW[aa];B[dd])", "its setup has stones without liberties"),
    ] {
        let odd = TrainingGame::read(sgf.as_bytes(), Strictness::Strict).expect_err(sgf);
        assert!(odd.to_string().starts_with(said), "{sgf}: {odd}");
    }
}

/// The records of every twentieth game of an archive of Fox have the stones that a plain replay has. Those
/// that a record counts (`HA`) and does not write are not among these.
#[test]
fn no_record_of_the_archive_of_fox_lacks_stones() {
    let Some(path) = testkit::corpus("fox-pro-3k.tgz") else {
        return;
    };
    let (mut rows, mut with_setup, mut lacking) = (0, 0, 0);
    for item in archive::open(&path).expect("opens").step_by(20) {
        let Ok(ArchiveItem::Record(member)) = item else {
            continue;
        };
        let Ok(game) = TrainingGame::read(&member.bytes, Strictness::Strict) else {
            continue;
        };
        with_setup += usize::from(game.setup.is_some());
        let mut blocks = Vec::new();
        Encoder::new(V2).encode(&game, &mut blocks).expect("can be played");
        let mut board = SlowBoard::default();
        // The stones as the text has them, whoever reads it.
        for (name, color) in [(&b"AB"[..], Color::Black), (b"AW", Color::White)] {
            for at in 0..member.bytes.len().saturating_sub(6) {
                if member.bytes[at..].starts_with(name) && member.bytes[at + 2] == b'[' {
                    let mut value = at + 2;
                    while member.bytes.get(value) == Some(&b'[') {
                        let name = std::str::from_utf8(&member.bytes[value + 1..value + 3]).expect("a point");
                        board.stones.insert(points([name])[0], color);
                        value += 4;
                    }
                }
            }
        }
        board.replay(&game, V2, &blocks, |board, record, color| {
            for (color, found) in [color, color.opponent()].into_iter().zip(stones(record)) {
                let mut wanted = board.stones.iter().filter(|(_, stone)| **stone == color);
                lacking += usize::from(wanted.any(|(point, _)| !found.contains(point)));
            }
            rows += 1;
        });
    }
    assert_eq!(lacking, 0, "of {rows} rows");
    assert!(rows > 20_000 && with_setup > 70, "{rows} {with_setup}");
}

#[test]
fn every_damage_names_its_byte() {
    let game = TrainingGame::read(b"(;B[pd];W[dp];B[dd])", Strictness::Compat).expect("a game");
    for (encoding, length) in [(V1, 365), (V2, 322)] {
        let mut blocks = Vec::new();
        Encoder::new(encoding)
            .encode(&game, &mut blocks)
            .expect("can be played");
        let whole = file(encoding.format, 2, &blocks);
        let first = encoding.format.header_length();
        let error = |bytes: &[u8]| {
            let error = match DatasetReader::new(bytes, "d.dat") {
                Ok(mut reader) => reader.find_map(Result::err),
                Err(error) => Some(error),
            };
            error.map(|error| error.offset as usize)
        };
        assert_eq!(error(&whole), None);
        for cut in 0..whole.len() {
            let found = error(&whole[..cut]);
            assert!(found.is_some_and(|offset| offset <= cut), "{cut}: {found:?}");
        }
        let wrong = |at: usize, byte: u8| {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            error(&bytes)
        };
        assert_eq!(wrong(first + length, b'x'), Some(first + length));
        assert_eq!(
            wrong(first + 2, 200),
            if length == 365 { Some(first + 2) } else { None }
        );
        assert_eq!(wrong(first + 3, 200), Some(first + 2));
        let last = first + length - 1;
        assert_eq!(wrong(last, 1), Some(last));
        assert!(wrong(0, b'x').is_some());
        let longer = [&whole[..], b"x"].concat();
        assert_eq!(error(&longer), Some(whole.len()));
    }
    let mut counted = file(RecordFormat::V2, 3, b"");
    assert!(
        DatasetReader::new(&counted[..], "d")
            .expect("begins")
            .next()
            .expect("an error")
            .is_err()
    );
    counted[0] = b'n';
    assert!(DatasetReader::new(&counted[..], "d").is_err());
}
