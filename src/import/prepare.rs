//! Reads the games of a file and prepares what the writer needs of them.

use crate::archive::Member;
use crate::evaluation::{Analysis, read_notes};
use crate::go::KeyTables;
use crate::record::{
    Course, GameRecord, Rejection, Repairs, Replayed, TextEncoding, decoded_trees, game_trees, parts, without_utf_32,
};
use crate::store::{FoundRecord, IndexEntry, NewGame, Posting, RecordCompressor, StoredRecord};
use std::io;
use std::ops::{ControlFlow, Range};

/// A game of a file, as [`prepare`] makes it.
pub(super) struct Prepared<G = NewGame> {
    /// The index of the game in its file.
    pub member_game: usize,
    /// The position in the file, in bytes.
    pub offset: usize,
    /// The game, or the reason to reject it.
    pub game: Result<G, Rejection>,
}

impl Prepared {
    /// Returns the memory that it takes, roughly, in bytes.
    pub fn bytes(&self) -> usize {
        let of_game = self.game.as_ref().map_or(0, |game| {
            let analyses: usize = game.engine_notes.analyses.iter().map(Analysis::bytes).sum();
            let texts = size_of_val(&game.terms[..]) + game.frame.len() + game.record.bytes.len();
            size_of_val(&game.entries[..]) + game.course.len() + game.content.bytes() + texts + analyses
        });
        size_of::<Self>() + of_game
    }
}

