use super::*;
use crate::facts::Description;
use crate::files::NewFileError;
use crate::go::{BoardSize, Color, Move, Point};
use crate::query::{Choice, Filter, Find, Page, Question, SearchBoard, Sort};
use crate::record::{Day, Replayed};
use crate::testing::{TestDatabase, line, sgf, turned};
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::Field;
use encoding_rs::{GBK, SHIFT_JIS};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// All games.
static ALL: LazyLock<Choice<'static>> = LazyLock::new(|| {
    static OPEN: LazyLock<Filter> = LazyLock::new(Filter::default);
    Choice::Find(Find {
        filter: &OPEN,
        words: &[],
    })
});

fn target(path: &Path, form: Form, overwrite: bool) -> Target {
    Target {
        path: path.to_owned(),
        form,
        overwrite,
        for_spreadsheet: false,
    }
}

fn export_with(db: &TestDatabase, target: &Target, progress: impl FnMut(u64, u64)) -> Result<Exported, ExportError> {
    export(&db.snapshot(), &ALL, Page::whole(Sort::Number, false), target, progress)
}

fn export_all(db: &TestDatabase, path: &Path, form: Form) -> Result<Exported, ExportError> {
    export_with(db, &target(path, form, false), |_, _| {})
}

/// Returns records that are difficult in various ways, all different.
fn messy() -> Vec<Vec<u8>> {
    let encoded = |text: String, encoding: &'static encoding_rs::Encoding| encoding.encode(&text).0.into_owned();
    let comment = "围棋是一种古老的游戏，从被遗忘的中国起源先传到东亚其他地区".repeat(2);
    let japanese = "囲碁は古代のゲームであり、表示ソーラー能".repeat(2);
    let utf_16 = sgf("PB[二十四]CA[UTF-16]", &line(40, 3))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let long = "長".repeat(300);
    vec![
        encoded(
            sgf(
                &format!("CA[gb2312]PB[古力]PW[常昊]DT[2005-11-03]C[{comment}]"),
                &line(40, 1),
            ),
            GBK,
        ),
        encoded(sgf(&format!("PB[表示]C[{japanese}]"), &line(40, 2)), SHIFT_JIS),
        [b"\xff\xfe".to_vec(), utf_16].concat(),
        format!(
            "A remark (in brackets).\r\n{}\r\nand more",
            sgf(
                "PB[A]CA[gbk]RE[W+0.5]KM[6.5]DT[2004-02,03]BR[9d]TM[10:00]OT[3x30 byo-yomi]AP[CGoban:3]",
                &line(40, 4)
            )
        )
        .into(),
        sgf("PB[../../x/y]PW[CON...]", &turned(&line(40, 5))).into(),
        sgf(
            &format!("PB[{long}]PW[a\u{1b}\u{7f}b\nc]EV[\"quoted\", and; more]"),
            &line(40, 6),
        )
        .into(),
        // The missing brackets would be taken from the next game.
        sgf("PB[no end]", &line(40, 7)).trim_end_matches(')').into(),
        format!("{}C[no bracket", sgf("PB[no end]", &line(40, 8)).trim_end_matches(')')).into(),
        sgf("PB[no start]", &line(40, 9))[1..].into(),
        [
            b"(;PB[\xff\xfe broken \xe9]".to_vec(),
            sgf("", &line(40, 10))[2..].into(),
        ]
        .concat(),
        sgf("HA[2]AB[pd][dp]", &format!("{} ", line(33, 11))).into(),
    ]
}

fn originals(db: &TestDatabase) -> Vec<Vec<u8>> {
    let last = db.snapshot().state().expect("a state").last_game;
    (1..=last)
        .map(|game| db.snapshot().record(game).expect("a record").bytes)
        .collect()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("unicode"))
        .collect();
    names.sort();
    names
}

