//! The variations of records, compared with the trees that the `sgf-parse` library builds,
//! played on a plain board.

use crate::database::{import_with_notes, new_database};
use crate::twin::board::Board;
use crate::twin::games::{index, point};
use bgo::internal::go::{Color, Move, Point};
use bgo::internal::import::ImportOptions;
use bgo::internal::query::{OpenGame, Scene};
use bgo::internal::record::Action;
use bgo::internal::store::Snapshot;
use sgf_parse::go::{Move as Played, Prop};
use sgf_parse::{GameTree, SgfNode};
use std::fmt::Write;
use std::path::Path;
use testkit::{FIXTURE, Rng};

#[derive(Clone, Debug, PartialEq)]
struct PlainNode {
    parent: Option<usize>,
    board: Board,
    move_number: u16,
    last: Option<Move>,
    comments: Vec<String>,
    is_main: bool,
    is_step: bool,
}

fn said(node: &SgfNode<Prop>, lines: usize) -> (Vec<Action>, Vec<String>, bool) {
    let at = |point: &sgf_parse::go::Point| Point::new(point.x, point.y);
    let is_on_board = |point: &Point| usize::from(point.x.max(point.y)) < lines;
    let (mut steps, mut comments) = (Vec::new(), Vec::new());
    let mut setup = Vec::new();
    for property in node.properties() {
        let (stone, points) = match property {
            Prop::AB(points) => (Some(Color::Black), points),
            Prop::AW(points) => (Some(Color::White), points),
            Prop::AE(points) => (None, points),
            Prop::C(text) | Prop::GC(text) => {
                let text = text.to_string();
                comments.extend(Some(text.trim().to_owned()).filter(|text| !text.is_empty()));
                continue;
            }
            _ => continue,
        };
        let points = points.iter().map(at).filter(is_on_board);
        setup.extend(points.map(|point| (point, stone)));
    }
    if !setup.is_empty() {
        steps.push(Action::Setup(setup));
    }
    for (name, color) in [("B", Color::Black), ("W", Color::White)] {
        let played = match node.get_property(name) {
            Some(Prop::B(played) | Prop::W(played)) => played,
            _ => continue,
        };
        let target = match played {
            Played::Pass | Played::Move(sgf_parse::go::Point { x: 19, y: 19 }) => None,
            Played::Move(point) => Some(at(point)),
        };
        if !target.iter().all(is_on_board) {
            return (steps, comments, true);
        }
        steps.push(Action::Move(Move { color, point: target }));
    }
    (steps, comments, false)
}

/// Walks the root of a tree, or another node, after the position `at`, which is on the same line if
/// `is_own`.
fn walk(
    nodes: &mut Vec<PlainNode>,
    node: &SgfNode<Prop>,
    is_root: bool,
    (mut at, mut is_own, is_main): (usize, bool, bool),
) {
    let lines = nodes[0].board.lines;
    let (steps, comments, is_off_board) = said(node, lines);
    for step in steps {
        let mut next = PlainNode {
            parent: Some(at),
            last: None,
            comments: Vec::new(),
            is_main,
            is_step: true,
            ..nodes[at].clone()
        };
        match step {
            Action::Setup(changes) => {
                for (point, stone) in changes {
                    next.board.set(index(point, lines), stone);
                }
                if is_root {
                    nodes[0].board = next.board;
                    continue;
                }
            }
            Action::Move(mv) => {
                if let Some(point) = mv.point.map(|point| index(point, lines)) {
                    next.board.set(point, None);
                    next.board.play(point, mv.color);
                }
                next.last = Some(mv);
                next.move_number += 1;
            }
        }
        nodes.push(next);
        (at, is_own) = (nodes.len() - 1, true);
    }
    if !comments.is_empty() && !is_own {
        nodes.push(PlainNode {
            parent: Some(at),
            last: None,
            comments: Vec::new(),
            is_main,
            is_step: false,
            ..nodes[at].clone()
        });
        (at, is_own) = (nodes.len() - 1, true);
    }
    nodes[at].comments.extend(comments);
    if is_off_board {
        return;
    }
    for (number, child) in node.children().enumerate() {
        walk(nodes, child, false, (at, is_own && number == 0, is_main && number == 0));
    }
}

fn read(opened: &OpenGame, snapshot: &Snapshot) -> Vec<PlainNode> {
    let node = |scene: &Scene, parent: Option<usize>, is_step: bool, is_main: bool| {
        let lines = usize::from(scene.board.size().lines());
        let mut board = Board::new(lines);
        for (point, color) in scene.board.stones() {
            board.set(index(point, lines), Some(color));
        }
        PlainNode {
            parent,
            board,
            move_number: scene.move_number,
            last: scene.last,
            comments: scene.comments.clone(),
            is_main,
            is_step,
        }
    };
    let variations = opened.variations(snapshot).expect("is read");
    assert!(!variations.truncated);
    let scenes = (0..).zip(opened.scenes());
    let main = scenes.map(|(at, scene): (usize, _)| node(scene, at.checked_sub(1), at > 0, true));
    let branches = variations.branches.iter();
    let branches = branches.map(|branch| node(&branch.scene, Some(branch.parent), branch.is_step, false));
    main.chain(branches).collect()
}

