//! The places in the bytes of a file of those in its decoded text.

use super::cuts::{Cuts, cuts};
use super::text_encoding::TextEncoding;
use encoding_rs::{Decoder, Encoding};
use std::iter::Peekable;
use std::str::Utf8Chunks;

/// A mapping from ascending offsets in a decoded text to offsets in its bytes, in
/// one pass over the bytes.
///
/// A byte order mark counts as bytes but not as text. In ISO-2022-JP, the offset of
/// a character is that of the escape sequence before it, if any.
pub struct ByteOffsets<'a> {
    /// The number of bytes.
    end: usize,
    pieces: Pieces<'a>,
    /// The current piece, and its start in the text and in the bytes.
    piece: Piece,
    text: usize,
    byte: usize,
}

impl<'a> ByteOffsets<'a> {
    pub fn new(encoding: TextEncoding, bytes: &'a [u8]) -> Self {
        let mark = encoding.mark_len(bytes);
        let body = &bytes[mark..];
        let pieces = if encoding != TextEncoding::UTF_8 {
            Pieces::Decoded {
                encoding: encoding.0,
                decoder: encoding.0.new_decoder_without_bom_handling(),
                body,
                at: 0,
                cuts: cuts(encoding.0, body).peekable(),
            }
        } else if std::str::from_utf8(body).is_ok() {
            Pieces::Text(Some(body.len()))
        } else {
            Pieces::Utf8 {
                chunks: body.utf8_chunks(),
                malformed: None,
            }
        };
        Self {
            end: bytes.len(),
            pieces,
            text: 0,
            byte: mark,
            piece: Piece::default(),
        }
    }

    /// Returns the offset in the bytes of the character at `text_offset`, or the
    /// number of bytes from the end of the text on. An offset before the piece that
    /// the last call reached counts as the start of that piece.
    pub fn at(&mut self, text_offset: usize) -> usize {
        while text_offset >= self.text + self.piece.text {
            let Some(next) = self.pieces.next() else {
                return self.end;
            };
            self.text += self.piece.text;
            self.byte += self.piece.bytes;
            self.piece = next;
        }
        self.byte + self.piece.within(text_offset.saturating_sub(self.text))
    }
}

/// Some bytes, and the text to which they decode.
#[derive(Default)]
struct Piece {
    bytes: usize,
    text: usize,
    tail: Tail,
}

/// The known offsets within a piece.
#[derive(Default)]
enum Tail {
    /// All offsets: the bytes are the text.
    #[default]
    Text,
    /// Only its start.
    Unknown,
    /// Its start and its last byte, an ASCII character.
    Ascii,
}

impl Piece {
    /// Maps an offset in the text of the piece to one in its bytes.
    const fn within(&self, into: usize) -> usize {
        match self.tail {
            Tail::Text => into,
            Tail::Ascii if into + 1 == self.text => self.bytes - 1,
            Tail::Ascii | Tail::Unknown => 0,
        }
    }
}

/// The pieces by which bytes are decoded.
enum Pieces<'a> {
    /// This number of bytes that are the text, unless they were returned already.
    Text(Option<usize>),
    /// UTF-8 with malformed sequences.
    Utf8 {
        chunks: Utf8Chunks<'a>,
        malformed: Option<usize>,
    },
    /// Decoded byte by byte, because a decoder reports how much it wrote but not
    /// from which bytes.
    Decoded {
        encoding: &'static Encoding,
        decoder: Decoder,
        body: &'a [u8],
        at: usize,
        /// The places of characters that were cut, which the decoder does not get.
        cuts: Peekable<Cuts<'a>>,
    },
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let same = |len| Piece {
            bytes: len,
            text: len,
            tail: Tail::Text,
        };
        match self {
            Self::Text(len) => len.take().map(same),
            Self::Utf8 { chunks, malformed } => {
                if let Some(len) = malformed.take() {
                    return Some(Piece {
                        bytes: len,
                        text: char::REPLACEMENT_CHARACTER.len_utf8(),
                        tail: Tail::Unknown,
                    });
                }
                let chunk = chunks.next()?;
                *malformed = Some(chunk.invalid().len()).filter(|len| *len > 0);
                Some(same(chunk.valid().len()))
            }
            Self::Decoded {
                encoding,
                decoder,
                body,
                at,
                cuts,
            } => {
                let mut buffer = [0; 64];
                let start = *at;
                if cuts.next_if_eq(at).is_some() {
                    *at += 1;
                    return Some(Piece {
                        bytes: 1,
                        text: char::REPLACEMENT_CHARACTER.len_utf8(),
                        tail: Tail::Unknown,
                    });
                }
                while let Some(byte) = body.get(*at) {
                    *at += 1;
                    let is_last = *at == body.len();
                    let (_, _, written, _) = decoder.decode_to_utf8(&[*byte], &mut buffer, is_last);
                    if written > 0 {
                        // A lead byte without its trail byte is noticed only at the
                        // ASCII character after it, and is output with it.
                        let is_ascii = byte.is_ascii() && buffer[written - 1] == *byte;
                        return Some(Piece {
                            bytes: *at - start,
                            text: written,
                            tail: if encoding.is_ascii_compatible() && is_ascii {
                                Tail::Ascii
                            } else {
                                Tail::Unknown
                            },
                        });
                    }
                }
                None
            }
        }
    }
}
