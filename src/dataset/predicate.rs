//! Filters as SQL over the tables `games` and `sources`, which SQLite and Spark read alike.

use crate::go::{BoardSize, Color};
use crate::query::{Filter, MarginPattern, NamePattern, QueryError, ResultPattern, first_day, last_day};
use crate::range::{Range, RangeValue};
use crate::record::{GameResult, Komi, Rank, fold, words};
use crate::store::find_among;
use std::path::Path;

/// The language of a condition. The languages differ in how they write text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite, and others that follow the standard.
    Standard,
    /// Spark with its own escapes.
    Spark,
}

impl Dialect {
    /// Returns a text as a literal.
    #[must_use]
    pub fn literal(self, text: &str) -> String {
        match self {
            Self::Standard => format!("'{}'", text.replace('\'', "''")),
            Self::Spark => {
                let mut literal = String::from("'");
                for c in text.chars() {
                    match c {
                        '\'' | '\\' => literal.extend(['\\', c]),
                        // Spark puts the values of variables in place of ${names}.
                        '$' => literal.push_str("\\u0024"),
                        _ => literal.push(c),
                    }
                }
                literal + "'"
            }
        }
    }
}

/// A filter in SQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The condition on a row of `games`, or `None` if every game passes. It is about the
    /// column `year` alone if the filter is.
    pub condition: Option<String>,
    /// For each name in the filter, the condition that a game has it, whatever the rest of the
    /// filter. If no game meets it, the question may fail: see [`Filter::require_names`].
    pub names: Vec<String>,
}

impl Predicate {
    /// Translates a filter for a dataset with the games of these archives.
    ///
    /// # Errors
    /// Fails if the filter makes no sense, and for an archive that is not one of these or may be
    /// several.
    pub fn new(filter: &Filter, archives: &[String], dialect: Dialect) -> Result<Self, QueryError> {
        // A new condition must be translated.
        let Filter {
            players,
            black,
            white,
            years,
            from,
            to,
            event,
            result,
            rank,
            komi,
            handicap,
            rules,
            size,
            archives: of_archives,
            words: texts,
        } = filter;
        filter.require_order()?;
        let has = |column: &str, name: &NamePattern| match name {
            NamePattern::Part(part) => format!("instr({column}, {}) > 0", dialect.literal(&fold(part))),
            NamePattern::Whole(name) => format!("{column} = {}", dialect.literal(&fold(name))),
        };
        let of_either = |columns: [&str; 2], name: &NamePattern| {
            let [a, b] = columns.map(|column| has(column, name));
            format!("({a} OR {b})")
        };
        let mut all = Vec::new();
        let mut names = Vec::new();
        for name in players {
            all.push(of_either(PLAYERS, name));
        }
        for (column, name) in PLAYERS.into_iter().zip([black, white]) {
            all.extend(name.as_ref().map(|name| has(column, name)));
        }
        for name in players.iter().chain(black).chain(white) {
            names.push(of_either(PLAYERS, name));
        }
        for (column, name) in LABELS.into_iter().zip([event, rules]) {
            all.extend(name.as_ref().map(|name| has(column, name)));
            names.extend(name.as_ref().map(|name| of_either(LABELS, name)));
        }
        all.extend(range("year", years, |year| i64::from(*year)));
        let day = |(year, month, day): (u16, u8, u8)| dialect.literal(&format!("{year:04}-{month:02}-{day:02}"));
        all.extend(from.map(|from| format!("{FIRST_DAY} >= {}", day(first_day(from)))));
        all.extend(to.map(|to| format!("{FIRST_DAY} <= {}", day(last_day(to)))));
        all.extend(result.map(|pattern| of_result(pattern, dialect)));
        for column in ["black_rank_value", "white_rank_value"] {
            all.extend(range(column, rank, |rank: &Rank| rank.value().into()));
        }
        all.extend(range("komi_half_points", komi, |komi: &Komi| komi.half_points().into()));
        all.extend(range("handicap_stones", handicap, |stones| i64::from(*stones)));
        all.extend(range("board_size", size, |size: &BoardSize| size.lines().into()));
        if !of_archives.is_empty() {
            all.push(in_archives(of_archives, archives, dialect)?);
        }
        for text in texts {
            let phrase = words(text);
            if phrase.is_empty() {
                return Err(QueryError::NoWord(text.clone()));
            }
            all.push(format!("instr(words, {}) > 0", dialect.literal(&format!(" {phrase} "))));
        }
        Ok(Self {
            condition: (!all.is_empty()).then(|| all.join(" AND ")),
            names,
        })
    }
}

