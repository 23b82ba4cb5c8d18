//! Damaged databases: flipped bits, cleared or swapped pages, truncated files. Every
//! answer to every kind of question is either right or an error that names the file;
//! whenever an answer fails, a check finds a problem.

use crate::games::{Game, games};
use crate::place::Place;
use crate::questions::Questions;
use crate::{random, setting};
use bgo::internal::go::{Board, BoardSize, Color, Point};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::position_file::{PositionId, PositionRecord};
use bgo::internal::store::{Access, Database, Snapshot, StoreError};
use bgo_cli::Session;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;
use testkit::{Rng, Text, tar};

/// The number of damages, unless `BGO_FLIPS` is set.
const FLIPS: usize = 100;

/// The name of the question about position files, which the shell cannot ask.
const POSITIONS: &str = "positions of files";

/// The name of the question about the courses of all games.
const COURSES: &str = "courses of games";

/// Commands of the shell that ask more than [`Questions`]: about the position on the
/// board, about games, and in SQL through tables, views, indexes and the index of
/// positions.
const COMMANDS: [&str; 36] = [
    "years --json",
    "players --json",
    "tree --json --depth 4 --min-games 2",
    "games --json --limit 100",
    "games --json --sort players --limit 5",
    "find --json word7",
    "find --json event3",
    "find --json --player level",
    "find --json --year 2003..2005 --sort rank",
    "show 5 --json",
    "show 13 --json",
    "show 44 --json",
    "show 60 --json",
    "sgf 5",
    "sgf 44",
    "open 7",
    "duplicates --json",
    "duplicates --json --cut-short",
    "sql --json \"select * from games\"",
    "sql --json \"select count(*) from games\"",
    "sql --json \"select * from players\"",
    "sql --json \"select * from archives\"",
    "sql --json \"select * from sources\"",
    "sql --json \"select * from position_files\"",
    "sql --json \"select count(*), max(hex(record)) from position_record\"",
    "sql --json \"select * from analyses\"",
    "sql --json \"select * from record\"",
    "sql --json \"select * from label\"",
    "sql --json \"select * from segment\"",
    "sql --json \"select id from player where name = 'GNU Go 3.8 level 0'\"",
    "sql --json \"select game from games where black = 'GNU Go 3.8 level 0'\"",
    "sql --json \"select id from game where content in (select content from game where id in (3, 50))\"",
    "sql --json \"select key, ply, next_move from positions where game = 9\"",
    "sql --json \"select game, ply from positions where key = position_key('ee', 9)\"",
    "sql --json \"select year, count(distinct game) from positions join games using (game) where key = position_key('pd') group by year\"",
    "sql --json \"select count(*), sum(ply), count(distinct key) from positions\"",
];

/// The exported files, which are compared byte by byte.
const EXPORTS: [&str; 2] = ["out.csv", "out.sgf"];

/// The time limit for all answers, which normally take milliseconds.
const TIME: Duration = Duration::from_secs(120);

/// A damage to a file.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Bit {
        byte: usize,
        bit: usize,
    },
    /// A page is filled with zeros.
    Cleared {
        page: usize,
    },
    /// A page has the content of another.
    Misplaced {
        page: usize,
        other: usize,
    },
    Cut {
        len: usize,
    },
}

impl Damage {
    /// Returns a random damage. Every second page is one of `few`, because most pages
    /// belong to the index of positions.
    fn random(rng: &mut Rng, bytes: usize, page: usize, few: &[usize]) -> Self {
        let pages = bytes / page;
        let any = |rng: &mut Rng| match rng.below(2) {
            0 => *rng.pick(few),
            _ => rng.below(pages),
        };
        match rng.below(20) {
            0 => Self::Cleared { page: any(rng) },
            1 => Self::Misplaced {
                page: any(rng),
                other: any(rng),
            },
            2 => Self::Cut { len: rng.below(bytes) },
            3 => Self::Cut {
                len: rng.below(pages) * page,
            },
            // SQLite's page header and row offsets.
            4..=9 => Self::Bit {
                byte: any(rng) * page + rng.below(48),
                bit: rng.below(8),
            },
            _ => Self::Bit {
                byte: any(rng) * page + rng.below(page),
                bit: rng.below(8),
            },
        }
    }

    fn apply(self, bytes: &mut Vec<u8>, size: usize) {
        match self {
            Self::Bit { byte, bit } => bytes[byte] ^= 1 << bit,
            Self::Cleared { page } => bytes[page * size..][..size].fill(0),
            Self::Misplaced { page, other } => bytes.copy_within(other * size..(other + 1) * size, page * size),
            Self::Cut { len } => bytes.truncate(len),
        }
    }
}

/// The effect of a damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// All answers are right.
    Harmless,
    /// An answer failed, or the database could not be opened.
    Noticed,
}

