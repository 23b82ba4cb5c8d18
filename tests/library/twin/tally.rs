use super::board::Board;
use super::games::{Game, index};
use super::known::Known;
use super::query::Query;
use super::turn::AllTurns;
use bgo::internal::go::Color;
use bgo::internal::store::Totals;
use std::collections::BTreeMap;

/// A move on the board of the query: a point, or `None` for a pass, and the player.
pub type Next = (Option<usize>, Color);

/// An occurrence of a position in a game. The game is its number in the list of
/// replayed games.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    pub game: usize,
    pub ply: usize,
    /// The next move: the point on the board of the query, and the player in the game.
    pub next: Option<Next>,
    /// Whether setup follows.
    pub set_up: bool,
}

/// All occurrences of a position.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub as_it_is: Vec<Sight>,
    /// The occurrences with the colours exchanged.
    pub exchanged: Vec<Sight>,
}

/// Games, each with whether its colours are exchanged.
pub type Chosen = BTreeMap<usize, bool>;

/// Returns the winner, in the colours of the search board.
pub fn winner(game: &Known<'_>, exchanged: bool) -> Option<Color> {
    game.winner
        .map(|winner| if exchanged { winner.opponent() } else { winner })
}

/// Counts games one by one.
pub fn totals(chosen: &Chosen, games: &[Known<'_>]) -> Totals {
    let mut totals = Totals::default();
    for (&game, &exchanged) in chosen {
        let game = &games[game];
        let winner = winner(game, exchanged);
        totals.games += 1;
        totals.black_wins += u64::from(winner == Some(Color::Black));
        totals.white_wins += u64::from(winner == Some(Color::White));
        totals.draws += u64::from(game.is_draw());
        if let Some(year) = game.year() {
            totals.first_year = Some(totals.first_year.map_or(year, |first| first.min(year)));
            totals.last_year = Some(totals.last_year.map_or(year, |last| last.max(year)));
        }
    }
    totals
}

/// The position of a query in all eight orientations.
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

    /// Returns the turns that make the position equal to `board`. Both have the same
    /// number of stones, so it is enough that `board` has all stones of the position.
    fn turns_to<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = usize> + Clone + 'a {
        let is = move |turn: &usize| {
            self.stones[*turn]
                .iter()
                .all(|&(at, color)| board.get(usize::from(at)) == Some(color))
        };
        (0..8).filter(is)
    }
}

/// Replays every game and compares each of its positions stone by stone with the
/// position of each query, in all eight orientations and both colours. Skips only
/// positions with another board size or other numbers of black and white stones,
/// which no turn changes.
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
                    set_up: seen.set_up,
                });
            }
        });
    }
    tallies
}
