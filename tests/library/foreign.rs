//! Records in GIB, NGF and UGF, written from random games: each reads like the SGF of the
//! same game, and as a plain reader of the format reads it.

use crate::database::{import_with_notes, new_database};
use bgo::archive::{Item, open};
use bgo::go::BoardSize;
use bgo::import::{ImportOptions, Verdict};
use bgo::record::{Action, GameRecord, decode, game_trees};
use std::fmt::Write as _;
use testkit::{Rng, tgz, zip};

const NAMES: [&str; 8] = ["Ink", "Snow White", "石头", "アキラ", "홍길동", "a]b", "c\\d", "Müller"];
const RANKS: [&str; 5] = ["9d", "1d", "9p", "3k", "17k"];

/// A game that all formats can write.
struct Made {
    lines: u8,
    handicap: usize,
    /// The points of the stones and of the moves as column and row; a pass has none.
    stones: Vec<(u8, u8)>,
    moves: Vec<(char, Option<(u8, u8)>)>,
    players: [(&'static str, &'static str); 2],
    komi_tenths: u32,
    day: (u32, u32, u32),
    /// The winner and how: R, T, or the margin in tenths.
    winner: char,
    by: Result<u32, char>,
}

impl Made {
    /// Makes a game: moves on any points, so that some cannot be played, and passes.
    fn new(rng: &mut Rng, lines: u8) -> Self {
        let size = BoardSize::new(lines).expect("a size");
        let most = size.most_handicap_stones();
        let handicap = if most > 0 && rng.one_in(2) {
            2 + rng.below(usize::from(most) - 1)
        } else {
            0
        };
        let stones: Vec<(u8, u8)> = match handicap {
            0 => Vec::new(),
            _ => size
                .handicap(handicap)
                .expect("points")
                .iter()
                .map(|point| (point.x, point.y))
                .collect(),
        };
        let count = rng.below(2 * usize::from(lines) + 1);
        let first = usize::from(handicap > 0);
        let moves = (first..first + count).map(|number| {
            let point = (rng.below(lines.into()) as u8, rng.below(lines.into()) as u8);
            (['B', 'W'][number % 2], (!rng.one_in(10)).then_some(point))
        });
        Self {
            moves: moves.collect(),
            lines,
            handicap,
            stones,
            players: [
                (*rng.pick(&NAMES), *rng.pick(&RANKS)),
                (*rng.pick(&NAMES), *rng.pick(&RANKS)),
            ],
            komi_tenths: if handicap > 0 { 0 } else { 10 * rng.below(10) as u32 + 5 },
            day: (
                1990 + rng.below(40) as u32,
                1 + rng.below(12) as u32,
                1 + rng.below(28) as u32,
            ),
            winner: *rng.pick(&['B', 'W']),
            by: match rng.below(3) {
                0 => Err('R'),
                1 => Err('T'),
                _ => Ok(5 + 10 * rng.below(50) as u32),
            },
        }
    }

    fn margin(&self) -> String {
        match self.by {
            Err(letter) => letter.to_string(),
            Ok(tenths) => format!("{}.{}", tenths / 10, tenths % 10),
        }
    }

    fn sgf(&self) -> String {
        let escaped = |name: &str| name.replace('\\', "\\\\").replace(']', "\\]");
        let name = |(x, y): (u8, u8)| format!("{}{}", (b'a' + x) as char, (b'a' + y) as char);
        let [(black, black_rank), (white, white_rank)] = self.players;
        let (year, month, day) = self.day;
        let mut text = format!(
            "(;GM[1]SZ[{}]PB[{}]BR[{black_rank}]PW[{}]WR[{white_rank}]KM[{}.{}]RE[{}+{}]DT[{year}-{month:02}-{day:02}]",
            self.lines,
            escaped(black),
            escaped(white),
            self.komi_tenths / 10,
            self.komi_tenths % 10,
            self.winner,
            self.margin(),
        );
        if self.handicap > 0 {
            let points: String = self.stones.iter().map(|point| format!("[{}]", name(*point))).collect();
            write!(text, "HA[{}]AB{points}", self.handicap).expect("room");
        }
        for (color, point) in &self.moves {
            write!(text, ";{color}[{}]", point.map_or_else(String::new, name)).expect("room");
        }
        text + ")"
    }