/// Compares the games of an archive. Returns the numbers of games, and of positions outside
/// their main lines.
fn compare(archive: &Path) -> (usize, usize) {
    let (db, _folder) = new_database();
    let (imported, _) = import_with_notes(&db, archive, &ImportOptions::default());
    let snapshot = db.snapshot().expect("a snapshot");
    let (mut games, mut others) = (0, 0);
    for number in 1..=imported.summary.added as i64 {
        let text = snapshot.record(number).expect("a record").text().into_owned();
        let Ok(trees) = sgf_parse::parse(&text) else { continue };
        let [GameTree::GoGame(root)] = &trees[..] else { continue };
        let opened = OpenGame::as_recorded(&snapshot, number).expect("a game");
        let mut right = vec![PlainNode {
            parent: None,
            board: Board::new(opened.game.board_size.into()),
            move_number: 0,
            last: None,
            comments: Vec::new(),
            is_main: true,
            is_step: false,
        }];
        walk(&mut right, root, true, (0, true, true));
        let says = read(&opened, &snapshot);
        // Others begin in another way than they are written; the twin of the rules reads them.
        let main = |nodes: &[PlainNode]| {
            nodes
                .iter()
                .filter(|node| node.is_main)
                .map(|node| node.board.clone())
                .collect::<Vec<_>>()
        };
        if main(&says) != main(&right) {
            continue;
        }
        assert_eq!(says.len(), right.len(), "{text}");
        for (at, (says, right)) in says.iter().zip(&right).enumerate() {
            assert_eq!(says, right, "position {at} of {text}");
        }
        games += 1;
        others += right.iter().filter(|node| !node.is_main).count();
    }
    (games, others)
}

fn write_line(text: &mut String, rng: &mut Rng, lines: usize, depth: usize) {
    let place = |rng: &mut Rng| point(rng.below(lines * lines), lines);
    for _ in 0..rng.below(5) {
        text.push(';');
        // A node may have nothing, setup, moves of both colours, and comments.
        if rng.one_in(9) {
            let name = *rng.pick(&["AB", "AW", "AE"]);
            write!(text, "{name}[{}][{}]", place(rng), place(rng)).expect("text");
        }
        for name in ["B", "W"] {
            if rng.one_in(2) {
                let target = match rng.below(25) {
                    0 => String::new(),
                    1 => "tt".to_owned(),
                    2 => "ss".to_owned(),
                    _ => place(rng).to_string(),
                };
                write!(text, "{name}[{target}]").expect("text");
            }
        }
        if rng.one_in(4) {
            write!(text, "C[said {}\\] (;x)]", rng.below(100)).expect("text");
        }
    }
    if depth > 0 && rng.one_in(2) {
        for _ in 0..1 + rng.below(4) {
            text.push_str(if rng.one_in(2) { "(;N[x]" } else { " (\n;N[x]" });
            write_line(text, rng, lines, depth - 1);
            text.push(')');
        }
    }
}

#[test]
fn variations_are_those_of_made_up_trees() {
    let mut rng = Rng::new(3);
    let folder = tempfile::tempdir().expect("a folder");
    let archive = folder.path().join("made_up.sgf");
    let mut text = String::new();
    for number in 0..2000 {
        let lines = 3 + rng.below(7);
        write!(text, "(;SZ[{lines}]PB[player {number}]").expect("text");
        if rng.one_in(3) {
            text.push_str("AB[aa][bb]AW[ba]");
        }
        text.push_str(";B[cc];W[cb]");
        write_line(&mut text, &mut rng, lines, 6);
        text.push_str(")\n");
    }
    std::fs::write(&archive, text).expect("a file");
    let (games, others) = compare(&archive);
    println!("{games} games agree, with {others} positions outside their main lines");
    assert_eq!(games, 2000);
    assert!(others > 5000, "{others}");
}

#[test]
fn variations_are_those_of_real_records() {
    let fixture = compare(Path::new(FIXTURE));
    assert!(fixture.0 >= 200, "{fixture:?}");
    for (name, at_least) in [
        ("tygem-5k", 5000),
        ("ai-mixed", 3500),
        ("fox-pro-3k", 1000),
        ("gnugo-regression", 500),
    ] {
        let Some(archive) = testkit::corpus(&format!("{name}.tgz")) else {
            continue;
        };
        let (games, others) = compare(&archive);
        println!("{name}: {games} games agree, with {others} positions outside their main lines");
        assert!(games >= at_least, "{name}: {games}");
    }
}
