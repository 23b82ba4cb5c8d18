//! The records that the database has already at the places where an import finds them again. They
//! are compared as bytes, which takes a tenth of the time of replaying them.

use crate::archive::Member;
use crate::record::may_have_engine_notes;
use crate::store::{Database, Snapshot, StoreError};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

/// The most places that are kept, in some 200 MB. Records at others are replayed.
const MOST: usize = 4 << 20;

/// The places of some archives whose records are those that their games are stored with.
pub(super) struct KnownRecords {
    db: Database,
    /// The ids of the archives by their indices in the import.
    archives: Vec<Option<i64>>,
    /// The games by the hash of the archive, the file and the game's index in it.
    games: HashMap<u64, i64>,
}

impl KnownRecords {
    /// Reads what the database has of archives that have these paths there and `bytes` in all.
    /// Returns `None` if it has nothing, or so many games among theirs that replaying is as fast as looking at them.
    pub fn of(db: &Database, archives: &[PathBuf], bytes: u64) -> Result<Option<Self>, StoreError> {
        let snapshot = db.snapshot()?;
        let found = snapshot.found_archives()?.into_iter();
        let ids: HashMap<String, i64> = found.map(|(id, archive)| (archive.path, id)).collect();
        let archives: Vec<_> = archives
            .iter()
            .map(|path| ids.get(&*path.to_string_lossy()).copied())
            .collect();
        let mut games = HashMap::new();
        let mut looked_at = 0;
        for &archive in archives.iter().flatten().collect::<BTreeSet<_>>() {
            let counts = snapshot.archive_counts(archive)?;
            looked_at += (counts.last_game - counts.first_game) as u64;
            if looked_at / 8 > bytes {
                return Ok(None);
            }
            snapshot.visit_places_of_records(archive, |game, member, member_game| {
                if games.len() < MOST {
                    games.insert(place(archive, member, member_game), game);
                }
            })?;
        }
        let db = db.clone();
        Ok((!games.is_empty()).then_some(Self { db, archives, games }))
    }

    /// Begins a snapshot for [`Self::games_of`] if something is known of an archive. Keep it briefly:
    /// the journal grows while it is open.
    pub fn snapshot(&self, archive: usize) -> Option<Snapshot> {
        // Without one, records are replayed, which reports the error.
        self.archives
            .get(archive)
            .copied()
            .flatten()
            .and(self.db.snapshot().ok())
    }

    /// Returns the games of a file if it holds just the records that these games are stored with.
    pub fn games_of(&self, snapshot: &Snapshot, archive: usize, file: &Member) -> Option<Vec<i64>> {
        let archive = self.archives.get(archive).copied().flatten()?;
        let first = self.game(archive, file, 0)?;
        // An earlier version may have understood less of its evaluations.
        if may_have_engine_notes(&file.bytes) {
            return None;
        }
        // A file of one game is its record, with whatever stands before and after the game.
        if self.game(archive, file, 1).is_none() {
            return (snapshot.record(first).ok()?.bytes == file.bytes).then(|| vec![first]);
        }
        let (mut games, mut rest) = (Vec::new(), &file.bytes[..]);
        while let Some(next) = self.game(archive, file, games.len()) {
            rest = rest
                .trim_ascii_start()
                .strip_prefix(&snapshot.record(next).ok()?.bytes[..])?;
            games.push(next);
        }
        rest.trim_ascii().is_empty().then_some(games)
    }

    fn game(&self, archive: i64, file: &Member, member_game: usize) -> Option<i64> {
        self.games.get(&place(archive, &file.path, member_game as i64)).copied()
    }
}

