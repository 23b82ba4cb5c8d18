//! Reading every kind of archive, whole and damaged, through the public interface.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{MAIN_SEPARATOR, Path};

use crate::stored::World;
use bgo::internal::archive::{ArchiveError, ArchiveItem, Member, SkipReason, open};
use bgo::internal::import::RejectionKind;
use testkit::{bzip2, corpus, gzip, tar, tgz, xz, zip, zstd};
use zip::write::SimpleFileOptions;

impl World {
    pub fn read_archive(&self, name: &str, bytes: impl AsRef<[u8]>) -> ArchiveOutcome {
        read(&self.write(name, bytes))
    }

    pub fn message(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let error = self.read_archive(name, bytes).error.expect("an error");
        self.shorten(&error)
    }

    fn shorten(&self, error: &ArchiveError) -> String {
        let message = error.to_string();
        let folder = format!("{}{MAIN_SEPARATOR}", self.folder().display());
        message.strip_prefix(&folder).unwrap_or(&message).to_owned()
    }
}

#[derive(Debug)]
pub struct ArchiveOutcome {
    pub records: Vec<(String, String)>,
    pub skipped: Vec<(String, SkipReason)>,
    pub error: Option<ArchiveError>,
}

impl ArchiveOutcome {
    pub fn paths(&self) -> Vec<&str> {
        self.records.iter().map(|(path, _)| &**path).collect()
    }
}

pub fn read(path: &Path) -> ArchiveOutcome {
    let mut outcome = ArchiveOutcome {
        records: Vec::new(),
        skipped: Vec::new(),
        error: None,
    };
    let mut archive = match open(path) {
        Ok(archive) => archive,
        Err(error) => {
            outcome.error = Some(error);
            return outcome;
        }
    };
    let progress = archive.progress();
    let mut last = 0;
    for item in &mut archive {
        assert!((last..=progress.total_bytes()).contains(&progress.bytes_read()));
        last = progress.bytes_read();
        match item {
            Ok(ArchiveItem::Record(Member { path, bytes })) => {
                outcome.records.push((path, String::from_utf8(bytes).unwrap()));
            }
            Ok(ArchiveItem::Skipped { path, reason }) => outcome.skipped.push((path, reason)),
            Err(error) => outcome.error = Some(error),
        }
    }
    assert!(archive.next().is_none());
    if outcome.error.is_none() {
        assert_eq!(progress.bytes_read(), progress.total_bytes());
    }
    outcome
}

/// The members of most test archives: records and other files in folders.
const FILES: [(&str, &str); 7] = [
    ("games/one.sgf", "(;GM[1];B[pd])"),
    ("games/readme.txt", "about"),
    ("games/._one.sgf", "attributes"),
    ("__MACOSX/games/one.sgf", "attributes"),
    ("more.zip", "PK"),
    ("games/two.SGF", "(;GM[1];B[dp])"),
    ("games/empty.Sgf", ""),
];

fn assert_is_files(outcome: &ArchiveOutcome) {
    assert!(outcome.error.is_none(), "{outcome:?}");
    let mut reasons = outcome.skipped.iter().map(|(_, reason)| reason);
    assert!(reasons.all(|reason| RejectionKind::of_lost(reason).is_none()));
    let found = outcome.records.iter().map(|(path, text)| (&**path, &**text));
    let skipped = outcome.skipped.iter().map(|(path, reason)| match reason {
        SkipReason::OtherFile => (&**path, "other"),
        SkipReason::Archive(_) => (&**path, "archive"),
        reason => panic!("{path}: {reason}"),
    });
    let expected = FILES.map(|(path, text)| match text {
        "about" | "attributes" => (path, "other"),
        "PK" => (path, "archive"),
        record => (path, record),
    });
    // A folder is not read in this order.
    let found: BTreeSet<_> = found.chain(skipped).collect();
    assert_eq!(found, BTreeSet::from(expected));
    assert_eq!(outcome.records.len() + outcome.skipped.len(), FILES.len());
}

#[test]
fn the_content_tells_the_kind() {
    let world = World::new();
    for name in ["a.tar", "a.tgz", "a.zip", "a.sgf", "a"] {
        assert_is_files(&world.read_archive(name, tar(&FILES)));
        for pack in [gzip, bzip2, xz, zstd] {
            assert_is_files(&world.read_archive(name, pack(&tar(&FILES))));
        }
        assert_is_files(&world.read_archive(name, zip(&FILES)));
    }
}

