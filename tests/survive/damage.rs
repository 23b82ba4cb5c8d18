//! Damaged databases: bits flipped, pages cleared or swapped, files cut. Each
//! answer is right or an error; where one is not right, a check finds
//! something wrong.

use crate::games::{games, write_tar};
use crate::place::Place;
use crate::questions::Questions;
use crate::rng::Rng;
use crate::{random, setting};
use bgo::go::HashTable;
use bgo::store::{Access, Database};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::channel;
use std::time::Duration;

/// How many damages are tried without a setting.
const FLIPS: usize = 300;

/// Within this everything must be answered; it takes some milliseconds.
const TIME: Duration = Duration::from_secs(120);

/// One damage to a file.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Bit {
        byte: usize,
        bit: usize,
    },
    /// Everything in a page is zero.
    Cleared {
        page: usize,
    },
    /// A page holds what belongs to another.
    Misplaced {
        page: usize,
        other: usize,
    },
    Cut {
        len: usize,
    },
}

impl Damage {
    fn random(rng: &mut Rng, bytes: usize, page: usize) -> Self {
        let pages = bytes / page;
        match rng.below(20) {
            0 => Self::Cleared { page: rng.below(pages) },
            1 => Self::Misplaced {
                page: rng.below(pages),
                other: rng.below(pages),
            },
            2 => Self::Cut { len: rng.below(bytes) },
            3 => Self::Cut {
                len: rng.below(pages) * page,
            },
            // Where SQLite says what a page is and where its rows are.
            4..=9 => Self::Bit {
                byte: rng.below(pages) * page + rng.below(48),
                bit: rng.below(8),
            },
            _ => Self::Bit {
                byte: rng.below(bytes),
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

/// What came of a damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// All answers are right.
    Harmless,
    /// An answer failed, or the database could not be opened.
    Noticed,
}

/// A database, what is asked of it, and what is right.
struct Subject {
    place: Place,
    bytes: Vec<u8>,
    page: usize,
    questions: Questions,
    right: Vec<String>,
}

impl Subject {
    fn new() -> Self {
        let games = games(60);
        let place = Place::new();
        write_tar(&place.path("games.tar"), &games);
        // Several segments, in which positions repeat.
        place.succeed(&["import", "-q", "games.tar", "--commit-every", "20"]);
        let questions = Questions::about(&games, 15);
        let right = questions.answers(&place.open(Access::Read));
        let bytes = fs::read(place.database_path()).expect("is read");
        // Big-endian, in the header that every SQLite file has.
        let page = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
        Self {
            place,
            bytes,
            page,
            questions,
            right,
        }
    }

    /// Opens a damaged copy and asks it everything.
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
                Ok(answer) => assert_eq!(answer, self.right[number], "question {number} has a wrong answer"),
                Err(error) => {
                    assert!(error.to_string().contains("games.sqlite"), "{error}");
                    found = Found::Noticed;
                }
            }
        }
        let checked = database.check(|_| {});
        if found == Found::Noticed {
            let finds_something = checked.map_or(true, |checked| !checked.problems.is_empty());
            assert!(finds_something, "the check finds nothing");
        }
        found
    }
}

fn open(path: &Path) -> Result<Database, bgo::store::StoreError> {
    Database::open(path, HashTable::built_in().expect("the table"), Access::Read)
}

#[test]
fn no_damage_is_presented_as_an_answer() {
    let subject = Subject::new();
    let (bytes, page) = (subject.bytes.len(), subject.page);
    println!(
        "{} pages of {page} bytes, {} questions",
        bytes / page,
        subject.questions.count()
    );
    let mut rng = random();
    let damages: Vec<Damage> = (0..setting("BGO_FLIPS", FLIPS))
        .map(|_| Damage::random(&mut rng, bytes, page))
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
    println!("{noticed} were noticed by a question");
    assert!(failed.is_empty(), "{} fail: {failed:?}", failed.len());
    assert!(noticed > 0);
}