fn place(archive: i64, member: &str, member_game: i64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (archive, member, member_game).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{ImportOptions, ImportProgress, Note, Reporter, import_with};
    use crate::testing::TestDatabase;
    use std::io;

    impl Reporter for Vec<Note> {
        fn progress(&mut self, _: ImportProgress) {}

        fn note(&mut self, note: &Note) -> io::Result<()> {
            self.push(note.clone());
            Ok(())
        }
    }

    fn game(number: usize) -> String {
        format!("(;SZ[9]PB[{number}];B[aa];W[{}b])", char::from(b'a' + number as u8))
    }

    fn engine() -> String {
        "(;SZ[9];B[ee]SBKV[55];W[cc])".to_owned()
    }

    /// The files of an archive: a game, several, some that are no games, and some that are one game.
    fn files() -> Vec<(String, Vec<u8>)> {
        let file = |name: &str, content: String| (name.to_owned(), content.into_bytes());
        vec![
            file("one.sgf", format!("{}\n", game(0))),
            file("three.sgf", format!("{}\n{}{}", game(1), game(2), game(3))),
            file("other.sgf", format!("(;GM[2]){}", game(4))),
            file("none.sgf", String::new()),
            file("again.sgf", game(1)),
            file("engine.sgf", engine()),
            file("odd.sgf", game(1).replace("PB[1]", "PB[1]C[other bytes]")),
        ]
    }

    fn archive(database: &TestDatabase, name: &str, files: &[(String, Vec<u8>)]) -> PathBuf {
        let path = database.path_of(name);
        std::fs::write(&path, testkit::tar(files)).expect("is written");
        path
    }

    /// Imports an archive, and returns the notes without its name, and the counts.
    fn imported(database: &TestDatabase, archive: PathBuf) -> (Vec<Note>, [u64; 5]) {
        let mut notes = Vec::new();
        let options = ImportOptions {
            read_unchanged: true,
            with_removed: true,
            ..ImportOptions::default()
        };
        let summary = import_with(database, &[archive], &options, &mut notes)
            .expect("is imported")
            .summary;
        for note in &mut notes {
            note.archive.clear();
        }
        let counts = [
            summary.files,
            summary.games,
            summary.added,
            summary.duplicates,
            summary.rejected,
        ];
        (notes, counts)
    }

    #[test]
    fn files_are_known_if_the_database_has_just_their_records_from_there() {
        let database = TestDatabase::new();
        let path = archive(&database, "games.tar", &files());
        assert!(
            KnownRecords::of(&database, std::slice::from_ref(&path), 1)
                .expect("is read")
                .is_none()
        );
        imported(&database, path.clone());
        let known = KnownRecords::of(&database, std::slice::from_ref(&path), 1)
            .expect("is read")
            .expect("something");
        let snapshot = known.snapshot(0).expect("a snapshot");
        let games = |(path, bytes): (String, Vec<u8>)| known.games_of(&snapshot, 0, &Member { path, bytes });
        let found: Vec<_> = files().into_iter().map(games).collect();
        let expected = [
            Some(vec![1]),
            Some(vec![2, 3, 4]),
            None,
            None,
            Some(vec![2]),
            None,
            None,
        ];
        assert_eq!(found, expected);
        for (name, content) in [
            ("one.sgf", game(0)),
            ("one.sgf", format!("{}\n{}", game(0), game(5))),
            ("three.sgf", format!("{}\n{}", game(1), game(2))),
            ("three.sgf", format!("{}\n{}{}{}", game(1), game(2), game(3), game(4))),
            ("new.sgf", game(0)),
            ("engine.sgf", engine()),
        ] {
            assert_eq!(games((name.to_owned(), content.into_bytes())), None, "{name}");
        }
    }

    #[test]
    fn an_archive_that_is_there_is_reported_like_its_copy() {
        let [first, second] = [(); 2].map(|()| TestDatabase::new());
        let path = archive(&first, "games.tar", &files());
        assert_eq!(imported(&first, path.clone()), imported(&second, path.clone()));
        let copy = archive(&second, "copy.tar", &files());
        let (notes, counts) = imported(&first, path.clone());
        assert_eq!((notes, counts), imported(&second, copy));
        assert_eq!(counts, [7, 10, 0, 8, 2]);
        // What was removed comes back.
        let selection = crate::store::Selection {
            games: vec![3..=3],
            ..Default::default()
        };
        first.remove(&selection).expect("is removed");
        assert_eq!(imported(&first, path).1, [7, 10, 1, 7, 2]);
    }
}