#[test]
fn folders_are_walked_in_order() {
    let world = World::new();
    for (path, text) in FILES {
        world.write(&format!("folder/{path}"), text);
    }
    let outcome = read(&world.path("folder"));
    assert_is_files(&outcome);
    assert_eq!(outcome.paths(), ["games/empty.Sgf", "games/one.sgf", "games/two.SGF"]);
    fs::create_dir(world.path("empty")).unwrap();
    let outcome = read(&world.path("empty"));
    assert!(outcome.records.is_empty() && outcome.error.is_none());
}

#[test]
fn single_records() {
    let world = World::new();
    let text = "(;GM[1];B[pd])";
    for (name, bytes) in [
        ("a.sgf", text.as_bytes().to_vec()),
        ("a.txt", text.as_bytes().to_vec()),
        ("a.sgf.gz", gzip(text.as_bytes())),
        ("a.sgf.xz", xz(text.as_bytes())),
        ("a.sgf.bz2", bzip2(text.as_bytes())),
        ("a.sgf.zst", zstd(text.as_bytes())),
        ("a.gz", gzip(text.as_bytes())),
    ] {
        let outcome = world.read_archive(name, bytes);
        assert_eq!(outcome.records, [(name.to_owned(), text.to_owned())]);
    }
    // The name decides that a file is a record; rejecting its content is up to the parser.
    for text in ["nonsense", "\0\0"] {
        assert_eq!(
            world.read_archive("b.SGF", text).records,
            [("b.SGF".to_owned(), text.to_owned())]
        );
        assert_eq!(world.read_archive("b.sgf.gz", gzip(text.as_bytes())).records.len(), 1);
    }
}

#[test]
fn long_and_foreign_names() {
    let world = World::new();
    let long = format!("{}a.sgf", "folder/".repeat(30));
    let files = [(&*long, "(;)"), ("围棋/名人.sgf", "(;)")];
    assert_eq!(
        world.read_archive("a.tar", tar(&files)).paths(),
        [&long, "围棋/名人.sgf"]
    );
    assert_eq!(
        world.read_archive("a.zip", zip(&files)).paths(),
        [&long, "围棋/名人.sgf"]
    );
    // A name in GBK.
    let gbk = b"\xCE\xA7\xC6\xE5.sgf";
    let mut header = tar::Header::new_gnu();
    header.as_old_mut().name[..gbk.len()].copy_from_slice(gbk);
    header.set_size(0);
    header.set_cksum();
    let bytes = [&header.as_bytes()[..], &[0; 1024]].concat();
    assert_eq!(
        world.read_archive("a.tar", bytes).paths(),
        ["\u{3a7}\u{fffd}\u{fffd}.sgf"]
    );
    let mut bytes = zip(&[("1234.sgf", "(;)")]);
    replace(&mut bytes, b"1234.sgf", gbk);
    let outcome = world.read_archive("a.zip", bytes);
    assert!(outcome.error.is_none() && outcome.records.len() == 1, "{outcome:?}");
}

fn replace(bytes: &mut [u8], old: &[u8], new: &[u8]) {
    for at in 0..=bytes.len() - old.len() {
        if bytes[at..].starts_with(old) {
            bytes[at..at + new.len()].copy_from_slice(new);
        }
    }
}

#[test]
fn gzip_in_several_streams() {
    let world = World::new();
    let bytes = tar(&FILES);
    let (first, second) = bytes.split_at(700);
    assert_is_files(&world.read_archive("a.tgz", [gzip(first), gzip(second)].concat()));
    let padded = [gzip(&bytes), vec![0; 1000]].concat();
    assert!(world.read_archive("a.tgz", padded).error.is_none());
    // Two archives, one after the other.
    let two = [gzip(&tar(&[("a.sgf", "(;)")])), gzip(&tar(&[("b.sgf", "(;)")]))].concat();
    assert_eq!(world.read_archive("a.tgz", two).paths(), ["a.sgf", "b.sgf"]);
}

