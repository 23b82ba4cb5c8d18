//! The queries of a snapshot. The modules `games` and `index` answer them.

use super::codec::game_columns::GameColumns;
use super::codec::posting::{NextCode, PositionTotals};
use super::error::StoreError;
use super::games::analyses::{self, AnalysisFile};
use super::games::columns::{self, AllFacts, Columns};
use super::games::courses;
use super::games::description::{self, SourcePlace};
use super::games::joined;
use super::games::many_records::{self, Done};
use super::games::names::{self, GameNames};
use super::games::paths;
use super::games::position_files::{self, PositionFile};
use super::games::records::{self, DuplicateCandidate, StoredRecord};
use super::games::sources::{self, ArchiveCount, FoundArchive, FoundSource, GameSet};
use super::games::texts::{self, Texts};
use super::games::words::{self, FoundWords};
use super::index::draws;
use super::index::halt::{self, Halt};
use super::index::lookup::{self, Occurrence};
use super::inventory::{self, Inventory};
use super::snapshot::Snapshot;
use super::snapshot::verify::verify;
use super::sqlite::full_text::is_full_text;
use super::sqlite::meta;
use super::sqlite::table::{ANALYSIS_FILE, ARCHIVE, POSITION_FILE, Table};
use super::write::remove::{Selection, selected_games};
use crate::evaluation::{Analysis, Evaluation};
use crate::facts::Description;
use crate::go::{BoardSize, CanonicalPosition, Color, Move, PositionKey};
use crate::position_file::{PositionId, PositionRecord};
use crate::record::{Course, PartialDate};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::Arc;

/// Queries for games.
impl Snapshot {
    /// Returns whether a game has this number.
    pub fn has_game(&self, game: i64) -> Result<bool, StoreError> {
        columns::has_game(self, game)
    }

    /// Returns the first game with a higher number.
    pub fn game_after(&self, game: i64) -> Result<Option<i64>, StoreError> {
        columns::game_after(self, game)
    }

    /// Returns all the stored information about a game.
    pub fn description(&self, game: i64) -> Result<Description, StoreError> {
        description::description(self, game)
    }

    /// Returns the stored record of a game.
    pub fn record(&self, game: i64) -> Result<StoredRecord, StoreError> {
        records::record(self, game)
    }

    /// Returns the board size of a game, or `None` if the game does not exist.
    pub fn board_size(&self, game: i64) -> Result<Option<BoardSize>, StoreError> {
        records::board_size(self, game)
    }

    /// Returns the places where a game was found, in the order of the imports.
    pub fn source_places(&self, game: i64) -> Result<Vec<SourcePlace>, StoreError> {
        description::source_places(self, game)
    }

    /// Returns the record of a game from each of its sources, in the order of
    /// [`Snapshot::source_places`].
    pub fn source_records(&self, game: i64) -> Result<Vec<StoredRecord>, StoreError> {
        sources::source_records(self, game)
    }

    /// Calls `visit` with the game, the archive, the file and the index in the file of each place
    /// whose record is the one that the game is stored with.
    pub(crate) fn visit_places_of_records(&self, visit: impl FnMut(i64, i64, &str, i64)) -> Result<(), StoreError> {
        sources::visit_places_of_records(self, visit)
    }

    /// Returns the number of sources from a folder and what is below it, and the sum of their numbers.
    pub(crate) fn sources_below(&self, folder: &Path) -> Result<(i64, i64), StoreError> {
        sources::sources_below(self, folder)
    }

    /// Returns what [`Database::note_synced`](super::Database::note_synced) noted of a folder.
    pub(crate) fn synced(&self, folder: &Path) -> Result<Option<i64>, StoreError> {
        meta::value(self, &meta::synced(folder))
    }

    /// Fails if a source or an archive is damaged or missing.
    pub(crate) fn verify_sources(&self) -> Result<(), StoreError> {
        sources::verify_sources(self)
    }

    /// Returns the archives by their rows, which are in the order of the first imports.
    pub(crate) fn found_archives(&self) -> Result<BTreeMap<i64, FoundArchive>, StoreError> {
        sources::found_archives(self)
    }

    /// Returns the sources of these games, by game and number.
    pub(crate) fn sources_of_games(&self, games: RangeInclusive<i64>) -> Result<Vec<FoundSource>, StoreError> {
        sources::sources_of_games(self, games)
    }

    /// Reads the records of these games and calls `work` with each, on all cores. Returns the
    /// results in the order of the games, with a sentence for each record that is damaged or for
    /// which `work` returned `None`, because it holds no game.
    pub(crate) fn map_records<T: Send>(
        &self,
        games: RangeInclusive<i64>,
        work: impl Fn(i64, &StoredRecord) -> Option<T> + Sync,
    ) -> Result<Vec<(i64, Done<T>)>, StoreError> {
        many_records::map_records(self, games, work)
    }

