//! The lists of a run of games: a tree of their beginnings, and the rest of them in parts.

use super::list::{CornerList, LENGTH, QUADRANTS};
use crate::store::codec::bytes::{Bytes, Malformed, push_leb};
use std::ops::Range;

/// The number of bytes of a list that are in the tree of its run.
pub const CORNER_HEAD: usize = 5;

/// The bytes that the rest of a list has.
const TAIL: usize = LENGTH - CORNER_HEAD;

/// The number of lists in a part of a run.
pub const LISTS_PER_PART: usize = 1024;

/// The bytes of a list in a part: game and quadrant, the bits, and the tail.
const IN_PART: usize = 2 + 2 + TAIL;

/// The bits of the place of a game in its run. Those above them are the quadrant.
pub const PLACE_BITS: u32 = 12;
/// A list with the place of its game in the run and its quadrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedList {
    place_and_quadrant: u16,
    list: CornerList,
}

impl PlacedList {
    pub const fn new(place: usize, quadrant: usize, list: CornerList) -> Self {
        Self {
            place_and_quadrant: (quadrant << PLACE_BITS | place) as u16,
            list,
        }
    }

    pub const fn place(&self) -> usize {
        place_of(self.place_and_quadrant)
    }
}

const fn place_of(place_and_quadrant: u16) -> usize {
    place_and_quadrant as usize & ((1 << PLACE_BITS) - 1)
}

/// The beginnings of the lists of a run as a tree. The nodes of each level stand in the order of the lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CornerTree {
    levels: [Level; CORNER_HEAD],
    lists: usize,
}

/// The nodes at a place of the lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Level {
    /// The byte of each node.
    bytes: Vec<u8>,
    /// For each node, and for the end, the first of its nodes in the next level or, in the last one, of its lists.
    starts: Vec<u16>,
}

/// Lists of a run in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CornerPart(Vec<u8>);

/// The end of a list.
#[derive(Clone, Copy, Debug)]
pub struct CornerTail<'a> {
    /// The place of the game in its run.
    pub place: usize,
    pub quadrant: usize,
    /// The bytes after those in the tree.
    pub bytes: &'a [u8],
    at_once: u16,
}

impl CornerTail<'_> {
    /// Returns whether the move at a place of the list comes right after the previous one of the list.
    #[inline]
    pub const fn is_at_once(&self, at: u8) -> bool {
        self.at_once >> at & 1 == 1
    }
}

impl CornerTree {
    /// Returns the number of lists.
    pub const fn lists(&self) -> usize {
        self.lists
    }

    /// Returns the number of bytes that the nodes occupy.
    pub fn bytes(&self) -> usize {
        let nodes: usize = self.levels.iter().map(|level| level.bytes.len()).sum();
        nodes * (size_of::<u8>() + size_of::<u16>())
    }

    /// Returns the nodes of the first level.
    pub fn roots(&self) -> Range<usize> {
        0..self.levels[0].bytes.len()
    }

    #[inline]
    pub fn byte(&self, level: usize, node: usize) -> u8 {
        self.levels[level].bytes[node]
    }

    /// Returns the nodes in the next level that belong to a node; in the last level, the lists.
    #[inline]
    pub fn below(&self, level: usize, node: usize) -> Range<usize> {
        let starts = &self.levels[level].starts;
        usize::from(starts[node])..usize::from(starts[node + 1])
    }

    /// Returns all lists that belong to a node.
    #[inline]
    pub fn lists_below(&self, level: usize, node: usize) -> Range<usize> {
        (level + 1..CORNER_HEAD).fold(self.below(level, node), |nodes, level| {
            let starts = &self.levels[level].starts;
            usize::from(starts[nodes.start])..usize::from(starts[nodes.end])
        })
    }

    fn write(lists: &[PlacedList]) -> Vec<u8> {
        let head = |list: usize| &lists[list].list.bytes[..CORNER_HEAD];
        let begins = |list: usize, level: usize| list == 0 || head(list)[..=level] != head(list - 1)[..=level];
        // The first list of each node.
        let firsts = |level: usize| (0..lists.len()).filter(move |&list| begins(list, level));
        let mut out = Vec::new();
        push_leb(&mut out, lists.len() as u64);
        for level in 0..CORNER_HEAD {
            let nodes: Vec<usize> = firsts(level).collect();
            push_leb(&mut out, nodes.len() as u64);
            out.extend(nodes.iter().map(|&list| head(list)[level]));
            let mut next = nodes.iter().peekable();
            let below = if level + 1 < CORNER_HEAD {
                firsts(level + 1).collect()
            } else {
                (0..lists.len()).collect::<Vec<_>>()
            };
            for (number, list) in below.into_iter().enumerate() {
                if next.next_if_eq(&&list).is_some() {
                    out.extend((number as u16).to_le_bytes());
                }
            }
        }
        out
    }