#[test]
fn archives_without_records_tell_what_is_in_them() {
    let world = World::new();
    let nested = [("x/games.tgz", "\x1F"), ("readme", "")];
    for bytes in [tar(&nested), gzip(&tar(&nested)), zip(&nested)] {
        let outcome = world.read_archive("a", bytes);
        assert!(outcome.records.is_empty() && outcome.error.is_none());
        assert_eq!(
            outcome.skipped,
            [
                (
                    "x/games.tgz".to_owned(),
                    SkipReason::Archive("it is named like an archive, but is none that bgo reads".to_owned())
                ),
                ("readme".to_owned(), SkipReason::OtherFile),
            ]
        );
    }
    let none: [(&str, &str); 0] = [];
    for bytes in [tar(&none), tgz(&none), zip(&none)] {
        let outcome = world.read_archive("a", bytes);
        assert!(outcome.records.is_empty() && outcome.skipped.is_empty() && outcome.error.is_none());
    }
}

#[test]
fn what_is_no_archive_is_said_so() {
    let world = World::new();
    let neither =
        "it is neither a game record (.sgf, .gib, .ngf, .ugf, .ugi), nor a tar, zip or 7z archive, nor a folder";
    assert_eq!(world.message("a.txt", "some text"), format!("a.txt: {neither}"));
    assert_eq!(world.message("a.tgz", "some text"), format!("a.tgz: {neither}"));
    assert_eq!(world.message("a.sgf", ""), "a.sgf: the file is empty");
    assert_eq!(
        world.message("a.rar", b"Rar!\x1A\x07\x01\0"),
        "a.rar: it is a RAR archive, which cannot be read here; unpack it, and import the files"
    );
    assert_eq!(
        world.message("a.7z", b"7z\xBC\xAF\x27\x1C.."),
        "a.7z: the 7-Zip archive's header is missing or damaged, so it may have been cut: the file ends early"
    );
    assert_eq!(
        world.message("a.gz", gzip(b"some text")),
        "a.gz: its gzip data hold neither a game record (.sgf, .gib, .ngf, .ugf, .ugi) nor a tar archive"
    );
    assert_eq!(
        world.message("a.xz", xz(b"Rar!\x1A\x07\x01\0")),
        "a.xz: its xz data hold a RAR archive, which cannot be read there; unpack it first"
    );
    let error = read(&world.path("missing.tgz")).error.unwrap();
    assert_eq!(world.shorten(&error), "missing.tgz: there is no such file or folder");
}

#[test]
fn cut_gzip_keeps_the_members_before() {
    let world = World::new();
    // Text that hardly compresses, so that the cut is in the second record.
    let noise = |seed: u32| -> String {
        let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let numbers = std::iter::successors(Some(seed), next);
        numbers.take(3000).map(|number| format!("{number:x}")).collect()
    };
    let files = [("a.sgf", noise(1)), ("b.sgf", noise(2)), ("c.sgf", noise(3))];
    let bytes = gzip(&tar(&files.each_ref().map(|(path, text)| (*path, &**text))));
    let cut = bytes.len() / 2;
    let outcome = world.read_archive("games.tgz", &bytes[..cut]);
    assert_eq!(outcome.paths(), ["a.sgf"]);
    assert_eq!(
        world.shorten(&outcome.error.unwrap()),
        format!("games.tgz: the gzip data end early, after {cut} of its bytes (member b.sgf was cut)")
    );
    // Only the checksum is cut off. No record is lost, but the reader cannot know that.
    let outcome = world.read_archive("games.tgz", &bytes[..bytes.len() - 3]);
    assert_eq!(outcome.records.len(), 3);
    assert!(outcome.error.unwrap().to_string().contains(" data end early, after "));
}

#[test]
fn damaged_gzip_is_noticed() {
    let world = World::new();
    let mut bytes = gzip(&tar(&FILES));
    let checksum = bytes.len() - 8;
    bytes[checksum] ^= 1;
    let outcome = world.read_archive("a.tgz", &bytes);
    assert_eq!(outcome.records.len(), 3);
    let message = world.shorten(&outcome.error.unwrap());
    let expected = format!("a.tgz: the gzip data are damaged before byte {}", bytes.len());
    assert!(message.starts_with(&expected), "{message}");
    for byte in &mut bytes[30..60] {
        *byte = !*byte;
    }
    assert!(world.read_archive("a.tgz", &bytes).error.is_some());
}

