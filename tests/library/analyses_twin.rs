//! Evaluations by engines compared with a slow, obvious reading of the same records: the
//! `sgf-parse` library reads them, a plain board replays them, and evaluations are kept by
//! the picture of the board in all orientations.

use crate::database::{import_with_notes, new_database};
use crate::twin::board::Board;
use bgo::internal::go::{BoardSize, Color, Point};
use bgo::internal::import::ImportOptions;
use bgo::internal::query::{Detail, Filter, Question, SearchBoard, search};
use bgo::{Database, Evaluation};
use sgf_parse::go::{Move, Prop};
use sgf_parse::{GameTree, SgfNode};
use std::collections::BTreeMap;
use testkit::Rng;

/// Small enough that games meet, in orientations and symmetries of all kinds.
const LINES: usize = 4;
const GAMES: usize = 60;
const MOVES: usize = 12;

fn turned(at: usize, transform: u8) -> usize {
    let (x, y) = (at % LINES, at / LINES);
    let x = if transform & 1 == 0 { x } else { LINES - 1 - x };
    let y = if transform & 2 == 0 { y } else { LINES - 1 - y };
    if transform & 4 == 0 {
        y * LINES + x
    } else {
        x * LINES + y
    }
}

fn letter(stone: Option<Color>) -> char {
    stone.map_or('.', Color::letter)
}

fn picture(board: &Board, to_play: Color) -> (String, Vec<u8>) {
    let drawn = |transform: u8| {
        let mut cells = vec!['.'; board.area()];
        for (at, color) in board.stones() {
            cells[turned(at, transform)] = letter(Some(color));
        }
        format!("{}{}", cells.into_iter().collect::<String>(), to_play.letter())
    };
    let all: Vec<String> = (0..8).map(drawn).collect();
    let first = all.iter().min().expect("a picture").clone();
    let same = (0..8).filter(|&transform| all[usize::from(transform)] == first);
    (first.clone(), same.collect())
}

/// Returns the first of the places in the picture that a point may have.
fn place(at: usize, transforms: &[u8]) -> usize {
    let places = transforms.iter().map(|&transform| turned(at, transform));
    places.min().expect("a place")
}

/// An evaluation of a position: Black's win rate, the visits, and the searched move with its
/// numbers.
#[derive(Clone, Debug)]
struct SlowEvaluation {
    win_rate: f64,
    visits: Option<u64>,
    searched: Option<(usize, f64, u64)>,
}

fn best(known: &BTreeMap<String, Vec<SlowEvaluation>>, picture: &str) -> Option<SlowEvaluation> {
    let mut all = known.get(picture)?.iter();
    let first = all.next()?.clone();
    Some(all.fold(first, |best, other| {
        if other.visits > best.visits {
            other.clone()
        } else {
            best
        }
    }))
}

fn record(rng: &mut Rng, visits: &mut u64) -> String {
    let mut board = Board::new(LINES);
    let mut sgf = format!("(;SZ[{LINES}]");
    let transform = rng.below(8) as u8;
    for number in 0..MOVES {
        let color = if number % 2 == 0 { Color::Black } else { Color::White };
        let free: Vec<usize> = (0..board.area()).filter(|&at| plays(&board, at, color)).collect();
        // Few first moves, so that games meet.
        let Some(&at) = free.get(rng.below(free.len().clamp(1, 3))) else {
            break;
        };
        board.play(at, color);
        let shown = turned(at, transform);
        let letters = [shown % LINES, shown / LINES].map(|place| char::from(b'a' + place as u8));
        sgf += &format!(";{}[{}{}]", color.letter(), letters[0], letters[1]);
        let percent = rng.below(101);
        match rng.below(3) {
            0 => sgf += &format!("SBKV[{percent}]"),
            1 => {
                *visits += 1;
                let next = (0..board.area()).filter(|&at| plays(&board, at, color.opponent()));
                let next: Vec<usize> = next.collect();
                let searched = next.get(rng.below(next.len().max(1))).map(|&at| turned(at, transform));
                let text = searched.map(|at| {
                    let (x, row) = (char::from(b'A' + (at % LINES) as u8), LINES - at / LINES);
                    let win_rate = 100 * rng.below(101);
                    format!("move {x}{row} visits {visits} winrate {win_rate} pv {x}{row} info ")
                });
                sgf += &format!("LZ[made up {percent}.0 {visits}\n{}]", text.unwrap_or_default());
            }
            _ => {}
        }
    }
    sgf + ")"
}

fn plays(board: &Board, at: usize, color: Color) -> bool {
    let mut after = board.clone();
    board.get(at).is_none() && {
        after.play(at, color);
        after.get(at).is_some()
    }
}

fn read(root: &SgfNode<Prop>, known: &mut BTreeMap<String, Vec<SlowEvaluation>>) -> Vec<(Board, Color)> {
    let (mut board, mut boards) = (Board::new(LINES), Vec::new());
    let mut here: BTreeMap<String, Vec<SlowEvaluation>> = BTreeMap::new();
    for node in root.main_variation() {
        let mut to_play = Color::Black;
        for property in node.properties() {
            let (color, mv) = match property {
                Prop::B(mv) => (Color::Black, mv),
                Prop::W(mv) => (Color::White, mv),
                _ => continue,
            };
            let Move::Move(point) = mv else {
                panic!("there are no passes")
            };
            board.play(usize::from(point.y) * LINES + usize::from(point.x), color);
            to_play = color.opponent();
        }
        let (picture, transforms) = picture(&board, to_play);
        for property in node.properties() {
            let Prop::Unknown(name, values) = property else {
                continue;
            };
            let found = match name.as_str() {
                "SBKV" => SlowEvaluation {
                    win_rate: values[0].parse::<f64>().expect("a number") / 100.0,
                    visits: None,
                    searched: None,
                },
                "LZ" => lizzie(&values[0], to_play, &transforms),
                _ => continue,
            };
            here.entry(picture.clone()).or_default().push(found);
        }
        boards.push((board.clone(), to_play));
    }
    // A record has one evaluation of a position.
    for picture in here.keys() {
        known.entry(picture.clone()).or_default().extend(best(&here, picture));
    }
    boards
}

