use super::super::predicate::*;
use super::super::{GameRow, GameRows, columns};
use crate::facts::{self, Column};
use crate::query::{CONDITIONS, Choice, Conditions, Find, Sort};
use crate::store::Snapshot;
use crate::testing::{TestDatabase, sgf};
use proptest::prelude::*;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};
use std::sync::LazyLock;

const ROOTS: [&str; 12] = [
    "PB[Cho Chikun]BR[9p]PW[O'Meien]WR[9p]DT[1990-05-03]EV[Meijin $x{}]RE[B+R]KM[5.5]RU[Chinese]TM[600]OT[3x30 byo-yomi]AP[CGoban:3]",
    "PB[\u{674e}\u{660c}\u{9549}]BR[9p]PW[CHO CHIKUN]DT[1990]EV[45th Honinbo]RE[W+2.5]KM[6.5]RU[Japanese]TM[3h]OT[25/600 Canadian]",
    "PB[a\\\\b_c%]PW[Go Seigen]WR[5d]DT[2005-11]RE[W+T]HA[2]PC[Tokyo]",
    "PB[Cho]PW[Go]BR[3k]WR[1d]DT[2005-11-03]RE[0]KM[0]",
    "PB[x]PW[y]TM[-]AP[tygem]RE[Void]C[An old joseki of Cho Chikun]",
    "PW[\u{e9}t\u{e9}]RE[B+0.5]DT[2005-12-31]EV[Cup, final]C[joseki cup]",
    "RE[B+F]DT[1933-10-16,1934-01-29]GN[Final of the cup]",
    "RE[W+]DT[1999-02]RU[Japanese]KM[-3]",
    "",
    "PB[cup]PW[final]EV[final]SO[cup joseki]RE[W+R]",
    "PB[Honinbo Cho]PW[ete]RO[3]RE[B+12.5]HA[5]DT[2010-01-01,02]",
    "BR[1p]WR[9d]DT[0800]RE[B+T]",
];

struct World {
    snapshot: Snapshot,
    archives: Vec<String>,
    _database: TestDatabase,
}

/// A database, whose games are in two archives.
static WORLD: LazyLock<std::sync::Mutex<World>> = LazyLock::new(|| {
    let records: Vec<String> = (0..)
        .zip(ROOTS)
        .map(|(at, root)| sgf(root, &testkit::line(5 + at, at)))
        .collect();
    let mut database = TestDatabase::with(&records);
    let more = database.path_of("more.sgf");
    std::fs::write(
        &more,
        [&records[2][..], &records[3], &sgf("PB[More]", "aa bb")].concat(),
    )
    .expect("a file");
    database.import(&more);
    let snapshot = database.snapshot();
    let archives = snapshot.archives().expect("archives");
    let id = |name: &str| snapshot.find_stored_archive(Path::new(name)).expect("an archive");
    // In the order of their imports.
    let ids: std::collections::BTreeSet<i64> = archives.iter().map(|archive| id(&archive.name)).collect();
    let archives = ids.iter().map(|&id| snapshot.archive_path(id).expect("a path"));
    World {
        archives: archives.collect(),
        snapshot,
        _database: database,
    }
    .into()
});

fn value<R>(column: &Column<R>, row: &R) -> Value {
    match column.value(row) {
        None => Value::Null,
        Some(facts::Value::Whole(number)) => number.into(),
        Some(facts::Value::Real(number)) => number.into(),
        Some(facts::Value::Text(text)) => text.to_owned().into(),
        Some(facts::Value::Date(day)) => day.to_string().into(),
        Some(facts::Value::Truth(truth)) => truth.into(),
        Some(facts::Value::Bytes(bytes)) => bytes.to_vec().into(),
    }
}

/// Returns the tables in SQLite.
fn tables(world: &World) -> Connection {
    let sqlite = Connection::open_in_memory().expect("a connection");
    let names: Vec<&str> = columns::GAMES.iter().map(|column| column.name).collect();
    sqlite
        .execute_batch(&format!(
            "CREATE TABLE games ({}); CREATE TABLE sources (game, archive)",
            names.join(", ")
        ))
        .expect("tables");
    let places = vec!["?"; names.len()].join(", ");
    let mut game = 0;
    while let Some(next) = world.snapshot.game_after(game).expect("a number") {
        game = next;
        let record = world.snapshot.record(game).expect("a record");
        let row: GameRow = GameRows::new(game, &record, world.snapshot.keys())
            .expect("a game")
            .game;
        let values = columns::GAMES.iter().map(|column| value(column, &row));
        sqlite
            .execute(
                &format!("INSERT INTO games VALUES ({places})"),
                params_from_iter(values),
            )
            .expect("a row");
        for source in world.snapshot.source_places(game).expect("sources") {
            sqlite
                .execute("INSERT INTO sources VALUES (?1, ?2)", (game, source.archive))
                .expect("a source");
        }
    }
    sqlite
}

