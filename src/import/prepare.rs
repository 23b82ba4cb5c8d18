use crate::archive::Member;
use crate::go::KeyTables;
use crate::record::{
    Content, Decoded, GameRecord, Rejection, Repair, TextEncoding, content_hash, decode, game_trees, replay,
};
use crate::store::{Entry, NewGame, Posting, RecordCompressor, game_words};
use std::io;
use std::ops::ControlFlow;

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
    /// The original bytes.
    pub sgf: Vec<u8>,
    /// What was left out of it; the place is in bytes of the file.
    pub repair: Option<Repair>,
}

impl Prepared {
    /// Bytes of memory that it takes, roughly.
    pub fn bytes(&self) -> usize {
        let of_game = match &self.game {
            Err(_) => 0,
            Ok(PreparedGame { new, content, sgf, .. }) => {
                let entries = new.entries.len() * size_of::<Entry>();
                entries + content.bytes() + new.words.len() + new.frame.len() + sgf.len()
            }
        };
        size_of::<Self>() + of_game
    }
}

/// Reads and replays the games of a file one after another, and hands each to
/// `deliver` until that breaks.
///
/// # Errors
/// Lack of memory for compressing.
pub(super) fn prepare(
    member: Member,
    keys: &KeyTables,
    compressor: &mut RecordCompressor,
    deliver: &mut impl FnMut(Prepared) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let bytes = member.bytes;
    let Decoded { text, encoding } = decode(&bytes);
    let mut trees = game_trees(&text).peekable();
    let Some(first) = trees.next() else {
        return Ok(deliver(Prepared {
            member_game: 0,
            offset: 0,
            game: Err(Rejection::NoGame),
        }));
    };
    // Most files hold one game. It keeps the whole file, with whatever stands
    // before and after it.
    if trees.peek().is_none() {
        drop(trees);
        // Large records need the room.
        drop(text);
        let offset = encoding.byte_offset(&bytes, first.span.start);
        let game = match first.game {
            Ok(record) => Ok(prepare_game(record, bytes, 0, encoding, keys, compressor)?),
            Err(rejection) => Err(rejection),
        };
        return Ok(deliver(Prepared {
            member_game: 0,
            offset,
            game,
        }));
    }
    let mut offsets = encoding.byte_offsets(&bytes);
    for (member_game, tree) in std::iter::once(first).chain(trees).enumerate() {
        let start = offsets.at(tree.span.start);
        let own_bytes = bytes.get(start..offsets.at(tree.span.end)).unwrap_or_default();
        let own_text = &text[tree.span.clone()];
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
                Ok(prepare_game(record, sgf.to_vec(), start, encoding, keys, compressor)?)
            }
            Err(rejection) => Err(rejection),
        };
        let flow = deliver(Prepared {
            member_game,
            offset: start,
            game,
        });
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
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

/// `sgf` are the bytes of the record, which begin at `start` of the file.
fn prepare_game(
    record: GameRecord,
    sgf: Vec<u8>,
    start: usize,
    encoding: TextEncoding,
    keys: &KeyTables,
    compressor: &mut RecordCompressor,
) -> io::Result<PreparedGame> {
    let mut entries = Vec::with_capacity(record.steps.len() + 1);
    let outcome = replay(&record, keys.get(record.size), |visit| {
        entries.push(Entry {
            key: visit.orientation.key,
            posting: Posting::new(0, &visit),
        });
    });
    let repair = outcome.repair.map(|Repair { reason, offset }| Repair {
        reason,
        offset: start + encoding.byte_offset(&sgf, offset),
    });
    let content = Content::new(&record, outcome.steps);
    let hash = content_hash(&content, outcome.moves, &record.info, &sgf);
    let new = NewGame {
        board_size: record.size,
        moves: outcome.moves,
        content: hash,
        words: game_words(&record),
        info: record.info,
        repair: repair.as_ref().map(|repair| repair.reason.clone()),
        entries,
        encoding,
        frame: compressor.compress(&sgf)?,
    };
    Ok(PreparedGame {
        new,
        content,
        sgf,
        repair,
    })
}