#[test]
fn originals_come_back_byte_for_byte() {
    let db = TestDatabase::with(&messy());
    let before = originals(&db);
    assert_eq!(before, messy());
    let bytes: usize = before.iter().map(Vec::len).sum();
    for (name, form) in [("out", Form::Folder), ("out.tgz", Form::Tgz)] {
        let path = db.path_of(name);
        let exported = export_all(&db, &path, form).expect("is written");
        assert_eq!(exported.games, before.len() as u64);
        assert_eq!(
            exported.bytes,
            match form {
                Form::Folder => bytes as u64,
                _ => fs::metadata(&path).expect("a file").len(),
            }
        );
        let mut again = TestDatabase::new();
        again.import(&path);
        assert_eq!(originals(&again), before, "{name}");
    }
    let names = names(&db.path_of("out"));
    assert_eq!(names[0], "0000001 2005-11-03 古力 - 常昊.sgf");
    assert_eq!(names[4], "0000005 x y - CON.sgf");
    assert_eq!(names[5], format!("0000006 {} - a b c.sgf", "長".repeat(16)));
    // The same games make the same archive.
    export_all(&db, &db.path_of("twin.tgz"), Form::Tgz).expect("is written");
    let read = |name| fs::read(db.path_of(name)).expect("a file");
    assert_eq!(read("out.tgz"), read("twin.tgz"));
}

/// Checks the games of a collection, imported in place and elsewhere.
fn check_collection(db: &mut TestDatabase) {
    let path = db.path_of("all.sgf");
    let games = export_all(db, &path, Form::Collection).expect("is written").games;
    let text = String::from_utf8(fs::read(&path).expect("a file")).expect("UTF-8");
    assert_eq!(text.matches("CA[UTF-8]").count() as u64, games);
    let mut again = TestDatabase::new();
    let outcome = again.import(&path).summary;
    assert_eq!((outcome.added, outcome.rejected), (games, 0));
    for game in 1..=games as i64 {
        let [old, new] = [&*db, &again].map(|db| db.snapshot().description(game).expect("a game"));
        let repair = new.repair.clone();
        assert_eq!(new, Description { repair, ..old });
    }
    let outcome = db.import(&path).summary;
    assert_eq!((outcome.added, outcome.duplicates), (0, games));
}

#[test]
fn a_collection_is_in_utf_8_and_has_the_same_games() {
    let mut db = TestDatabase::with(&messy());
    check_collection(&mut db);
    assert_eq!(db.snapshot().state().expect("a state").games, messy().len() as u64);
    let text = fs::read_to_string(db.path_of("all.sgf")).expect("UTF-8");
    // With the escape character in a name, the text could be ISO-2022-JP.
    assert!(
        text.starts_with("\u{feff}(;GM[1]SZ[19]CA[UTF-8]PB[古力]PW[常昊]"),
        "{text}"
    );
    assert!(!text.contains("gb2312") && !text.contains("CA[gbk]") && !text.contains("remark"));
}

#[test]
fn a_collection_of_real_records_in_many_encodings() {
    let Some(path) = testkit::corpus("encodings.tgz") else {
        return;
    };
    let mut db = TestDatabase::new();
    db.import(&path);
    let before = originals(&db);
    let copy = db.path_of("copy.tgz");
    export_all(&db, &copy, Form::Tgz).expect("is written");
    let mut again = TestDatabase::new();
    again.import(&copy);
    assert_eq!(originals(&again), before);
    check_collection(&mut db);
}

/// Returns the rows of each form of table, which must be equal.
fn tables(db: &TestDatabase, choice: &Choice<'_>, sort: Sort, reverse: bool) -> Vec<Map<String, Value>> {
    let write = |name: &str, form| {
        let path = db.path_of(name);
        let (page, target) = (Page::whole(sort, reverse), target(&path, form, true));
        let exported = export(&db.snapshot(), choice, page, &target, |_, _| {}).expect("is written");
        assert_eq!(exported.bytes, fs::metadata(&path).expect("a file").len());
        path
    };
    let lines = fs::read_to_string(write("t.jsonl", Form::JsonLines)).expect("UTF-8");
    let rows: Vec<Map<String, Value>> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();

    let mut csv = csv::Reader::from_path(write("t.csv", Form::Csv)).expect("a table");
    let header = csv.headers().expect("names").clone();
    let mut records = csv.records();
    for row in &rows {
        assert_eq!(row.len(), header.len());
        let record = records.next().expect("a line").expect("a line");
        for (name, field) in header.iter().zip(&record) {
            let expected = match &row[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                // A float has no trailing zero here.
                Value::Number(number) => number.to_string().trim_end_matches(".0").to_owned(),
                other => other.to_string(),
            };
            assert_eq!(field, expected, "{name}");
        }
    }
    assert!(records.next().is_none());

    let file = fs::File::open(write("t.parquet", Form::Parquet)).expect("a file");
    let reader = SerializedFileReader::new(file).expect("is Parquet");
    assert_eq!(reader.metadata().num_row_groups(), rows.len().div_ceil(2));
    let mut read = reader.get_row_iter(None).expect("rows");
    for row in &rows {
        let record = read.next().expect("a row").expect("a row");
        assert!(record.get_column_iter().map(|(name, _)| name.as_str()).eq(&header));
        for (name, field) in record.get_column_iter() {
            let value = match field {
                Field::Null => Value::Null,
                Field::Bool(truth) => json!(truth),
                Field::Long(number) => json!(number),
                Field::Int(number) => json!(number),
                Field::Date(days) => json!(Day::after_1970(*days)),
                Field::Double(number) => json!(number),
                Field::Str(text) => json!(text),
                other => panic!("{name} is {other:?}"),
            };
            assert_eq!(value, row[name], "{name}");
        }
    }
    assert!(read.next().is_none());
    rows
}

