//! Where games have the positions of queries, and how often.

use super::board::Turns;
use super::games::{Game, index};
use super::known::Known;
use super::query::Query;
use bgo::internal::go::Color;
use bgo::internal::query::Halts;
use bgo::internal::store::Totals;
use std::collections::BTreeMap;
use std::iter;

#[derive(Clone, Copy, Debug)]
pub struct Passage {
    pub game: usize,
    pub ply: usize,
    /// Whether the occurrence has the colours exchanged.
    pub exchanged: bool,
    /// The next move: a point, or `None` for a pass, and the player; in a tally the player is that of the game,
    /// in a view that of the search board.
    pub next: Option<(Option<usize>, Color)>,
    pub set_up: bool,
}

/// Replays every game and compares each of its positions stone by stone with the
/// position of each query, in all eight orientations and both colours. Skips only
/// positions with another board size or other numbers of black and white stones,
/// which no turn changes. Returns the occurrences of each position, and those with the
/// colours exchanged.
pub fn tally<'a>(games: impl Iterator<Item = &'a Game>, queries: &[Query]) -> Vec<[Vec<Passage>; 2]> {
    let mut alike: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (number, query) in queries.iter().enumerate() {
        for (exchanged, board) in [(false, query.board.clone()), (true, query.board.exchanged())] {
            let turns = Turns::of(board.lines);
            let images: [Vec<(usize, Color)>; 8] =
                std::array::from_fn(|turn| board.stones().map(|(at, color)| (turns.to(turn, at), color)).collect());
            alike
                .entry(board.census())
                .or_default()
                .push((number, exchanged, images));
        }
    }
    let mut tallies = vec![[Vec::new(), Vec::new()]; queries.len()];
    for (game, record) in games.enumerate() {
        record.replay(|seen| {
            for (query, exchanged, images) in alike.get(&seen.board.census()).into_iter().flatten() {
                // Both have the same number of stones, so it is enough that all stones of the image are there.
                let is_there =
                    |stones: &[(usize, Color)]| stones.iter().all(|&(at, color)| seen.board.get(at) == Some(color));
                let found: Vec<usize> = (0..8).filter(|&turn| is_there(&images[turn])).collect();
                if found.is_empty() {
                    continue;
                }
                let next = seen.next.map(|next| {
                    let shown = next.point.and_then(|point| {
                        let turns = Turns::of(seen.board.lines);
                        let at = index(point, seen.board.lines);
                        turns.shown(found.iter().map(|&turn| turns.back(turn, at)), found.len())
                    });
                    (shown, next.color)
                });
                tallies[*query][usize::from(*exchanged)].push(Passage {
                    game,
                    ply: seen.ply,
                    exchanged: *exchanged,
                    next,
                    set_up: seen.set_up,
                });
            }
        });
    }
    tallies
}

/// The games of a question, each with its passages of the position in order.
#[derive(Clone, Debug, Default)]
pub struct View(pub BTreeMap<usize, Vec<Passage>>);

impl View {
    pub fn new(query: &Query, tally: &[Vec<Passage>; 2], swap: bool) -> Self {
        let mut view = Self::default();
        let [as_it_is, exchanged] = tally;
        if !swap {
            view.extend(as_it_is);
        } else if Turns::of(query.board.lines).same(&query.board, &query.board.exchanged()) {
            // Both lists have the same passages. A move is shown in the colour whose turn
            // it is.
            for (as_it_is, exchanged) in iter::zip(as_it_is, exchanged) {
                let other = as_it_is.next.is_some_and(|(_, color)| color != query.to_play());
                view.extend([if other { exchanged } else { as_it_is }]);
            }
        } else {
            view.extend(as_it_is);
            view.extend(exchanged);
        }
        for passages in view.0.values_mut() {
            passages.sort_by_key(|passage| passage.ply);
        }
        view
    }

    fn extend<'a>(&mut self, passages: impl IntoIterator<Item = &'a Passage>) {
        for passage in passages {
            let seen = |(at, color): (Option<usize>, Color)| (at, exchanged_if(passage.exchanged, color));
            self.0.entry(passage.game).or_default().push(Passage {
                next: passage.next.map(seen),
                ..*passage
            });
        }
    }

    pub fn sift(&self, passes: impl Fn(usize) -> bool) -> Self {
        let games = self.0.iter().filter(|(game, _)| passes(**game));
        Self(games.map(|(&game, passages)| (game, passages.clone())).collect())
    }

    /// Returns each game once; exchanged, if all its passages are.
    pub fn games(&self) -> BTreeMap<usize, bool> {
        let exchanged = |passages: &Vec<Passage>| passages.iter().all(|passage| passage.exchanged);
        self.0
            .iter()
            .map(|(&game, passages)| (game, exchanged(passages)))
            .collect()
    }

    pub fn halts(&self) -> Halts {
        let games = |halts: fn(&Passage) -> bool| self.0.values().filter(|of| of.iter().any(halts)).count() as u64;
        Halts {
            set_up: games(|passage| passage.set_up),
            ended: games(|passage| passage.next.is_none() && !passage.set_up),
        }
    }

    /// Returns the games of each next move, as [`Self::games`] does.
    pub fn next(&self) -> BTreeMap<(Option<usize>, Color), BTreeMap<usize, bool>> {
        let mut moves: BTreeMap<(Option<usize>, Color), BTreeMap<usize, bool>> = BTreeMap::new();
        for (&game, passages) in &self.0 {
            for passage in passages {
                if let Some(next) = passage.next {
                    *moves.entry(next).or_default().entry(game).or_insert(true) &= passage.exchanged;
                }
            }
        }
        moves
    }
}

pub fn winner(game: &Known<'_>, exchanged: bool) -> Option<Color> {
    game.winner.map(|winner| exchanged_if(exchanged, winner))
}

pub fn exchanged_if(exchanged: bool, color: Color) -> Color {
    if exchanged { color.opponent() } else { color }
}

pub fn totals(chosen: &BTreeMap<usize, bool>, games: &[Known<'_>]) -> Totals {
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
