//! Long work that is requested to stop.

use crate::database::new_database;
use bgo::Interrupt;
use bgo::internal::export::{ExportError, Form, Target, export};
use bgo::internal::go::BoardSize;
use bgo::internal::import::{ImportOptions, import};
use bgo::internal::pattern::Pattern;
use bgo::internal::query::{
    AlikeSearch, Choice, Detail, DuplicatesOptions, Filter, Find, Page, PatternOptions, Period, QueryError, Question,
    SearchBoard, Sort, TreeSize, duplicates, players, search, tree, years,
};
use bgo::internal::sql::{Parameters, ResultColumn, Sheet, SqlError, SqlSession, ValueRef};
use bgo::internal::store::{Access, Database, Join, Selection, Snapshot, StoreError};
use std::io;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::path::PathBuf;
use tempfile::TempDir;
use testkit::FIXTURE;

fn database_of_games() -> (Database, TempDir) {
    let (db, folder) = new_database();
    let options = ImportOptions {
        commit_every: NonZeroU64::new(100),
        ..ImportOptions::default()
    };
    import(&db, &[PathBuf::from(FIXTURE)], &options).expect("an import");
    (db, folder)
}

fn clear(stop: &Interrupt) {
    drop(stop.start());
}

fn ask_about<T>(is_pattern: bool, ask: impl FnOnce(&Question) -> Result<T, QueryError>) -> Result<(), QueryError> {
    let question = if is_pattern {
        let pattern = Pattern::parse("|.X/|..").expect("a diagram");
        Question::of_diagram(pattern, BoardSize::MAX, PatternOptions::default())
    } else {
        Question::new(SearchBoard::new(BoardSize::MAX)).swapping(true)
    };
    ask(&question).map(drop)
}

const PAGE: Page = Page {
    sort: Sort::Players,
    reverse: false,
    offset: 0,
    limit: 20,
};

const CUT_SHORT: DuplicatesOptions = DuplicatesOptions {
    offset: 0,
    limit: 20,
    alike: Some(AlikeSearch::Near),
};

#[expect(clippy::type_complexity, reason = "a table")]
const QUESTIONS: [(&str, fn(&Snapshot) -> Result<(), QueryError>); 14] = [
    ("search", |snapshot| {
        ask_about(false, |question| search(snapshot, question, Detail::Counts))
    }),
    ("search with details", |snapshot| {
        ask_about(false, |question| search(snapshot, question, Detail::Full))
    }),
    ("years", |snapshot| {
        ask_about(false, |question| years(snapshot, question, Period::Year))
    }),
    ("players", |snapshot| {
        ask_about(false, |question| players(snapshot, question, 20))
    }),
    ("games", |snapshot| {
        ask_about(false, |question| Choice::Position(question).list(snapshot, PAGE))
    }),
    ("tree", |snapshot| {
        let (depth, min_games) = (4, 1);
        ask_about(false, |question| {
            tree(snapshot, question, TreeSize { depth, min_games })
        })
    }),
    ("search for a pattern", |snapshot| {
        ask_about(true, |question| search(snapshot, question, Detail::Counts))
    }),
    ("players of a pattern", |snapshot| {
        ask_about(true, |question| players(snapshot, question, 20))
    }),
    ("games of a pattern", |snapshot| {
        ask_about(true, |question| Choice::Position(question).list(snapshot, PAGE))
    }),
    ("tree of a pattern", |snapshot| {
        let (depth, min_games) = (4, 1);
        ask_about(true, |question| tree(snapshot, question, TreeSize { depth, min_games }))
    }),
    ("find", |snapshot| {
        let find = Find {
            filter: &Filter::default(),
            words: &[],
        };
        Choice::Find(find).list(snapshot, PAGE).map(drop)
    }),
    ("find by words", |snapshot| {
        let find = Find {
            filter: &Filter::default(),
            words: &["a".to_owned()],
        };
        Choice::Find(find).list(snapshot, PAGE).map(drop)
    }),
    ("duplicates", |snapshot| {
        duplicates(snapshot, CUT_SHORT, |_, _| ()).map(drop)
    }),
    ("inventory", |snapshot| Ok(snapshot.inventory().map(drop)?)),
];

#[test]
fn every_question_obeys_the_interrupt_whether_it_reads_or_knows_already() {
    let (db, _folder) = database_of_games();
    for (name, ask) in QUESTIONS {
        let stop = Interrupt::default();
        // Nothing is known to a database that was just opened.
        let db = Database::open_with(db.path(), db.hash_table().clone(), Access::Read, stop.clone());
        let db = db.expect("opens");
        for state in ["unknown", "known"] {
            let snapshot = db.snapshot().expect("a snapshot");
            stop.set();
            let asked = ask(&snapshot);
            assert!(
                matches!(asked, Err(QueryError::Store(StoreError::Stopped))),
                "{name}, {state}: {asked:?}"
            );
            assert!(matches!(db.snapshot(), Err(StoreError::Stopped)));
            clear(&stop);
            ask(&snapshot).unwrap_or_else(|error| panic!("{name}, {state}: {error}"));
        }
    }
}