/// Returns the games that a filter selects in the database and in the tables, or the errors.
fn selected(filter: &Filter) -> [Result<Vec<i64>, String>; 2] {
    let world = WORLD.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let snapshot = &world.snapshot;
    let find = Find { filter, words: &[] };
    let here = Choice::Find(find).games(snapshot, Sort::Number, false);
    let here = here.map_err(|error| error.to_string());
    let here = here.map(|games| games.iter().map(|chosen| chosen.game).collect());
    let there = name_predicates(filter, Dialect::Standard).and_then(|names| {
        let sqlite = tables(&world);
        let ask = |condition: &str| -> Vec<i64> {
            let sql = format!("SELECT game FROM games WHERE {condition} ORDER BY game");
            let mut statement = sqlite.prepare(&sql).expect("a query");
            let games = statement.query_map([], |row| row.get(0)).expect("rows");
            games.map(|game| game.expect("a game")).collect()
        };
        if names.iter().any(|name| ask(name).is_empty()) {
            filter.require_names(&*snapshot.players()?, &*snapshot.labels()?)?;
        }
        let condition = predicate(filter, &world.archives, Dialect::Standard)?;
        Ok(ask(condition.as_deref().unwrap_or("true")))
    });
    [here, there.map_err(|error| error.to_string())]
}

/// Values of each condition, some of which nothing has.
const GIVEN: [(&str, &[&str]); 23] = [
    ("player", NAMES),
    ("black", NAMES),
    ("white", NAMES),
    ("won", NAMES),
    ("lost", NAMES),
    ("event", NAMES),
    (
        "rules",
        &["=chinese", "jap", "o", "nobody", "tokyo", "!jap", "=chinese|jap"],
    ),
    (
        "year",
        &["1990", "1990..2005", "..1999", "2005..", "1934", "..1933", "2011"],
    ),
    (
        "from",
        &[
            "1990",
            "1990-05",
            "1990-05-04",
            "2005-11-03",
            "2005-11",
            "1934",
            "2005-11-30",
        ],
    ),
    (
        "to",
        &[
            "1990",
            "1990-05",
            "2005-11",
            "2005-11-02",
            "2010-01-01",
            "0800",
            "1933-12-31",
        ],
    ),
    (
        "result",
        &[
            "B+",
            "W+R",
            "+T",
            "F",
            "+0.5..2.5",
            "W+..5",
            "draw",
            "void",
            "!+T",
            "!B+|draw",
            "void|W+..5",
        ],
    ),
    ("rank", &["9p", "1d..9p", "..3k", "5k..1d", "any:9p", "any:..3k"]),
    ("game", &["1", "2..4", "3,7..9", "99", "none"]),
    ("time", &["600", "10m..3h", "..9m", "2h.."]),
    ("overtime", &["byo", "=25/600 canadian", "nobody", "tygem"]),
    ("program", &["cgoban", "=tygem", "nobody", "jap"]),
    ("komi", &["5.5", "-5..0", "..6.5", "0.."]),
    ("handicap", &["2", "..9", "3.."]),
    ("repaired", &["yes", "no"]),
    ("size", &["19", "..13"]),
    ("length", &["0", "5..8", "..9", "10..", "15"]),
    ("archive", &["records", "more.sgf", "sgf", "other.sgf"]),
    (
        "words",
        &[
            "joseki",
            "cho chikun",
            "cup joseki",
            "joseki cup",
            "the cup",
            "'",
            "final cup",
        ],
    ),
];

const NAMES: &[&str] = &[
    "cho",
    "=Cho",
    "=cho chikun",
    "o'm",
    "\u{660c}",
    "\\",
    "_",
    "%",
    "\u{e9}t",
    "nobody",
    "$x{",
    "final",
    "!cho",
    "!=cho|o'm",
    "cho|go",
    "!nobody",
    "cho|nobody",
];

fn given() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop::sample::select(&GIVEN[..])
        .prop_flat_map(|(name, values)| prop::sample::select(values).prop_map(move |value| (name, value)))
}

proptest! {
    #[test]
    fn a_filter_in_sql_selects_what_the_filter_selects(given in prop::collection::vec(given(), 0..4)) {
        let mut once = std::collections::HashSet::new();
        let repeats = ["player", "game", "archive", "words"];
        let given = given.into_iter().filter(|(name, _)| repeats.contains(name) || once.insert(*name));
        if let Ok(conditions) = Conditions::read(given) {
            let filter = conditions.over(&Filter::default());
            let [here, there] = selected(&filter);
            prop_assert_eq!(here, there, "{}", filter);
        }
    }
}

#[test]
fn every_condition_is_compared() {
    let names = CONDITIONS.each_ref().map(|condition| condition.name);
    let forgotten: Vec<_> = names
        .into_iter()
        .filter(|name| GIVEN.iter().all(|(given, _)| given != name))
        .collect();
    // No column of a dataset tells the openings of a game: see `tests/library/openings.rs`.
    assert_eq!(forgotten, ["opening"]);
    let filter = Conditions::read([("opening", "taisha")])
        .expect("a condition")
        .over(&Filter::default());
    let refused = predicate(&filter, &[], Dialect::Spark);
    let refused = refused.err();
    assert!(matches!(refused, Some(QueryError::OpeningOnSpark)));
    // Users of Python read this.
    let said = refused.map(|error| error.to_string()).unwrap_or_default();
    assert!(
        said.ends_with("import the dataset into a database and query that"),
        "{said}"
    );
}

#[test]
fn a_text_in_sql_is_one_literal() {
    assert_eq!(Dialect::Standard.literal(r"O'M\n"), r"'O''M\n'");
    assert_eq!(Dialect::Spark.literal(r"O'M\n ${x}"), r"'O\'M\\n \u0024{x}'");
}
