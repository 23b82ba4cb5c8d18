use crate::archive::Member;
use crate::evaluation::{Analysis, ReadNotes, read_notes};
use crate::go::{BoardSize, KeyTables};
use crate::record::{
    Content, Extent, GameInfo, GameRecord, GameTree, Rejection, Repairs, Replayed, TextEncoding, TextPart,
    decoded_trees, game_trees, parts, without_utf_32,
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
    let bytes = without_utf_32(member.bytes);
    let mut parts = parts(&bytes);
    let is_one_text = parts.is_one_text();
    let mut member_game = 0;
    while let Some(part) = parts.next() {
        let mut trees = decoded_trees(&part.decoded).peekable();
        let Some(first) = trees.next() else { continue };
        // Most files hold one game. It keeps the whole file, with whatever stands
        // before and after it.
        if is_one_text && trees.peek().is_none() {
            drop(trees);
            let encoding = part.decoded.encoding;
            let offset = encoding.byte_offset(&bytes, first.span.start);
            let replayed = first
                .game
                .map(|record| make.replay(record, &part.decoded.text, first.span));
            // Large records need the room.
            drop((part, parts));
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
        let mut offsets = part.decoded.encoding.byte_offsets(part.bytes);
        for tree in std::iter::once(first).chain(trees) {
            let place = offsets.at(tree.span.start)..offsets.at(tree.span.end);
            let prepared = Prepared {
                member_game,
                offset: part.start + place.start,
                game: prepare_tree(tree, place, &part, make)?,
            };
            if deliver(prepared).is_break() {
                return Ok(ControlFlow::Break(()));
            }
            member_game += 1;
        }
    }
    if member_game == 0 {
        return Ok(deliver(Prepared {
            member_game,
            offset: 0,
            game: Err(Rejection::NoGame),
        }));
    }
    Ok(ControlFlow::Continue(()))
}

/// Prepares one of several games of a file, which has this place in the bytes of its part.
fn prepare_tree<M: Make>(
    tree: GameTree,
    place: Range<usize>,
    part: &TextPart<'_>,
    make: &mut M,
) -> io::Result<Result<M::Game, Rejection>> {
    let mut record = match tree.game {
        Ok(record) => record,
        Err(rejection) => return Ok(Err(rejection)),
    };
    let text = &part.decoded.text[tree.span.clone()];
    record.map_offsets(|offset| offset - tree.span.start);
    let replayed = make.replay(record, text, 0..text.len());
    let start = part.start + place.start;
    let bytes = part.bytes.get(place).unwrap_or_default();
    let record = stored_alone(bytes, text, part.decoded.encoding);
    make.finish(replayed, record, start).map(Ok)
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
    let decoded = record.decoded();
    let (mut offset, mut replayed) = (0, Err(Rejection::NoGame));
    let tree = decoded_trees(&decoded).next();
    if let Some(tree) = tree {
        offset = record.encoding.byte_offset(&record.bytes, tree.span.start);
        replayed = tree.game.map(|game| make.replay(game, &decoded.text, tree.span));
    }
    drop(decoded);
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
    repairs.map_offsets(|offset| start + record.encoding.byte_offset(&record.bytes, offset))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::HashTable;
    use crate::record::RepairKind;

    /// Returns the games of a file: place, names, repairs, and the bytes that are stored.
    fn games(bytes: &[u8]) -> Vec<(usize, [String; 2], Repairs, StoredRecord)> {
        let keys = KeyTables::new(HashTable::built_in());
        let mut make = Indexing {
            keys: &keys,
            compressor: RecordCompressor::new(&[]).expect("a compressor"),
        };
        let member = Member {
            path: "a.sgf".to_owned(),
            bytes: bytes.to_vec(),
        };
        let mut games = Vec::new();
        let read = prepare(member, &mut make, &mut |prepared| {
            assert_eq!(prepared.member_game, games.len());
            let game = prepared.game.expect("a game");
            let info = game.record.read().expect("is read again").info;
            assert_eq!((&info.black, &info.white), (&game.new.info.black, &game.new.info.white));
            let names = [game.new.info.black, game.new.info.white];
            games.push((prepared.offset, names, game.repairs, game.record));
            ControlFlow::Continue(())
        });
        assert!(read.expect("room").is_continue());
        games
    }

    #[test]
    fn games_of_a_file_keep_their_own_bytes_encodings_and_places() {
        // The names are the same characters in GBK, Big5, Shift_JIS, EUC-KR and UTF-8.
        let files = [
            &b"(;CA[GBK]PB[\xCC\xC6\xC8\xCB]PW[a];B[pd])\n"[..],
            b"(;CA[Big5]PB[\xAD\xF0\xA4\x48]PW[b];B[pd])\n",
            b"\xEF\xBB\xBF(;CA[UTF-8]PB[\xE5\x94\x90\xE4\xBA\xBA]PW[c];B[pd])\n",
            b"(;CA[Shift_JIS]PB[\x93\x82\x90\x6C]PW[d];B[pd])\n",
            b"(;CA[EUC-KR]PB[\xD3\xD0\xEC\xD1]PW[e];B[pd])\n",
        ];
        let bytes = files.concat();
        let found = games(&bytes);
        let names = ["GBK", "Big5", "UTF-8", "Shift_JIS", "EUC-KR"];
        assert_eq!(found.len(), names.len());
        for (((offset, [black, white], repairs, record), file), (name, letter)) in
            found.iter().zip(files).zip(names.into_iter().zip('a'..))
        {
            assert_eq!((black.as_str(), white.as_str()), ("唐人", &*letter.to_string()));
            assert_eq!(record.encoding.name(), name);
            let tree = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_end();
            assert_eq!(record.bytes, tree);
            assert!(bytes[*offset..].starts_with(tree));
            assert!(repairs.is_empty());
        }
    }

    #[test]
    fn a_cut_name_is_reported_at_its_place_in_its_game() {
        let whole = b"(;CA[GBK]PB[\xB9\xC5\xC1\xA6]PW[x];B[pd])";
        let cut = b"(;CA[GBK]PB[\xB9\xC5\xC1]PW[x];B[pd])";
        let place = cut.iter().rposition(|byte| *byte == 0xC1).expect("the byte");
        let one = games(cut);
        let many = games(&[&whole[..], cut, whole, cut].concat());
        let reported = |repairs: &Repairs| -> Vec<_> { repairs.iter().map(|r| (r.kind, r.offset)).collect() };
        assert_eq!(reported(&one[0].2), [(RepairKind::Encoding, place)]);
        assert_eq!(one[0].1, ["古\u{FFFD}", "x"]);
        assert_eq!(reported(&many[0].2), []);
        assert_eq!(reported(&many[1].2), [(RepairKind::Encoding, whole.len() + place)]);
        assert_eq!(reported(&many[2].2), []);
        let last = 2 * whole.len() + cut.len() + place;
        assert_eq!(reported(&many[3].2), [(RepairKind::Encoding, last)]);
        // In UTF-8, the bracket is never a part of a character. After this byte in Shift_JIS it is none,
        // but after others it is.
        let of_shift_jis = [(RepairKind::Encoding, 24)];
        for (bytes, name, repairs) in [
            (
                &b"(;PB[\xE5\xB7\xA7\xE8\x8A\xB1\xE5\x8C]PW[x];B[pd])"[..],
                "巧花",
                &[][..],
            ),
            (
                b"(;CA[Shift_JIS]PB[\x8F\xAC\x97\xD1\x8C\xF5\x88]PW[x];B[pd])",
                "小林光",
                &of_shift_jis,
            ),
        ] {
            let game = &games(bytes)[0];
            assert_eq!(game.1, [format!("{name}\u{FFFD}"), "x".to_owned()]);
            assert_eq!(reported(&game.2), repairs);
        }
    }

    #[test]
    fn the_text_of_utf_32_is_kept_as_utf_8() {
        let text = "(;PB[古力]PW[x];B[pd])";
        let body: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let found = games(&[&b"\xFF\xFE\0\0"[..], &body].concat());
        assert_eq!(found[0].1, ["古力", "x"]);
        assert_eq!(
            (&*found[0].3.bytes, found[0].3.encoding),
            (text.as_bytes(), TextEncoding::UTF_8)
        );
    }
}
