use bgo::go::Color;
use bgo::position_file::{PositionId, PositionRecord};
use bgo::query::{Choice, Filter, ListedGame, Page, QueryError, Question, SearchBoard, Sort, WinRate, json};
use bgo::store::{PositionFile, Snapshot, StoreError, Totals};
use serde::Serialize;

/// Which imported positions are looked for in the games, and what is told.
#[derive(Clone, Debug)]
pub struct PositionSearch<'a> {
    /// Only those of the file with this row.
    pub file: Option<i64>,
    /// Only the one with this id.
    pub id: Option<PositionId>,
    /// Conditions on games.
    pub filter: &'a Filter,
    /// Whether positions with the colours exchanged count too.
    pub swap: bool,
    /// How many games are named for each.
    pub games: usize,
    /// Whether positions are left out that no game reaches.
    pub reached: bool,
}

/// An imported position and the games that reach it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundPosition {
    /// The path of its file.
    pub file: String,
    /// Its number in that, from 1.
    pub record: u64,
    /// Its id, as the record has it.
    pub id: PositionId,
    /// Whose turn it is. Games count whoever played next.
    #[serde(serialize_with = "json::letter")]
    pub to_play: Color,
    /// The games that reach it.
    #[serde(flatten)]
    pub totals: Totals,
    /// How often Black won them.
    #[serde(flatten, serialize_with = "json::win_rate")]
    pub win_rate: Option<WinRate>,
    /// The first of them by number.
    pub list: Vec<ListedGame>,
}

/// Visits imported positions in the order of their files, each with the games that
/// reach it in any of the eight orientations. `progress` is told how many positions of
/// how many were looked at.
///
/// # Errors
/// A name in the filter that none has; a database that is damaged or cannot be read;
/// those of `visit`.
pub fn search<E: From<QueryError> + From<StoreError>>(
    snapshot: &Snapshot,
    search: &PositionSearch<'_>,
    mut visit: impl FnMut(FoundPosition) -> Result<(), E>,
    mut progress: impl FnMut(u64, u64),
) -> Result<(), E> {
    let files = snapshot.position_files()?;
    let wanted = files
        .iter()
        .filter(|file| search.file.is_none_or(|wanted| wanted == file.id));
    let all = wanted.map(|file| file.records).sum();
    let mut done = 0;
    snapshot.visit_positions(search.file, search.id, |file, number, record| {
        done += 1;
        progress(done, all);
        let found = search.find(snapshot, file, number, &record)?;
        if found.totals.games == 0 && search.reached {
            return Ok(());
        }
        visit(found)
    })
}

impl PositionSearch<'_> {
    fn find(
        &self,
        snapshot: &Snapshot,
        file: &PositionFile,
        number: u64,
        record: &PositionRecord,
    ) -> Result<FoundPosition, QueryError> {
        let id = record.id();
        let question = Question {
            board: &SearchBoard::from_stones(snapshot.keys(), record.size(), record.stones(), id.to_play),
            filter: self.filter,
            swap: self.swap,
        };
        let totals = question.count(snapshot)?.all.total();
        let page = Page {
            sort: Sort::Number,
            reverse: false,
            offset: 0,
            limit: self.games,
        };
        let list = match self.games {
            0 => Vec::new(),
            _ => Choice::Position(&question).list(snapshot, page)?.list,
        };
        Ok(FoundPosition {
            file: file.path.clone(),
            record: number,
            id,
            to_play: id.to_play,
            totals,
            win_rate: WinRate::of(totals.black_wins, totals.white_wins),
            list,
        })
    }
}
