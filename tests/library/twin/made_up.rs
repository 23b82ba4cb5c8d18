use super::board::{Board, Turns};
use super::games::{index, point};
use bgo::internal::go::{Color, Move, Point};
use bgo::internal::record::Action;
use std::fmt::Write;
use testkit::Rng;

/// Returns a file of random games on boards of 2 to 6 lines, where positions repeat and
/// captures and symmetry are common. The games have setup, also between moves, passes,
/// suicides, retaken kos, consecutive moves of one colour and impossible moves; some
/// games are others turned.
pub fn sgf(rng: &mut Rng, games: usize) -> String {
    let mut text = String::new();
    let mut before: Vec<(usize, Vec<Action>)> = Vec::new();
    for _ in 0..games {
        let (lines, nodes, turn) = if !before.is_empty() && rng.one_in(5) {
            let (lines, nodes) = rng.pick(&before).clone();
            (lines, nodes, rng.below(8))
        } else {
            let lines = 2 + rng.below(5);
            (lines, game(rng, lines), 0)
        };
        write(&mut text, rng, lines, &nodes, turn);
        before.push((lines, nodes));
    }
    text
}

fn game(rng: &mut Rng, lines: usize) -> Vec<Action> {
    const COLORS: [Color; 2] = [Color::Black, Color::White];
    let mut board = Board::new(lines);
    let mut color = *rng.pick(&COLORS);
    let mut nodes = Vec::new();
    for number in 0..rng.below(45) {
        if rng.one_in(if number == 0 { 3 } else { 40 }) {
            let changes: Vec<_> = (0..rng.below(4))
                .map(|_| {
                    (
                        point(rng.below(board.area()), lines),
                        *rng.pick(&[None, Some(Color::Black), Some(Color::White)]),
                    )
                })
                .collect();
            for &(at, stone) in &changes {
                board.set(index(at, lines), stone);
            }
            nodes.push(Action::Setup(changes));
            continue;
        }
        color = if rng.one_in(12) { color } else { color.opponent() };
        let empty: Vec<usize> = (0..board.area()).filter(|&at| board.get(at).is_none()).collect();
        if empty.is_empty() || rng.one_in(10) {
            nodes.push(Action::Move(Move { color, point: None }));
        } else if rng.one_in(60) {
            // Most points are occupied, so the move is mostly impossible.
            nodes.push(Action::Move(Move::at(color, point(rng.below(board.area()), lines))));
            break;
        } else {
            let at = *rng.pick(&empty);
            board.play(at, color);
            nodes.push(Action::Move(Move::at(color, point(at, lines))));
        }
    }
    nodes
}

fn write(text: &mut String, rng: &mut Rng, lines: usize, nodes: &[Action], turn: usize) {
    let name = |at: Point| point(Turns::of(lines).to(turn, index(at, lines)), lines).to_string();
    let date = *rng.pick(&[
        "",
        "DT[1999]",
        "DT[2001-05]",
        "DT[2001-05-06]",
        "DT[1846-09-11,14]",
        "DT[1998-10-16,1999-01-29]",
        "DT[1999,2001]",
        "DT[long ago]",
    ]);
    let result = *rng.pick(&[
        "",
        "RE[B+R]",
        "RE[W+2.5]",
        "RE[0]",
        "RE[Void]",
        "RE[B+]",
        "RE[W+T]",
        "RE[who knows]",
    ]);
    let players = *rng.pick(&[
        "PB[A]PW[B]",
        "PB[A]PW[C]",
        "PB[Ōtake  Hideo]PW[B]",
        "PB[조치훈]PW[张栩 cho u]",
        "PB[A]PW[A]",
        "PW[B]",
        "PB[otake hideo]",
        "",
    ]);
    let ranks = *rng.pick(&["", "BR[9p]WR[3p]", "BR[5k]WR[2d]", "BR[1d]", "WR[9段]BR[champion]"]);
    let komi = *rng.pick(&["", "KM[6.5]", "KM[0]", "KM[-5.5]", "KM[375]", "KM[none]"]);
    let rules = *rng.pick(&["", "RU[Japanese]HA[0]", "RU[日本]HA[2]", "HA[9]RU[AGA]", "HA[many]"]);
    let event = *rng.pick(&[
        "",
        "EV[本因坊戦 第3局]",
        "EV[The 5th Meijin-Title]PC[Tōkyō]",
        "PC[Seoul, 한국기원]",
    ]);
    let more = *rng.pick(&[
        "",
        "GN[Meijin 5]RO[final game]",
        "SO[Go World #3]C[A good game]",
        "C[名人 is\nhere]",
    ]);
    let mut line = format!("(;SZ[{lines}]{players}{date}{result}{ranks}{komi}{rules}{event}{more}");
    for (number, node) in nodes.iter().enumerate() {
        if number > 0 || matches!(node, Action::Move(_)) {
            line.push(';');
        }
        match node {
            Action::Move(mv) => {
                let at = mv.point.map(name).unwrap_or_default();
                line.push_str(&format!("{}[{at}]", mv.color.letter()));
            }
            Action::Setup(changes) => {
                // The order matters only if a point is named twice.
                let mut changes = changes.clone();
                if rng.one_in(2) {
                    changes.reverse();
                }
                for (at, stone) in changes {
                    let property = match stone {
                        Some(Color::Black) => "AB",
                        Some(Color::White) => "AW",
                        None => "AE",
                    };
                    line.push_str(&format!("{property}[{}]", name(at)));
                }
            }
        }
    }
    writeln!(text, "{line})").expect("is written");
}
