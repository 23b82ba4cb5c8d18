//! The slow, obvious twin of the search for patterns. It replays every game on a plain
//! board, keeps the whole board of every ply, and asks for each transform, exchange of
//! colours and place at which plies every point of the area is as the pattern wants it.
//! It shares the reading of diagrams with the library, but neither images, courses nor
//! search.

mod compare;
mod count;
mod draw;
mod find;
mod image;
mod properties;
mod records;
mod timeline;

use crate::twin::Wrong;
use crate::twin::known::Known;
use crate::twin::made_up;
use crate::twin::sift::Sieve;
use crate::twin::world::World;
use bgo::internal::go::{BoardSize, Color, Move, Point};
use bgo::internal::pattern::{Area, Condition, Pattern};
use bgo::internal::query::{
    Detail, Filter, PatternOccurrence, PatternOptions, PatternSearch, Question, Scope, SearchBoard, TreeSize, search,
    tree,
};
use bgo::internal::store::Snapshot;
use compare::{answered, difference, is_shown_in_place, search_of, visited};
use count::Counted;
use draw::{Drawn, draw, draw_small};
use properties::{check_loosened, check_turned, check_whole_board};
use std::collections::BTreeMap;
use std::path::PathBuf;
use testkit::{FIXTURE, Rng};
use timeline::Timeline;

fn question_about(search: &PatternSearch, filter: &Filter) -> Question {
    let (pattern, size, options) = (search.pattern().clone(), search.size(), *search.options());
    let question = match search.board() {
        None => Question::of_diagram(pattern, size, options),
        Some(board) => {
            let points = search.shown().points().zip(pattern.conditions());
            let wildcards = points.filter(|(_, condition)| **condition == Condition::Anything);
            let board = SearchBoard::from_stones(size, board.stones(), Color::Black);
            let board = board.with_wildcards(wildcards.map(|(point, _)| point));
            Question::new(board).about(Scope::Area(search.shown(), options))
        }
    };
    question.under(filter.clone())
}

/// Returns the number of patterns of a test: the default, or what `BGO_PATTERNS` says.
fn patterns(default: usize) -> usize {
    match std::env::var("BGO_PATTERNS") {
        Ok(number) => number.parse().expect("BGO_PATTERNS is a number"),
        Err(_) => default,
    }
}

struct Games {
    world: World,
    played: Vec<Timeline>,
}

impl Games {
    fn new(archives: &[PathBuf]) -> Self {
        let world = World::new(archives);
        let played = world.stored().into_iter().map(Timeline::new).collect();
        Self { world, played }
    }

    fn odd(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let folder = tempfile::tempdir().expect("a folder");
        let texts = [made_up::sgf(&mut rng, 100), records::sgf(&mut rng, 90)];
        let mut archives = vec![PathBuf::from(FIXTURE)];
        for (number, text) in texts.iter().enumerate() {
            archives.push(folder.path().join(format!("{number}.sgf")));
            std::fs::write(&archives[number + 1], text).expect("a file");
        }
        Self::new(&archives)
    }

    fn of_text(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let archive = folder.path().join("games.sgf");
        std::fs::write(&archive, text).expect("a file");
        Self::new(&[archive])
    }

    fn compare(&self, rng: &mut Rng, count: usize) {
        self.compare_drawn(rng, count, draw);
    }

    fn compare_drawn(&self, rng: &mut Rng, count: usize, draw: fn(&mut Rng, &[&Timeline]) -> Drawn) {
        let (snapshot, known) = (self.world.snapshot(), self.world.known());
        let all: Vec<&Timeline> = self.played.iter().collect();
        let mut by_size: BTreeMap<_, Vec<&Timeline>> = BTreeMap::new();
        for game in &all {
            by_size.entry(game.size).or_default().push(game);
        }
        let sizes: Vec<_> = by_size.keys().copied().collect();
        let mut compared = BTreeMap::new();
        let mut wrong = Vec::new();
        for _ in 0..count {
            // Not only the sizes that many games have are asked about.
            let from = if rng.one_in(3) {
                &by_size[rng.pick(&sizes)]
            } else {
                &all
            };
            let drawn = draw(rng, from);
            if let Err(faults) = self.compare_one(rng, &snapshot, &known, &drawn, &mut compared) {
                wrong.push(format!("{}\n{faults}", described(&drawn)));
            }
        }
        println!("{count} patterns in {} games: {compared:?}", all.len());
        assert!(
            wrong.is_empty(),
            "{} wrong:\n\n{}",
            wrong.len(),
            wrong[..wrong.len().min(8)].join("\n\n")
        );
    }

