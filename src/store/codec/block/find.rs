use super::{BlockLayout, Body, ShortKey, Singles, read_repeated};
use crate::go::PositionKey;
use crate::store::codec::bytes::Malformed;
use crate::store::codec::posting::{PositionTotals, Posting, read_postings};

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
pub fn find(data: &[u8], layout: BlockLayout, key: PositionKey) -> Result<Found, Malformed> {
    let (candidates, repeated) = locate(data, layout, key)?;
    let repetition = match repeated {
        None => None,
        Some(None) => Some(Repetition::Long),
        Some(Some(Body { totals, mut postings })) if totals.is_empty() => {
            Some(Repetition::Postings(read_postings(&mut postings)?))
        }
        Some(Some(Body { mut totals, .. })) => Some(Repetition::Totals(PositionTotals::read(&mut totals)?)),
    };
    Ok(Found { candidates, repetition })
}

/// What a block says about each time that a position was passed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundPostings {
    /// As those of [`Found`].
    pub candidates: Vec<u32>,
    /// The postings of other games; `None` if they lie in a row of their own.
    pub postings: Option<Vec<Posting>>,
}

/// Looks the postings of a position up in its block.
pub fn find_postings(data: &[u8], layout: BlockLayout, key: PositionKey) -> Result<FoundPostings, Malformed> {
    let (candidates, repeated) = locate(data, layout, key)?;
    let postings = match repeated {
        None => Some(Vec::new()),
        Some(None) => None,
        Some(Some(Body { mut postings, .. })) => Some(read_postings(&mut postings)?),
    };
    Ok(FoundPostings { candidates, postings })
}

/// The games that may have a position, and what is there of several games: a
/// body, or `None` where that lies in a row of its own.
fn locate(
    data: &[u8],
    layout: BlockLayout,
    key: PositionKey,
) -> Result<(Vec<u32>, Option<Option<Body<'_>>>), Malformed> {
    let (singles, mut bytes) = Singles::read(data, layout)?;
    let mut candidates = Vec::new();
    let wanted = layout.rest(ShortKey::from(key));
    for single in singles {
        let (rest, game) = single?;
        if rest > wanted {
            break;
        }
        if rest == wanted {
            candidates.push(game);
        }
    }
    for _ in 0..bytes.leb()? {
        let (here, body) = read_repeated(&mut bytes)?;
        if here == key {
            return Ok((candidates, Some(body)));
        }
    }
    Ok((candidates, None))
}
