//! Power cuts while files are made beside the database. The library that makes calls fail also
//! records them, and a model of the disk says what of the changes must be there at each moment.

use crate::faults::{Calls, library, moments};
use crate::games::games;
use crate::place::{Place, sentence};
use crate::{random, setting};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use testkit::{files, tar};

/// The number of power cuts for each command, unless `BGO_CUTS` is set.
const CUTS: usize = 3;

/// The folder in which everything is made.
const OUT: &str = "out";

/// The file that says that a dataset is complete.
const MANIFEST: &str = "_bgo.json";

/// A command that makes files.
struct Case {
    /// Commands to run before.
    before: &'static [&'static [&'static str]],
    arguments: &'static [&'static str],
    /// The states that a power cut may leave, besides the one before and the complete one.
    may_leave: Left,
}

/// A state that a power cut may leave.
#[derive(Clone, Copy, PartialEq)]
enum Left {
    /// Nothing.
    Nothing,
    /// A dataset without the file that says that it is complete.
    NoManifest,
    /// Some of the files, each complete.
    Some,
}

const EXPORT_DATASET: &[&str] = &["export", "--dataset", "out/set"];
const EXPORT_OLD: &[&str] = &["export", "--db", "old.sqlite", "--dataset", "out/set"];
const REPLACE_DATASET: &[&str] = &["export", "--dataset", "out/set", "--overwrite"];
const KATAGO: &[&str] = &[
    "dataset",
    "katago",
    "-q",
    "0.tar",
    "--batch",
    "8",
    "--validation",
    "0.3",
    "--dir",
    "out",
];

const fn case(arguments: &'static [&'static str], may_leave: Left) -> Case {
    Case {
        before: &[],
        arguments,
        may_leave,
    }
}

/// Every way to make a file or a folder.
const CASES: &[Case] = &[
    case(&["export", "--all", "out/a.sgf"], Left::Nothing),
    case(&["export", "--all", "out/a.tgz"], Left::Nothing),
    case(&["export", "--all", "out/a.csv"], Left::Nothing),
    case(&["export", "--all", "out/a.jsonl"], Left::Nothing),
    case(&["export", "--all", "out/a.parquet"], Left::Nothing),
    Case {
        before: &[&["export", "--db", "old.sqlite", "--all", "out/a.tgz"]],
        arguments: &["export", "--all", "out/a.tgz", "--overwrite"],
        may_leave: Left::Nothing,
    },
    case(&["export", "--all", "out/folder/"], Left::Nothing),
    // The folder exists and is empty.
    case(&["export", "--all", "out/empty"], Left::Nothing),
    case(EXPORT_DATASET, Left::Nothing),
    Case {
        before: &[EXPORT_OLD],
        arguments: REPLACE_DATASET,
        may_leave: Left::Nothing,
    },
    // The folder has a file of the user, too, and so it stays.
    Case {
        before: &[EXPORT_OLD, &["export", "--all", "out/set/notes.csv"]],
        arguments: REPLACE_DATASET,
        may_leave: Left::NoManifest,
    },
    case(&["search", "--out", "out/a.txt"], Left::Nothing),
    case(
        &["sql", "--csv", "--out", "out/a.csv", "select * from games"],
        Left::Nothing,
    ),
    case(
        &[
            "import",
            "-q",
            "--db",
            "new.sqlite",
            "odd.tar",
            "--report",
            "out/a.jsonl",
        ],
        Left::Nothing,
    ),
    case(
        &["dataset", "kgs-v1", "-q", "0.tar", "--sets", "all", "--dir", "out"],
        Left::Some,
    ),
    case(
        &[
            "dataset", "kgs-v2", "-q", "0.tar", "--sets", "all", "--format", "npz", "--dir", "out/new",
        ],
        Left::Some,
    ),
    case(KATAGO, Left::Some),
    case(
        &[
            "enumerate",
            "legal",
            "-q",
            "--size",
            "2x2",
            "--part-size",
            "40",
            "--out",
            "out/new",
        ],
        Left::Some,
    ),
    case(&["man", "--out", "out/new/man"], Left::Some),
];

/// A change on the disk.
#[derive(Clone, Debug, PartialEq)]
enum Change {
    /// A file or folder is created.
    Create(PathBuf),
    Write(PathBuf),
    Sync(PathBuf),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
}

