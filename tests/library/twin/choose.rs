use super::board::{Board, Turns};
use super::games::{Game, Seen, index};
use super::query::{Kind, Query};
use bgo::internal::go::{Color, Move};
use bgo::internal::record::Action;
use testkit::Rng;

/// Returns the moves before a position, or `None` if there was setup.
fn moves_to(game: &Game, seen: &Seen<'_>) -> Option<Vec<Move>> {
    let steps = &game.steps[..seen.steps];
    let moves = steps.iter().map(|step| match step {
        Action::Move(mv) => Some(*mv),
        Action::Setup(_) => None,
    });
    if game.setup.is_empty() { moves.collect() } else { None }
}

/// Draws up to `room` positions of each kind from the games, no two of one kind equal in any
/// orientation. Every position of a kind has the same chance. Half of the queries keep the moves of
/// the game.
pub fn from_games(rng: &mut Rng, games: &[&Game], kinds: &[Kind], room: usize) -> Vec<Query> {
    let mut drawn: Vec<Vec<(Board, Option<Vec<Move>>)>> = vec![Vec::new(); kinds.len()];
    let mut offered = vec![0; kinds.len()];
    for game in games {
        let moves = game.moves().count();
        let white_first = game.moves().next().is_some_and(|mv| mv.color == Color::White);
        game.replay(|seen| {
            let turns = Turns::of(seen.board.lines);
            // Counted once for the three kinds of symmetric positions.
            let symmetries = turns.symmetries(seen.board).len();
            for (number, &kind) in kinds.iter().enumerate() {
                if !is(kind, &seen, moves, white_first, symmetries) {
                    continue;
                }
                let drawn = &mut drawn[number];
                offered[number] += 1;
                let place = if drawn.len() < room {
                    drawn.len()
                } else {
                    rng.below(offered[number])
                };
                if place >= room || drawn.iter().any(|(board, _)| turns.same(board, seen.board)) {
                    continue;
                }
                let position = (seen.board.clone(), moves_to(game, &seen));
                match drawn.get_mut(place) {
                    Some(old) => *old = position,
                    None => drawn.push(position),
                }
            }
        });
    }
    let mut queries = Vec::new();
    for (&kind, drawn) in kinds.iter().zip(drawn) {
        for (board, moves) in drawn {
            queries.extend(Query::new(kind, board, moves.filter(|_| rng.one_in(2))));
        }
    }
    queries
}

fn is(kind: Kind, seen: &Seen<'_>, moves: usize, white_first: bool, symmetries: usize) -> bool {
    let is_pass = |mv: Option<Move>| mv.is_some_and(|mv| mv.point.is_none());
    match kind {
        Kind::Early => seen.ply <= 10,
        Kind::Middle => (50..=120).contains(&seen.ply),
        Kind::Late => seen.ply > 20 && seen.ply + 20 >= moves,
        Kind::Symmetric2 => symmetries == 2,
        Kind::Symmetric4 => symmetries == 4,
        Kind::Symmetric8 => symmetries == 8,
        Kind::AfterCapture => seen.captured,
        Kind::Board9 => seen.board.lines == 9,
        Kind::Board13 => seen.board.lines == 13,
        Kind::WhiteFirst => white_first,
        Kind::BeforePass => is_pass(seen.next),
        Kind::AfterPass => is_pass(seen.last),
        Kind::Small => seen.board.lines < 9,
        Kind::Nowhere => false,
    }
}

pub fn groups(rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for seed in 0..2000 {
        // Two generators suffice for every symmetry group of the square.
        let (a, b) = (rng.below(8), if seed % 2 == 0 { 0 } else { rng.below(8) });
        let board = closed(rng, 7, &[a, b]);
        let group = Turns::of(board.lines).symmetries(&board);
        if group.len() > 1 && !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups.sort();
    groups
}

fn closed(rng: &mut Rng, lines: usize, generators: &[usize]) -> Board {
    let turns = Turns::of(lines);
    let mut board = Board::new(lines);
    for _ in 0..1 + rng.below(6) {
        let color = *rng.pick(&[Color::Black, Color::White]);
        let mut open = vec![rng.below(lines * lines)];
        while let Some(at) = open.pop() {
            if board.get(at) != Some(color) {
                board.set(at, Some(color));
                open.extend(generators.iter().map(|&turn| turns.to(turn, at)));
            }
        }
    }
    board
}

pub fn with_symmetry(rng: &mut Rng, groups: &[Vec<usize>], count: usize) -> Vec<Query> {
    let mut queries = Vec::new();
    for group in groups {
        let kind = match group.len() {
            2 => Kind::Symmetric2,
            4 => Kind::Symmetric4,
            _ => Kind::Symmetric8,
        };
        let alike = groups.iter().filter(|other| other.len() == group.len()).count();
        let mut left = count.div_ceil(alike);
        while left > 0 {
            let lines = *rng.pick(&[19, 19, 19, 13, 9]);
            let board = closed(rng, lines, group);
            if Turns::of(board.lines).symmetries(&board) == *group
                && let Some(query) = Query::new(kind, board, None)
            {
                queries.push(query);
                left -= 1;
            }
        }
    }
    queries
}

pub fn nowhere(rng: &mut Rng, real: &[Query], count: usize) -> Vec<Query> {
    let mut queries = Vec::new();
    while queries.len() < count {
        let lines = *rng.pick(&[19, 19, 19, 13, 9]);
        let mut board = Board::new(lines);
        for _ in 0..4 + rng.below(lines * lines / 3) {
            board.set(rng.below(lines * lines), Some(*rng.pick(&[Color::Black, Color::White])));
        }
        queries.extend(Query::new(Kind::Nowhere, board, None));
    }
    let full: Vec<&Query> = real.iter().filter(|query| query.board.stones().count() > 20).collect();
    while !full.is_empty() && queries.len() < 2 * count {
        let mut board = rng.pick(&full).board.clone();
        let stones: Vec<_> = board.stones().collect();
        let empty: Vec<usize> = (0..board.area()).filter(|&at| board.get(at).is_none()).collect();
        let &(from, color) = rng.pick(&stones);
        board.set(from, None);
        board.set(*rng.pick(&empty), Some(color));
        queries.extend(Query::new(Kind::Nowhere, board, None));
    }
    queries
}

pub fn turned(turn: usize, query: &Query) -> Option<Query> {
    let turns = Turns::of(query.board.lines);
    let moves = query.moves.iter().map(|mv| {
        let to = |p| super::games::point(turns.to(turn, index(p, turns.lines)), turns.lines);
        Move {
            color: mv.color,
            point: mv.point.map(to),
        }
    });
    Query::new(query.kind, turns.board(turn, &query.board), Some(moves.collect()))
}