#[test]
fn tables_say_what_is_known_of_each_game() {
    let db = TestDatabase::with(&messy());
    let rows = tables(&db, &ALL, Sort::Number, true);
    assert_eq!(rows.len(), messy().len());
    for (game, mut row) in (1..).zip(rows.into_iter().rev()) {
        let moves = row.remove("moves_sgf").expect("a column");
        let description = serde_json::to_value(db.snapshot().description(game).expect("a game")).expect("a document");
        assert_eq!(Value::Object(row), description);
        let snapshot = db.snapshot();
        let record = snapshot.record(game).expect("a record");
        let Replayed { record, outcome, .. } = Replayed::first_of(&record.decoded(), snapshot.keys()).expect("a game");
        assert_eq!(
            Description::new(game, &record, outcome.moves, outcome.repairs.reason()),
            snapshot.description(game).expect("a game")
        );
        if game == 11 {
            // Black begins, and White passes at the end.
            let moves = moves.as_str().expect("a text");
            assert!(moves.starts_with("B[") && moves.ends_with("]W[]"), "{moves}");
            assert_eq!(moves.matches('[').count(), 34);
        }
    }
}

#[test]
fn tables_of_a_position_say_where_it_is() {
    let db = TestDatabase::with(&[
        sgf("PB[A]DT[2005]", "pd dp dd qq"),
        sgf("PB[B]DT[2006]", "dd pp pd"),
        sgf("PB[C]DT[2007]", "aa pd dp dd"),
        sgf("PB[D]DT[2006]", "dp pd dd"),
        sgf("PB[E]DT[1999]", "pd dp dd"),
        // With the colours exchanged.
        "(;SZ[19]PB[F]DT[2006];W[pd];B[dp];W[dd])".to_owned(),
    ]);
    let mut line = SearchBoard::new(BoardSize::MAX);
    for (color, point) in [(Color::Black, "pd"), (Color::White, "dp"), (Color::Black, "dd")] {
        line.play(Move::at(color, Point::from_sgf(point).expect("a point")))
            .expect("is played");
    }
    let filter = Filter {
        years: "2005..2006".parse().expect("a range"),
        ..Filter::default()
    };
    let question = Question::new(line.clone()).under(filter.clone()).swapping(true);
    let choice = Choice::Position(&question);
    let rows = tables(&db, &choice, Sort::Number, false);
    let games = choice.games(&db.snapshot(), Sort::Number, false).expect("games");
    assert_eq!(rows.len(), games.len());
    for (row, chosen) in rows.iter().zip(&games) {
        let listed = serde_json::to_value(choice.listed(&db.snapshot(), chosen).expect("a game")).expect("a document");
        for name in ["game", "black", "move_number", "transform", "swapped"] {
            assert_eq!(row[name], listed[name], "{name}");
        }
    }
    let players: Vec<&Value> = rows.iter().map(|row| &row["black"]).collect();
    assert_eq!(players, ["A", "B", "D", "F"]);
    assert_eq!(rows[3]["swapped"], true);
    assert_eq!(rows[0]["moves_sgf"], "B[pd]W[dp]B[dd]W[qq]");
}

