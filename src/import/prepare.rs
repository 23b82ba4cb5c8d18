use crate::archive::Member;
use crate::go::KeyTables;
use crate::record::{
    Content, Decoded, GameRecord, Rejection, Repair, TextEncoding, content_hash, decode, game_trees, replay,
};
use crate::store::{Entry, NewGame, Posting, RecordCompressor, StoredRecord, game_words};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// A game as a worker hands it to the writer.
pub(super) struct Prepared {
    /// Which game of its file, counted from 0.
    pub member_game: usize,
    /// Where in the file it begins, in bytes.
    pub offset: usize,
    /// The game, or why nothing can be made of it.
    pub game: Result<PreparedGame, Rejection>,
}

/// A game that can be stored.
pub(super) struct PreparedGame {
    pub new: NewGame,
    /// What makes another record the same game.
    pub content: Content,
    /// The original.
    pub record: StoredRecord,
    /// What was left out of it; the place is in bytes of the file.
    pub repair: Option<Repair>,
}

/// Reads and replays the games of a file.
///
/// # Errors
/// Lack of memory for compressing, and `stop` if it is set while there are
/// games left.
pub(super) fn prepare(
    member: Member,
    keys: &KeyTables,
    compressor: &mut RecordCompressor,
    stop: &AtomicBool,
) -> io::Result<Vec<Prepared>> {
    let bytes = member.bytes;
    let Decoded { text, encoding } = decode(&bytes);
    let mut trees: Vec<_> = game_trees(&text).collect();
    // Most files hold one game. It keeps the whole file, with whatever stands
    // before and after it.
    if trees.len() == 1
        && let Some(only) = trees.pop()
    {
        let offset = encoding.byte_offset(&bytes, only.span.start);
        let game = match only.game {
            Ok(record) => {
                let parts = Parts::read(record, &text[only.span], &bytes, 0, encoding, keys, compressor)?;
                Ok(parts.of(StoredRecord { sgf: bytes, encoding }))
            }
            Err(rejection) => Err(rejection),
        };
        return Ok(vec![Prepared {
            member_game: 0,
            offset,
            game,
        }]);
    }
    if trees.is_empty() {
        return Ok(vec![Prepared {
            member_game: 0,
            offset: 0,
            game: Err(Rejection::NoGame),
        }]);
    }
    let ends: Vec<usize> = trees.iter().flat_map(|tree| [tree.span.start, tree.span.end]).collect();
    let ends = encoding.byte_offsets(&bytes, &ends);
    trees
        .into_iter()
        .zip(ends.chunks_exact(2))
        .enumerate()
        .map(|(member_game, (tree, span))| {
            // A file may hold tens of thousands of games.
            if stop.load(Ordering::Relaxed) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let own_text = &text[tree.span.clone()];
            let own_bytes = bytes.get(span[0]..span[1]).unwrap_or_default();
            // In an encoding with shifts a game cut out of its file may read
            // differently; then its text is kept, in UTF-8.
            let readable = encoding == TextEncoding::UTF_8 || encoding.decode(own_bytes) == own_text;
            let (sgf, encoding) = if readable {
                (own_bytes, encoding)
            } else {
                (own_text.as_bytes(), TextEncoding::UTF_8)
            };
            let game = match tree.game {
                Ok(mut record) => {
                    rebase(&mut record, tree.span.start);
                    let parts = Parts::read(record, own_text, sgf, span[0], encoding, keys, compressor)?;
                    let sgf = sgf.to_vec();
                    Ok(parts.of(StoredRecord { sgf, encoding }))
                }
                Err(rejection) => Err(rejection),
            };
            Ok(Prepared {
                member_game,
                offset: span[0],
                game,
            })
        })
        .collect()
}

/// Makes the offsets of a record count from where its own text begins.
fn rebase(record: &mut GameRecord, start: usize) {
    for step in &mut record.steps {
        step.offset -= start;
    }
    if let Some(repair) = &mut record.repair {
        repair.offset -= start;
    }
}

/// What follows from a record.
struct Parts {
    new: NewGame,
    content: Content,
    repair: Option<Repair>,
}

impl Parts {
    /// `sgf` are the bytes of the record, which begin at `start` of the file, and `tree`
    /// is the text of its game tree.
    fn read(
        record: GameRecord,
        tree: &str,
        sgf: &[u8],
        start: usize,
        encoding: TextEncoding,
        keys: &KeyTables,
        compressor: &mut RecordCompressor,
    ) -> io::Result<Self> {
        let mut entries = Vec::with_capacity(record.steps.len() + 1);
        let outcome = replay(&record, keys.get(record.size), |visit| {
            entries.push(Entry {
                key: visit.orientation.key,
                posting: Posting::new(0, &visit),
            });
        });
        let repair = outcome.repair.map(|Repair { reason, offset }| Repair {
            reason,
            offset: start + encoding.byte_offset(sgf, offset),
        });
        let content = Content::new(&record, outcome.steps);
        let hash = content_hash(&content, outcome.moves, &record.info, tree);
        let new = NewGame {
            board_size: record.size,
            moves: outcome.moves,
            content: hash,
            words: game_words(&record),
            info: record.info,
            repair: repair.as_ref().map(|repair| repair.reason.clone()),
            entries,
            encoding,
            frame: compressor.compress(sgf)?,
        };
        Ok(Self { new, content, repair })
    }

    fn of(self, record: StoredRecord) -> PreparedGame {
        let Self { new, content, repair } = self;
        PreparedGame {
            new,
            content,
            record,
            repair,
        }
    }
}
