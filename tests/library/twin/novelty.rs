use super::Wrong;
use super::board::Board;
use super::games::index;
use super::known::Known;
use super::lists::transformed;
use super::sift::Sieve;
use bgo::internal::go::{Color, Move};
use bgo::internal::query::{
    Against, GameNovelty, NoveltyQuestion, OpenGame, PlayerNovelties, PlayerTally, TallyByColor, novelties,
    player_novelties, score,
};
use bgo::internal::store::Snapshot;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use testkit::Rng;

/// Checks where games leave the others, `times` for random games and conditions. Returns how
/// many of the games have a position in common with another one after move 0.
pub fn check_novelties(rng: &mut Rng, snapshot: &Snapshot, games: &[Known<'_>], times: usize) -> usize {
    let positions: Vec<Vec<(usize, Board)>> = games.iter().map(positions).collect();
    let with = games_with(&positions);
    let mut wrong = Wrong::default();
    let mut in_common = 0;
    for _ in 0..times {
        let game = rng.below(games.len());
        let sieve = if rng.one_in(2) {
            Sieve::default()
        } else {
            Sieve::draw(rng, games)
        };
        let swap = rng.one_in(2);
        if !sieve.is_known(games) {
            continue;
        }
        let others = |board: &Board| {
            let mut forms = vec![form(board)];
            forms.extend(swap.then(|| form(&board.exchanged())));
            let with: HashSet<usize> = forms
                .iter()
                .filter_map(|form| with.get(form))
                .flatten()
                .copied()
                .collect();
            let others = with
                .iter()
                .filter(|&&other| other != game && sieve.passes(&games[other]));
            others
                .map(|&other| (games[other].date.clone(), games[other].number))
                .collect::<Vec<_>>()
        };
        let min_games = 1 + rng.below(3) as u64;
        let last = positions[game].iter().enumerate().rev();
        let right = last
            .map(|(at, (ply, board))| (at, *ply, others(board)))
            .find(|(_, _, others)| others.len() as u64 >= min_games)
            .map(|(at, ply, others)| {
                (
                    at,
                    ply,
                    others.len() as u64,
                    others.into_iter().max().expect("a game").1,
                )
            });
        in_common += usize::from(right.is_some_and(|(at, ..)| at > 0));
        let opened = OpenGame::as_recorded(snapshot, games[game].number).expect("a game");
        let common = opened
            .last_common(snapshot, &sieve.filter, swap, min_games)
            .expect("an answer");
        let says = common.map(|common| {
            let ply = usize::from(opened.scenes()[common.at].move_number);
            (common.at, ply, common.other_games, common.companion)
        });
        let what = format!("novelty of game {}, {}, swap {swap}", games[game].number, sieve.filter);
        wrong.check(&what, says, right);
    }
    assert!(wrong.0.is_empty(), "{}", wrong.0.join("\n"));
    in_common
}

/// Returns the games with each position.
fn games_with(positions: &[Vec<(usize, Board)>]) -> HashMap<Form, HashSet<usize>> {
    let mut with: HashMap<_, HashSet<usize>> = HashMap::new();
    for (game, positions) in positions.iter().enumerate() {
        for (_, board) in positions {
            with.entry(form(board)).or_default().insert(game);
        }
    }
    with
}

/// Checks tables of novelties, `times` for random conditions. Returns how many new moves there were.
pub fn check_tables(rng: &mut Rng, snapshot: &Snapshot, games: &[Known<'_>], times: usize) -> usize {
    let world = Replayed::new(games);
    let mut wrong = Wrong::default();
    let mut new_moves = 0;
    for _ in 0..times {
        let [listed, others] = [(); 2].map(|()| match rng.one_in(2) {
            true => Sieve::default(),
            false => Sieve::draw(rng, games),
        });
        if !listed.is_known(games) || !others.is_known(games) {
            continue;
        }
        let question = NoveltyQuestion {
            filter: &listed.filter,
            others: &others.filter,
            against: *rng.pick(&[Against::All, Against::Earlier]),
            min_games: 1 + rng.below(3) as u64,
            offset: rng.below(3),
            limit: 40,
        };
        let said = novelties(snapshot, &question, |_, _| {}).expect("a table");
        let mut right: Vec<usize> = (0..games.len()).filter(|&game| listed.passes(&games[game])).collect();
        let what = format!("{:?} of {} among {}", question.against, listed.filter, others.filter);
        wrong.check(&what, said.games, right.len() as u64);
        // The latest first, and those of a day by number.
        right.sort_by_key(|&game| (Reverse(&games[game].date), games[game].number));
        let right = right.into_iter().skip(question.offset).take(question.limit);
        let right: Vec<_> = right.map(|game| world.novelty(game, &question, &others)).collect();
        new_moves += said.list.iter().filter(|novelty| novelty.new_move.is_some()).count();
        wrong.check(
            &what,
            said.list.iter().map(|novelty| world.said(novelty)).collect(),
            right,
        );
    }
    assert!(wrong.0.is_empty(), "{}", wrong.0.join("\n"));
    new_moves
}

/// Checks who played the novelties in the games of random players, and the scores of pairs.
pub fn check_rivals(rng: &mut Rng, snapshot: &Snapshot, games: &[Known<'_>], times: usize) {
    let world = Replayed::new(games);
    let every = Sieve::default();
    let named: Vec<&Known<'_>> = games.iter().filter(|game| game.players().count() == 2).collect();
    let mut wrong = Wrong::default();
    for _ in 0..times {
        let [player, other] = rng.pick(&named).players().collect::<Vec<_>>()[..] else {
            continue;
        };
        let is_alone =
            |game: &Known<'_>| game.black.as_ref().map(|name| &name.0) != game.white.as_ref().map(|name| &name.0);
        let color_in = |game: &Known<'_>, name: &str| {
            let colors = [Color::Black, Color::White].into_iter();
            let mut colors = colors.filter(|&color| game.player(color).is_some_and(|player| player.0 == name));
            colors.next().filter(|_| is_alone(game))
        };
        let mut right = PlayerNovelties::default();
        let mut moves: [Vec<u16>; 2] = Default::default();
        for (at, game) in games.iter().enumerate() {
            let Some(color) = color_in(game, &player.0) else {
                continue;
            };
            right.games += 1;
            let new = world.novelty(at, &NoveltyQuestion::default(), &every);
            let (Some(number), Some(mover)) = (new.move_number, new.color) else {
                continue;
            };
            let is_opponent = usize::from(mover != color);
            moves[is_opponent].push(number);
            let tally = [&mut right.by_player, &mut right.by_opponent];
            add(&mut tally.into_iter().nth(is_opponent).expect("one").tally, game, color);
        }
        let [own, others] = moves.map(|mut moves| {
            moves.sort_unstable();
            moves.get(moves.len().saturating_sub(1) / 2).copied()
        });
        (right.by_player.median_move, right.by_opponent.median_move) = (own, others);
        let said = player_novelties(snapshot, &player.1.to_uppercase(), usize::MAX, |_, _| {});
        wrong.check(player.1, said.expect("an answer"), right);
        let mut right = TallyByColor::default();
        for game in games {
            let has = |name: &str| game.players().any(|player| player.0 == name);
            if let Some(color) = color_in(game, &player.0).filter(|_| has(&other.0)) {
                add(
                    if color == Color::Black {
                        &mut right.black
                    } else {
                        &mut right.white
                    },
                    game,
                    color,
                );
            }
        }
        match score(snapshot, player.1, other.1, 0, 3) {
            Ok(said) => {
                wrong.check(&format!("{} - {}", player.1, other.1), said.colors, right);
                let games = right.black.games + right.white.games;
                wrong.check(
                    "games of both",
                    (said.games.games, said.games.list.len()),
                    (games, games.min(3) as usize),
                );
            }
            Err(error) => wrong.check(&error.to_string(), player.0 == other.0, true),
        }
    }
    assert!(wrong.0.is_empty(), "{}", wrong.0.join("\n"));
}

fn add(tally: &mut PlayerTally, game: &Known<'_>, color: Color) {
    tally.games += 1;
    tally.wins += u64::from(game.winner == Some(color));
    tally.losses += u64::from(game.winner == Some(color.opponent()));
    tally.draws += u64::from(game.is_draw());
}

/// A position of a game, and the next move.
type Step = (usize, Board, Option<Move>);

/// All games, replayed.
struct Replayed<'a> {
    games: &'a [Known<'a>],
    steps: Vec<Vec<Step>>,
    with: HashMap<Form, HashSet<usize>>,
}

