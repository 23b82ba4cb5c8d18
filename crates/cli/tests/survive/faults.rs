//! Disks that are full, damaged, removed or read-only. A library preloaded before the
//! C library makes calls on the database's files fail; a small file system fills up.

use crate::games::games;
use crate::job::{Job, Kind};
use crate::place::{Place, sentence};
use crate::{random, setting};
use flate2::read::GzDecoder;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use testkit::{Rng, Text, files, tar};

/// The number of attempts for each job and kind of failure, unless `BGO_FAULTS` is set.
const FAULTS: usize = 2;

/// The number of games of a job.
const GAMES: usize = 60;

/// A part of the name of every file of a database.
const DATABASE: &str = "games.sqlite";

/// The same of the sorted copy of a dataset that an import makes.
const COPY: &str = "sorted.sqlite";

/// The folder of a dataset, which is in the path of each of its files.
const DATASET: &str = "dataset";

/// The ways in which calls fail.
const FAILURES: [&str; 3] = ["full", "damaged", "gone"];

/// Compiles the library. If that is impossible here, prints why and returns `None`.
pub fn library() -> Option<PathBuf> {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        println!("skipped: fault injection needs Linux with the GNU C library");
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(folder).expect("is made");
    // Tests run at the same time, so each has a library of its own.
    let library = folder.join(format!("fault-{:?}.so", std::thread::current().id()));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/survive/fault.c");
    let mut compiler = Command::new("cc");
    compiler
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .arg(source)
        .arg("-ldl");
    match compiler.status() {
        Ok(status) => assert!(status.success(), "{source} cannot be compiled"),
        Err(error) => {
            println!("skipped: fault injection needs a C compiler (cc): {error}");
            return None;
        }
    }
    Some(library)
}

/// The calls on files whose paths contain `name`.
pub struct Calls<'a> {
    pub library: &'a Path,
    pub name: &'a str,
}

impl Calls<'_> {
    /// Runs the program; calls fail from the `at`-th on, or never if `at` is 0.
    pub fn run(&self, place: &Place, arguments: &[&str], kind: &str, at: usize) -> Output {
        let mut command = place.bgo(arguments);
        command
            .env("LD_PRELOAD", self.library)
            .env("FAULT_NAME", self.name)
            .env("FAULT_KIND", kind)
            .env("FAULT_AT", at.to_string())
            .env("FAULT_COUNT", place.path("count"))
            .env("FAULT_LOG", place.path("log"));
        command.output().expect("runs")
    }

    /// Returns the number of calls of a program that succeeds.
    fn count(&self, place: &Place, arguments: &[&str]) -> usize {
        let output = self.run(place, arguments, "none", 0);
        assert!(output.status.success(), "{output:?}");
        let calls = fs::read_to_string(place.path("count")).expect("a file");
        let calls = calls.parse().expect("a number");
        assert!(calls > 0, "the library is not in use");
        calls
    }
}

/// Returns `count` of the numbers 1 to `calls`, which ascend.
pub fn moments(count: usize, calls: usize, rng: &mut Rng) -> Vec<usize> {
    let moment = |number| 1 + (number * calls + rng.below(calls)) / count;
    (0..count).map(moment).collect()
}

/// Checks that a job reports its failure, or is complete.
fn assert_said(job: &Job, output: &Output, games: u64) {
    if output.status.success() {
        assert_eq!(
            (&output.stderr[..], games),
            (&b""[..], job.games_in_the_end()),
            "a failure is not reported"
        );
    } else {
        println!("    {}", sentence(output));
    }
}

/// Makes a job fail at `count` of its calls.
fn fail(job: &Job, calls: &Calls<'_>, kind: &str, count: usize, rng: &mut Rng) {
    job.reset();
    let all = calls.count(&job.place, &job.arguments());
    let mut last = None;
    for at in moments(count, all, rng) {
        println!("{:?}: {kind} from call {at} of {all} on {}", job.kind, calls.name);
        job.reset();
        let output = calls.run(&job.place, &job.arguments(), kind, at);
        // Each attempt fails later, so it commits at least as much as the one before.
        let games = job.verify(last);
        assert_said(job, &output, games);
        last = Some(games);
    }
}