const PLAYERS: [&str; 2] = ["black_folded", "white_folded"];
const LABELS: [&str; 2] = ["event_folded", "rules_folded"];

/// The first day that `first_date` may mean.
const FIRST_DAY: &str = "first_date || substr('-01-01', length(first_date) - 3)";

fn range<T: RangeValue>(column: &str, range: &Range<T>, number: impl Fn(&T) -> i64) -> Option<String> {
    let (min, max) = range.ends();
    match (min.as_ref().map(&number), max.as_ref().map(&number)) {
        (None, None) => None,
        (Some(min), None) => Some(format!("{column} >= {min}")),
        (None, Some(max)) => Some(format!("{column} <= {max}")),
        (Some(min), Some(max)) => Some(format!("{column} BETWEEN {min} AND {max}")),
    }
}

fn of_result(pattern: ResultPattern, dialect: Dialect) -> String {
    let written = |result: GameResult| dialect.literal(&result.to_string());
    let (winner, by) = match pattern {
        ResultPattern::Draw => return format!("result_value = {}", written(GameResult::Draw)),
        ResultPattern::Void => return format!("result_value = {}", written(GameResult::Void)),
        ResultPattern::Win { winner, by } => (winner, by),
    };
    let won = match winner {
        Some(color) => format!("winner = '{}'", color.letter()),
        None => "winner IS NOT NULL".to_owned(),
    };
    match by {
        MarginPattern::Any => won,
        MarginPattern::HalfPoints(min, max) => format!("{won} AND margin_half_points BETWEEN {min} AND {max}"),
        MarginPattern::Is(by) => {
            let results = [Color::Black, Color::White].map(|winner| written(GameResult::Win { winner, by }));
            format!("{won} AND result_value IN ({})", results.join(", "))
        }
    }
}