/// A row of a table, with moves by the positions that they lead to.
#[derive(Debug, PartialEq)]
struct Row {
    game: i64,
    move_number: Option<u16>,
    color: Option<Color>,
    other_games: u64,
    companion: Option<i64>,
    /// The number of games with the most frequent move.
    most: Option<u64>,
    followed: Option<PlayerTally>,
}

impl<'a> Replayed<'a> {
    fn new(games: &'a [Known<'a>]) -> Self {
        let positions: Vec<_> = games.iter().map(positions).collect();
        let steps = games.iter().map(|known| {
            let mut steps = Vec::new();
            known
                .game
                .replay(|seen| steps.push((seen.ply, seen.board.clone(), seen.next)));
            steps
        });
        Self {
            games,
            steps: steps.collect(),
            with: games_with(&positions),
        }
    }

    fn said(&self, novelty: &GameNovelty) -> Row {
        Row {
            game: novelty.game,
            move_number: novelty.new_move.map(|new| new.number),
            color: novelty.new_move.map(|new| new.mv.color),
            other_games: novelty.other_games,
            companion: novelty.companion,
            most: novelty.played.as_ref().map(|played| played.games),
            followed: novelty.followed,
        }
    }

    fn novelty(&self, game: usize, question: &NoveltyQuestion<'_>, sieve: &Sieve) -> Row {
        let order = |game: usize| {
            self.games[game]
                .date
                .as_ref()
                .map(|date| (date, self.games[game].number))
        };
        let is_before = |other: usize| order(other).is_some_and(|other| order(game).is_some_and(|own| other < own));
        let others = |at: usize| -> Vec<usize> {
            let with = self.with[&form(&self.steps[game][at].1)].iter().copied();
            let counts = |other: &usize| {
                *other != game
                    && sieve.passes(&self.games[*other])
                    && (question.against == Against::All || is_before(*other))
            };
            with.filter(counts).collect()
        };
        let is_common = |at: &usize| others(*at).len() as u64 >= question.min_games;
        let steps = &self.steps[game];
        let last = match question.against {
            Against::All => (0..steps.len()).rev().find(is_common),
            Against::Earlier => (0..steps.len()).take_while(is_common).last(),
        };
        let mut row = Row {
            game: self.games[game].number,
            move_number: None,
            color: None,
            other_games: 0,
            companion: None,
            most: None,
            followed: None,
        };
        let Some(at) = last else { return row };
        let (ply, board, next) = &steps[at];
        let companions = others(at);
        row.other_games = companions.len() as u64;
        row.companion = companions
            .iter()
            .map(|&other| (self.games[other].date.clone(), self.games[other].number))
            .max()
            .map(|(_, number)| number);
        row.most = self.most_played(board, &companions);
        let Some(mv) = next else { return row };
        row.move_number = Some(*ply as u16 + 1);
        row.color = Some(mv.color);
        row.followed = (question.against == Against::Earlier).then(|| {
            let mut tally = PlayerTally::default();
            for &other in &self.with[&form(&steps[at + 1].1)] {
                if order(other) > order(game) && sieve.passes(&self.games[other]) {
                    add(&mut tally, &self.games[other], mv.color);
                }
            }
            tally
        });
        row
    }

    /// Returns how many of the games play the move that most of them play in a position.
    fn most_played(&self, board: &Board, games: &[usize]) -> Option<u64> {
        let wanted = form(board);
        let mut counts: HashMap<_, u64> = HashMap::new();
        for &game in games {
            let here = self.steps[game].iter().filter(|(_, board, _)| form(board) == wanted);
            let moves: HashSet<_> = here
                .filter_map(|(_, board, next)| Some(form_with_move(board, (*next)?)))
                .collect();
            for mv in moves {
                *counts.entry(mv).or_default() += 1;
            }
        }
        counts.into_values().max()
    }
}

/// Returns a move in the least of the orientations in which its position is the least.
fn form_with_move(board: &Board, mv: Move) -> (Vec<(usize, Color)>, Option<usize>, Color) {
    let turned = (0..8).map(|turn| {
        let turned = |at| transformed(turn, at, board.lines);
        let mut stones: Vec<_> = board.stones().map(|(at, color)| (turned(at), color)).collect();
        stones.sort_unstable();
        (
            stones,
            mv.point.map(|point| turned(index(point, board.lines))),
            mv.color,
        )
    });
    turned.min().expect("a turn")
}

/// The size of a board and its stones.
type Form = (usize, Vec<(usize, Color)>);

fn positions(known: &Known<'_>) -> Vec<(usize, Board)> {
    let mut positions = Vec::new();
    known.game.replay(|seen| positions.push((seen.ply, seen.board.clone())));
    positions
}

/// Returns a position in the least of its orientations: the size of the board, and the stones.
fn form(board: &Board) -> Form {
    let turned = (0..8).map(|turn| {
        let mut stones: Vec<_> = board
            .stones()
            .map(|(at, color)| (transformed(turn, at, board.lines), color))
            .collect();
        stones.sort_unstable();
        stones
    });
    (board.lines, turned.min().unwrap_or_default())
}
