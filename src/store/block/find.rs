use super::{BlockLayout, Body, ShortKey, Singles, read_repeated};
use crate::go::PositionKey;
use crate::store::bytes::Malformed;
use crate::store::posting::{PositionTotals, Posting, read_postings};

/// What a block says about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Games, from the first of the segment, that may have the position; each
    /// is to be replayed to know.
    pub candidates: Vec<u32>,
    /// What is known besides; none of it is about those games.
    pub repetition: Option<Repetition>,
}

/// What a block says about a position of several games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// All that is known.
    Totals(PositionTotals),
    /// The postings, to be counted.
    Postings(Vec<Posting>),
    /// Both lie in a row of their own.
    Long,
}

/// Looks a position up in its block.
///
/// # Errors
/// Data that [`Block::encode`](super::Block::encode) did not make.
pub fn find(data: &[u8], layout: BlockLayout, key: PositionKey) -> Result<Found, Malformed> {
    let (singles, mut bytes) = Singles::read(data, layout)?;
    let mut found = Found::default();
    let wanted = layout.rest(ShortKey::from(key));
    for single in singles {
        let (rest, game) = single?;
        if rest > wanted {
            break;
        }
        if rest == wanted {
            found.candidates.push(game);
        }
    }
    for _ in 0..bytes.leb()? {
        let (here, body) = read_repeated(&mut bytes)?;
        if here == key {
            found.repetition = Some(match body {
                None => Repetition::Long,
                Some(Body { totals, mut postings }) if totals.is_empty() => {
                    Repetition::Postings(read_postings(&mut postings)?)
                }
                Some(Body { mut totals, .. }) => Repetition::Totals(PositionTotals::read(&mut totals)?),
            });
            break;
        }
    }
    Ok(found)
}
