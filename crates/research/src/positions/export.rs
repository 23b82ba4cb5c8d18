use super::merge::{check, merge, said_stopped, scratch_failed};
use crate::error::{ErrorKind, ResearchError};
use crate::formats::positions::{SourceList, Zobrist};
use bgo::internal::go::{Board, Color, KeyTables};
use bgo::internal::interrupt::Interrupt;
use bgo::internal::position_file::{ExtraInfo, PositionId, PositionRecord};
use bgo::internal::query::{Choice, Filter, Find, Sort};
use bgo::internal::range::Range;
use bgo::internal::record::{Action, GameRecord, Steps};
use bgo::internal::store::Snapshot;
use serde::Serialize;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

const BUFFER: usize = 1 << 20;

/// The choice of positions to export from the database.
#[derive(Clone, Debug)]
pub struct PositionExport<'a> {
    /// The conditions on games. The board size is determined by the ids.
    pub filter: &'a Filter,
    /// The words that games must contain, as in [`Find`].
    pub words: &'a [String],
    /// The range of the number of moves before the position.
    pub ply: Range<u64>,
    /// The colour to play.
    pub to_play: Option<Color>,
    /// True if ids include the point that a ko forbids.
    pub with_ko: bool,
    /// True if repeated positions are written too.
    pub repeats: bool,
    /// The list of source files to extend; records then name their game.
    pub sources: Option<PathBuf>,
}

/// The result of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExportedPositions {
    /// The games with such positions.
    pub games: u64,
    /// The positions of these games.
    pub positions: u64,
    /// The records that were written.
    pub records: u64,
}