    fn gib(&self) -> String {
        let [(black, black_rank), (white, white_rank)] = self.players;
        let (year, month, day) = self.day;
        let lost = usize::from(self.winner == 'W');
        let (code, margin) = match self.by {
            Err('R') => ([3, 4][lost], 0),
            Err(_) => ([7, 8][lost], 0),
            Ok(tenths) => ([0, 1][lost], tenths),
        };
        let mut text = format!(
            "\\HS\r\n\\[GAMEBLACKNAME={black} ({black_rank})\\]\r\n\\[GAMEWHITENAME={white}({white_rank})\\]\r\n\
             \\[GAMEINFOMAIN=GRLT:{code},ZIPSU:{margin},GONGJE:{},LINE:{}\\]\r\n\
             \\[GAMETAG=C{year}:{month:02}:{day:02}:10:20\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\nINI 0 1 {} &4\r\n",
            self.komi_tenths, self.lines, self.handicap
        );
        for (number, (color, point)) in (2..).zip(&self.moves) {
            let line = match point {
                Some((x, y)) => format!("STO 0 {number} {} {x} {y}\r\n", if *color == 'B' { 1 } else { 2 }),
                None => format!("SKI 0 {number}\r\n"),
            };
            text += &line;
        }
        text + "\\GE\r\n"
    }

    fn ngf(&self) -> String {
        let [(black, black_rank), (white, white_rank)] = self.players;
        let (year, month, day) = self.day;
        let winner = if self.winner == 'B' { "Black" } else { "White" };
        let loser = if self.winner == 'B' { "White" } else { "Black" };
        let result = match self.by {
            Err('R') => format!("{winner} wins by resignation!"),
            Err(_) => format!("{loser} loses on time"),
            Ok(_) => format!("{winner} wins by {} points! >> White(1):Black(2)", self.margin()),
        };
        let rank = |rank: &str| rank.to_uppercase();
        let mut text = format!(
            "A match\n{}\n{white}   {}*\n{black}   {}\nsite\n{}\n0\n{}\n{year}{month:02}{day:02} [10:20]\n30\n{result}\n{}\n",
            self.lines,
            rank(white_rank),
            rank(black_rank),
            self.handicap,
            self.komi_tenths / 10,
            self.moves.len(),
        );
        for (number, (color, point)) in (1..).zip(&self.moves) {
            let letter = |number: u8| (b'A' + number) as char;
            let (x, y) = point.map_or(('A', 'A'), |(x, y)| (letter(x + 1), letter(y + 1)));
            let count = format!("{}{}", letter(number / 26), letter(number % 26));
            writeln!(text, "PM{count}{color}{x}{y}{y}{x}").expect("room");
        }
        text
    }

    fn ugf(&self) -> String {
        let [(black, black_rank), (white, white_rank)] = self.players;
        let (year, month, day) = self.day;
        let by = match self.by {
            Err('R') => "C".to_owned(),
            _ => self.margin(),
        };
        let place = |(x, y): (u8, u8)| format!("{}{}", (b'A' + x) as char, (b'A' + self.lines - 1 - y) as char);
        let mut text = format!(
            "[Header]\nVer=UGF2,200\nLang=UTF8\nCrypt=1,PLAIN_UGF_FILE,READ_WRITE\nDate={year}/{month:02}/{day:02},10:20:00\n\
             Size={}\nHdcp={},{}.{}\nWinner={},{by}\nMoves={}\nCoordinateType=IGS\nPlayerW={white},{white_rank},0,\n\
             PlayerB={black},{black_rank},0,\n[Data]\n",
            self.lines,
            self.handicap,
            self.komi_tenths / 10,
            self.komi_tenths % 10,
            self.winner,
            self.moves.len(),
        );
        for stone in &self.stones {
            writeln!(text, "{},B1,0,0", place(*stone)).expect("room");
        }
        for (number, (color, point)) in (1..).zip(&self.moves) {
            writeln!(
                text,
                "{},{color}1,{number},0",
                point.map_or_else(|| "YA".to_owned(), place)
            )
            .expect("room");
        }
        text
    }
}

fn read(text: &str) -> GameRecord {
    game_trees(text).next().expect("a tree").game.expect("a game")
}

/// The moves of a record: colour, and column and row unless it is a pass.
fn moves(record: &GameRecord) -> Vec<(char, Option<(u8, u8)>)> {
    let moves = record.steps.iter().filter_map(|step| step.action.played());
    moves
        .map(|mv| (mv.color.letter(), mv.point.map(|point| (point.x, point.y))))
        .collect()
}

