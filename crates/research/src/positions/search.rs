use bgo::internal::go::Color;
use bgo::internal::position_file::{PositionId, PositionRecord};
use bgo::internal::query::{Choice, Filter, ListedGame, Page, QueryError, Question, SearchBoard, Sort, WinRate, json};
use bgo::internal::store::{PositionFile, Snapshot, StoreError, Totals};
use serde::Serialize;

/// A search for the games that reach imported positions.
#[derive(Clone, Debug)]
pub struct PositionSearch<'a> {
    /// The row of the file to which the search is limited, if any.
    pub file: Option<i64>,
    /// The id of the position to which the search is limited, if any.
    pub id: Option<PositionId>,
    /// The conditions on games.
    pub filter: &'a Filter,
    /// True if positions with exchanged colours count too.
    pub swap: bool,
    /// The number of games to list for each position.
    pub games: usize,
    /// True if positions that no game reaches are left out.
    pub reached: bool,
}

/// An imported position with the games that reach it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundPosition {
    /// The path of the file.
    pub file: String,
    /// The number of the record in the file, from 1.
    pub record: u64,
    /// The id stated by the record.
    pub id: PositionId,
    /// The colour to play. Games count regardless of the colour that played next.
    #[serde(serialize_with = "json::letter")]
    pub to_play: Color,
    /// The totals of the games that reach the position.
    #[serde(flatten)]
    pub totals: Totals,
    /// Black's share of the wins.
    #[serde(flatten, serialize_with = "json::win_rate")]
    pub win_rate: Option<WinRate>,
    /// The first games by number.
    pub list: Vec<ListedGame>,
}

/// Visits imported positions in the order of their files, each with the games that reach it in any
/// of the eight orientations. Calls `progress` with the number of positions so far and in all
/// files.
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
    snapshot.visit_position_records(search.file, search.id, |file, number, record| {
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
        let board = SearchBoard::from_stones(record.size(), record.stones(), id.to_play);
        let question = Question::new(board).under(self.filter.clone()).swapping(self.swap);
        let totals = question.count(snapshot)?.all.total();
        let page = Page {
            sort: Sort::Number,
            reverse: false,
            offset: 0,
            limit: self.games,
        };
        let list = if self.games == 0 {
            Vec::new()
        } else {
            Choice::Position(&question).list(snapshot, page)?.list
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
