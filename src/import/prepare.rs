use crate::archive::Member;
use crate::evaluation::{Analysis, ReadNotes, read_notes};
use crate::go::{BoardSize, KeyTables};
use crate::record::{
    Content, Decoded, Extent, GameInfo, GameRecord, Rejection, Repair, Replayed, TextEncoding, decode, game_trees,
};
use crate::store::{
    FoundRecord, IndexEntry, NewGame, Posting, RecordCompressor, StoredRecord, game_words, write_course,
};
use std::io;
use std::ops::{ControlFlow, Range};

/// A game that a worker passes to the writer.
pub(super) struct Prepared {
    /// The index of the game in its file.
    pub member_game: usize,
    /// The position in the file, in bytes.
    pub offset: usize,
    /// The game, or the reason to reject it.
    pub game: Result<PreparedGame, Rejection>,
}

/// A game that can be stored.
pub(super) struct PreparedGame {
    pub new: NewGame,
    /// The content, by which another record is recognised as the same game.
    pub content: Content,
    /// The original record.
    pub record: StoredRecord,
    /// The evaluations by engines in the record.
    pub engine_notes: ReadNotes,
    /// The part that was left out; its place is in bytes of the file.
    pub repair: Option<Repair>,
    /// The game to which the user joined this one in another database.
    pub into: Option<Box<PreparedGame>>,
}

impl Prepared {
    /// Returns the memory that it takes, roughly, in bytes.
    pub fn bytes(&self) -> usize {
        let of_game = match &self.game {
            Err(_) => 0,
            Ok(PreparedGame {
                new,
                content,
                record,
                engine_notes,
                ..
            }) => {
                let analyses: usize = engine_notes.analyses.iter().map(Analysis::bytes).sum();
                let entries = new.entries.len() * size_of::<IndexEntry>();
                let texts = new.words.len() + new.frame.len() + record.bytes.len();
                entries + new.course.len() + content.bytes() + texts + analyses
            }
        };
        size_of::<Self>() + of_game
    }
}

