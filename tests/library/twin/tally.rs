use super::board::Board;
use super::games::{Game, index};
use super::known::Known;
use super::query::Query;
use super::turn::AllTurns;
use bgo::go::Color;
use std::collections::BTreeMap;

/// A move on the board asked about: a point, or `None` for a pass, and who
/// plays.
pub type Next = (Option<usize>, Color);

/// One time that a game passes a position. Games are numbers in the list that
/// was replayed.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    pub game: usize,
    pub ply: usize,
    /// Where it is shown on the board asked about, and who plays in the game.
    pub next: Option<Next>,
}

/// What the games say about one position.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub as_it_is: Vec<Sight>,
    /// About the position with the colours exchanged.
    pub exchanged: Vec<Sight>,
}

/// Some games, each with whether the colours are seen exchanged.
pub type Chosen = BTreeMap<usize, bool>;

/// Some games, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub games: u64,
    pub black_wins: u64,
    pub white_wins: u64,
    pub first_year: Option<u16>,
    pub last_year: Option<u16>,
}

/// The winner as the search board has the colours.
pub fn winner(game: &Known<'_>, exchanged: bool) -> Option<Color> {
    game.winner
        .map(|winner| if exchanged { winner.opponent() } else { winner })
}

impl Counts {
    pub fn of(chosen: &Chosen, games: &[Known<'_>]) -> Self {
        let mut counts = Self::default();
        for (&game, &exchanged) in chosen {
            let game = &games[game];
            let winner = winner(game, exchanged);
            counts.games += 1;
            counts.black_wins += u64::from(winner == Some(Color::Black));
            counts.white_wins += u64::from(winner == Some(Color::White));
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
    exchanged: bool,
    stones: [Vec<(u16, Color)>; 8],
}

impl Images {
    fn new(turns: &AllTurns, query: usize, exchanged: bool, board: &Board) -> Self {
        let turns = turns.of(board);
        let image = |turn| {
            board
                .stones()
                .map(|(at, color)| (turns.to(turn, at) as u16, color))
                .collect()
        };
        Self {
            query,
            exchanged,
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
/// each position asked about, in all eight orientations, and in both colours.
/// Only those are left out that have another board size or another number of
/// black or of white stones, which no turn changes.
pub fn tally<'a>(turns: &AllTurns, games: impl Iterator<Item = &'a Game>, queries: &[Query]) -> Vec<Tally> {
    let mut alike: BTreeMap<_, Vec<Images>> = BTreeMap::new();
    for (number, query) in queries.iter().enumerate() {
        for (exchanged, board) in [(false, query.board.clone()), (true, query.board.exchanged())] {
            let images = Images::new(turns, number, exchanged, &board);
            alike.entry(board.census()).or_default().push(images);
        }
    }
    let mut tallies: Vec<Tally> = queries.iter().map(|_| Tally::default()).collect();
    for (number, game) in games.enumerate() {
        game.replay(|seen| {
            for images in alike.get(&seen.board.census()).into_iter().flatten() {
                let found = images.turns_to(seen.board);
                let symmetries = found.clone().count();
                if symmetries == 0 {
                    continue;
                }
                let next = seen.next.map(|next| {
                    let shown = next.point.and_then(|point| {
                        let turns = turns.of(seen.board);
                        let at = index(point, seen.board.lines);
                        turns.shown(found.map(|turn| turns.back(turn, at)), symmetries)
                    });
                    (shown, next.color)
                });
                let tally = &mut tallies[images.query];
                let sights = if images.exchanged {
                    &mut tally.exchanged
                } else {
                    &mut tally.as_it_is
                };
                sights.push(Sight {
                    game: number,
                    ply: seen.ply,
                    next,
                });
            }
        });
    }
    tallies
}
