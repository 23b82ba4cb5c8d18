use super::board::Board;
use super::games::{Game, index};
use super::turn::{AllTurns, Turns};
use super::world::World;
use bgo::internal::go::{Color, Point};
use bgo::internal::record::{Action, SetupPoint};
use std::collections::BTreeMap;

/// The number of moves from which the players of duplicates may differ.
const TELLING_MOVES: usize = 30;

/// The part of a game that can be played.
struct Played<'a> {
    game: &'a Game,
    start: Board,
    steps: &'a [Action],
    moves: usize,
}

impl<'a> Played<'a> {
    fn new(game: &'a Game) -> Self {
        let steps = &game.steps[..game.replay(|_| {})];
        let moves = steps.iter().filter(|step| matches!(step, Action::Move(_))).count();
        let mut start = Board::new(game.lines);
        Game::place_stones(&mut start, &game.setup);
        Self {
            game,
            start,
            steps,
            moves,
        }
    }

    /// Returns true if setup and moves are the same in some orientation.
    fn same_steps(&self, other: &Self, turns: &AllTurns) -> bool {
        let turns = turns.of(&self.start);
        self.game.lines == other.game.lines
            && self.steps.len() == other.steps.len()
            && (0..8).any(|turn| {
                turns.takes(turn, &self.start, &other.start)
                    && self
                        .steps
                        .iter()
                        .zip(other.steps)
                        .all(|(a, b)| same_step(turns, turn, a, b))
            })
    }

    /// Returns true if the two games are duplicates by definition: the same steps, no
    /// contradicting dates, and for short games the same players. Games without moves
    /// must have the same text, except for its encoding.
    fn same_game(&self, other: &Self, turns: &AllTurns) -> bool {
        if self.moves == 0 || other.moves == 0 {
            return self.moves == other.moves && plain(&self.game.text) == plain(&other.game.text);
        }
        let dates = self.game.date().zip(other.game.date());
        let contradict = dates.is_some_and(|(a, b)| a.contradicts(&b));
        let players = |game: &'a Game| (&game.info.black, &game.info.white);
        let same_players = players(self.game) == players(other.game);
        !contradict && (self.moves >= TELLING_MOVES || same_players) && self.same_steps(other, turns)
    }
}

fn same_step(turns: &Turns, turn: usize, a: &Action, b: &Action) -> bool {
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

/// Returns the effect of setup on each point.
fn stones(changes: &[SetupPoint], at: impl Fn(Point) -> usize) -> BTreeMap<usize, Option<Color>> {
    changes.iter().map(|&(point, stone)| (at(point), stone)).collect()
}

/// Checks that every duplicate equals the game that the import noted, and that no game
/// is stored twice. Returns the number of duplicates.
pub fn check(turns: &AllTurns, world: &World) -> usize {
    let stored: Vec<Played<'_>> = world.stored().into_iter().map(Played::new).collect();
    let mut duplicates = 0;
    for game in world.games.iter().filter(|game| world.is_duplicate(game)) {
        duplicates += 1;
        let note = world.note(game).expect("a note");
        let number = note.game.expect("the number of the original");
        let original = &stored[number as usize - 1];
        assert!(
            Played::new(game).same_game(original, turns),
            "{note:?}: {game} is not {}",
            original.game
        );
    }
    // Equal games have the same board size and number of moves.
    let mut alike: BTreeMap<(usize, usize), Vec<&Played<'_>>> = BTreeMap::new();
    for game in &stored {
        alike.entry((game.game.lines, game.moves)).or_default().push(game);
    }
    for games in alike.values() {
        for (i, a) in games.iter().enumerate() {
            for b in &games[i + 1..] {
                let names = || [a, b].map(|played| played.game.to_string());
                assert!(!a.same_game(b, turns), "stored twice: {:?}", names());
            }
        }
    }
    duplicates
}