/// Returns the moves of a GIB record, word by word.
fn plain_gib(text: &str) -> Vec<(char, Option<(u8, u8)>)> {
    let mut turn = if text.contains("INI 0 1 0") { 'B' } else { 'W' };
    let mut moves = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let point = match words[0] {
            "STO" => Some((words[4].parse().expect("x"), words[5].parse().expect("y"))),
            "SKI" => None,
            _ => continue,
        };
        moves.push((turn, point));
        turn = if turn == 'B' { 'W' } else { 'B' };
    }
    moves
}

/// Returns the moves of an NGF record, letter by letter.
fn plain_ngf(text: &str) -> Vec<(char, Option<(u8, u8)>)> {
    let lines = text.lines().skip(12).map(|line| line.chars().collect::<Vec<char>>());
    let number = |letter: char| "BCDEFGHIJKLMNOPQRST".chars().position(|other| other == letter);
    lines
        .map(|line| {
            (
                line[4],
                number(line[5]).zip(number(line[6])).map(|(x, y)| (x as u8, y as u8)),
            )
        })
        .collect()
}

/// Returns the moves of a UGF record, letter by letter.
fn plain_ugf(text: &str, size: u8) -> Vec<(char, Option<(u8, u8)>)> {
    let number = |letter: char| {
        "ABCDEFGHIJKLMNOPQRS"
            .chars()
            .position(|other| other == letter)
            .map(|at| at as u8)
    };
    let data = text.lines().skip_while(|line| *line != "[Data]").skip(1);
    let played = data.filter(|line| !line.ends_with(",0,0"));
    let read = played.map(|line| {
        let letters: Vec<char> = line.chars().collect();
        let point = number(letters[0])
            .zip(number(letters[1]))
            .map(|(x, below)| (x, size - 1 - below));
        (letters[3], point)
    });
    read.collect()
}

fn sorted_setup(record: &GameRecord) -> Vec<String> {
    let mut setup: Vec<String> = record.setup.iter().map(|stone| format!("{stone:?}")).collect();
    setup.sort();
    setup
}

#[test]
fn every_format_reads_like_the_sgf_of_the_same_game() {
    let mut rng = Rng::new(22);
    for round in 0..400 {
        let lines = 2 + (round % 18) as u8;
        let game = Made::new(&mut rng, lines);
        let sgf = read(&game.sgf());
        assert_eq!(moves(&sgf), game.moves);
        let (gib, ngf, ugf) = (game.gib(), game.ngf(), game.ugf());
        assert_eq!(plain_gib(&gib), game.moves, "{gib}");
        assert_eq!(plain_ngf(&ngf), game.moves, "{ngf}");
        assert_eq!(plain_ugf(&ugf, lines), game.moves, "{ugf}");
        for text in [gib, ngf, ugf] {
            let record = read(&text);
            assert_eq!(record.repair, None, "{text}");
            assert_eq!(record.size, sgf.size, "{text}");
            assert_eq!(moves(&record), game.moves, "{text}");
            assert_eq!(sorted_setup(&record), sorted_setup(&sgf), "{text}");
            assert!(record.steps.iter().all(|step| !matches!(step.action, Action::Setup(_))));
            let (info, expected) = (&record.info, &sgf.info);
            assert_eq!((&info.black, &info.white), (&expected.black, &expected.white), "{text}");
            assert_eq!(info.ranks(), expected.ranks(), "{text}");
            assert_eq!(info.komi_value(), expected.komi_value(), "{text}");
            assert_eq!(info.game_date(), expected.game_date(), "{text}");
            assert_eq!(info.game_result(), expected.game_result(), "{text}");
            assert_eq!(info.handicap_stones(), expected.handicap_stones(), "{text}");
            let step_lines = record
                .steps
                .iter()
                .map(|step| text[step.offset..].lines().next().unwrap_or_default());
            for (line, (_, point)) in step_lines.zip(&game.moves) {
                let begins = ["STO ", "SKI ", "PM"].iter().any(|word| line.starts_with(word));
                assert!(
                    begins || line.contains(",B1,") || line.contains(",W1,"),
                    "{line} {point:?}"
                );
            }
        }
    }
}

/// Makes a game of 40 moves that can be played.
fn long_game() -> Made {
    let mut game = Made::new(&mut Rng::new(7), 19);
    game.handicap = 0;
    game.stones.clear();
    game.komi_tenths = 65;
    let point = |number: u8| (number % 8 * 2, number / 8 * 3);
    game.moves = (0..40)
        .map(|number| (['B', 'W'][usize::from(number % 2)], Some(point(number))))
        .collect();
    game
}