#[test]
fn a_cut_tar_keeps_the_members_before() {
    let world = World::new();
    let bytes = tar(&[("a.sgf", "(;a)"), ("b.sgf", "(;b)")]);
    assert_eq!(
        world.message("a.tar", &bytes[..1026 + 512]),
        "a.tar: the tar archive ends early, after 1538 bytes (member b.sgf was cut)"
    );
    assert_eq!(
        world.message("a.tgz", gzip(&bytes[..2048])),
        "a.tgz: the tar archive ends without its end mark, after 2048 bytes, and may have been cut"
    );
    assert_eq!(world.read_archive("a.tar", &bytes[..2048]).paths(), ["a.sgf", "b.sgf"]);
}

#[test]
fn a_zip_without_its_list_is_refused() {
    let world = World::new();
    let bytes = zip(&FILES);
    let message = world.message("a.zip", &bytes[..bytes.len() - 40]);
    let expected = "a.zip: the zip archive's list of members is missing or damaged, so it may have been cut";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn damage_to_one_zip_member_leaves_the_others() {
    let world = World::new();
    let files = [
        ("a.sgf", "(;a)"),
        ("b.sgf", "(;bbbbbbbb)"),
        ("c.sgf", "(;c)"),
        ("d.sgf", "(;d)"),
    ];
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (path, text) in files {
        archive.start_file(path, stored).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    let mut bytes = archive.finish().unwrap().into_inner();
    replace(&mut bytes, b"(;bbb", b"(;xxx");
    // Sets the encryption flag in the central directory: the flags are 8 bytes into an entry, the name 46.
    let c = bytes.windows(5).rposition(|name| name == b"c.sgf").unwrap();
    bytes[c - 46 + 8] |= 1;
    let outcome = world.read_archive("a.zip", bytes);
    assert_eq!(outcome.paths(), ["a.sgf", "d.sgf"]);
    assert!(outcome.error.is_none());
    let [(b, damaged), (c, encrypted)] = &outcome.skipped[..] else {
        panic!("{outcome:?}");
    };
    assert_eq!((&**b, &**c, encrypted), ("b.sgf", "c.sgf", &SkipReason::Encrypted));
    assert!(matches!(damaged, SkipReason::Unreadable(_)), "{damaged}");
}

#[cfg(unix)]
#[test]
fn links_in_folders() {
    use std::os::unix::fs::symlink;

    let world = World::new();
    world.read_archive("elsewhere.sgf", "(;)");
    world.read_archive("folder/a.sgf", "(;)");
    symlink(world.path("folder"), world.path("folder/circle")).unwrap();
    symlink(world.path("elsewhere.sgf"), world.path("folder/b.sgf")).unwrap();
    symlink(world.path("nowhere"), world.path("folder/c.sgf")).unwrap();
    symlink(world.path("folder"), world.path("link")).unwrap();
    for name in ["folder", "link"] {
        let outcome = read(&world.path(name));
        assert!(outcome.error.is_none());
        assert_eq!(outcome.paths(), ["a.sgf", "b.sgf"]);
        let [(broken, unreadable), (circle, special)] = &outcome.skipped[..] else {
            panic!("{outcome:?}");
        };
        assert_eq!((&**broken, &**circle), ("c.sgf", "circle"));
        assert!(matches!(unreadable, SkipReason::Unreadable(_)));
        assert_eq!(special.to_string(), "it is a symbolic link to a folder");
    }
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;

    let world = World::new();
    world.read_archive("a.sgf", "(;)");
    let path = world.path("a.sgf");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::File::open(&path).is_ok() {
        println!("skipped: this user may read everything");
        return;
    }
    let error = read(&path).error.unwrap();
    assert_eq!(world.shorten(&error), "a.sgf: there is no permission to read it");
    let outcome = read(world.folder());
    assert!(matches!(outcome.skipped[0].1, SkipReason::Unreadable(_)));
    assert!(outcome.error.is_none());
}

#[cfg(unix)]
#[test]
fn devices_are_not_read() {
    let error = read(Path::new("/dev/null")).error.unwrap();
    assert_eq!(error.to_string(), "/dev/null: it is neither a file nor a folder");
}

#[test]
fn a_real_archive() {
    let Some(path) = corpus("tygem-5k.tgz") else { return };
    let outcome = read(&path);
    assert!(outcome.error.is_none() && outcome.skipped.is_empty());
    assert_eq!(outcome.records.len(), 5000);
    assert!(
        outcome
            .records
            .iter()
            .all(|(_, text)| text.starts_with("(;") && text.contains(";B["))
    );
}