/// Reads the changes that were recorded.
fn recorded(place: &Place) -> Vec<Change> {
    let text = fs::read_to_string(place.path("log")).unwrap_or_default();
    // Nobody finds a file without a name.
    let lines = text.lines().filter(|line| !line.ends_with(" (deleted)"));
    let changes = lines.map(|line| {
        let mut words = line.split('\t');
        let kind = words.next().expect("a kind");
        let mut path = || Path::new(words.next().expect("a path")).components().collect();
        match kind {
            "create" | "folder" => Change::Create(path()),
            "write" => Change::Write(path()),
            "sync" => Change::Sync(path()),
            "remove" => Change::Remove(path()),
            "rename" => Change::Rename(path(), path()),
            other => panic!("{other}"),
        }
    });
    changes.collect()
}

fn name_of(path: &Path) -> &str {
    path.file_name().unwrap_or_default().to_str().expect("UTF-8")
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().expect("a folder").to_owned()
}

/// Returns the temporary folder that a path is in or names.
fn temporary(path: &Path) -> Option<&Path> {
    path.ancestors().find(|path| name_of(path).starts_with(".bgo-new-"))
}

/// Returns whether a path is one that is made for the user.
fn is_final(path: &Path) -> bool {
    let ends = ["~", "-wal", "-shm", "-journal", "-lock"];
    temporary(path).is_none() && !ends.iter().any(|end| name_of(path).ends_with(end))
}

/// The changes that a power cut may take back.
#[derive(Default)]
struct Disk {
    /// The files whose content may be lost.
    written: BTreeSet<PathBuf>,
    /// The names that may be lost or come back.
    names: BTreeSet<PathBuf>,
    /// The temporary folders with a list of moves to undo. True if the list is removed, but may
    /// come back.
    lists: BTreeMap<PathBuf, bool>,
    faults: Vec<String>,
}

impl Disk {
    /// Makes changes.
    fn after(changes: &[Change]) -> Self {
        let mut disk = Self::default();
        changes.iter().for_each(|change| disk.apply(change));
        disk
    }

    /// Makes all changes of a command that succeeds, and returns what a power cut would break.
    fn faults(changes: &[Change]) -> Vec<String> {
        let Self {
            written,
            names,
            lists,
            mut faults,
        } = Self::after(changes);
        let lost = written.into_iter().chain(names).filter(|path| is_final(path));
        faults.extend(lost.map(|path| format!("{} may be lost", path.display())));
        faults.extend(lists.keys().map(|folder| format!("{} may be undone", folder.display())));
        faults
    }

    fn apply(&mut self, change: &Change) {
        match change {
            Change::Create(path) => {
                self.names.insert(path.clone());
                if name_of(path) == "moves" {
                    self.lists.insert(folder_of(path), false);
                }
            }
            Change::Write(path) => {
                self.written.insert(path.clone());
            }
            Change::Sync(path) => {
                self.written.remove(path);
                self.names.retain(|name| folder_of(name) != *path);
                self.lists.retain(|folder, is_removed| folder != path || !*is_removed);
            }
            Change::Rename(from, to) => {
                self.check(from, to);
                for paths in [&mut self.written, &mut self.names] {
                    let moved = |path: PathBuf| match path.strip_prefix(from) {
                        Ok(rest) => to.join(rest).components().collect(),
                        Err(_) => path,
                    };
                    *paths = std::mem::take(paths).into_iter().map(moved).collect();
                }
                self.names.extend([from.clone(), to.clone()]);
            }
            Change::Remove(path) => {
                self.written.remove(path);
                self.names.insert(path.clone());
                if name_of(path) == "moves" {
                    self.lists.insert(folder_of(path), true);
                }
            }
        }
    }