    /// Compares a pattern, and sometimes checks what else must hold. Returns the faults.
    fn compare_one(
        &self,
        rng: &mut Rng,
        snapshot: &Snapshot,
        known: &[Known<'_>],
        drawn: &Drawn,
        compared: &mut BTreeMap<&str, usize>,
    ) -> Result<(), String> {
        let played = &self.played;
        let mut count = |what, number| *compared.entry(what).or_default() += number;
        let mut twin = answered(drawn, played);
        let search = match search_of(drawn) {
            Ok(search) => search,
            Err(_) if twin.images.is_empty() => {
                count("nowhere", 1);
                return Ok(());
            }
            Err(error) => return Err(error.to_string()),
        };
        if !is_shown_in_place(&search, drawn.size) {
            return Err(format!("it is shown at {:?}", search.shown()));
        }
        let mut found = visited(&search, snapshot, &Filter::default());
        count("occurrences", found.len());
        count("answers", found.iter().filter(|found| found.answer.is_some()).count());
        count("absent", usize::from(found.is_empty()));
        difference(&search, &found, &twin, played).map_or(Ok(()), Err)?;
        // Patterns that are everywhere take long.
        if found.len() > 30_000 {
            return Ok(());
        }
        if rng.one_in(6) {
            count("turned", 1);
            check_turned(rng, snapshot, drawn, &found)?;
        }
        if rng.one_in(6) {
            count("loosened", 1);
            check_loosened(rng, snapshot, drawn)?;
        }
        if let Some(last) = found.last().filter(|_| rng.one_in(6)) {
            let game = if rng.one_in(2) {
                last.game
            } else {
                1 + rng.below(played.len()) as i64
            };
            let right: Vec<_> = found.iter().filter(|found| found.game == game).copied().collect();
            let says = search.in_game(snapshot, game).map_err(|error| error.to_string())?;
            if says != right {
                return Err(format!("game {game} alone has {says:?}, not {right:?}"));
            }
        }
        let mut sieve = Sieve::default();
        if rng.one_in(4) {
            sieve = Sieve::draw(rng, known);
            if !sieve.is_known(known) {
                return Ok(());
            }
            count("filtered", 1);
            let passes = |game: i64| sieve.passes(&known[game as usize - 1]);
            found.retain(|found| passes(found.game));
            twin.found.retain(|found| passes(found.game));
            let says = visited(&search, snapshot, &sieve.filter);
            if says != found {
                return Err(format!(
                    "{} occurrences in games with {}, not {}",
                    says.len(),
                    sieve.filter,
                    found.len()
                ));
            }
        }
        if rng.one_in(3) {
            count("counts", 1);
            let counted = Counted {
                snapshot,
                drawn,
                search: &search,
                filter: &sieve.filter,
                occurrences: &found,
                twin: &twin,
                games: played,
                known,
            };
            let mut wrong = Wrong::default();
            counted.check(&mut wrong, rng).map_err(|error| error.to_string())?;
            if !wrong.0.is_empty() {
                return Err(wrong.0.join("\n"));
            }
        }
        Ok(())
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

#[test]
fn patterns_agree_on_real_games() {
    let mut files = Vec::new();
    for (name, count) in [
        ("tygem-5k", 160),
        ("ai-mixed", 80),
        ("gnugo-regression", 60),
        ("fox-pro-3k", 30),
    ] {
        let Some(archive) = testkit::corpus(&format!("{name}.tgz")) else {
            continue;
        };
        let records = testkit::unpacked(&archive).into_iter().take(count);
        files.extend(records.map(|(path, bytes)| (format!("{name}/{path}"), bytes)));
    }
    if files.is_empty() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let archive = folder.path().join("games.tgz");
    std::fs::write(&archive, testkit::tgz(&files)).expect("an archive");
    Games::new(&[archive]).compare(&mut Rng::new(3), patterns(1000));
}

#[test]
fn the_pattern_of_the_whole_board_is_the_position() {
    let games = Games::new(&[PathBuf::from(FIXTURE)]);
    let (snapshot, mut rng) = (games.world.snapshot(), Rng::new(4));
    let mut asked = 0;
    for _ in 0..patterns(400) {
        let game = rng.pick(&games.played);
        let last = *rng.pick(&[3, 10, 40, 1000]);
        let ply = rng.below(game.moves.len().min(last) + 1);
        match check_whole_board(&mut rng, &snapshot, game, ply) {
            Ok(is_legal) => asked += usize::from(is_legal),
            Err(fault) => panic!("ply {ply} of {:?}: {fault}", game.moves),
        }
    }
    assert!(asked > 0);
}

#[test]
fn symmetric_stones_in_a_rectangle_count_once_with_one_answer() {
    // The second answer is the first one mirrored. In the third game only one of the two
    // rectangles is empty.
    let text = "(;SZ[9]PB[a];B[gc];W[hb];B[hc])(;SZ[9]PB[b];B[gc];W[hb];B[gb])\
        (;SZ[9]AW[ec];B[gc];W[hb];B[hc])";
    let games = Games::of_text(text);
    let pattern = Pattern::parse("-----/.....|/...O.|/..X..|/.....|").expect("a diagram");
    let size = BoardSize::new(9).expect("a size");
    let question = Question::of_diagram(pattern, size, PatternOptions::default());
    let answer = search(&games.world.snapshot(), &question, Detail::Counts).expect("an answer");
    assert_eq!(answer.pattern.expect("counts").occurrences, 3);
    let moves: Vec<_> = answer
        .next_moves
        .iter()
        .map(|next| (next.mv.target(), next.games.totals.games))
        .collect();
    assert_eq!(moves, [("gb".to_owned(), 3)]);
}

#[test]
fn a_point_is_counted_at_each_of_its_places_on_a_small_board() {
    let texts: Vec<String> = (0..40)
        .map(|number| format!("(;SZ[5]PB[{number}];B[cc];W[ab];B[ce])"))
        .collect();
    let games = Games::of_text(&texts.concat());
    let size = BoardSize::new(5).expect("a size");
    let area = Area {
        left: 2,
        top: 0,
        width: 1,
        height: 1,
    };
    let question = Question::new(SearchBoard::new(size)).about(Scope::Area(area, PatternOptions::default()));
    let answer = search(&games.world.snapshot(), &question, Detail::Counts).expect("an answer");
    // Four sides have the point and, in its middle, three ways each to lie there.
    let counts = answer.pattern.expect("counts");
    assert_eq!((counts.images, counts.occurrences), (12, 12 * 40));
}

#[test]
fn patterns_agree_on_small_boards() {
    let texts: Vec<String> = (0..24_usize)
        .map(|number| {
            let size = 5 + number % 3;
            let mut rng = Rng::new(number as u64);
            let moves: Vec<String> = (0..12)
                .map(|turn| {
                    let [x, y] = [(); 2].map(|()| char::from(b'a' + rng.below(size) as u8));
                    format!(";{}[{x}{y}]", ["B", "W"][turn % 2])
                })
                .collect();
            format!("(;SZ[{size}]PB[{number}]{})", moves.concat())
        })
        .collect();
    Games::of_text(&texts.concat()).compare(&mut Rng::new(8), patterns(1000));
}

#[test]
fn small_patterns_agree_on_small_boards_with_captures_and_setup() {
    let texts: Vec<String> = (0..150_usize)
        .map(|number| {
            let size = 3 + number % 5;
            let mut rng = Rng::new(number as u64);
            let mut point = || {
                [(); 2]
                    .map(|()| char::from(b'a' + rng.below(size) as u8))
                    .iter()
                    .collect::<String>()
            };
            let setup = if number % 4 == 0 {
                format!("AB[{}]AW[{}]", point(), point())
            } else {
                String::new()
            };
            let mut moves: Vec<String> = (0..3 + number % 70)
                .map(|turn| format!(";{}[{}]", ["B", "W"][(turn + number / 7) % 2], point()))
                .collect();
            if number % 9 == 0 {
                moves.insert(3, format!(";AB[{}]", point()));
            }
            format!("(;SZ[{size}]PB[{number}]{setup}{})", moves.concat())
        })
        .collect();
    Games::of_text(&texts.concat()).compare_drawn(&mut Rng::new(9), patterns(600), draw_small);
}

#[test]
fn a_sequence_may_begin_with_suicide() {
    let games = Games::of_text("(;SZ[5]AW[ab][ba];B[aa];W[cc];B[aa];W[];B[];W[bb])");
    let found = |text: &str| {
        let pattern = Pattern::parse(text).expect("a diagram");
        let size = BoardSize::new(5).expect("a size");
        let search = PatternSearch::of_diagram(pattern, size, PatternOptions::default()).expect("a search");
        let found = visited(&search, &games.world.snapshot(), &Filter::default());
        let answer = |found: &PatternOccurrence| found.answer.map(|answer| (answer.mv.to_string(), answer.ply));
        found
            .iter()
            .map(|found| (found.ply, found.until, answer(found)))
            .collect::<Vec<_>>()
    };
    // The stones around are White's, so the first move is taken off at once.
    let again = Some(("B aa".to_owned(), 3));
    assert_eq!(found("+--/|1O/|O*"), [(0, 7, again)]);
    // The first is not followed by the second step, but the pattern still stands.
    assert_eq!(found("+--/|1O/|O2"), [(0, 7, None)]);
}

#[test]
fn search_and_tree_show_answers_in_the_colour_that_counts() {
    // The pattern can be seen in both colours, so its answers are of the colour asked for.
    let games = Games::of_text("(;SZ[5];B[aa];W[ba];B[ab])");
    let mut options = PatternOptions::default();
    let size = BoardSize::new(5).expect("a size");
    let snapshot = games.world.snapshot();
    for color in [Color::Black, Color::White] {
        options.limits.next = Some(color);
        let pattern = Pattern::parse("+--/|#.").expect("a diagram");
        let question = Question::of_diagram(pattern, size, options);
        let answer = search(&snapshot, &question, Detail::Counts).expect("an answer");
        let depth = TreeSize { depth: 1, min_games: 1 };
        let tree = tree(&snapshot, &question, depth).expect("a tree");
        let answers: Vec<_> = answer.next_moves.iter().map(|next| next.mv).collect();
        let first: Vec<_> = tree.next_moves.iter().map(|branch| branch.mv).collect();
        assert_eq!(answers, [Move::at(color, Point::new(1, 0))]);
        assert_eq!(answers, first);
    }
}
