//! The scanner of the main line compared with the `sgf-parse` library, which builds whole trees
//! and knows no habits of programs: both read the same setup and moves from every record that
//! `sgf-parse` can read, and whose beginning stands as the standard wants it.

use crate::record_twin::begins_as_written;
use bgo::internal::archive::{ArchiveItem, open};
use bgo::internal::record::{Action, GameRecord, SetupPoint, decode, game_trees};
use sgf_parse::go::{Move, Point, Prop};
use sgf_parse::{GameTree, SgfNode};
use std::path::Path;

/// Returns setup and moves as words, node by node.
fn scanned(record: &GameRecord) -> Vec<String> {
    let mut words = Vec::new();
    push_setup(&mut words, record.setup.iter().map(placement).collect());
    for step in &record.steps {
        match &step.action {
            Action::Setup(changes) => push_setup(&mut words, changes.iter().map(placement).collect()),
            Action::Move(mv) => words.push(mv.to_string()),
        }
    }
    words
}

fn placement((point, stone): &SetupPoint) -> String {
    format!("{}{point}", stone.map_or('E', |color| color.letter()))
}

/// Returns what `sgf-parse` reads, up to the first move off the board and without setup
/// off the board.
fn parsed(root: &SgfNode<Prop>, size: u8) -> Vec<String> {
    let on_board = |p: &&Point| p.x < size && p.y < size;
    let mut words = Vec::new();
    for node in root.main_variation() {
        let mut setup = Vec::new();
        for property in node.properties() {
            let (letter, points) = match property {
                Prop::AB(points) => ('B', points),
                Prop::AW(points) => ('W', points),
                Prop::AE(points) => ('E', points),
                _ => continue,
            };
            setup.extend(points.iter().filter(on_board).map(|p| format!("{letter}{}", name(p))));
        }
        push_setup(&mut words, setup);
        for letter in ["B", "W"] {
            let played = match node.get_property(letter) {
                Some(Prop::B(mv) | Prop::W(mv)) => mv,
                _ => continue,
            };
            let target = match played {
                Move::Pass | Move::Move(Point { x: 19, y: 19 }) => "pass".to_owned(),
                Move::Move(Point { x, y }) if x == &size && y == &size => "pass".to_owned(),
                Move::Move(point) if on_board(&point) => name(point),
                Move::Move(_) => return words,
            };
            words.push(format!("{letter} {target}"));
        }
    }
    words
}

fn name(point: &Point) -> String {
    format!("{}{}", (b'a' + point.x) as char, (b'a' + point.y) as char)
}

fn push_setup(words: &mut Vec<String>, mut setup: Vec<String>) {
    setup.sort_unstable();
    setup.dedup();
    if !setup.is_empty() {
        words.push(setup.join(" "));
    }
}

/// Compares the games of an archive. Returns the numbers of games that were compared and of files
/// that `sgf-parse` cannot read.
fn compare(archive: &Path) -> (usize, usize) {
    let (mut games, mut unreadable) = (0, 0);
    for item in open(archive).expect("an archive") {
        let ArchiveItem::Record(member) = item.expect("undamaged") else {
            continue;
        };
        let text = decode(&member.bytes).text.into_owned();
        let Ok(trees) = sgf_parse::parse(&text) else {
            unreadable += 1;
            continue;
        };
        let ours: Vec<_> = game_trees(&text).collect();
        assert_eq!(ours.len(), trees.len(), "{}", member.path);
        let as_written = begins_as_written(&text);
        for ((ours, theirs), as_written) in ours.iter().zip(&trees).zip(as_written) {
            let (Ok(record), GameTree::GoGame(root), true) = (&ours.game, theirs, as_written) else {
                continue;
            };
            assert_eq!(scanned(record), parsed(root, record.size.lines()), "{}", member.path);
            games += 1;
        }
    }
    (games, unreadable)
}

#[test]
fn both_read_the_same_from_the_fixture() {
    let (games, unreadable) = compare(Path::new(testkit::FIXTURE));
    assert!(games >= 200, "{games}");
    assert_eq!(unreadable, 0);
}

#[test]
fn both_read_the_same_from_real_archives() {
    for (name, at_least) in [
        ("tygem-5k", 5000),
        ("ai-mixed", 3500),
        ("fox-pro-3k", 1000),
        ("gnugo-regression", 600),
    ] {
        let Some(archive) = testkit::corpus(&format!("{name}.tgz")) else {
            continue;
        };
        let (games, unreadable) = compare(&archive);
        println!("{name}: {games} games agree; sgf-parse cannot read {unreadable} files");
        assert!(games >= at_least, "{name}: {games}");
    }
}