/// Reads and replays the games of a file one after another, and hands each to
/// `deliver` until that breaks. `replay` gets a record, whose offsets are those of the text, the text, and
/// the place of its game tree there; `finish` gets what that returns, the record as it is stored, and where
/// its bytes begin in the file. Fails if there is no memory for one.
pub(super) fn prepare<R, G>(
    member: Member,
    mut replay: impl FnMut(GameRecord, &str, Range<usize>) -> R,
    mut finish: impl FnMut(R, StoredRecord, usize) -> io::Result<G>,
    mut deliver: impl FnMut(Prepared<G>) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let bytes = without_utf_32(member.bytes);
    let mut parts = parts(&bytes);
    let mut member_game = 0;
    while let Some(part) = parts.next() {
        let mut trees = decoded_trees(&part.decoded).peekable();
        let Some(first) = trees.next() else { continue };
        // Most files hold one game. It keeps the whole file, with whatever stands
        // before and after it.
        if part.is_whole && trees.peek().is_none() {
            drop(trees);
            let encoding = part.decoded.encoding;
            let offset = encoding.byte_offset(&bytes, first.span.start);
            let replayed = first.game.map(|record| replay(record, &part.decoded.text, first.span));
            // Large records need the room.
            drop((part, parts));
            let game = match replayed {
                Ok(replayed) => Ok(finish(replayed, StoredRecord { bytes, encoding }, 0)?),
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
            let offset = part.start + place.start;
            let game = match tree.game {
                Ok(mut record) => {
                    let text = &part.decoded.text[tree.span.clone()];
                    record.map_offsets(|offset| offset - tree.span.start);
                    let replayed = replay(record, text, 0..text.len());
                    let bytes = part.bytes.get(place).unwrap_or_default();
                    let record = stored_alone(bytes, text, part.decoded.encoding);
                    Ok(finish(replayed, record, offset)?)
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

/// Returns the record of a game that was cut out of its file, where it has these bytes and this
/// text. In an encoding with shifts it may read differently alone; then its text is kept, in
/// UTF-8.
fn stored_alone(bytes: &[u8], text: &str, encoding: TextEncoding) -> StoredRecord {
    if encoding == TextEncoding::UTF_8 || encoding.decode(bytes) == text {
        return StoredRecord {
            bytes: bytes.to_vec(),
            encoding,
        };
    }
    StoredRecord {
        bytes: text.as_bytes().to_vec(),
        encoding: TextEncoding::UTF_8,
    }
}

/// Reads and replays a record of another database, and hands it to `deliver`. An earlier version
/// may have stored it, so a record that is a whole file is read like the file, and one in which
/// several games are found now is all of them. Fails if there is no memory for compressing.
pub(super) fn prepare_record(
    found: FoundRecord,
    indexer: &mut GameIndexer<'_>,
    mut deliver: impl FnMut(Prepared) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let member_game = found.member_game();
    let record = found.record.map_err(io::Error::other)?;
    if found.into.is_none() && (found.is_alone || has_several(&record.text())) {
        let member = Member {
            path: found.source.member,
            bytes: record.bytes.clone(),
        };
        let mut is_game = true;
        let flow = indexer.prepare(member, |prepared| {
            is_game = !matches!(prepared.game, Err(Rejection::NoGame));
            if !is_game {
                return ControlFlow::Continue(());
            }
            deliver(Prepared {
                member_game: member_game + prepared.member_game,
                ..prepared
            })
        })?;
        // Some records show their encoding only together with others of their file.
        if is_game {
            return Ok(flow);
        }
    }
    let (offset, mut game) = prepare_stored(record, indexer)?;
    if let Some(into) = found.into
        && let Ok(game) = &mut game
    {
        game.into = prepare_stored(into, indexer)?.1.ok().map(Box::new);
    }
    Ok(deliver(Prepared {
        member_game,
        offset,
        game,
    }))
}

fn has_several(text: &str) -> bool {
    text.matches("(;").nth(1).is_some() && game_trees(text).nth(1).is_some()
}

/// Reads and replays a stored record. Returns the offset of its game, and the game.
fn prepare_stored(
    record: StoredRecord,
    indexer: &mut GameIndexer<'_>,
) -> io::Result<(usize, Result<NewGame, Rejection>)> {
    let decoded = record.decoded();
    let (mut offset, mut replayed) = (0, Err(Rejection::NoGame));
    let tree = decoded_trees(&decoded).next();
    if let Some(tree) = tree {
        offset = record.encoding.byte_offset(&record.bytes, tree.span.start);
        replayed = tree
            .game
            .map(|game| indexed(indexer.keys, game, &decoded.text, tree.span));
    }
    drop(decoded);
    Ok(match replayed {
        Ok(replayed) => (offset, Ok(finished(&mut indexer.compressor, replayed, record, 0)?)),
        Err(rejection) => (offset, Err(rejection)),
    })
}

pub(super) struct GameIndexer<'k> {
    pub keys: &'k KeyTables,
    pub compressor: RecordCompressor,
}

impl GameIndexer<'_> {
    /// Reads and replays the games of a file, as [`prepare`] does.
    pub fn prepare(
        &mut self,
        member: Member,
        deliver: impl FnMut(Prepared) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let Self { keys, compressor } = self;
        prepare(
            member,
            |record, text, tree| indexed(keys, record, text, tree),
            |game, record, start| finished(compressor, game, record, start),
            deliver,
        )
    }
}

/// Replays a record. Returns the game without its record, and its course.
fn indexed(keys: &KeyTables, record: GameRecord, text: &str, tree: Range<usize>) -> (NewGame, Course) {
    let mut entries = Vec::with_capacity(record.steps.len() + 1);
    let has_notes = !record.engine_notes.is_empty();
    let mut positions = Vec::new();
    let replayed = Replayed::new(record, &text[tree], keys, |position| {
        if has_notes {
            positions.push(position.canonical);
        }
        entries.push(IndexEntry {
            key: position.canonical.key,
            posting: Posting::new(0, &position),
        });
    });
    let notes = read_notes(&replayed.record, text, &positions);
    NewGame::new(replayed, entries, notes)
}

/// Adds the record to a game.
fn finished(
    compressor: &mut RecordCompressor,
    (mut game, course): (NewGame, Course),
    record: StoredRecord,
    start: usize,
) -> io::Result<NewGame> {
    game.repairs = in_file(game.repairs, &record, start);
    game.frame = compressor.compress(&record.bytes, Some(&course))?;
    game.record = record;
    Ok(game)
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
        let mut indexer = GameIndexer {
            keys: &keys,
            compressor: RecordCompressor::new(&[]).expect("a compressor"),
        };
        let member = Member {
            path: "a.sgf".to_owned(),
            bytes: bytes.to_vec(),
        };
        let mut games = Vec::new();
        let read = indexer.prepare(member, |prepared| {
            assert_eq!(prepared.member_game, games.len());
            let game = prepared.game.expect("a game");
            let info = game.record.read().expect("is read again").info;
            assert_eq!((&info.black, &info.white), (&game.info.black, &game.info.white));
            let names = [game.info.black, game.info.white];
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
