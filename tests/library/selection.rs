//! The announcement of a removal beforehand.

use crate::database::new_database;
use bgo::internal::import::{ImportOptions, import};
use bgo::internal::store::{Database, Join, Selection, SourceKey};
use std::fs;
use tempfile::TempDir;

fn database() -> (Database, TempDir) {
    let (db, folder) = new_database();
    let moves = testkit::line(40, 3);
    let moves: String = (moves.split(' ').zip(["B", "W"].iter().cycle()))
        .map(|(at, color)| format!(";{color}[{at}]"))
        .collect();
    for (name, date) in [("a.sgf", "2005"), ("b.sgf", "2006"), ("c.sgf", "2006")] {
        let path = folder.path().join(name);
        fs::write(&path, format!("(;SZ[19]DT[{date}]{moves})")).expect("a file");
        import(&db, &[path], &ImportOptions::default()).expect("an import");
    }
    (db, folder)
}

fn source(game: i64, archive: i64, member: &str) -> SourceKey {
    SourceKey {
        game,
        archive,
        member: member.to_owned(),
        member_game: 0,
    }
}

#[test]
fn the_selected_games_are_those_that_a_removal_removes() {
    let joined = [Join { game: 1, into: 2 }];
    let cases = [
        (&joined[..0], vec![source(2, 2, "b.sgf")], vec![], 0),
        (
            &joined[..0],
            vec![source(2, 2, "b.sgf"), source(2, 3, "c.sgf")],
            vec![],
            1,
        ),
        // One by its archive, the other by itself.
        (&joined[..0], vec![source(2, 2, "b.sgf")], vec![3], 1),
        (
            &joined[..0],
            vec![source(2, 2, "b.sgf"), source(1, 1, "a.sgf")],
            vec![],
            1,
        ),
        // The record that was joined to the game does not keep it.
        (&joined, vec![source(2, 2, "b.sgf"), source(2, 3, "c.sgf")], vec![], 1),
        (&joined, vec![], vec![2, 3], 1),
        (&joined, vec![source(2, 1, "a.sgf")], vec![], 0),
    ];
    for (joins, sources, archives, games) in cases {
        let (db, _folder) = database();
        db.join(joins).expect("joins");
        let selection = Selection {
            sources: sources.into_iter().collect(),
            archives: archives.into_iter().collect(),
            ..Selection::default()
        };
        let said = db.snapshot().and_then(|snapshot| snapshot.selected_games(&selection));
        let removed = db.remove(&selection).expect("removes").games;
        assert_eq!(
            (said.expect("an answer").len(), removed),
            (games as usize, games),
            "{joins:?} {selection:?}"
        );
        assert_eq!(db.check(&mut |_| ()).expect("a check").problems, [""; 0]);
    }
}