#[test]
fn whatever_fails_is_said_and_leaves_a_sound_database() {
    let Some(library) = library() else { return };
    let games = games(GAMES);
    let mut rng = random();
    for kind in Kind::ALL {
        let job = Job::new(kind, &games);
        for failure in FAILURES {
            for name in [DATABASE, COPY] {
                if name == COPY && kind != Kind::FromDataset {
                    continue;
                }
                let calls = Calls {
                    library: &library,
                    name,
                };
                fail(&job, &calls, failure, setting("BGO_FAULTS", FAULTS), &mut rng);
            }
        }
    }
}

#[test]
fn an_export_of_a_dataset_that_fails_leaves_what_was_there() {
    let Some(library) = library() else { return };
    let mut rng = random();
    let place = Place::new();
    let games = games(GAMES);
    let archives = games.chunks(GAMES / 2).map(tar);
    let [old, new] = ["old.sqlite", "new.sqlite"].map(|name| ["--db", name]);
    for (number, archive) in archives.enumerate() {
        place.write(&format!("{number}.tar"), archive);
    }
    place.succeed(&[&old[..], &["import", "-q", "0.tar"]].concat());
    place.succeed(&[&new[..], &["import", "-q", "0.tar", "1.tar"]].concat());
    let export = ["export", "--dataset", DATASET, "--overwrite"];
    let [old, new] = [old, new].map(|database| [&database[..], &export].concat());
    let calls = Calls {
        library: &library,
        name: DATASET,
    };
    let folder = place.path(DATASET);
    // A dataset is made within the folder that it will have, if that exists.
    place.succeed(&old);
    let all = calls.count(&place, &new);
    let after = files(&folder);
    for kind in FAILURES {
        for at in moments(setting("BGO_FAULTS", FAULTS), all, &mut rng) {
            println!("{kind} from call {at} of {all}");
            place.succeed(&old);
            let before = files(&folder);
            assert!(before != after);
            let output = calls.run(&place, &new, kind, at);
            if output.status.success() {
                assert!(files(&folder) == after, "a failure is not reported");
            } else {
                let sentence = sentence(&output);
                println!("    {sentence}");
                sentence.begins(DATASET);
                assert!(files(&folder) == before, "the earlier dataset is another one");
            }
        }
    }
}

#[test]
fn what_can_only_be_read_is_left_alone_and_can_be_searched() {
    let Some(library) = library() else { return };
    let games = games(GAMES);
    for kind in [Kind::Import, Kind::Remove, Kind::Optimize] {
        let job = Job::new(kind, &games);
        job.reset();
        let place = &job.place;
        let before = fs::read(place.database_path()).expect("is read");
        let calls = Calls {
            library: &library,
            name: DATABASE,
        };
        let run = |arguments: &[&str], kind: &str| calls.run(place, arguments, kind, 0);
        let said = sentence(&run(&job.arguments(), "readonly"));
        let expected = ["the database is read-only", "the file cannot be opened or made there"];
        assert!(expected.iter().any(|words| said.ends_with(words)), "{said}");
        for question in [&["search", "--json", "pd"][..], &["info", "--json"]] {
            let output = run(question, "readonly");
            assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
            assert_eq!(output.stdout, run(question, "none").stdout);
        }
        assert!(before == fs::read(place.database_path()).expect("is read"));
    }
}

#[test]
fn a_full_disk_is_named_though_a_file_of_an_earlier_schema_can_be_read() {
    let Some(library) = library() else { return };
    let place = Place::new();
    let mut kept = Vec::new();
    let packed = include_bytes!("../../../../fixtures/database-1.sqlite.gz");
    GzDecoder::new(&packed[..]).read_to_end(&mut kept).expect("is unpacked");
    place.write(DATABASE, kept);
    let calls = Calls {
        library: &library,
        name: "games.sqlite-wal",
    };
    let output = calls.run(&place, &["shell", "-q", "-c", "pd; name x"], "full", 1);
    let [said, error] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    said.says("Total count: 2105");
    error.says("games.sqlite: the disk is full; nothing that was committed is lost");
}

