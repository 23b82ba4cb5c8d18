use crate::board::Board;
use crate::games::{Game, index};
use crate::query::Query;
use crate::turn::AllTurns;
use bgo::go::Color;
use std::collections::{BTreeMap, BTreeSet};

/// A move on the board asked about: a point, or `None` for a pass, and who
/// plays.
pub type Next = (Option<usize>, Color);

/// What the games say about one position. Games are numbers in the list that
/// was replayed.
#[derive(Default)]
pub struct Tally {
    pub games: BTreeSet<usize>,
    pub next: BTreeMap<Next, BTreeSet<usize>>,
}

/// Some games, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub games: u64,
    pub black_wins: u64,
    pub white_wins: u64,
    pub first_year: Option<u16>,
    pub last_year: Option<u16>,
}

impl Counts {
    /// Sums up those of the games whose year `wanted` lets pass.
    pub fn of(chosen: &BTreeSet<usize>, games: &[&Game], wanted: impl Fn(Option<u16>) -> bool) -> Self {
        let mut counts = Self::default();
        for game in chosen
            .iter()
            .map(|&game| games[game])
            .filter(|game| wanted(game.year()))
        {
            counts.games += 1;
            counts.black_wins += u64::from(game.winner == Some(Color::Black));
            counts.white_wins += u64::from(game.winner == Some(Color::White));
            if let Some(year) = game.year() {
                counts.first_year = Some(counts.first_year.map_or(year, |first| first.min(year)));
                counts.last_year = Some(counts.last_year.map_or(year, |last| last.max(year)));
            }
        }
        counts
    }
}

/// A position asked about, as each of the eight turns shows it.
struct Images {
    query: usize,
    stones: [Vec<(u16, Color)>; 8],
}

impl Images {
    fn new(turns: &AllTurns, query: usize, board: &Board) -> Self {
        let turns = turns.of(board);
        let image = |turn| {
            board
                .stones()
                .map(|(at, color)| (turns.to(turn, at) as u16, color))
                .collect()
        };
        Self {
            query,
            stones: std::array::from_fn(image),
        }
    }

    /// The turns that make the position asked about this one. Both have as
    /// many stones, so that one has all the stones of the other is enough.
    fn turns_to<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = usize> + Clone + 'a {
        let is = move |turn: &usize| {
            self.stones[*turn]
                .iter()
                .all(|&(at, color)| board.get(usize::from(at)) == Some(color))
        };
        (0..8).filter(is)
    }
}

/// Replays every game and compares each of its positions stone by stone with
/// each position asked about, in all eight orientations. Only those are left
/// out that have another board size or another number of black or of white
/// stones, which no turn changes.
pub fn tally(turns: &AllTurns, games: &[&Game], queries: &[Query]) -> Vec<Tally> {
    let mut alike: BTreeMap<_, Vec<Images>> = BTreeMap::new();
    for (number, query) in queries.iter().enumerate() {
        alike
            .entry(query.board.census())
            .or_default()
            .push(Images::new(turns, number, &query.board));
    }
    let mut tallies: Vec<Tally> = queries.iter().map(|_| Tally::default()).collect();
    for (number, game) in games.iter().enumerate() {
        game.replay(|seen| {
            for images in alike.get(&seen.board.census()).into_iter().flatten() {
                let found = images.turns_to(seen.board);
                let symmetries = found.clone().count();
                if symmetries == 0 {
                    continue;
                }
                let tally = &mut tallies[images.query];
                tally.games.insert(number);
                let Some(next) = seen.next else { continue };
                let shown = next.point.and_then(|point| {
                    let turns = turns.of(seen.board);
                    let at = index(point, seen.board.lines);
                    turns.shown(found.map(|turn| turns.back(turn, at)), symmetries)
                });
                tally.next.entry((shown, next.color)).or_default().insert(number);
            }
        });
    }
    tallies
}