/// A database, the questions, and the right answers.
struct Subject {
    place: Place,
    bytes: Vec<u8>,
    page: usize,
    /// The pages of sources, analyses and indexes.
    few: Vec<usize>,
    questions: Questions,
    right: Vec<String>,
    /// The further questions of [`ask_more`], with the right answers.
    more: Vec<(String, String)>,
}

/// An answer, or the message of an error.
type Answer = Result<String, String>;

impl Subject {
    fn new() -> Self {
        let games = games(60);
        let place = Place::new();
        place.write("games.tar", tar(&wordy(&games)));
        // Some games again, unchanged and with another text.
        let again: Vec<Game> = wordy(&games).into_iter().step_by(7).collect();
        place.write("again.tar", tar(&again));
        let other: Vec<Game> = games.iter().step_by(11).cloned().collect();
        place.write("other.tar", tar(&other));
        // Several segments that share positions.
        place.succeed(&["import", "-q", "games.tar", "--commit-every", "20"]);
        place.succeed(&["import", "-q", "again.tar", "other.tar"]);
        for (name, numbers) in [("a.dat", 0..40), ("b.dat", 30..90)] {
            let size = BoardSize::new(9).expect("a size");
            let records = numbers.map(|number| Ok::<_, StoreError>(position_record(number)));
            place
                .open(Access::Write)
                .add_position_file(&place.path(name), size, records, Interrupt::default(), |_| {})
                .expect("is added");
        }
        let questions = Questions::about(&games, 15);
        let right = questions.answers(&place.open(Access::Read));
        let more = ask_more(place.open(Access::Read), &place.path("."));
        let more = more.into_iter().map(|(asked, answer)| {
            let answer = answer.unwrap_or_else(|error| panic!("{asked}: {error}"));
            assert!(
                answer.len() > 20 || asked.contains("from positions"),
                "{asked}: {answer}"
            );
            (asked, answer)
        });
        let more = more.collect();
        let bytes = fs::read(place.database_path()).expect("is read");
        // The page size in the header of an SQLite file, big-endian.
        let page = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
        Self {
            bytes,
            page,
            few: few_pages(&place.database_path()),
            questions,
            right,
            more,
            place,
        }
    }

    /// Opens a damaged copy and asks everything.
    fn try_one(&self, damage: Damage) -> Found {
        let folder = tempfile::tempdir_in(self.place.path(".")).expect("a folder");
        let path = folder.path().join("games.sqlite");
        let mut bytes = self.bytes.clone();
        damage.apply(&mut bytes, self.page);
        fs::write(&path, bytes).expect("is written");
        let Ok(database) = open(&path) else {
            return Found::Noticed;
        };
        let mut found = Found::Harmless;
        for (number, answer) in self.questions.ask(&database).into_iter().enumerate() {
            match answer {
                Ok(answer) => assert_eq!(answer, self.right[number], "wrong answer to question {number}"),
                Err(error) => {
                    error.to_string().says("games.sqlite");
                    found = Found::Noticed;
                }
            }
        }
        let checked = database.check(&mut |_| {});
        for ((asked, answer), (_, right)) in ask_more(database, folder.path()).into_iter().zip(&self.more) {
            match answer {
                Ok(answer) => assert_eq!(&answer, right, "wrong answer to {asked}"),
                Err(error) => {
                    error.says("games.sqlite");
                    found = Found::Noticed;
                }
            }
        }
        if found == Found::Noticed {
            let finds_something = checked.map_or(true, |checked| !checked.problems.is_empty());
            assert!(finds_something, "the check finds no problem");
        }
        found
    }
}

/// Returns the pages of sources, analyses and indexes.
fn few_pages(path: &Path) -> Vec<usize> {
    let database = rusqlite::Connection::open(path).expect("opens");
    let sql = "SELECT pageno - 1 FROM dbstat JOIN sqlite_schema USING (name)
               WHERE type = 'index' OR tbl_name IN ('source', 'archive', 'player', 'label', 'analysis', 'analysis_sums')";
    let mut statement = database.prepare(sql).expect("a query");
    let pages = statement.query_map([], |row| row.get(0)).expect("rows");
    pages.map(|page| page.expect("a number")).collect()
}

/// Returns a record of a single stone on a board of 9 lines.
fn position_record(number: u16) -> PositionRecord {
    let size = BoardSize::new(9).expect("a size");
    let mut board = Board::new(size);
    let point = Point::from_index(usize::from(number) % 81, size).expect("a point");
    board.set(point, Some(Color::Black));
    PositionRecord::new(PositionId::new(number.into(), Color::White), &board, None)
}