    pub fn read(data: &[u8]) -> Result<Self, Malformed> {
        let mut bytes = Bytes::new(data);
        let mut tree = Self {
            lists: bytes.leb_u32()? as usize,
            ..Self::default()
        };
        for level in &mut tree.levels {
            let nodes = bytes.leb_u32()? as usize;
            level.bytes = bytes.take(nodes)?.to_vec();
            let starts = bytes.take(nodes.saturating_mul(2))?.as_chunks::<2>().0;
            level.starts = starts.iter().map(|start| u16::from_le_bytes(*start)).collect();
        }
        let mut below = u16::try_from(tree.lists).map_err(|_| Malformed)?;
        for level in tree.levels.iter_mut().rev() {
            level.starts.push(below);
            let ascend = level.starts.windows(2).all(|two| two[0] < two[1]);
            if level.starts[0] != 0 || !ascend {
                return Err(Malformed);
            }
            below = level.bytes.len() as u16;
        }
        bytes.is_empty().then_some(tree).ok_or(Malformed)
    }

    /// Visits the beginnings of all lists in order.
    fn visit(&self, visit: &mut impl FnMut(&[u8; CORNER_HEAD])) {
        let mut head = [0; CORNER_HEAD];
        self.visit_below(0, self.roots(), &mut head, visit);
    }

    fn visit_below(
        &self,
        level: usize,
        nodes: Range<usize>,
        head: &mut [u8; CORNER_HEAD],
        visit: &mut impl FnMut(&[u8; CORNER_HEAD]),
    ) {
        for node in nodes {
            head[level] = self.byte(level, node);
            let below = self.below(level, node);
            if level + 1 < CORNER_HEAD {
                self.visit_below(level + 1, below, head, visit);
            } else {
                below.for_each(|_| visit(head));
            }
        }
    }
}

impl CornerPart {
    fn write(lists: &[PlacedList]) -> Vec<u8> {
        let mut out = Vec::with_capacity(lists.len() * IN_PART);
        for PlacedList {
            place_and_quadrant,
            list,
        } in lists
        {
            out.extend(place_and_quadrant.to_le_bytes());
            out.extend(list.at_once.to_le_bytes());
            out.extend(&list.bytes[CORNER_HEAD..]);
        }
        out
    }

    pub fn read(data: Vec<u8>, lists: usize) -> Result<Self, Malformed> {
        (data.len() == lists * IN_PART).then_some(Self(data)).ok_or(Malformed)
    }

    #[inline]
    pub fn tail(&self, at: usize) -> CornerTail<'_> {
        let row = &self.0[at * IN_PART..(at + 1) * IN_PART];
        let place_and_quadrant = u16::from_le_bytes([row[0], row[1]]);
        CornerTail {
            place: place_of(place_and_quadrant),
            quadrant: usize::from(place_and_quadrant >> PLACE_BITS) % QUADRANTS,
            bytes: &row[IN_PART - TAIL..],
            at_once: u16::from_le_bytes([row[2], row[3]]),
        }
    }
}

/// Sorts the lists of a run and returns the data of its rows: the tree, then the parts.
pub fn write_corners(lists: &mut [PlacedList]) -> Vec<Vec<u8>> {
    lists.sort_unstable_by_key(|list| (u128::from_be_bytes(list.list.bytes), list.place_and_quadrant));
    let parts = lists.chunks(LISTS_PER_PART).map(CornerPart::write);
    std::iter::once(CornerTree::write(lists)).chain(parts).collect()
}

/// Returns the lists of a run from its tree and parts.
pub fn read_corners(tree: &CornerTree, parts: &[CornerPart]) -> Vec<PlacedList> {
    let mut lists = Vec::with_capacity(tree.lists());
    tree.visit(&mut |head| {
        let number = lists.len();
        if let Some(part) = parts.get(number / LISTS_PER_PART) {
            let tail = part.tail(number % LISTS_PER_PART);
            let mut bytes = [0; LENGTH];
            bytes[..CORNER_HEAD].copy_from_slice(head);
            bytes[CORNER_HEAD..].copy_from_slice(tail.bytes);
            let list = CornerList {
                bytes,
                at_once: tail.at_once,
            };
            lists.push(PlacedList::new(tail.place, tail.quadrant, list));
        }
    });
    lists
}

#[cfg(test)]
mod tests {
    use super::super::list::tests::lists;
    use super::*;

    #[test]
    fn lists_are_read_as_they_were_written() {
        let mut written = Vec::new();
        for place in 0..600_usize {
            let [x, y] = [place % 19, place * 7 % 19].map(|line| (b'a' + line as u8) as char);
            let record = format!("(;B[{x}{y}];W[pd];B[dc];W[{y}{x}])");
            let lists = lists(&record).into_iter().enumerate();
            written.extend(lists.map(|(quadrant, list)| PlacedList::new(place, quadrant, list)));
        }
        let rows = write_corners(&mut written);
        assert_eq!(rows.len(), 1 + written.len().div_ceil(LISTS_PER_PART));
        let tree = CornerTree::read(&rows[0]).expect("a tree");
        let parts: Result<Vec<CornerPart>, Malformed> = (rows[1..].iter().zip(written.chunks(LISTS_PER_PART)))
            .map(|(row, lists)| CornerPart::read(row.clone(), lists.len()))
            .collect();
        assert_eq!(read_corners(&tree, &parts.expect("parts")), written);
        let damaged = [&rows[0][..], &[0]].concat();
        assert_eq!(CornerTree::read(&damaged), Err(Malformed));
        assert_eq!(CornerPart::read(rows[1].clone(), 3), Err(Malformed));
    }
}
