use super::board::Turns;
use super::games::{Game, index};
use super::world::World;
use bgo::internal::go::{Color, Point};
use bgo::internal::record::{Action, SetupPoint};
use std::collections::BTreeMap;
use std::iter;

/// The number of moves from which the players of duplicates may differ.
const TELLING_MOVES: usize = 30;

fn have_same_steps(a: &Game, b: &Game) -> bool {
    if a.lines != b.lines || a.playable().len() != b.playable().len() {
        return false;
    }
    let (turns, start, other) = (Turns::of(a.lines), a.start(), b.start());
    (0..8).any(|turn| {
        let mut steps = iter::zip(a.playable(), b.playable());
        turns.takes(turn, &start, &other) && steps.all(|(a, b)| is_same_step(turns, turn, a, b))
    })
}

/// Returns true if the two games are duplicates by definition: the same steps, no
/// contradicting dates, and for short games the same players. Games without moves
/// must have the same text, except for its encoding.
fn is_same_game(a: &Game, b: &Game) -> bool {
    if a.played_moves() == 0 || b.played_moves() == 0 {
        return a.played_moves() == b.played_moves() && plain(&a.text) == plain(&b.text);
    }
    let contradict = a.date().zip(b.date()).is_some_and(|(a, b)| a.contradicts(&b));
    let same_players = a.info.black == b.info.black && a.info.white == b.info.white;
    !contradict && (a.played_moves() >= TELLING_MOVES || same_players) && have_same_steps(a, b)
}

fn is_same_step(turns: &Turns, turn: usize, a: &Action, b: &Action) -> bool {
    let to = |p: Point| turns.to(turn, index(p, turns.lines));
    let here = |p: Point| index(p, turns.lines);
    match (a, b) {
        (Action::Move(a), Action::Move(b)) => a.color == b.color && a.point.map(to) == b.point.map(here),
        (Action::Setup(a), Action::Setup(b)) => stones(a, to) == stones(b, here),
        _ => false,
    }
}

/// Returns the text of a game tree in a normal form: missing brackets are completed,
/// and the main line has a CA property without a value.
fn plain(tree: &str) -> String {
    let tree = tree.trim_start_matches(['(', ' ', '\t', '\r', '\n', '\x0c']);
    let mut plain = String::new();
    let (mut open, mut main_line, mut declared) = (1, true, false);
    let mut property = String::new();
    let mut rest = tree
        .strip_prefix(';')
        .unwrap_or(tree)
        .trim_ascii_end()
        .chars()
        .peekable();
    while let Some(c) = rest.next() {
        match c {
            '[' => {
                let mut value = String::new();
                while let Some(c) = rest.next().filter(|c| *c != ']') {
                    value.extend(
                        [Some(c), if c == '\\' { rest.next() } else { None }]
                            .into_iter()
                            .flatten(),
                    );
                }
                let is_encoding = main_line && property == "CA";
                declared |= is_encoding;
                plain.extend(["[", if is_encoding { "" } else { &value }, "]"]);
                continue;
            }
            ';' => property.clear(),
            '(' => open += 1,
            ')' => {
                open -= 1;
                main_line = false;
            }
            _ if c.is_ascii_alphabetic() => {
                let mut letters = c.to_string();
                while let Some(c) = rest.next_if(char::is_ascii_alphabetic) {
                    letters.push(c);
                }
                plain += &letters;
                let capitals: String = letters.chars().filter(char::is_ascii_uppercase).collect();
                property = if capitals.is_empty() {
                    letters.to_uppercase()
                } else {
                    capitals
                };
                continue;
            }
            _ => {}
        }
        plain.push(c);
    }
    plain += &")".repeat(open);
    if declared { plain } else { format!("CA[]{plain}") }
}

fn stones(changes: &[SetupPoint], at: impl Fn(Point) -> usize) -> BTreeMap<usize, Option<Color>> {
    changes.iter().map(|&(point, stone)| (at(point), stone)).collect()
}

/// Checks that every duplicate equals the game that the import noted, and that no game
/// is stored twice. Returns the number of duplicates.
pub fn check(world: &World) -> usize {
    let stored = world.stored();
    let mut duplicates = 0;
    for game in world.games.iter().filter(|game| world.is_duplicate(game)) {
        duplicates += 1;
        let note = world.note(game).expect("a note");
        let original = stored[note.game.expect("the number of the original") as usize - 1];
        assert!(is_same_game(game, original), "{note:?}: {game} is not {original}");
    }
    // Equal games have the same board size and number of moves.
    let mut alike: BTreeMap<(usize, usize), Vec<&Game>> = BTreeMap::new();
    for game in stored {
        alike.entry((game.lines, game.played_moves())).or_default().push(game);
    }
    for games in alike.values() {
        for (i, a) in games.iter().enumerate() {
            for b in &games[i + 1..] {
                assert!(!is_same_game(a, b), "stored twice: {a}, {b}");
            }
        }
    }
    duplicates
}