#[test]
fn without_games_a_table_has_its_columns() {
    let db = TestDatabase::new();
    assert_eq!(tables(&db, &ALL, Sort::Date, false).len(), 0);
    let header = fs::read_to_string(db.path_of("t.csv")).expect("a file");
    assert!(
        header.starts_with("game,board_size,moves,black,") && header.ends_with(",repair,moves_sgf\n"),
        "{header}"
    );
}

#[test]
fn what_is_there_stays() {
    let db = TestDatabase::with(&messy());
    let file = db.path_of("mine.csv");
    let full = db.path_of("full");
    let empty = db.path_of("empty");
    fs::write(&file, "mine").expect("a file");
    fs::create_dir(&full).expect("a folder");
    fs::write(full.join("mine"), "mine").expect("a file");
    fs::create_dir(&empty).expect("a folder");
    let before = names(&db.path_of(""));
    let refused = |path: &Path, form, overwrite| {
        export_with(&db, &target(path, form, overwrite), |_, _| {}).expect_err("is refused")
    };
    for overwrite in [false, true] {
        use NewFileError::{File, InUse, IsFolder};
        let refused = |path: &Path, form| refused(path, form, overwrite);
        assert!(matches!(refused(&full, Form::Folder), ExportError::NotEmpty(_)));
        assert!(matches!(refused(&full, Form::Csv), ExportError::File(IsFolder(_))));
        assert!(matches!(refused(&file, Form::Folder), ExportError::IsFile(_)));
        assert!(matches!(refused(db.path(), Form::Tgz), ExportError::File(InUse { .. })));
        let nowhere = db.path_of("none/x.csv");
        assert!(matches!(refused(&nowhere, Form::Csv), ExportError::File(File(_))));
        #[cfg(unix)]
        assert!(matches!(
            refused(Path::new("/dev/null"), Form::Csv),
            ExportError::File(NewFileError::Special(_))
        ));
    }
    let refusal = refused(&file, Form::Csv, false).to_string();
    assert!(refusal.ends_with("mine.csv already exists"));
    assert_eq!(names(&db.path_of("")), before);
    assert_eq!(fs::read(&file).expect("a file"), b"mine");
    // An empty folder is filled, and remains the same folder.
    let exported = export_all(&db, &empty, Form::Folder).expect("is written");
    assert_eq!(names(&empty).len() as u64, exported.games);
}

#[test]
fn a_file_that_may_be_replaced_is_and_a_link_to_it_stays() {
    let db = TestDatabase::with(&[sgf("PB[A]", "pd")]);
    let (file, link) = (db.path_of("mine.sgf"), db.path_of("link.sgf"));
    fs::write(&file, "mine").expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    #[cfg(not(unix))]
    fs::write(&link, "mine").expect("a file");
    export_with(&db, &target(&link, Form::Collection, true), |_, _| {}).expect("is written");
    assert_eq!(
        fs::read_to_string(&link).expect("a file"),
        "(;CA[UTF-8]GM[1]SZ[19]PB[A];B[pd])\n"
    );
    #[cfg(unix)]
    assert!(link.is_symlink() && fs::read(&file).expect("a file") != b"mine");
}

#[test]
fn nothing_is_there_before_all_is_and_nothing_is_left_of_a_failure() {
    let db = TestDatabase::with(&messy());
    let path = db.path_of("out");
    for form in Form::ALL {
        let mut told = Vec::new();
        let progress = |done, all| {
            assert!(!path.exists());
            told.push((done, all));
        };
        let exported = export_with(&db, &target(&path, form, false), progress).expect("is written");
        let all = exported.games;
        assert!(told.into_iter().eq((0..=all).map(|done| (done, all))));
        if form == Form::Folder {
            fs::remove_dir_all(&path).expect("is removed");
        } else {
            fs::remove_file(&path).expect("is removed");
        }
    }
    let damage = rusqlite::Connection::open(db.path()).expect("opens");
    damage
        .execute("UPDATE record SET sgf = x'00' WHERE game = 7", [])
        .expect("is damaged");
    drop(damage);
    let before = names(&db.path_of(""));
    for form in Form::ALL {
        let error = export_all(&db, &path, form).expect_err("is damaged");
        assert!(
            error.to_string().contains("the record of game 7 has a wrong checksum"),
            "{error}"
        );
        assert_eq!(names(&db.path_of("")), before);
    }
}
