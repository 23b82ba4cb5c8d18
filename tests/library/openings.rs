//! The games of each opening, found again on the plain board of every ply, and those that an import takes from a
//! dataset.

use crate::database::{import_with_notes, new_database};
use crate::twin::board::Board;
use crate::twin::games::{Game, index};
use crate::twin::world::World;
use bgo::internal::dataset::export_dataset;
use bgo::internal::go::{BoardSize, Color, Point, Transform};
use bgo::internal::import::ImportOptions;
use bgo::internal::openings::NamedOpening;
use bgo::internal::query::{Choice, Conditions, Filter, Find, Question, SearchBoard, Sort, openings};
use std::path::PathBuf;
use testkit::{FIXTURE, corpus};

/// The points that an opening needs in one way of turning and colouring it, with their stones.
type Placed = Vec<(usize, Option<Color>)>;

fn placed(opening: &NamedOpening) -> Vec<Placed> {
    let stone = |point: Point| {
        let stones = opening.stones().iter();
        stones.clone().find(|(at, _)| *at == point).map(|(_, color)| *color)
    };
    let stones = opening.stones().iter().map(|(point, _)| *point);
    let empty = opening.corner().into_iter().flat_map(|corner| corner.points());
    let points: Vec<Point> = stones.chain(empty).collect();
    let swaps = if opening.has_fixed_colors() {
        &[false][..]
    } else {
        &[false, true]
    };
    let ways = Transform::ALL
        .into_iter()
        .flat_map(|transform| swaps.iter().map(move |swap| (transform, *swap)));
    ways.map(|(transform, swap)| {
        let points = points.iter().map(|&point| {
            let at = index(transform.apply(point, BoardSize::MAX), 19);
            (
                at,
                stone(point).map(|color| if swap { color.opponent() } else { color }),
            )
        });
        points.collect()
    })
    .collect()
}

fn has(game: &Game, opening: &NamedOpening, ways: &[Placed]) -> bool {
    if game.lines != 19 {
        return false;
    }
    let mut is_found = false;
    let stands = |board: &Board| {
        let stands = |way: &Placed| way.iter().all(|&(at, stone)| board.get(at) == stone);
        ways.iter().any(stands)
    };
    // Setup gives the ply another board.
    let mut is_shown = (0, false);
    game.replay(|seen| {
        if seen.ply != is_shown.0 {
            is_found |= is_shown.1;
        }
        is_shown = (
            seen.ply,
            seen.ply <= usize::from(opening.last_ply()) && stands(seen.board),
        );
    });
    is_found || is_shown.1
}

#[test]
fn an_opening_is_of_the_games_whose_boards_show_it() {
    let archives: Vec<PathBuf> = corpus("fox-pro-3k.tgz").into_iter().chain([FIXTURE.into()]).collect();
    let world = World::new(&archives[..]);
    let snapshot = world.snapshot();
    let games = world.stored();
    let folder = tempfile::tempdir().expect("a folder");
    let dataset = folder.path().join("dataset");
    export_dataset(&snapshot, &dataset, false, |_, _, _| {}).expect("is exported");
    let question = Question::new(SearchBoard::new(BoardSize::MAX));
    let listed = openings(&snapshot, &question, usize::MAX).expect("the openings");
    for opening in NamedOpening::all() {
        let name = opening.names().en;
        let conditions = Conditions::read([("opening", format!("={name}").as_str())]).expect("a condition");
        let filter = conditions.over(&Filter::default());
        let find = Choice::Find(Find {
            filter: &filter,
            words: &[],
        });
        let found = find.games(&snapshot, Sort::Number, false).expect("games");
        let found: Vec<i64> = found.iter().map(|game| game.game).collect();
        let ways = placed(opening);
        let numbered = (1..).zip(&games).filter(|(_, game)| has(game, opening, &ways));
        let right: Vec<i64> = numbered.map(|(number, _)| number).collect();
        println!("{name}: {}", right.len());
        assert_eq!(found, right, "{name}");
        // The empty board is not in games with a handicap.
        let is_even = |number: &&i64| games[**number as usize - 1].setup.is_empty();
        let even = right.iter().filter(is_even).count();
        let counted = listed.openings.iter().find(|counted| counted.names.en == name);
        assert_eq!(counted.map_or(0, |counted| counted.games), even as u64, "{name}");
        if opening.stones().len() > 4 && !right.is_empty() {
            let (part, _folder) = new_database();
            let options = ImportOptions {
                filter,
                ..ImportOptions::default()
            };
            let (imported, _) = import_with_notes(&part, &dataset, &options);
            assert_eq!(imported.summary.added, right.len() as u64, "{name}");
        }
    }
}