fn in_archives(wanted: &[String], archives: &[String], dialect: Dialect) -> Result<String, QueryError> {
    let known: Vec<(&str, String)> = archives.iter().map(|path| (path.as_str(), path.clone())).collect();
    let mut paths = Vec::new();
    for path in wanted {
        let path = Path::new(path);
        paths.push(dialect.literal(find_among(&known, "archive", path, path)?));
    }
    let paths = paths.join(", ");
    Ok(format!("game IN (SELECT game FROM sources WHERE archive IN ({paths}))"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{Column, GameRow, GameRows, Get, columns};
    use crate::query::{Choice, Conditions, Find, Sort};
    use crate::store::Snapshot;
    use crate::testing::{TestDatabase, sgf};
    use proptest::prelude::*;
    use rusqlite::types::Value;
    use rusqlite::{Connection, params_from_iter};
    use std::sync::LazyLock;

    const ROOTS: [&str; 12] = [
        "PB[Cho Chikun]BR[9p]PW[O'Meien]WR[9p]DT[1990-05-03]EV[Meijin $x{}]RE[B+R]KM[5.5]RU[Chinese]",
        "PB[\u{674e}\u{660c}\u{9549}]BR[9p]PW[CHO CHIKUN]DT[1990]EV[45th Honinbo]RE[W+2.5]KM[6.5]RU[Japanese]",
        "PB[a\\\\b_c%]PW[Go Seigen]WR[5d]DT[2005-11]RE[W+T]HA[2]PC[Tokyo]",
        "PB[Cho]PW[Go]BR[3k]WR[1d]DT[2005-11-03]RE[0]KM[0]",
        "PB[x]PW[y]RE[Void]C[An old joseki of Cho Chikun]",
        "PW[\u{e9}t\u{e9}]RE[B+0.5]DT[2005-12-31]EV[Cup, final]C[joseki cup]",
        "RE[B+F]DT[2006]GN[Final of the cup]",
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
        match column.get {
            Get::Long(get) => get(row).into(),
            Get::Int(get) => get(row).map(i64::from).into(),
            Get::Text(get) => get(row).map(str::to_owned).into(),
            Get::Bytes(get) => get(row).map(<[u8]>::to_vec).into(),
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
        let there = Predicate::new(filter, &world.archives, Dialect::Standard).and_then(|predicate| {
            let sqlite = tables(&world);
            let ask = |condition: &str| -> Vec<i64> {
                let sql = format!("SELECT game FROM games WHERE {condition} ORDER BY game");
                let mut statement = sqlite.prepare(&sql).expect("a query");
                let games = statement.query_map([], |row| row.get(0)).expect("rows");
                games.map(|game| game.expect("a game")).collect()
            };
            if predicate.names.iter().any(|name| ask(name).is_empty()) {
                filter.require_names(&*snapshot.players()?, &*snapshot.labels()?)?;
            }
            Ok(ask(predicate.condition.as_deref().unwrap_or("true")))
        });
        [here, there.map_err(|error| error.to_string())]
    }

    /// Values of each condition, some of which nothing has.
    const GIVEN: [(&str, &[&str]); 15] = [
        ("player", NAMES),
        ("black", NAMES),
        ("white", NAMES),
        ("event", NAMES),
        ("rules", &["=chinese", "jap", "o", "nobody", "tokyo"]),
        ("year", &["1990", "1990..2005", "..1999", "2005.."]),
        ("from", &["1990", "1990-05", "1990-05-04", "2005-11-03", "2005-11"]),
        (
            "to",
            &["1990", "1990-05", "2005-11", "2005-11-02", "2010-01-01", "0800"],
        ),
        (
            "result",
            &["B+", "W+R", "+T", "F", "+0.5..2.5", "W+..5", "draw", "void"],
        ),
        ("rank", &["9p", "1d..9p", "..3k", "5k..1d"]),
        ("komi", &["5.5", "-5..0", "..6.5", "0.."]),
        ("handicap", &["2", "..9", "3.."]),
        ("size", &["19", "..13"]),
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
    ];

    fn given() -> impl Strategy<Value = (&'static str, &'static str)> {
        prop::sample::select(&GIVEN[..])
            .prop_flat_map(|(name, values)| prop::sample::select(values).prop_map(move |value| (name, value)))
    }

    proptest! {
        #[test]
        fn a_filter_in_sql_selects_what_the_filter_selects(given in prop::collection::vec(given(), 0..4)) {
            let several = given.len() > 1;
            let mut once = std::collections::HashSet::new();
            let repeats = ["player", "archive", "words"];
            let given = given.into_iter().filter(|(name, _)| repeats.contains(name) || once.insert(*name));
            if let Ok(conditions) = Conditions::read(given) {
                let filter = conditions.over(&Filter::default());
                let [here, there] = selected(&filter);
                // Of two mistakes, either is named.
                let both_fail = here.is_err() && there.is_err() && several;
                prop_assert!(here == there || both_fail, "{}: {:?}, {:?}", filter, here, there);
            }
        }
    }

    #[test]
    fn a_text_in_sql_is_one_literal() {
        assert_eq!(Dialect::Standard.literal(r"O'M\n"), r"'O''M\n'");
        assert_eq!(Dialect::Spark.literal(r"O'M\n ${x}"), r"'O\'M\\n \u0024{x}'");
    }
}