    /// Checks that what must be on the disk before something gets its place, or loses it, is there.
    fn check(&mut self, from: &Path, to: &Path) {
        if !is_final(from) && !is_final(to) {
            return;
        }
        let folder = temporary(from).or(temporary(to));
        let list = folder.filter(|folder| self.lists.contains_key(*folder));
        let place = folder_of(if is_final(from) { from } else { to });
        let manifest = place.join(MANIFEST);
        let is_early = |path: &&PathBuf| {
            // The content,
            path.starts_with(from) && (self.written.contains(*path) || *path != from)
                // the list of moves, and the folders that it names,
                || list.is_some_and(|list| *path == list || folder_of(path) == list)
                // and all else of a dataset before its manifest, or its absence before all else.
                || is_final(path) && folder_of(path) == place && (to == manifest || **path == manifest)
        };
        let early: BTreeSet<_> = self.written.union(&self.names).filter(is_early).cloned().collect();
        let (from, to) = (from.display(), to.display());
        let fault = |path: PathBuf| format!("{from} becomes {to} when {} may be lost", path.display());
        self.faults.extend(early.into_iter().map(fault));
    }
}

/// A command that makes files, and what it makes.
struct Made<'a> {
    case: &'a Case,
    place: &'a Place,
    library: &'a Path,
    before: BTreeMap<PathBuf, Vec<u8>>,
    after: BTreeMap<PathBuf, Vec<u8>>,
}

impl<'a> Made<'a> {
    /// Runs a command to its end. Returns the changes that it made, too.
    fn new(case: &'a Case, place: &'a Place, library: &'a Path) -> (Self, Vec<Change>) {
        let mut made = Self {
            case,
            place,
            library,
            before: BTreeMap::new(),
            after: BTreeMap::new(),
        };
        made.reset();
        made.before = files(&place.path(OUT));
        let output = made.run("none", 0);
        assert!(output.status.success(), "{:?}: {output:?}", case.arguments);
        made.after = files(&place.path(OUT));
        let left: Vec<_> = made.after.keys().filter(|path| temporary(path).is_some()).collect();
        assert!(made.after != made.before && left.is_empty(), "{left:?}");
        (made, recorded(place))
    }

    /// Makes everything as it was before the command.
    fn reset(&self) {
        let folder = self.place.path(OUT);
        fs::remove_dir_all(&folder).expect("is removed");
        fs::create_dir_all(folder.join("empty")).expect("is made");
        for arguments in self.case.before {
            self.place.succeed(arguments);
        }
        for name in ["new.sqlite", "new.sqlite-wal", "new.sqlite-shm"] {
            let _ = fs::remove_file(self.place.path(name));
        }
    }

    fn run(&self, kind: &str, at: usize) -> Output {
        let _ = fs::remove_file(self.place.path("log"));
        let calls = Calls {
            library: self.library,
            name: "/out",
        };
        calls.run(self.place, self.case.arguments, kind, at)
    }

    /// Cuts the power before a change, and repeats the command.
    fn cut(&self, at: usize) {
        let Case {
            arguments, may_leave, ..
        } = self.case;
        self.reset();
        let output = self.run("killed", at);
        assert_eq!(output.status.code(), Some(137), "{arguments:?}: {output:?}");
        for path in Disk::after(&recorded(self.place)).written {
            if path.exists() {
                fs::write(path, "").expect("is emptied");
            }
        }
        let mut left = files(&self.place.path(OUT));
        left.retain(|path, _| is_final(path));
        let is_allowed = match may_leave {
            _ if left == self.before || left == self.after => true,
            Left::Nothing => left.is_empty(),
            Left::NoManifest => !left.keys().any(|path| name_of(path) == MANIFEST),
            Left::Some => left.iter().all(|(path, bytes)| self.after.get(path) == Some(bytes)),
        };
        let names: Vec<_> = left.keys().collect();
        let moment = format!("{arguments:?}, cut at change {at}, leaves {names:?}");
        assert!(is_allowed, "{moment}");
        let output = self.run("none", 0);
        let (mut made, mut after) = (files(&self.place.path(OUT)), self.after.clone());
        // What is complete is not replaced unless that is asked for. If nothing is made, the temporary folder
        // stays for the next command that makes something there.
        after.retain(|path, _| is_final(path));
        if left == after {
            made.retain(|path, _| is_final(path));
        } else {
            assert!(output.status.success(), "{moment}: {output:?}");
            after.clone_from(&self.after);
        }
        assert!(made == after, "{moment}, and in the end {:?}", made.keys());
    }
}