    /// Returns a reader of the columns of games.
    #[must_use]
    pub fn columns(&self) -> Columns<'_> {
        Columns::new(self)
    }

    /// Visits the columns of all games in the order of their numbers.
    pub fn visit_columns(&self, visit: impl FnMut(i64, &GameColumns)) -> Result<(), StoreError> {
        columns::visit_columns(self, visit)
    }

    /// Returns the facts of all games. The first call for a state of the file reads them.
    pub fn all_facts(&self) -> Result<Arc<AllFacts>, StoreError> {
        columns::all_facts(self)
    }

    /// Returns whether a game began before a year and ended in it or later.
    pub fn any_game_enters(&self, year: u16) -> Result<bool, StoreError> {
        columns::any_game_enters(self, year)
    }

    /// Returns the rows of courses, each with those of up to 512 games.
    pub fn course_rows(&self) -> Result<Range<i64>, StoreError> {
        courses::course_rows(self)
    }

    /// Visits the courses of the games in a row, in the order of their numbers. Several
    /// threads can read rows at the same time, each with a [sibling](Snapshot::sibling).
    /// Fails if a game of the row has no course, which happens if its record is damaged.
    pub fn read_courses(&self, row: i64, visit: impl FnMut(i64, &Course)) -> Result<(), StoreError> {
        courses::read_courses(self, row, visit)
    }

    /// Returns the games that were found in several places, in the order of their
    /// numbers.
    pub fn games_with_several_sources(&self) -> Result<Vec<i64>, StoreError> {
        sources::games_with_several_sources(self)
    }

    /// Returns the games of at least `moves` moves whose contents have the same
    /// hash: groups of two or more, each in the order of the games' numbers.
    pub fn games_with_equal_hash(&self, moves: u16) -> Result<Vec<Vec<i64>>, StoreError> {
        sources::games_with_equal_hash(self, moves)
    }

    /// Returns the games whose content has this hash and whose date, as far as it
    /// and `date` are known, is the same, in no particular order.
    pub fn games_with_content(
        &self,
        hash: u64,
        date: Option<PartialDate>,
    ) -> Result<Vec<DuplicateCandidate>, StoreError> {
        records::games_with_content(self, hash, date)
    }

    /// Returns the records with this content that the user joined to games, each with
    /// its game.
    pub fn joined_with_content(&self, hash: u64) -> Result<Vec<(i64, StoredRecord)>, StoreError> {
        joined::joined_with_content(self, hash)
    }

    /// Returns the number of the source in which a game was first found. The time
    /// grows with the number of sources of the game.
    pub fn first_source(&self, game: i64) -> Result<i64, StoreError> {
        records::first_source(self, game)
    }

    /// Fails if the row of a game is damaged.
    pub fn require_intact(&self, game: i64) -> Result<(), StoreError> {
        records::require_intact(self, game)
    }

    /// Returns the names of all players.
    pub fn players(&self) -> Result<Arc<Texts>, StoreError> {
        texts::players(self)
    }

    /// Returns the names of players, events and rules, those of the most games first, and of archives. The
    /// first call for a state of the file counts the games of each.
    pub fn game_names(&self) -> Result<Arc<GameNames>, StoreError> {
        names::game_names(self)
    }

    /// Returns all labels: events, places, rules, overtimes and programs.
    pub fn labels(&self) -> Result<Arc<Texts>, StoreError> {
        texts::labels(self)
    }

    /// Searches for a word, or for consecutive words of one text. Returns `None` if
    /// `text` contains no word.
    pub fn find_words(&self, text: &str) -> Result<Option<FoundWords>, StoreError> {
        words::find_words(self, text)
    }

    /// Finds an archive by its path, or by its name if the name is unique. A relative path
    /// starts in the folder of the process.
    pub fn find_archive(&self, path: &Path) -> Result<i64, StoreError> {
        paths::find_imported(self, ARCHIVE, "archive", path)
    }

    /// Finds an archive by its stored path, or by the end of it if that is unique, without
    /// a look at the files of the computer.
    pub fn find_stored_archive(&self, path: &Path) -> Result<i64, StoreError> {
        paths::find_stored(self, ARCHIVE, "archive", path)
    }

    /// Returns the archives and the numbers of their games, in the order of their paths. The first
    /// call for a state of the file reads the sources of all games.
    pub fn archives(&self) -> Result<Vec<ArchiveCount>, StoreError> {
        sources::archives(self)
    }

    /// Returns the path under which an archive is stored.
    pub fn archive_path(&self, archive: i64) -> Result<String, StoreError> {
        description::archive(self, archive).map(|(path, _)| path)
    }

    /// Returns the games with a source in one of these archives.
    pub(crate) fn games_of_archives(&self, archives: &BTreeSet<i64>) -> Result<GameSet, StoreError> {
        sources::games_of_archives(self, archives)
    }

    /// Returns the numbers of the games that
    /// [`Database::remove`](crate::store::Database::remove) would remove.
    pub fn selected_games(&self, selection: &Selection) -> Result<BTreeSet<i64>, StoreError> {
        selected_games(self, selection)
    }
}