/// Writes positions of the database to `out`, in the order of games and moves. Writes only the
/// first of the positions with the same id, unless `repeats` is set. `scratch` is a folder with
/// space for all of them. Calls `progress` with the number of games so far and in all. Setting
/// `stop` makes the export fail with [`ResearchError::Stopped`].
pub fn export(
    snapshot: &Snapshot,
    zobrist: &Zobrist,
    options: &PositionExport<'_>,
    scratch: &Path,
    out: &mut dyn Write,
    stop: &Interrupt,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ExportedPositions, ResearchError> {
    let mut export_to = |out: &mut dyn Write| {
        let mut to =
            |sources: Option<&mut SourceList>| export_all(snapshot, zobrist, options, sources, out, stop, progress);
        match &options.sources {
            Some(path) => SourceList::extending(path, |list| to(Some(list))),
            None => to(None),
        }
        .map_err(said_stopped)
    };
    if options.repeats {
        return export_to(out);
    }
    let all = tempfile::NamedTempFile::new_in(scratch).map_err(scratch_failed(scratch))?;
    let mut exported = export_to(&mut all.as_file())?;
    let paths = [all.path().to_owned()];
    let merged = merge(&paths, zobrist.size(), scratch, out, stop, |_, _| {})?;
    exported.records = merged.written;
    Ok(exported)
}

fn export_all(
    snapshot: &Snapshot,
    zobrist: &Zobrist,
    options: &PositionExport<'_>,
    mut sources: Option<&mut SourceList>,
    out: &mut dyn Write,
    stop: &Interrupt,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<ExportedPositions, ResearchError> {
    let filter = Filter {
        size: zobrist.size().into(),
        ..options.filter.clone()
    };
    let find = Find {
        filter: &filter,
        words: options.words,
    };
    let mut out = BufWriter::with_capacity(BUFFER, out);
    let mut exported = ExportedPositions::default();
    let games = Choice::Find(find).games(snapshot, Sort::Number, false)?;
    for (done, chosen) in (1..).zip(&games) {
        check(stop)?;
        let stored = snapshot.record(chosen.game)?;
        let record = stored.read().ok_or_else(|| snapshot.holds_no_game(chosen.game))?;
        let mut source = None;
        let before = exported.positions;
        visit_boards(&record, snapshot.keys(), |board, ply, to_play| {
            let is_wanted =
                options.ply.contains(Some(ply.into())) && options.to_play.is_none_or(|wanted| wanted == to_play);
            if !is_wanted {
                return Ok(());
            }
            if let (Some(sources), None) = (&mut sources, source) {
                let number = sources.number(&source_name(snapshot, chosen.game)?);
                source = Some(number.ok_or_else(|| {
                    let path = options.sources.as_deref().unwrap_or(Path::new("")).display();
                    ErrorKind::Other.error(format!("{path} has no number left for another game"))
                })?);
            }
            let extra = source.map(|source| ExtraInfo {
                source,
                variation: 0,
                move_number: ply,
            });
            let ko = board.ko().filter(|_| options.with_ko);
            let hash = zobrist.hash(board.stones(), ko);
            let record = PositionRecord::new(PositionId::new(hash, to_play), board, extra);
            exported.positions += 1;
            record.write(&mut out).map_err(ResearchError::unwritable_records)
        })?;
        exported.games += u64::from(exported.positions > before);
        progress(done, games.len() as u64);
    }
    out.flush().map_err(ResearchError::unwritable_records)?;
    exported.records = exported.positions;
    Ok(exported)
}

/// Returns the name of a game in the list of source files: the archive and the member from which it
/// was first imported, with `#2` for the second game in a file.
fn source_name(snapshot: &Snapshot, game: i64) -> Result<String, ResearchError> {
    let place = snapshot.source_places(game)?.into_iter().next();
    let place = place.ok_or_else(|| snapshot.damaged(format!("game {game} has no source")))?;
    let mut name = place.archive;
    if !name.ends_with(&place.member) {
        name = format!("{name}/{}", place.member);
    }
    if place.member_game > 0 {
        name = format!("{name}#{}", place.member_game + 1);
    }
    Ok(name)
}

/// Visits the boards of a game as replayed for the index, each with the number of moves before it
/// and the colour to play: the colour of the next move, or else the opposite colour of the last
/// one.
fn visit_boards<E>(
    record: &GameRecord,
    keys: &KeyTables,
    mut visit: impl FnMut(&Board, u16, Color) -> Result<(), E>,
) -> Result<(), E> {
    let mut steps = Steps::new(record, keys.get(record.size));
    let mut turn = Color::Black;
    loop {
        let board = steps.position().board().clone();
        let ply = steps.outcome().moves;
        let action = steps.next();
        if let Some(Action::Move(mv)) = action {
            visit(&board, ply, mv.color)?;
            turn = mv.color.opponent();
        } else {
            visit(&board, ply, turn)?;
        }
        if action.is_none() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bgo::internal::go::{HashTable, Position};
    use bgo::internal::record::{game_trees, replay};

    /// The boards are the same as in the index.
    #[test]
    fn boards_are_those_that_are_indexed() {
        for sgf in [
            "(;SZ[9])",
            "(;SZ[9];B[aa];W[];B[bb];W[aa];B[cc])",
            "(;SZ[9]AB[cc][gg];W[aa];AB[dd]AE[cc];W[bb];B[bc])",
            "(;SZ[9];B[ba]W[aa];AW[ab];B[cc];W[bb])",
            "(;SZ[9]AW[ba];B[aa];W[ab];B[aa])",
        ] {
            let record = game_trees(sgf).next().expect("a tree").game.expect("a game");
            let tables = KeyTables::new(HashTable::built_in());
            let keys = tables.get(record.size);
            let mut indexed = Vec::new();
            let outcome = replay(&record, keys, |visit| {
                indexed.push((visit.canonical.key, visit.ply, visit.next));
            });
            let mut found = Vec::new();
            let visited = visit_boards(&record, &tables, |board, ply, to_play| {
                let mut position = Position::new(record.size);
                for (point, color) in board.stones() {
                    position.set(keys, point, Some(color));
                }
                found.push((position.canonical().key, ply, to_play));
                Ok::<_, std::convert::Infallible>(())
            });
            assert_eq!(visited, Ok(()));
            assert_eq!(found.len(), indexed.len(), "{sgf}");
            for (found, indexed) in found.iter().zip(&indexed) {
                assert_eq!((found.0, found.1), (indexed.0, indexed.1), "{sgf}");
                assert!(indexed.2.mv().is_none_or(|next| next.color == found.2), "{sgf}");
            }
            assert_eq!(found.last().map(|last| last.1), Some(outcome.moves));
        }
    }
}