#[test]
fn what_is_made_beside_the_database_survives_a_power_cut() {
    let Some(library) = library() else { return };
    let mut rng = random();
    let place = Place::new();
    let games = games(12);
    place.write("0.tar", tar(&games[..8]));
    place.write("1.tar", tar(&games[8..]));
    place.write("odd.tar", tar(&[("odd.sgf".to_owned(), b"(;GM[2];B[pd])".to_vec())]));
    place.succeed(&["import", "-q", "--db", "old.sqlite", "0.tar"]);
    place.succeed(&["import", "-q", "0.tar", "1.tar"]);
    fs::create_dir(place.path(OUT)).expect("a folder");
    for case in CASES {
        let (made, changes) = Made::new(case, &place, &library);
        let faults = Disk::faults(&changes);
        assert!(faults.is_empty(), "{:?}: {faults:#?}\n{changes:#?}", case.arguments);
        // Each sync is needed, and the model notices if it is missing. Only the folder from which the
        // content moves out is synced as part of a tree whose other folders must be.
        let moves_out =
            |path: &Path| name_of(path) == "new" && temporary(path).is_some_and(|folder| path.parent() == Some(folder));
        let syncs = (0..changes.len()).filter(|at| match &changes[*at] {
            Change::Sync(path) => {
                !(moves_out(path)
                    && changes
                        .iter()
                        .any(|change| matches!(change, Change::Create(path) if name_of(path) == "moves")))
            }
            _ => false,
        });
        for at in syncs.clone() {
            let sync = &changes[at];
            let mut others = changes.clone();
            others.remove(at);
            if case.may_leave == Left::Some {
                // Its folder is synced for each of several files.
                others.retain(|other| other != sync);
            }
            let faults = Disk::faults(&others);
            assert!(
                !faults.is_empty(),
                "{:?}: {sync:?} is not needed: {changes:#?}",
                case.arguments
            );
        }
        println!(
            "{:?}: {} changes, {} of them syncs",
            case.arguments,
            changes.len(),
            syncs.count()
        );
        for at in moments(setting("BGO_CUTS", CUTS).min(changes.len()), changes.len(), &mut rng) {
            made.cut(at);
        }
    }
}

#[test]
fn a_database_that_was_being_made_is_no_damaged_one() {
    let Some(library) = library() else { return };
    let mut rng = random();
    let place = Place::new();
    place.write("0.tar", tar(&games(3)));
    let import = ["import", "-q", "--db", "out/new/games.sqlite", "0.tar"];
    let calls = Calls {
        library: &library,
        name: "/out",
    };
    let out = place.path(OUT);
    fs::create_dir(&out).expect("a folder");
    let run = |kind: &str, at| {
        let _ = fs::remove_file(place.path("log"));
        fs::remove_dir_all(&out).expect("is removed");
        fs::create_dir(&out).expect("a folder");
        calls.run(&place, &import, kind, at)
    };
    assert!(run("none", 0).status.success());
    let changes = recorded(&place);
    let faults = Disk::faults(&changes);
    assert!(faults.is_empty(), "{faults:#?}\n{changes:#?}");
    let info = || {
        let output = place.bgo(&["info", "--db", "out/new/games.sqlite", "--json"]).output();
        output.expect("runs")
    };
    let whole = info().stdout;
    let folder = place.path(OUT).canonicalize().expect("a folder");
    let without: Vec<Change> = changes
        .iter()
        .filter(|change| **change != Change::Sync(folder.clone()))
        .cloned()
        .collect();
    assert!(!Disk::faults(&without).is_empty(), "{changes:#?}");
    for at in moments(
        setting("BGO_CUTS", 4 * CUTS).min(changes.len()),
        changes.len(),
        &mut rng,
    ) {
        assert_eq!(run("killed", at).status.code(), Some(137));
        let said = info();
        if !said.status.success() {
            let sentence = sentence(&said);
            let is_known = ["out/new/games.sqlite is empty; ", "there is no database at "]
                .iter()
                .any(|start| sentence.starts_with(start));
            assert!(is_known, "cut at change {at}: {sentence}");
        }
        place.succeed(&import);
        let games = |info: &[u8]| serde_json::from_slice::<serde_json::Value>(info).expect("JSON")["games"].clone();
        assert_eq!(games(&info().stdout), games(&whole), "cut at change {at}");
    }
}
