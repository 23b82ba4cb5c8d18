use super::{BlockLayout, Body, ShortKey, Singles, read_repeated};
use crate::go::PositionKey;
use crate::store::codec::bytes::Malformed;
use crate::store::codec::posting::{PositionTotals, Posting, read_postings};

/// The data of a block about one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The games that may have the position, counted from the first of the segment.
    /// Only a replay tells.
    pub candidates: Vec<u32>,
    /// The other games of the position, none of which is a candidate.
    pub repetition: Option<Repetition>,
}

/// The data of a block about a position of several games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// The totals, if they are stored.
    Totals(PositionTotals),
    /// The postings, if no totals are stored.
    Postings(Vec<Posting>),
    /// A mark that totals and postings are in a row of their own.
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

/// The postings of a block for one position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundPostings {
    /// The candidates, as in [`Found`].
    pub candidates: Vec<u32>,
    /// The postings of other games; `None` if they are in a row of their own.
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

/// Returns the games that may have a position, and its entry for several games: a
/// body, or `None` if the postings are in a row of their own.
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