fn lizzie(value: &str, to_play: Color, transforms: &[u8]) -> SlowEvaluation {
    let words: Vec<&str> = value.split_whitespace().collect();
    let number = |word: &str| word.parse::<f64>().expect("a number");
    let of_black = |of_player: f64| {
        if to_play == Color::Black {
            of_player
        } else {
            1.0 - of_player
        }
    };
    let searched = words.get(5).map(|name| {
        let column = usize::from(name.as_bytes()[0] - b'A');
        let row = LINES - name[1..].parse::<usize>().expect("a row");
        let visits = words[7].parse().expect("visits");
        (
            place(row * LINES + column, transforms),
            of_black(number(words[9]) / 1e4),
            visits,
        )
    });
    SlowEvaluation {
        win_rate: of_black(1.0 - number(words[2]) / 100.0),
        visits: Some(words[3].parse().expect("visits")),
        searched,
    }
}

fn same(found: Option<Evaluation>, expected: Option<(f64, Option<u64>)>) -> bool {
    match (found, expected) {
        (None, None) => true,
        (Some(found), Some((win_rate, visits))) => (found.win_rate - win_rate).abs() < 1e-4 && found.visits == visits,
        _ => false,
    }
}

/// Asks for the position of a board, and compares the evaluations. Returns the number of
/// evaluations.
fn compare(db: &Database, board: &Board, to_play: Color, known: &BTreeMap<String, Vec<SlowEvaluation>>) -> usize {
    let size = BoardSize::new(LINES as u8).expect("a size");
    let point = |at: usize| Point::new((at % LINES) as u8, (at / LINES) as u8);
    let stones = board.stones().map(|(at, color)| (point(at), color));
    let asked = SearchBoard::from_stones(size, stones, to_play);
    let filter = Filter::default();
    let snapshot = db.snapshot().expect("a snapshot");
    let answer = search(
        &snapshot,
        &Question::new(asked.clone()).under(filter.clone()),
        Detail::Counts,
    );
    let answer = answer.expect("an answer");
    let (shown, transforms) = picture(board, to_play);
    let here = best(known, &shown);
    let numbers = |known: &SlowEvaluation| (known.win_rate, known.visits);
    assert!(same(answer.engine, here.as_ref().map(numbers)), "{}: {answer:?}", shown);
    let mut evaluated = usize::from(here.is_some());
    let mut searched = here.and_then(|known| known.searched);
    let played = answer.next_moves.iter().map(|next| (next.mv, next.engine));
    let apart = answer
        .engine_moves
        .iter()
        .map(|found| (found.mv, Some(found.evaluation)));
    for (mv, found) in played.chain(apart) {
        let mv_point = mv.point.expect("there are no passes");
        let at = mv_point.index(size);
        let mut after = board.clone();
        after.play(at, mv.color);
        let child = best(known, &picture(&after, mv.color.opponent()).0).map(|known| numbers(&known));
        let of_move = searched.filter(|&(known, ..)| known == place(at, &transforms) && mv.color == to_play);
        if of_move.is_some() {
            searched = None;
        }
        let expected = match (of_move, child) {
            (Some((_, win_rate, visits)), Some((_, others))) if Some(visits) > others => Some((win_rate, Some(visits))),
            (Some((_, win_rate, visits)), None) => Some((win_rate, Some(visits))),
            (_, child) => child,
        };
        assert!(same(found, expected), "{} {mv}: {found:?} {expected:?}", shown);
        evaluated += usize::from(found.is_some());
    }
    assert_eq!(searched, None, "a searched move is missing at {}", shown);
    evaluated
}

#[test]
fn evaluations_are_those_of_a_slow_reading_in_all_orientations() {
    let (mut rng, mut visits) = (Rng::new(11), 0);
    let records: String = (0..GAMES).map(|_| record(&mut rng, &mut visits) + "\n").collect();
    let (db, folder) = new_database();
    let path = folder.path().join("games.sgf");
    std::fs::write(&path, &records).expect("a file");
    let (imported, _) = import_with_notes(&db, &path, &ImportOptions::default());
    assert_eq!(
        (imported.summary.rejected, imported.summary.unreadable_analyses),
        (0, 0)
    );
    let mut known = BTreeMap::new();
    let mut boards = Vec::new();
    for tree in sgf_parse::parse(&records).expect("records") {
        let GameTree::GoGame(root) = tree else {
            panic!("is of Go")
        };
        boards.extend(read(&root, &mut known));
    }
    let evaluated: usize = boards
        .iter()
        .map(|(board, to_play)| compare(&db, board, *to_play, &known))
        .sum();
    assert!(evaluated > 1000, "{evaluated}");
    let problems = db.check(&mut |_| ()).expect("is checked").problems;
    assert!(problems.is_empty(), "{problems:?}");
}