/// Returns the games with an event and a comment, to search for words, and with evaluations of
/// their first positions.
fn wordy(games: &[Game]) -> Vec<Game> {
    let wordy = games.iter().enumerate().map(|(number, (name, text))| {
        let text = String::from_utf8(text.clone()).expect("UTF-8");
        let words = format!("(;EV[event{} cup]C[word{} and word{number}x]", number % 5, number % 9);
        let percent = format!("]SBKV[{number}];W[");
        let text = text.replacen("];W[", &percent, 5 + number % 9);
        (name.clone(), text.replacen("(;", &words, 1).into_bytes())
    });
    wordy.collect()
}

/// Asks the shell's questions, which [`Questions`] leaves out.
fn ask_more(database: Database, folder: &Path) -> Vec<(String, Answer)> {
    let positions = database.snapshot().and_then(|snapshot| positions(&snapshot));
    let positions = positions.map_err(|error| error.to_string());
    let courses = database.snapshot().and_then(|snapshot| courses(&snapshot));
    let courses = courses.map_err(|error| error.to_string());
    let mut answers = vec![(POSITIONS.to_owned(), positions), (COURSES.to_owned(), courses)];
    let mut session = Session::new(database, folder.to_owned());
    for command in COMMANDS {
        let answer = session.eval(command);
        answers.push((
            command.to_owned(),
            answer
                .map(|output| output.without_styles())
                .map_err(|error| error.to_string()),
        ));
    }
    for name in EXPORTS {
        let path = folder.join(name);
        let exported = session.eval(&format!("export {name} --all"));
        let answer = match exported {
            Ok(_) => Ok(String::from_utf8_lossy(&fs::read(&path).expect("is there")).into_owned()),
            Err(error) => Err(error.to_string()),
        };
        let _ = fs::remove_file(path);
        answers.push((format!("export {name}"), answer));
    }
    answers
}

/// Returns the positions of all files, and one of them by its id.
fn positions(snapshot: &Snapshot) -> Result<String, StoreError> {
    let (mut text, mut last) = (String::new(), None);
    snapshot.visit_position_records(None, None, |file, number, record| {
        text.push_str(&format!("{} {number} {:?}\n", file.board_size, record.as_bytes()));
        last = (number == 35).then(|| record.id()).or(last);
        Ok::<_, StoreError>(())
    })?;
    if let Some(id) = last {
        let found = snapshot.position_with_id(id)?;
        text.push_str(&format!("{:?}\n", found.map(|record| record.as_bytes().to_vec())));
        snapshot.visit_position_records(None, Some(id), |_, number, record| {
            text.push_str(&format!("{number} {:?}\n", record.as_bytes()));
            Ok::<_, StoreError>(())
        })?;
    }
    Ok(text)
}

/// Returns the courses of all games.
fn courses(snapshot: &Snapshot) -> Result<String, StoreError> {
    let (mut text, mut games) = (String::new(), 0);
    snapshot.read_courses(1..=i64::MAX, |game, course| {
        games += 1;
        text.push_str(&format!("{game} {course:?}\n"))
    })?;
    // A search for patterns knows which games there are, and misses those whose rows are not found.
    match games == snapshot.state()?.games {
        true => Ok(text),
        false => Err(snapshot.holds_no_game(games as i64)),
    }
}

fn open(path: &Path) -> Result<Database, StoreError> {
    Database::open(path, Access::Read)
}

#[test]
fn no_damage_is_presented_as_an_answer() {
    let subject = Subject::new();
    let (bytes, page, few) = (subject.bytes.len(), subject.page, subject.few.clone());
    println!(
        "{} pages of {page} bytes, {} of sources, analyses and indexes; {} questions",
        bytes / page,
        few.len(),
        subject.questions.count() + subject.more.len()
    );
    let mut rng = random();
    let damages: Vec<Damage> = (0..setting("BGO_FLIPS", FLIPS))
        .map(|_| Damage::random(&mut rng, bytes, page, &few))
        .collect();
    let (to_here, from_there) = channel();
    let tried = damages.clone();
    std::thread::spawn(move || {
        for damage in tried {
            let found = catch_unwind(AssertUnwindSafe(|| subject.try_one(damage)));
            if to_here.send(found.map_err(drop)).is_err() {
                return;
            }
        }
    });
    let (mut noticed, mut failed) = (0, Vec::new());
    for damage in damages {
        match from_there.recv_timeout(TIME) {
            Ok(Ok(found)) => noticed += usize::from(found == Found::Noticed),
            Ok(Err(())) => failed.push(damage),
            Err(error) => panic!("{damage:?} takes too long: {error}"),
        }
    }
    println!("a question noticed {noticed} of the damages");
    assert!(failed.is_empty(), "{} failed: {failed:?}", failed.len());
    assert!(noticed > 0);
}