#[test]
fn a_snapshot_may_have_an_interrupt_of_its_own() {
    let (db, _folder) = database_of_games();
    let stop = Interrupt::default();
    let (one, other) = (
        db.snapshot_until(&stop).expect("a snapshot"),
        db.snapshot().expect("a snapshot"),
    );
    stop.set();
    assert!(matches!(one.inventory(), Err(StoreError::Stopped)));
    assert!(matches!(one.sibling(), Err(StoreError::Stopped)));
    assert!(other.inventory().is_ok());
    drop(one);
    // Its connection is used again.
    assert!(db.snapshot().expect("a snapshot").inventory().is_ok());
}

#[test]
fn work_on_many_games_stops_in_the_midst() {
    let (db, folder) = database_of_games();
    let stop = db.stop();
    let at = |most: u64| {
        move |done: u64| {
            if done >= most {
                stop.set();
            }
        }
    };
    let snapshot = db.snapshot().expect("a snapshot");
    let tell = at(3);
    let asked = duplicates(&snapshot, CUT_SHORT, |done, _| tell(done));
    assert!(
        matches!(asked, Err(QueryError::Store(StoreError::Stopped))),
        "{asked:?}"
    );
    clear(stop);
    let filter = Filter::default();
    let find = Find {
        filter: &filter,
        words: &[],
    };
    for (name, form) in [
        ("x", Form::Folder),
        ("x.tgz", Form::Tgz),
        ("x.csv", Form::Csv),
        ("x.parquet", Form::Parquet),
    ] {
        let target = Target {
            path: folder.path().join("out").join(name),
            form,
            overwrite: false,
            for_spreadsheet: false,
        };
        std::fs::create_dir(folder.path().join("out")).expect("a folder");
        let tell = at(3);
        let choice = Choice::Find(find);
        let asked = export(
            &snapshot,
            &choice,
            Page::whole(Sort::Number, false),
            &target,
            |done, _| tell(done),
        );
        assert!(matches!(asked, Err(ExportError::Stopped)), "{name}: {asked:?}");
        clear(stop);
        // This fails if anything was left.
        std::fs::remove_dir(folder.path().join("out")).expect("an empty folder");
    }
    let checked = db.check(&mut at(0));
    assert!(matches!(checked, Err(StoreError::Stopped)), "{checked:?}");
}

#[test]
fn changes_that_are_stopped_change_nothing() {
    let (db, _folder) = database_of_games();
    let stop = db.stop();
    let state = || db.snapshot().and_then(|snapshot| snapshot.state()).expect("a state");
    let before = state();
    assert!(before.segments > 1);
    let optimized = db.optimize(|_, _| stop.set());
    assert!(matches!(optimized, Err(StoreError::Stopped)), "{optimized:?}");
    let selection = Selection {
        games: vec![1..=50],
        ..Selection::default()
    };
    let removed = db.remove(&selection);
    assert!(matches!(removed, Err(StoreError::Stopped)), "{removed:?}");
    let joined = db.join(&[Join { game: 1, into: 2 }]);
    assert!(matches!(joined, Err(StoreError::Stopped)), "{joined:?}");
    clear(stop);
    assert_eq!(state(), before);
    assert_eq!(db.check(&mut |_| ()).expect("a check").problems, [""; 0]);
    db.remove(&selection).expect("removes");
    db.optimize(|_, _| ()).expect("merges");
    assert_eq!(state().segments, 1);
    assert_eq!(db.check(&mut |_| ()).expect("a check").problems, [""; 0]);
}

struct StopsAtRow<'a>(&'a Interrupt);

impl Sheet for StopsAtRow<'_> {
    fn head(&mut self, _: &[ResultColumn<'_>]) -> io::Result<()> {
        Ok(())
    }

    fn row(&mut self, _: &[ValueRef<'_>]) -> io::Result<ControlFlow<()>> {
        self.0.set();
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_query_that_would_never_end_stops() {
    let (db, _folder) = database_of_games();
    let stop = db.stop();
    for query in [
        "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n where i = 1",
        "select 1 union all select count(*) from positions as a join positions as b on a.ply <> b.ply",
        "select 1 union all select count(*) from pattern('X..') as a join pattern('.XO') as b",
    ] {
        let questions = SqlSession::open(&db, true).expect("opens");
        let asked = questions.ask(query, &Parameters::NONE, None, &mut StopsAtRow(stop));
        assert!(
            matches!(asked, Err(SqlError::Store(StoreError::Stopped))),
            "{query}: {asked:?}"
        );
        let asked = questions.ask(
            "select count(*) from games",
            &Parameters::NONE,
            None,
            &mut StopsAtRow(stop),
        );
        assert!(matches!(asked, Err(SqlError::Store(StoreError::Stopped))), "{asked:?}");
        clear(stop);
        questions
            .ask(
                "select count(*) from games",
                &Parameters::NONE,
                None,
                &mut StopsAtRow(&Interrupt::default()),
            )
            .expect("answers");
    }
}
