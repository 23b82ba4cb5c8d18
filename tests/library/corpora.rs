//! Imports of whole archives of real records: how many games are stored, and whether
//! the report accounts for every member. The tests read the archives without the
//! library.
//!
//! To include the archives of 100,000 games and more:
//! `cargo test --release --test library corpora -- --ignored`.

use crate::database::{import_with_notes, new_database};
use bgo::internal::go::{BoardSize, Color, Move};
use bgo::internal::import::{ImportOptions, ImportSummary, Note, ReadFailure, Verdict};
use bgo::internal::query::{Answer, Detail, Filter, Question, SearchBoard, search};
use bgo::internal::store::{Database, Snapshot};
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet};
use tempfile::TempDir;
use testkit::{corpus, unpacked};

struct ImportedCorpus {
    db: Database,
    summary: ImportSummary,
    notes: Vec<Note>,
    failures: Vec<ReadFailure>,
    files: Vec<(String, Vec<u8>)>,
    _folder: TempDir,
}

impl ImportedCorpus {
    /// Imports an archive and checks that every member is accounted for. Returns `None`
    /// if the archive is missing.
    fn new(name: &str) -> Option<Self> {
        let archive = corpus(name)?;
        let (db, folder) = new_database();
        let (outcome, notes) = import_with_notes(&db, &archive, &ImportOptions::default());
        let imported = Self {
            db,
            summary: outcome.summary,
            notes,
            failures: outcome.failures,
            files: unpacked(&archive),
            _folder: folder,
        };
        imported.accounts_for_everything();
        println!("{name}: {:?}", imported.summary);
        Some(imported)
    }

    /// Imports an archive of `count` records, each of which must be stored as a game.
    fn whole(name: &str, count: u64) -> Option<Self> {
        let imported = Self::new(name)?;
        let summary = &imported.summary;
        let counts = (summary.files, summary.games, summary.added, summary.rejected);
        assert_eq!(counts, (count, count, count, 0));
        Some(imported)
    }

    fn snapshot(&self) -> Snapshot {
        self.db.snapshot().expect("a snapshot")
    }

    fn accounts_for_everything(&self) {
        let summary = &self.summary;
        assert!(self.failures.is_empty(), "{:?}", self.failures);
        assert_eq!(summary.files + summary.skipped, self.files.len() as u64);
        assert_eq!(summary.games, summary.added + summary.duplicates + summary.rejected);
        assert!(summary.games >= summary.files, "every file has a game or is rejected");
        for (verdict, count) in [
            (Verdict::Rejected, summary.rejected),
            (Verdict::Duplicate, summary.duplicates),
            (Verdict::Repaired, summary.repaired),
        ] {
            assert_eq!(self.noted(verdict).count() as u64, count, "{verdict:?}");
        }
        let rejected: u64 = summary.rejections.iter().map(|kind| kind.games).sum();
        assert_eq!(rejected, summary.rejected);
        let mut repaired = BTreeMap::new();
        for note in self.noted(Verdict::Repaired) {
            for kind in note.kind.iter().flat_map(|kinds| kinds.split(',')) {
                *repaired.entry(kind).or_insert(0) += 1;
            }
        }
        let kinds = summary.repairs.iter().map(|kind| (kind.kind.name(), kind.games));
        assert_eq!(repaired, kinds.collect());
        let places: BTreeSet<_> = self.notes.iter().map(|note| (&note.member, note.member_game)).collect();
        assert_eq!(places.len(), self.notes.len(), "a game has two notes");
        let names: BTreeSet<_> = self.files.iter().map(|(name, _)| name).collect();
        assert!(self.notes.iter().all(|note| names.contains(&note.member)));
        assert_eq!(self.snapshot().state().expect("a state").games, summary.added);
        assert_eq!(
            self.snapshot().state().expect("a state").sources,
            summary.added + summary.duplicates
        );
        assert_eq!(
            self.snapshot().inventory().expect("an inventory").positions,
            summary.positions
        );
    }

    fn noted(&self, verdict: Verdict) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(move |note| note.verdict == verdict)
    }

    fn players(&self) -> BTreeMap<String, [String; 2]> {
        let conn = Connection::open(self.db.path()).expect("a database");
        let sql = "SELECT source.member, coalesce(black.name, ''), coalesce(white.name, '')
                   FROM source JOIN game ON game.id = source.game
                   LEFT JOIN player AS black ON black.id = game.black
                   LEFT JOIN player AS white ON white.id = game.white";
        let mut statement = conn.prepare(sql).expect("a statement");
        let rows = statement
            .query_map([], |row| Ok((row.get(0)?, [row.get(1)?, row.get(2)?])))
            .expect("rows");
        rows.collect::<rusqlite::Result<_>>().expect("texts")
    }

    fn after(&self, moves: &str) -> Answer {
        let mut line = SearchBoard::new(BoardSize::MAX);
        for word in moves.split_whitespace() {
            line.play(Move::parse(word, line.to_play(), line.size()).expect("a move"))
                .expect("legal");
        }
        let filter = &Filter::default();
        let question = Question::new(line.clone()).under(filter.clone());
        search(&self.snapshot(), &question, Detail::Counts).expect("an answer")
    }
}

