//! The slow, obvious twin of the search for patterns. It replays every game on a plain
//! board, keeps the whole board of every ply, and asks for each transform, exchange of
//! colours and place at which plies every point of the area is as the pattern wants it.
//! It shares the reading of diagrams with the library, but neither images, courses nor
//! search.

mod compare;
mod draw;
mod find;
mod image;
mod records;
mod timeline;

use crate::twin::made_up;
use crate::twin::turn::AllTurns;
use crate::twin::world::World;
use bgo::query::Filter;
use compare::{Played, answered, difference, is_shown_in_place, search_of, visited};
use draw::{Drawn, draw};
use std::collections::BTreeMap;
use std::path::PathBuf;
use testkit::{FIXTURE, Rng};
use timeline::Timeline;

/// Returns the number of patterns of a test: the default, or what `BGO_PATTERNS` says.
fn patterns(default: usize) -> usize {
    match std::env::var("BGO_PATTERNS") {
        Ok(number) => number.parse().expect("BGO_PATTERNS is a number"),
        Err(_) => default,
    }
}

/// Games in a database, and on the board.
struct Games {
    world: World,
    played: Vec<Played>,
}

impl Games {
    fn new(archives: &[PathBuf]) -> Self {
        let world = World::new(archives);
        let stored = (1..).zip(world.stored());
        let played = stored.map(|(number, game)| (number, Timeline::new(game))).collect();
        Self { world, played }
    }

    /// Returns the fixture and odd random games.
    fn odd(seed: u64) -> Self {
        let (turns, mut rng) = (AllTurns::new(), Rng::new(seed));
        let folder = tempfile::tempdir().expect("a folder");
        let texts = [made_up::sgf(&turns, &mut rng, 100), records::sgf(&mut rng, 90)];
        let mut archives = vec![PathBuf::from(FIXTURE)];
        for (number, text) in texts.iter().enumerate() {
            archives.push(folder.path().join(format!("{number}.sgf")));
            std::fs::write(&archives[number + 1], text).expect("a file");
        }
        Self::new(&archives)
    }

    /// Compares `count` random patterns and returns what was compared.
    fn compare(&self, rng: &mut Rng, count: usize) {
        let snapshot = self.world.snapshot();
        let mut by_size: BTreeMap<_, Vec<&Timeline>> = BTreeMap::new();
        for (_, game) in &self.played {
            by_size.entry(game.size).or_default().push(game);
        }
        let sizes: Vec<_> = by_size.keys().copied().collect();
        let (mut occurrences, mut answers, mut empty, mut nowhere) = (0, 0, 0, 0);
        let mut wrong = Vec::new();
        let all: Vec<&Timeline> = self.played.iter().map(|(_, game)| game).collect();
        for _ in 0..count {
            // Games of all sizes are asked about, not only those that many games have.
            let from = if rng.one_in(3) {
                &by_size[rng.pick(&sizes)]
            } else {
                &all
            };
            let drawn = draw(rng, from);
            let twin = answered(&drawn, &self.played);
            let search = match search_of(&drawn) {
                Ok(search) => search,
                Err(error) => {
                    assert!(twin.images.is_empty(), "{error}: {}", described(&drawn));
                    nowhere += 1;
                    continue;
                }
            };
            assert!(is_shown_in_place(&search, drawn.size), "{}", described(&drawn));
            if search.images() != twin.images.len() {
                wrong.push(format!(
                    "{}\n {} images, not {}",
                    described(&drawn),
                    search.images(),
                    twin.images.len()
                ));
            }
            let found = visited(&search, &snapshot, &Filter::default());
            if let Some(difference) = difference(&search, &found, &twin, &self.played) {
                wrong.push(format!("{}\n{difference}", described(&drawn)));
            }
            occurrences += found.len();
            answers += found.iter().filter(|found| found.answer.is_some()).count();
            empty += usize::from(found.is_empty());
        }
        println!(
            "{count} patterns in {} games: {occurrences} occurrences, {answers} answers; {empty} patterns occur nowhere, {nowhere} fit nowhere",
            self.played.len()
        );
        assert!(
            wrong.is_empty(),
            "{} wrong:\n{}",
            wrong.len(),
            wrong[..wrong.len().min(8)].join("\n\n")
        );
    }
}

fn described(drawn: &Drawn) -> String {
    format!(
        "{:#}\non {}, {:?}, cut out: {}",
        drawn.pattern,
        drawn.size,
        drawn.options,
        drawn.cut.is_some()
    )
}

#[test]
fn patterns_agree_on_odd_games() {
    let games = Games::odd(1);
    games.compare(&mut Rng::new(2), patterns(1500));
}