/// Queries for positions in games.
impl Snapshot {
    /// Returns the number of positions of all games, repetitions included.
    pub fn position_count(&self) -> Result<u64, StoreError> {
        lookup::position_count(self)
    }

    /// Returns the totals of the games that reach a position, and for each next
    /// move those of the games that play it.
    pub fn position_totals(&self, key: PositionKey) -> Result<PositionTotals, StoreError> {
        draws::position_totals(self, key)
    }

    /// Returns each occurrence of a position, in the order of games and plies.
    pub fn occurrences(&self, key: PositionKey) -> Result<Arc<[Occurrence]>, StoreError> {
        lookup::occurrences(self, key)
    }

    /// Returns the games that go on from a position without a move, in the order of their
    /// numbers.
    pub(crate) fn halts(&self, key: PositionKey) -> Result<Arc<[Halt]>, StoreError> {
        halt::halts(self, key)
    }

    /// Returns each position that a game reaches, in the order of the game. Returns
    /// nothing if the game does not exist.
    pub fn positions_of(&self, game: i64) -> Result<Vec<(PositionKey, Occurrence)>, StoreError> {
        lookup::positions_of(self, game)
    }

    /// Returns the move of a code in the orientation of `position`.
    pub fn decode_next(&self, code: NextCode, position: &CanonicalPosition) -> Result<Option<Move>, StoreError> {
        lookup::decode_next(self, code, position)
    }
}

/// Queries for position files.
impl Snapshot {
    /// Returns the position files, in the order of their first import.
    pub fn position_files(&self) -> Result<Vec<PositionFile>, StoreError> {
        position_files::position_files(self)
    }

    /// Finds a position file by its path, or by its name if the name is unique.
    pub fn find_position_file(&self, path: &Path) -> Result<i64, StoreError> {
        paths::find_imported(self, POSITION_FILE, "position file", path)
    }

    /// Visits the records of one position file, or of all files in their order.
    /// Passes the file, the index of the record in it, from 1, and the record. If
    /// an id is given, visits only the records with that id.
    pub fn visit_position_records<E: From<StoreError>>(
        &self,
        file: Option<i64>,
        id: Option<PositionId>,
        visit: impl FnMut(&PositionFile, u64, PositionRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        position_files::visit_position_records(self, file, id, visit)
    }

    /// Returns the first imported record with this id.
    pub fn position_with_id(&self, id: PositionId) -> Result<Option<PositionRecord>, StoreError> {
        position_files::position_with_id(self, id)
    }
}

/// Queries for analyses by engines.
impl Snapshot {
    /// Returns the analysis of a position that has the most visits, if there is any.
    pub(crate) fn best_analysis(
        &self,
        position: &CanonicalPosition,
        to_play: Color,
    ) -> Result<Option<Analysis>, StoreError> {
        analyses::best_analysis(self, position, to_play)
    }

    /// Returns the evaluation of a position that has the most visits, if there is any.
    pub(crate) fn best_evaluation(
        &self,
        position: &CanonicalPosition,
        to_play: Color,
    ) -> Result<Option<Evaluation>, StoreError> {
        analyses::best_evaluation(self, position, to_play)
    }

    /// Returns the files of analyses, in the order of their first import.
    pub fn analysis_files(&self) -> Result<Vec<AnalysisFile>, StoreError> {
        analyses::analysis_files(self)
    }

    /// Finds a file of analyses by its path, or by its name if the name is unique.
    pub fn find_analysis_file(&self, path: &Path) -> Result<i64, StoreError> {
        paths::find_imported(self, ANALYSIS_FILE, "file of analyses", path)
    }
}

/// Queries for the database as a whole.
impl Snapshot {
    /// Returns the contents of the database and their sizes.
    pub fn inventory(&self) -> Result<Inventory, StoreError> {
        inventory::inventory(self)
    }

    /// Returns the size of the file in bytes.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        inventory::bytes(self)
    }

    /// Verifies the table that an SQL query reads: the checksum of every row, the
    /// number of rows, and SQLite's trees and indexes. Each table is verified once
    /// per state of the file.
    pub fn verify_table(&self, name: &str) -> Result<(), StoreError> {
        if is_full_text(name) {
            return words::verify_words(self);
        }
        let state = self.state()?;
        let table = Table::ALL.into_iter().find(|table| table.name == name);
        match table.filter(|table| state.rows_of(*table).is_some()) {
            Some(table) => verify(self, table),
            None => Err(StoreError::Unverifiable(name.to_owned())),
        }
    }

    /// Returns the error for damaged full-text indexes.
    pub(crate) fn words_differ(&self) -> StoreError {
        words::words_differ(self)
    }

    /// Returns the error for a record without a game.
    pub fn holds_no_game(&self, game: i64) -> StoreError {
        records::holds_no_game(self, game)
    }
}