fn properties(bytes: &[u8]) -> Vec<(String, &[u8])> {
    let mut properties = Vec::new();
    let mut ident = String::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'[' => {
                let start = at + 1;
                at = start;
                while at < bytes.len() && bytes[at] != b']' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                properties.push((ident.clone(), &bytes[start..at.min(bytes.len())]));
                // The identifier stays: further values of the property may follow.
            }
            letter if letter.is_ascii_uppercase() => {
                if at == 0 || !bytes[at - 1].is_ascii_alphabetic() {
                    ident.clear();
                }
                ident.push(char::from(letter));
            }
            _ => {}
        }
        at += 1;
    }
    properties
}

#[test]
fn every_game_of_tygem_5k_is_stored() {
    ImportedCorpus::whole("tygem-5k.tgz", 5000);
}

#[test]
#[ignore = "100,000 games take ten seconds to a minute without optimisation"]
fn every_game_of_tygem_100k_is_stored_and_the_published_hashes_show() {
    let Some(imported) = ImportedCorpus::whole("tygem-100k.tgz", 100_000) else {
        return;
    };
    assert_eq!(imported.after("pd dp pp").board_hash, Some(959_678_554));
    let answer = imported.after("pd dp pp dd");
    assert_eq!(answer.board_hash, Some(731_239_216));
    // The first move of the answer is the one marked `a` in the published example.
    let first = answer.next_moves.first().expect("a next move").mv;
    assert_eq!((first.target().as_str(), first.color), ("fq", Color::Black));
    assert_eq!(imported.after("pd dp pp dd fq").board_hash, Some(473_219_409));
}

#[test]
#[ignore = "200,000 games take twice as long"]
fn tygem_200k_is_accounted_for() {
    let Some(imported) = ImportedCorpus::new("tygem-200k.tgz") else {
        return;
    };
    assert_eq!(imported.summary.rejected, 0);
}

#[test]
fn nearly_every_game_of_ai_mixed_is_stored() {
    let Some(imported) = ImportedCorpus::new("ai-mixed.tgz") else {
        return;
    };
    assert!(imported.summary.added * 1000 >= imported.summary.games * 995);
}

#[test]
fn the_records_of_many_encodings_are_accounted_for() {
    let Some(imported) = ImportedCorpus::new("encodings.tgz") else {
        return;
    };
    for note in imported.noted(Verdict::Rejected) {
        assert!(note.reason.starts_with("it is not a game of Go"), "{note:?}");
    }
    let sources = imported.players();
    let named: Vec<_> = imported
        .files
        .iter()
        .filter(|(member, _)| member.contains("/encoding-"))
        .collect();
    assert_eq!(named.len(), 19);
    assert!(named.iter().all(|(member, _)| sources.contains_key(member)));
}

#[test]
fn nearly_every_game_of_fox_pro_3k_is_stored_and_damaged_names_keep_what_is_whole() {
    let Some(imported) = ImportedCorpus::new("fox-pro-3k.tgz") else {
        return;
    };
    assert!(imported.summary.added * 1000 >= imported.summary.games * 995);
    let players = imported.players();
    let duplicates: BTreeSet<_> = imported.noted(Verdict::Duplicate).map(|note| &note.member).collect();
    let mut damaged = 0;
    for (member, bytes) in imported.files.iter().filter(|(member, _)| !duplicates.contains(member)) {
        let Some(stored) = players.get(member) else { continue };
        let written = properties(bytes);
        for (ident, stored) in ["PB", "PW"].into_iter().zip(stored) {
            let Some((_, raw)) = written.iter().find(|(name, _)| name == ident) else {
                continue;
            };
            // This test does not resolve escapes.
            if raw.contains(&b'\\') {
                continue;
            }
            damaged += usize::from(std::str::from_utf8(raw).is_err());
            assert_eq!(
                whole(stored),
                whole(String::from_utf8_lossy(raw).trim()),
                "{ident} of {member}"
            );
        }
    }
    println!("{damaged} damaged names");
    assert!(damaged > 2000, "{damaged}");
}

fn whole(name: &str) -> String {
    name.chars().filter(|&c| c != char::REPLACEMENT_CHARACTER).collect()
}

#[test]
fn every_record_of_gnugo_regression_with_a_move_or_setup_on_a_square_board_is_stored() {
    let Some(imported) = ImportedCorpus::new("gnugo-regression.tgz") else {
        return;
    };
    let sources = imported.players();
    let mut must = 0;
    for (member, bytes) in &imported.files {
        let properties = properties(bytes);
        let size = properties.iter().find(|(ident, _)| ident == "SZ");
        let size = size.map_or("19", |(_, value)| std::str::from_utf8(value).expect("digits").trim());
        let square = size.parse::<u32>().is_ok_and(|lines| (2..=19).contains(&lines));
        let played = properties
            .iter()
            .any(|(ident, _)| ["B", "W", "AB", "AW"].contains(&ident.as_str()));
        if square && played {
            must += 1;
            assert!(sources.contains_key(member), "{member} is not stored");
        } else {
            println!("{member}: board size {size}, stored: {}", sources.contains_key(member));
        }
    }
    assert!(must > 800, "{must}");
}