/// Reads and replays the games of a file one after another, and hands each to
/// `deliver` until that breaks. Fails if there is no memory for compressing.
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
        let offset = encoding.byte_offset(&bytes, first.span.start);
        let indexed = first.game.map(|record| Indexed::new(record, &text, first.span, keys));
        // Large records need the room.
        drop(text);
        let game = match indexed {
            Ok(indexed) => Ok(indexed.compress(StoredRecord { bytes, encoding }, 0, compressor)?),
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
        let range = offsets.at(tree.span.start)..offsets.at(tree.span.end);
        let offset = range.start;
        let own_bytes = bytes.get(range).unwrap_or_default();
        let own_text = &text[tree.span.clone()];
        let game = match tree.game {
            Ok(mut record) => {
                rebase(&mut record, tree.span.start);
                let indexed = Indexed::new(record, own_text, 0..own_text.len(), keys);
                let record = stored_alone(own_bytes, own_text, encoding);
                Ok(indexed.compress(record, offset, compressor)?)
            }
            Err(rejection) => Err(rejection),
        };
        let prepared = Prepared {
            member_game,
            offset,
            game,
        };
        if deliver(prepared).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns the record of a game that was cut out of its file, where it has these bytes and this
/// text. In an encoding with shifts it may read differently alone; then its text is kept, in
/// UTF-8.
fn stored_alone(bytes: &[u8], text: &str, encoding: TextEncoding) -> StoredRecord {
    let is_readable = encoding == TextEncoding::UTF_8 || encoding.decode(bytes) == text;
    match is_readable {
        true => StoredRecord {
            bytes: bytes.to_vec(),
            encoding,
        },
        false => StoredRecord {
            bytes: text.as_bytes().to_vec(),
            encoding: TextEncoding::UTF_8,
        },
    }
}

/// Reads and replays a record of another database, and hands it to `deliver`. Fails if
/// there is no memory for compressing.
pub(super) fn prepare_record(
    found: FoundRecord,
    keys: &KeyTables,
    compressor: &mut RecordCompressor,
    deliver: &mut impl FnMut(Prepared) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let record = found.record.map_err(io::Error::other)?;
    let (offset, mut game) = prepare_stored(record, keys, compressor)?;
    if let Some(into) = found.into
        && let Ok(game) = &mut game
    {
        game.into = prepare_stored(into, keys, compressor)?.1.ok().map(Box::new);
    }
    Ok(deliver(Prepared {
        member_game: found.member_game,
        offset,
        game,
    }))
}

/// Reads and replays a stored record. Returns the offset of its game, and the game.
fn prepare_stored(
    record: StoredRecord,
    keys: &KeyTables,
    compressor: &mut RecordCompressor,
) -> io::Result<(usize, Result<PreparedGame, Rejection>)> {
    let text = record.text();
    let (mut offset, mut indexed) = (0, Err(Rejection::NoGame));
    if let Some(tree) = game_trees(&text).next() {
        offset = record.encoding.byte_offset(&record.bytes, tree.span.start);
        indexed = tree.game.map(|game| Indexed::new(game, &text, tree.span, keys));
    }
    drop(text);
    Ok(match indexed {
        Ok(indexed) => (offset, Ok(indexed.compress(record, 0, compressor)?)),
        Err(rejection) => (offset, Err(rejection)),
    })
}

/// Makes the offsets of a record count from where its own text begins.
fn rebase(record: &mut GameRecord, start: usize) {
    for step in &mut record.steps {
        step.offset -= start;
    }
    for note in &mut record.engine_notes {
        note.value = note.value.start - start..note.value.end - start;
    }
    if let Some(repair) = &mut record.repair {
        repair.offset -= start;
    }
}

/// A game with its entries of the index and its course.
struct Indexed {
    info: GameInfo,
    words: String,
    board_size: BoardSize,
    outcome: Extent,
    entries: Vec<IndexEntry>,
    course: Vec<u8>,
    content: Content,
    hash: u64,
    engine_notes: ReadNotes,
}

impl Indexed {
    /// Replays a game. The offsets of the record are those of `text`; `tree` is its game tree
    /// there.
    fn new(record: GameRecord, text: &str, tree: Range<usize>, keys: &KeyTables) -> Self {
        let mut entries = Vec::with_capacity(record.steps.len() + 1);
        let has_notes = !record.engine_notes.is_empty();
        let mut positions = Vec::new();
        let Replayed {
            record,
            outcome,
            content,
            course,
        } = Replayed::new(record, &text[tree], keys, |visit| {
            if has_notes {
                positions.push(visit.canonical);
            }
            entries.push(IndexEntry {
                key: visit.canonical.key,
                posting: Posting::new(0, &visit),
            });
        });
        let mut course_bytes = Vec::new();
        write_course(&mut course_bytes, &course);
        Self {
            engine_notes: read_notes(&record, text, &positions),
            words: game_words(&record),
            board_size: record.size,
            hash: content.hash(&record.info),
            info: record.info,
            outcome,
            entries,
            course: course_bytes,
            content,
        }
    }

    /// Adds the record, the bytes of which begin at `start` of the file.
    fn compress(
        self,
        record: StoredRecord,
        start: usize,
        compressor: &mut RecordCompressor,
    ) -> io::Result<PreparedGame> {
        let StoredRecord { bytes, encoding } = &record;
        let repair = self.outcome.repair.map(|Repair { reason, offset }| Repair {
            reason,
            offset: start + encoding.byte_offset(bytes, offset),
        });
        let new = NewGame {
            board_size: self.board_size,
            moves: self.outcome.moves,
            content: self.hash,
            words: self.words,
            info: self.info,
            repair: repair.as_ref().map(|repair| repair.reason.clone()),
            entries: self.entries,
            course: self.course,
            encoding: *encoding,
            frame: compressor.compress(bytes)?,
        };
        Ok(PreparedGame {
            new,
            content: self.content,
            record,
            engine_notes: self.engine_notes,
            repair,
            into: None,
        })
    }
}