#[test]
fn the_same_game_in_four_formats_is_one_game_and_its_bytes_are_kept() {
    let game = long_game();
    let (db, folder) = new_database();
    let files = [
        ("a.GIB", game.gib()),
        ("b.sgf", game.sgf()),
        ("c/d.ngf", game.ngf()),
        ("e.ugi", game.ugf()),
        ("f.UGF", game.ugf()),
    ];
    let options = ImportOptions::default();
    for (name, archive) in [("a.tgz", tgz(&files)), ("a.zip", zip(&files))] {
        let path = folder.path().join(name);
        std::fs::write(&path, archive).expect("is written");
        let (imported, notes) = import_with_notes(&db, &path, &options);
        assert!(imported.failures.is_empty());
        let expected = if name == "a.tgz" { (1, 4) } else { (0, 5) };
        assert_eq!(
            (imported.summary.added, imported.summary.duplicates),
            expected,
            "{notes:?}"
        );
    }
    let snapshot = db.snapshot().expect("a snapshot");
    let record = snapshot.record(1).expect("a record");
    assert_eq!(record.bytes, game.gib().as_bytes());
    let file = record.file();
    assert_eq!(moves(&read(&decode(&file).text)), game.moves);
    assert!(file.starts_with(b"(;"), "{}", String::from_utf8_lossy(&file));
    // Exported, it is SGF, and a duplicate when it comes back.
    let out = folder.path().join("out");
    std::fs::create_dir(&out).expect("is made");
    std::fs::write(out.join("back.sgf"), &file).expect("is written");
    let (imported, _) = import_with_notes(&db, &out, &options);
    assert_eq!((imported.summary.added, imported.summary.duplicates), (0, 1));
}

#[test]
fn a_file_of_any_name_is_known_by_its_first_lines() {
    let game = long_game();
    let folder = tempfile::tempdir().expect("a folder");
    for text in [game.gib(), game.ngf(), game.ugf()] {
        let path = folder.path().join("record");
        std::fs::write(&path, &text).expect("is written");
        let items: Vec<Item> = open(&path).expect("opens").map(|item| item.expect("whole")).collect();
        assert!(matches!(&items[..], [Item::Record(member)] if member.bytes == text.as_bytes()));
    }
}

#[test]
fn damaged_records_are_repaired_with_the_place_of_the_fault() {
    let game = long_game();
    let (db, folder) = new_database();
    let gib = game.gib();
    let cut = gib.find("STO 0 21").expect("a move");
    let off_board = game.ngf().replace("PMBGW", "PMBGW~");
    let ugf = game.ugf().replace(",W1,10,", ",X1,10,");
    let records = folder.path().join("records");
    std::fs::create_dir(&records).expect("is made");
    std::fs::write(records.join("a.gib"), &gib[..cut + 7]).expect("is written");
    std::fs::write(records.join("b.ngf"), &off_board).expect("is written");
    std::fs::write(records.join("c.ugf"), &ugf).expect("is written");
    std::fs::write(records.join("d.gib"), b"\0\0nothing").expect("is written");
    std::fs::write(records.join("e.ugi"), "[Header]\nSize=21\n[Data]\n").expect("is written");
    let (imported, notes) = import_with_notes(&db, &records, &ImportOptions::default());
    assert_eq!(
        (imported.summary.repaired, imported.summary.rejected),
        (3, 2),
        "{notes:?}"
    );
    let said: Vec<(Verdict, String, usize)> = notes
        .iter()
        .filter(|note| note.verdict != Verdict::Duplicate)
        .map(|note| (note.verdict, note.reason.clone(), note.offset.unwrap_or_default()))
        .collect();
    let reasons: Vec<&str> = said.iter().map(|(_, reason, _)| reason.as_str()).collect();
    assert!(reasons[0].contains("\\GE"), "{reasons:?}");
    assert!(reasons[1].starts_with("\"PMBGW~"), "{reasons:?}");
    assert_eq!(said[1].2, off_board.find("PMBGW~").expect("there"));
    assert!(
        reasons[2].contains(",X1,10,0\" is no move on the 19x19 board"),
        "{reasons:?}"
    );
    assert_eq!(said[2].2, ugf.find(",X1,").expect("there") - 2);
    assert!(reasons[3].contains("no game"), "{reasons:?}");
    assert!(reasons[4].contains("21 lines"), "{reasons:?}");
}
