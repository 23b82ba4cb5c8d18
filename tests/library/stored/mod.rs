//! What a database holds after imports, merges, removals and damage: always what a new import of
//! the remaining records makes, or the damage is named.

mod aliases;
mod analyses;
mod check;
mod contents;
mod corners;
mod damage;
mod dataset;
mod inputs;
mod joined;
mod kept;
mod merged;
mod optimize;
mod records;
mod regroup;
mod remove;
mod schema;
mod sql;
mod sync;
mod words;

use crate::database::Notes;
use bgo::internal::import::{ImportOptions, Imported, import_with};
use bgo::internal::query::{
    Answer, Choice, Detail, Filter, Find, Page, QueryError, Question, SearchBoard, Sort, search,
};
use bgo::internal::store::{Access, Database, Removed, Selection, Snapshot, StoreError};
use bgo::{BoardSize, HashTable, Interrupt, Move};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::ops::{Deref, RangeInclusive};
use testkit::{Sandbox, nodes};

pub use testkit::{line as long_line, turned};

#[derive(Default)]
pub struct World(Sandbox);

impl Deref for World {
    type Target = Sandbox;

    fn deref(&self) -> &Sandbox {
        &self.0
    }
}

impl World {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn with<R: AsRef<str>>(records: &[R]) -> Self {
        let world = Self::new();
        world.write_records("games.tar", records);
        world.import(["games.tar"]);
        world
    }

    pub fn with_no_games() -> Self {
        let world = Self::new();
        world.open().expect("a database");
        world
    }

    pub fn open(&self) -> Result<Database, StoreError> {
        Database::open(&self.database_path(), Access::Write)
    }

    fn open_to_read(&self) -> Result<Database, StoreError> {
        Database::open(&self.database_path(), Access::Read)
    }

    pub fn snapshot(&self) -> Snapshot {
        self.read().expect("a snapshot")
    }

    pub fn read(&self) -> Result<Snapshot, StoreError> {
        self.open_to_read()?.snapshot()
    }

    pub fn import<const N: usize>(&self, names: [&str; N]) -> Value {
        self.import_with_notes(names).0
    }

    pub fn import_with_notes<const N: usize>(&self, names: [&str; N]) -> (Value, Vec<Value>) {
        // Whatever time has passed since the last import, and whatever was removed.
        let options = ImportOptions {
            read_unchanged: true,
            with_removed: true,
            ..ImportOptions::default()
        };
        let (imported, notes) = self.try_import(names, &options).expect("an import");
        assert!(imported.failures.is_empty(), "{:?}", imported.failures);
        (json!(imported.summary), notes)
    }

    pub fn try_import<const N: usize>(
        &self,
        names: [&str; N],
        options: &ImportOptions,
    ) -> Result<(Imported, Vec<Value>), String> {
        let db = self.open().map_err(|error| error.to_string())?;
        let mut notes = Notes::default();
        let paths = names.map(|name| self.path(name));
        let imported = import_with(&db, &paths, options, &mut notes).map_err(|error| error.to_string())?;
        Ok((imported, notes.0.iter().map(|note| json!(note)).collect()))
    }

    /// Returns the failures of an import, which may be all of it.
    pub fn failures(&self, name: &str) -> String {
        match self.try_import([name], &ImportOptions::default()) {
            Ok((imported, _)) => imported.failures.iter().map(|failure| format!("{failure}\n")).collect(),
            Err(error) => error,
        }
    }

    pub fn try_remove(&self, archives: &[&str], games: &[RangeInclusive<i64>]) -> Result<Removed, StoreError> {
        let id = |name: &&str| {
            self.number(&format!(
                "SELECT id FROM archive WHERE '/' || replace(path, char(92), '/') LIKE '%/{name}'"
            ))
        };
        let selection = Selection {
            archives: archives.iter().map(id).collect(),
            games: games.to_vec(),
            sources: BTreeSet::new(),
        };
        self.open()?.remove(&selection)
    }

    pub fn remove(&self, archives: &[&str], games: &[RangeInclusive<i64>]) -> Value {
        json!(self.try_remove(archives, games).expect("a removal"))
    }

    pub fn problems(&self) -> Vec<String> {
        match self.open_to_read() {
            Ok(db) => db.check(&mut |_| {}).expect("is checked").problems,
            Err(StoreError::OtherSchema { problems, .. }) => problems,
            Err(error) => vec![error.to_string()],
        }
    }

    pub fn repair(&self) -> Vec<String> {
        let table = HashTable::built_in();
        Database::repair(&self.database_path(), table, Interrupt::default()).expect("is repaired")
    }

    pub fn games(&self) -> u64 {
        self.snapshot().state().expect("a state").games
    }

    pub fn answer(&self, moves: &str, size: u8) -> Value {
        self.try_answer(moves, size).expect("an answer")
    }

    pub fn try_answer(&self, moves: &str, size: u8) -> Result<Value, QueryError> {
        let snapshot = self.snapshot();
        let mut board = SearchBoard::new(BoardSize::new(size).expect("a size"));
        for at in moves.split_whitespace() {
            let mv = Move::parse(at, board.to_play(), board.size()).expect("a move");
            board.play(mv).expect("legal");
        }
        let answer = answer(&snapshot, &board, &Filter::default(), false, Detail::Counts)?;
        Ok(json!(answer))
    }

    pub fn games_with(&self, moves: &str) -> u64 {
        self.answer(moves, 19)["games"].as_u64().expect("a number")
    }

    pub fn find(&self, words: &str) -> Result<String, String> {
        let find = Find {
            filter: &Filter::default(),
            words: &[words.to_owned()],
        };
        let page = Page {
            sort: Sort::Number,
            reverse: false,
            offset: 0,
            limit: 100,
        };
        let list = self
            .read()
            .map_err(QueryError::from)
            .and_then(|snapshot| Choice::Find(find).list(&snapshot, page));
        list.map(|list| json!(list).to_string())
            .map_err(|error| error.to_string())
    }

    pub fn record(&self, game: i64) -> Vec<u8> {
        self.snapshot().record(game).expect("is stored").bytes
    }

    pub fn bytes(&self) -> Vec<u8> {
        fs::read(self.database_path()).expect("is there")
    }
}

pub fn answer(
    snapshot: &Snapshot,
    board: &SearchBoard,
    filter: &Filter,
    swap: bool,
    detail: Detail,
) -> Result<Answer, QueryError> {
    let question = Question::new(board.clone()).under(filter.clone()).swapping(swap);
    search(snapshot, &question, detail)
}

pub fn game(root: &str, moves: &str) -> String {
    format!("(;GM[1]FF[4]{root}{})", nodes(moves.split_whitespace()))
}
