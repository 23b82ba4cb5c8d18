//! Records in GIB, NGF and UGF, written from random games: each reads like the SGF of the
//! same game, and as a plain reader of the format reads it.

mod made_up;
mod plain_readers;

use crate::database::{import_with_notes, new_database};
use bgo::internal::archive::{ArchiveItem, open};
use bgo::internal::import::{ImportOptions, Verdict};
use bgo::internal::record::{Action, GameRecord, decode, game_trees};
use made_up::MadeUpGame;
use testkit::{Rng, tgz, zip};

fn read(text: &str) -> GameRecord {
    game_trees(text).next().expect("a tree").game.expect("a game")
}

fn moves(record: &GameRecord) -> Vec<(char, Option<(u8, u8)>)> {
    let moves = record.steps.iter().filter_map(|step| step.action.played());
    moves
        .map(|mv| (mv.color.letter(), mv.point.map(|point| (point.x, point.y))))
        .collect()
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
        let game = MadeUpGame::new(&mut rng, lines);
        let sgf = read(&game.sgf());
        assert_eq!(moves(&sgf), game.moves);
        let (gib, ngf, ugf) = (game.gib(), game.ngf(), game.ugf());
        assert_eq!(plain_readers::gib(&gib), game.moves, "{gib}");
        assert_eq!(plain_readers::ngf(&ngf), game.moves, "{ngf}");
        assert_eq!(plain_readers::ugf(&ugf, lines), game.moves, "{ugf}");
        for text in [gib, ngf, ugf] {
            let record = read(&text);
            assert_eq!(record.repairs.first(), None, "{text}");
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
            assert_eq!(info.handicap_stones, expected.handicap_stones, "{text}");
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

#[test]
fn the_same_game_in_four_formats_is_one_game_and_its_bytes_are_kept() {
    let game = MadeUpGame::long();
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
    let game = MadeUpGame::long();
    let folder = tempfile::tempdir().expect("a folder");
    for text in [game.gib(), game.ngf(), game.ugf()] {
        let path = folder.path().join("record");
        std::fs::write(&path, &text).expect("is written");
        let items: Vec<ArchiveItem> = open(&path).expect("opens").map(|item| item.expect("whole")).collect();
        assert!(matches!(&items[..], [ArchiveItem::Record(member)] if member.bytes == text.as_bytes()));
    }
}

#[test]
fn damaged_records_are_repaired_with_the_place_of_the_fault() {
    let game = MadeUpGame::long();
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
