use super::query::Query;
use super::tally::{Chosen, Next, Sight, Tally};
use super::turn::AllTurns;
use bgo::internal::query::Halts;
use std::collections::BTreeMap;

/// An occurrence of a position in a game, as the question sees it.
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    pub ply: usize,
    /// Whether the occurrence has the colours exchanged.
    pub exchanged: bool,
    /// The next move, in the colours of the search board.
    pub next: Option<Next>,
    /// Whether setup follows.
    pub set_up: bool,
}

/// The games of a question, each with its passages of the position in order.
#[derive(Clone, Debug, Default)]
pub struct View(pub BTreeMap<usize, Vec<Passage>>);

impl View {
    /// Creates a view of a tally, in both colours if `swap`.
    pub fn new(turns: &AllTurns, query: &Query, tally: &Tally, swap: bool) -> Self {
        let mut view = Self::default();
        if !swap {
            view.add(tally.as_it_is.iter(), false);
        } else if turns.of(&query.board).same(&query.board, &query.board.exchanged()) {
            // Both lists have the same passages. A move is shown in the colour whose turn
            // it is.
            for (as_it_is, exchanged) in tally.as_it_is.iter().zip(&tally.exchanged) {
                let other = as_it_is.next.is_some_and(|(_, color)| color != query.to_play());
                view.add([if other { exchanged } else { as_it_is }].into_iter(), other);
            }
        } else {
            view.add(tally.as_it_is.iter(), false);
            view.add(tally.exchanged.iter(), true);
        }
        for passages in view.0.values_mut() {
            passages.sort_by_key(|passage| passage.ply);
        }
        view
    }

    fn add<'a>(&mut self, sights: impl Iterator<Item = &'a Sight>, exchanged: bool) {
        for sight in sights {
            let seen = |(at, color): Next| (at, if exchanged { color.opponent() } else { color });
            self.0.entry(sight.game).or_default().push(Passage {
                ply: sight.ply,
                exchanged,
                next: sight.next.map(seen),
                set_up: sight.set_up,
            });
        }
    }

    /// Keeps the games that pass a filter.
    pub fn sift(&self, passes: impl Fn(usize) -> bool) -> Self {
        let games = self.0.iter().filter(|(game, _)| passes(**game));
        Self(games.map(|(&game, passages)| (game, passages.clone())).collect())
    }

    /// Returns each game once; exchanged, if all its passages are.
    pub fn games(&self) -> Chosen {
        let exchanged = |passages: &Vec<Passage>| passages.iter().all(|passage| passage.exchanged);
        self.0
            .iter()
            .map(|(&game, passages)| (game, exchanged(passages)))
            .collect()
    }

    /// Returns the number of games in which setup follows, and of those that end.
    pub fn halts(&self) -> Halts {
        let games = |halts: fn(&Passage) -> bool| self.0.values().filter(|of| of.iter().any(halts)).count() as u64;
        Halts {
            set_up: games(|passage| passage.set_up),
            ended: games(|passage| passage.next.is_none() && !passage.set_up),
        }
    }

    /// Returns the games of each next move, as [`Self::games`] does.
    pub fn next(&self) -> BTreeMap<Next, Chosen> {
        let mut moves: BTreeMap<Next, Chosen> = BTreeMap::new();
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