/// Runs a job in a file system of `bytes` bytes and copies the database back. Returns
/// `None` if no file system can be mounted.
fn run_in(job: &Job, bytes: u64) -> Option<Output> {
    // Any user may mount in a namespace of their own. The mount ends with the process.
    let script = r#"
        mount -t tmpfs -o "size=$BYTES" tmpfs "$DISK" || exit 99
        cp games.sqlite "$DISK" || exit 99
        BGO_DB="$DISK/games.sqlite" "$@"
        status=$?
        rm games.sqlite
        cp "$DISK"/games.sqlite* . || exit 99
        exit $status"#;
    let disk = job.place.path("disk");
    fs::create_dir_all(&disk).expect("is made");
    let mut command = Command::new("unshare");
    command
        .args(["-rm", "sh", "-c", script, "sh", env!("CARGO_BIN_EXE_bgo")])
        .args(job.arguments())
        .env("DISK", disk)
        .env("BYTES", bytes.to_string())
        .current_dir(job.place.path("."));
    let output = command.output().ok()?;
    (output.status.code() != Some(99)).then_some(output)
}

#[test]
fn a_file_system_that_is_too_small_leaves_a_sound_database() {
    let games = games(GAMES);
    let mut rng = random();
    for kind in [Kind::Import, Kind::Remove, Kind::Optimize] {
        let job = Job::new(kind, &games);
        let mut failures = 0;
        for number in 0..setting("BGO_FAULTS", FAULTS) {
            job.reset();
            let size = fs::metadata(job.place.database_path()).expect("is there").len();
            // One page more than the database takes, and more each time.
            let room = 4096 + (number * 60_000 + rng.below(60_000)) as u64;
            println!("{kind:?}: {room} bytes are left");
            let Some(output) = run_in(&job, size.next_multiple_of(4096) + room) else {
                println!("skipped: this user cannot mount a file system");
                return;
            };
            let games = job.verify(None);
            assert_said(&job, &output, games);
            failures += u32::from(!output.status.success());
        }
        assert!(failures > 0, "the file system was never full");
    }
}

#[test]
fn a_folder_that_has_not_changed_is_not_read() {
    let Some(library) = library() else { return };
    let place = Place::new();
    for (name, text) in games(3) {
        place.write(&format!("records/{name}"), text);
    }
    let calls = Calls {
        library: &library,
        name: "/records/",
    };
    let sync = ["sync", "records", "--yes", "--json"];
    let calls_and_new = || {
        let output = calls.run(&place, &sync, "none", 0);
        assert!(output.status.success(), "{output:?}");
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let count = fs::read_to_string(place.path("count")).expect("a file");
        (count.parse::<u64>().expect("a number"), document["new"].as_u64())
    };
    // A file that changed a moment ago may change again without another time.
    let (read, new) = calls_and_new();
    assert!(read > 0 && new == Some(3), "{read} {new:?}");
    assert!(calls_and_new().0 > 0);
    std::thread::sleep(std::time::Duration::from_secs(4));
    assert!(calls_and_new().0 > 0);
    assert_eq!(calls_and_new(), (0, Some(0)));
    // After a removal, files are read to see which games were removed; later, what is new in the folder.
    place.succeed(&["remove", "--game", "2"]);
    let (read, new) = calls_and_new();
    assert!(read > 0 && new == Some(0), "{read} {new:?}");
    assert_eq!(calls_and_new(), (0, Some(0)));
    // An import knows it, too.
    let import = |arguments: &[&str]| {
        let output = calls.run(
            &place,
            &[&["import", "records", "--json"], arguments].concat(),
            "none",
            0,
        );
        assert!(output.status.success(), "{output:?}");
        let count = fs::read_to_string(place.path("count")).expect("a file");
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (
            count.parse::<u64>().expect("a number"),
            document["unchanged"].as_u64(),
            document["duplicates"].as_u64(),
        )
    };
    assert_eq!(import(&[]), (0, Some(1), Some(0)));
    // The removed game is not among them.
    let (read, unchanged, duplicates) = import(&["--report", "notes"]);
    assert!(read > 0 && (unchanged, duplicates) == (None, Some(2)));
    place.write("records/new.sgf", "(;SZ[9];B[aa])");
    let (read, unchanged, _) = import(&["--commit-every", "1"]);
    assert!(read > 0 && unchanged.is_none());
    // The removed game is not new here either.
    assert_eq!(calls_and_new().1, Some(0));
    // What is gone goes, though an import has noted the folder since.
    fs::remove_file(place.path("records/new.sgf")).expect("is removed");
    let (read, ..) = import(&[]);
    assert!(read > 0 && import(&[]).1 == Some(1));
    let games = place.games();
    assert_eq!(calls_and_new().1, Some(0));
    assert_eq!(place.games(), games - 1);
}
