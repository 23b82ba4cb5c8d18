use crate::archive::Member;
use crate::evaluation::{Analysis, ReadNotes, read_notes};
use crate::go::{BoardSize, KeyTables};
use crate::record::{
    Content, Decoded, Extent, GameInfo, GameRecord, Rejection, Repairs, Replayed, TextEncoding, decode, game_trees,
};
use crate::store::{
    FoundRecord, IndexEntry, NewGame, Posting, RecordCompressor, StoredRecord, game_words, write_course,
};
use std::io;
use std::ops::{ControlFlow, Range};

/// What an import makes of the games of a file.
pub(super) trait Make {
    /// A replayed game, before its record is added.
    type Replayed;
    /// A game with its record.
    type Game;

    /// Replays a game. The offsets of the record are those of `text`; `tree` is its game tree
    /// there.
    fn replay(&mut self, record: GameRecord, text: &str, tree: Range<usize>) -> Self::Replayed;

    /// Adds the record, the bytes of which begin at `start` of the file. Fails if there is no
    /// memory for it.
    fn finish(&mut self, replayed: Self::Replayed, record: StoredRecord, start: usize) -> io::Result<Self::Game>;
}

/// A game of a file, as [`Make`] makes it.
pub(super) struct Prepared<G = PreparedGame> {
    /// The index of the game in its file.
    pub member_game: usize,
    /// The position in the file, in bytes.
    pub offset: usize,
    /// The game, or the reason to reject it.
    pub game: Result<G, Rejection>,
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
    /// The repairs of the record; their places are in bytes of the file.
    pub repairs: Repairs,
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
/// `deliver` until that breaks. Fails if there is no memory for one.
pub(super) fn prepare<M: Make>(
    member: Member,
    make: &mut M,
    deliver: &mut impl FnMut(Prepared<M::Game>) -> ControlFlow<()>,
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
        let replayed = first.game.map(|record| make.replay(record, &text, first.span));
        // Large records need the room.
        drop(text);
        let game = match replayed {
            Ok(replayed) => Ok(make.finish(replayed, StoredRecord { bytes, encoding }, 0)?),
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
                record.shift(|offset| offset - tree.span.start);
                let replayed = make.replay(record, own_text, 0..own_text.len());
                let record = stored_alone(own_bytes, own_text, encoding);
                Ok(make.finish(replayed, record, offset)?)
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

/// Reads and replays a record of another database, and hands it to `deliver`. An earlier version
/// may have stored it, so a record that is a whole file is read like the file, and one in which
/// several games are found now is all of them. Fails if there is no memory for compressing.
pub(super) fn prepare_record(
    found: FoundRecord,
    make: &mut Indexing<'_>,
    deliver: &mut impl FnMut(Prepared) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let record = found.record.map_err(io::Error::other)?;
    if found.into.is_none() && (found.is_alone || has_several(&record.text())) {
        let member = Member {
            path: found.member,
            bytes: record.bytes.clone(),
        };
        let mut is_game = true;
        let flow = prepare(member, make, &mut |prepared| {
            is_game = !matches!(prepared.game, Err(Rejection::NoGame));
            match is_game {
                true => deliver(Prepared {
                    member_game: found.member_game + prepared.member_game,
                    ..prepared
                }),
                false => ControlFlow::Continue(()),
            }
        })?;
        // Some records show their encoding only together with others of their file.
        if is_game {
            return Ok(flow);
        }
    }
    let (offset, mut game) = prepare_stored(record, make)?;
    if let Some(into) = found.into
        && let Ok(game) = &mut game
    {
        game.into = prepare_stored(into, make)?.1.ok().map(Box::new);
    }
    Ok(deliver(Prepared {
        member_game: found.member_game,
        offset,
        game,
    }))
}

/// Returns whether a text has more than one game.
fn has_several(text: &str) -> bool {
    text.matches("(;").nth(1).is_some() && game_trees(text).nth(1).is_some()
}

/// Reads and replays a stored record. Returns the offset of its game, and the game.
fn prepare_stored(
    record: StoredRecord,
    make: &mut Indexing<'_>,
) -> io::Result<(usize, Result<PreparedGame, Rejection>)> {
    let text = record.text();
    let (mut offset, mut replayed) = (0, Err(Rejection::NoGame));
    if let Some(tree) = game_trees(&text).next() {
        offset = record.encoding.byte_offset(&record.bytes, tree.span.start);
        replayed = tree.game.map(|game| make.replay(game, &text, tree.span));
    }
    drop(text);
    Ok(match replayed {
        Ok(replayed) => (offset, Ok(make.finish(replayed, record, 0)?)),
        Err(rejection) => (offset, Err(rejection)),
    })
}

/// Makes games that a database stores.
pub(super) struct Indexing<'k> {
    pub keys: &'k KeyTables,
    pub compressor: RecordCompressor,
}

/// A game with its entries of the index and its course.
pub(super) struct Indexed {
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

impl Make for Indexing<'_> {
    type Replayed = Indexed;
    type Game = PreparedGame;

    fn replay(&mut self, record: GameRecord, text: &str, tree: Range<usize>) -> Indexed {
        let mut entries = Vec::with_capacity(record.steps.len() + 1);
        let has_notes = !record.engine_notes.is_empty();
        let mut positions = Vec::new();
        let Replayed {
            record,
            outcome,
            content,
            course,
        } = Replayed::new(record, &text[tree], self.keys, |visit| {
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
        Indexed {
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

    fn finish(&mut self, indexed: Indexed, record: StoredRecord, start: usize) -> io::Result<PreparedGame> {
        let repairs = in_file(indexed.outcome.repairs, &record, start);
        let new = NewGame {
            board_size: indexed.board_size,
            moves: indexed.outcome.moves,
            content: indexed.hash,
            words: indexed.words,
            info: indexed.info,
            repair: repairs.reason(),
            entries: indexed.entries,
            course: indexed.course,
            encoding: record.encoding,
            frame: self.compressor.compress(&record.bytes)?,
        };
        Ok(PreparedGame {
            new,
            content: indexed.content,
            record,
            engine_notes: indexed.engine_notes,
            repairs,
            into: None,
        })
    }
}

/// Returns repairs with their places in bytes of the file, where the record begins at `start`.
pub(super) fn in_file(repairs: Repairs, record: &StoredRecord, start: usize) -> Repairs {
    repairs.at(|offset| start + record.encoding.byte_offset(&record.bytes, offset))
}
