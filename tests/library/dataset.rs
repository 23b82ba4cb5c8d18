//! Datasets, whose files are read by the crate `parquet` itself: the rows of a position give the
//! counts of the database.

use crate::database::{import_with_notes, new_database};
use bgo::internal::dataset::export_dataset;
use bgo::internal::import::ImportOptions;
use bgo::internal::query::{Answer, Detail, Question, SearchBoard, search};
use bgo::internal::record::Next;
use bgo::internal::store::{NextCode, Snapshot, Totals};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    key: u64,
    game: i64,
    ply: i64,
    next: i64,
    again: i64,
    year: i64,
    outcome: i64,
}

fn positions(dataset: &Path) -> HashMap<u64, Vec<Row>> {
    let mut positions: HashMap<u64, Vec<Row>> = HashMap::new();
    for part in 0..16_u64 {
        let folder = dataset.join(format!("positions/part={part}"));
        for file in fs::read_dir(folder).expect("a folder") {
            let file = File::open(file.expect("an entry").path()).expect("opens");
            let reader = SerializedFileReader::new(file).expect("Parquet");
            let mut before = None;
            for row in reader.get_row_iter(None).expect("rows") {
                let row = read(&row.expect("a row").get_column_iter().collect::<Vec<_>>());
                assert_eq!(row.key >> 60, part);
                let place = Some((row.key, row.game, row.ply));
                assert!(before <= place, "the order");
                before = place;
                positions.entry(row.key).or_default().push(row);
            }
        }
    }
    positions
}

fn read(columns: &[(&String, &Field)]) -> Row {
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["key", "game", "ply", "next", "again", "year", "outcome"]);
    let number = |at: usize| match columns[at].1 {
        Field::Long(number) => *number,
        Field::Int(number) => (*number).into(),
        Field::Null => 0,
        other => panic!("{other}"),
    };
    Row {
        key: number(0) as u64,
        game: number(1),
        ply: number(2),
        next: number(3),
        again: number(4),
        year: number(5),
        outcome: number(6),
    }
}

fn distinct<'a>(rows: impl Iterator<Item = &'a Row>) -> Totals {
    let mut seen = HashSet::new();
    count(rows.filter(|row| seen.insert(row.game)))
}

fn count<'a>(rows: impl Iterator<Item = &'a Row>) -> Totals {
    let mut totals = Totals::default();
    for row in rows {
        totals.games += 1;
        totals.black_wins += u64::from(row.outcome == 1);
        totals.white_wins += u64::from(row.outcome == 2);
        totals.draws += u64::from(row.outcome == 3);
        if let Ok(year @ 1..) = u16::try_from(row.year) {
            totals.first_year = Some(totals.first_year.map_or(year, |first| first.min(year)));
            totals.last_year = totals.last_year.max(Some(year));
        }
    }
    totals
}

fn compare(rows: &[Row], answer: &Answer, board: &SearchBoard) {
    assert_eq!(count(rows.iter().filter(|row| row.again & 1 == 0)), answer.totals);
    assert_eq!(distinct(rows.iter()), answer.totals);
    let mut by_next: BTreeMap<i64, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        by_next.entry(row.next).or_default().push(row);
    }
    let mut halts = [0; 2];
    let mut found = Vec::new();
    for (next, rows) in &by_next {
        let totals = distinct(rows.iter().copied());
        assert_eq!(count(rows.iter().copied().filter(|row| row.again & 2 == 0)), totals);
        match u16::try_from(*next) {
            Err(_) => halts[(-1 - next) as usize] = totals.games,
            Ok(code) => {
                let mv = NextCode(code).decode(&board.canonical(bgo::internal::go::KeyTables::built_in()));
                found.push((mv.ok().and_then(Next::mv).expect("a move").to_string(), totals));
            }
        }
    }
    let expected = answer.halts.expect("of a position");
    assert_eq!(halts, [expected.ended, expected.set_up]);
    let mut expected: Vec<_> = answer
        .next_moves
        .iter()
        .map(|next| (next.mv.to_string(), next.games.totals))
        .collect();
    let order = |(mv, _): &(String, Totals)| mv.clone();
    found.sort_by_key(order);
    expected.sort_by_key(order);
    assert_eq!(found, expected);
}

/// Compares every position of the games with these numbers, as far as they begin on an empty
/// board. Returns the number of positions.
fn compare_games(snapshot: &Snapshot, positions: &HashMap<u64, Vec<Row>>, games: impl Iterator<Item = i64>) -> usize {
    let mut compared = HashSet::new();
    for game in games {
        let record = snapshot.record(game).expect("a record").read().expect("a game");
        for moves in 0..=record.steps.len() {
            let board = SearchBoard::from_record(&record, Some(moves));
            let key = board.canonical(snapshot.keys()).key.0;
            if compared.insert(key) {
                let question = Question::new(board.clone());
                let answer = search(snapshot, &question, Detail::Counts).expect("an answer");
                let rows = positions.get(&key).map_or(&[][..], Vec::as_slice);
                compare(rows, &answer, &board);
            }
        }
    }
    compared.len()
}

fn compare_archive(archive: &Path, every: usize) {
    let (db, folder) = new_database();
    import_with_notes(&db, archive, &ImportOptions::default());
    let snapshot = db.snapshot().expect("a snapshot");
    let dataset = folder.path().join("dataset");
    let exported = export_dataset(&snapshot, &dataset, false, |_, _, _| {}).expect("exports");
    let positions = positions(&dataset);
    let rows: usize = positions.values().map(Vec::len).sum();
    assert_eq!(rows as u64, exported.positions);
    let state = snapshot.state().expect("a state");
    assert_eq!((exported.games, exported.sources), (state.games, state.sources));
    let games = (1..=state.last_game).step_by(every);
    let compared = compare_games(&snapshot, &positions, games);
    println!("{}: {compared} of {} positions", archive.display(), positions.len());
    assert!(compared > 500);
}

#[test]
fn the_rows_of_a_position_give_the_counts_of_the_database() {
    compare_archive(Path::new(testkit::FIXTURE), 1);
}

#[test]
fn the_rows_of_a_position_of_real_records_give_the_counts_of_the_database() {
    for (name, every) in [
        ("gnugo-regression.tgz", 20),
        ("ai-mixed.tgz", 60),
        ("tygem-5k.tgz", 250),
    ] {
        if let Some(archive) = testkit::corpus(name) {
            compare_archive(&archive, every);
        }
    }
}
