//! Records of players, counted game by game.

use super::Wrong;
use super::board::Turns;
use super::games::index;
use super::known::Known;
use bgo::internal::go::{BoardSize, Color, Move};
use bgo::internal::query::{Opening, PlayerRecord, PlayerTally, QueryError, TallyByColor, player_record};
use bgo::internal::store::Snapshot;
use std::collections::BTreeMap;
use testkit::Rng;

const PLAYERS: usize = 12;

/// Compares the records of random players with what their games say. Panics if they differ.
pub fn check_players(rng: &mut Rng, snapshot: &Snapshot, games: &[Known<'_>]) {
    let named: Vec<&Known<'_>> = games.iter().filter(|game| game.players().next().is_some()).collect();
    for _ in 0..if named.is_empty() { 0 } else { PLAYERS } {
        let names: Vec<_> = rng.pick(&named).players().collect();
        let name = *rng.pick(&names);
        let lines = rng.one_in(3).then(|| rng.pick(&named).game.lines);
        let size = lines.and_then(|lines| BoardSize::new(lines as u8));
        let said = player_record(snapshot, &name.1.to_uppercase(), size, usize::MAX).expect("a record");
        let is_asked = |game: &&Known<'_>| lines.is_none_or(|lines| lines == game.game.lines);
        let is_his = |game: &&Known<'_>| game.players().any(|other| other.0 == name.0);
        let his: Vec<&Known<'_>> = games.iter().filter(is_asked).filter(is_his).collect();
        let mut wrong = Wrong::default();
        check(&mut wrong, &said, &his, &name.0);
        assert!(wrong.0.is_empty(), "{} {lines:?}:\n{}", name.1, wrong.0.join("\n"));
        let first = player_record(snapshot, name.1, size, 1).expect("a record");
        assert_eq!(first.opponents, said.opponents[..said.opponents.len().min(1)]);
        assert_eq!(first.opponent_count, said.opponents.len() as u64);
        assert_eq!(
            first.openings.white,
            said.openings.white[..said.openings.white.len().min(1)]
        );
    }
    let nobody = player_record(snapshot, "no such player", None, 1);
    assert!(matches!(nobody, Err(QueryError::Unknown { .. })), "{nobody:?}");
}

fn record<'a>(games: impl Iterator<Item = &'a &'a Known<'a>>, color: Color) -> PlayerTally {
    let mut record = PlayerTally::default();
    for game in games {
        record.games += 1;
        record.wins += u64::from(game.winner == Some(color));
        record.losses += u64::from(game.winner == Some(color.opponent()));
        record.draws += u64::from(game.is_draw());
    }
    record
}

fn check(wrong: &mut Wrong, said: &PlayerRecord, his: &[&Known<'_>], name: &str) {
    let has = |game: &Known<'_>, color| game.player(color).is_some_and(|player| player.0 == name);
    let by_color = |counts: &dyn Fn(&Known<'_>) -> bool| {
        let of = |color| record(his.iter().filter(|game| has(game, color) && counts(game)), color);
        TallyByColor {
            black: of(Color::Black),
            white: of(Color::White),
        }
    };
    wrong.check("games", said.games, his.len() as u64);
    wrong.check("colours", said.colors, by_color(&|_| true));
    let mut years: Vec<Option<u16>> = his.iter().map(|game| game.year()).collect();
    years.sort_unstable();
    years.dedup();
    let right: Vec<_> = years
        .iter()
        .map(|&year| (year, by_color(&|game| game.year() == year)))
        .collect();
    let says: Vec<_> = said.years.iter().map(|year| (year.year, year.colors)).collect();
    wrong.check("years", says, right);
    wrong.check("first year", said.first_year, years.iter().flatten().min().copied());
    wrong.check("last year", said.last_year, years.iter().flatten().max().copied());
    let mut right: BTreeMap<&str, PlayerTally> = BTreeMap::new();
    for color in [Color::Black, Color::White] {
        for game in his
            .iter()
            .filter(|game| has(game, color) && !has(game, color.opponent()))
        {
            let Some(other) = game.player(color.opponent()) else {
                continue;
            };
            let of_game = record([game].into_iter(), color);
            let sum = right.entry(other.1).or_default();
            *sum = PlayerTally {
                games: sum.games + of_game.games,
                wins: sum.wins + of_game.wins,
                losses: sum.losses + of_game.losses,
                draws: sum.draws + of_game.draws,
            };
        }
    }
    let says = said.opponents.iter().map(|other| (other.player.as_str(), other.tally));
    wrong.check("opponents", says.collect(), right);
    let ordered = said
        .opponents
        .is_sorted_by_key(|other| std::cmp::Reverse(other.tally.games));
    wrong.check("opponents by games", ordered, true);
    check_openings(wrong, said, his, &has);
}

fn check_openings(wrong: &mut Wrong, said: &PlayerRecord, his: &[&Known<'_>], has: &dyn Fn(&Known<'_>, Color) -> bool) {
    let lines = usize::from(said.board_size.lines());
    let on_board = |lines: usize| his.iter().filter(|game| game.game.lines == lines).count();
    let most = (2..=19).map(on_board).max().unwrap_or_default();
    wrong.check("games on the board", on_board(lines), most);
    for (color, length, openings) in [
        (Color::Black, 1, &said.openings.black),
        (Color::White, 2, &said.openings.white),
    ] {
        let mut right: BTreeMap<Vec<Option<usize>>, (u64, u64)> = BTreeMap::new();
        for game in his.iter().filter(|game| game.game.lines == lines && has(game, color)) {
            let Some(line) = first_moves(game, length) else {
                continue;
            };
            let (games, wins) = right.entry(smallest(lines, &line)).or_default();
            *games += 1;
            *wins += u64::from(game.winner == Some(color));
        }
        let says: BTreeMap<Vec<Option<usize>>, (u64, u64)> = openings
            .iter()
            .map(|opening| (said_line(lines, opening), (opening.games, opening.wins)))
            .collect();
        wrong.check("openings are different", says.len(), openings.len());
        wrong.check(&format!("openings of {color:?}"), says, right);
        let ordered = openings.is_sorted_by_key(|opening| std::cmp::Reverse(opening.games));
        wrong.check("openings by games", ordered, true);
    }
}

fn first_moves(game: &Known<'_>, length: usize) -> Option<Vec<Option<usize>>> {
    let mut line = Vec::new();
    let mut is_alone = true;
    game.game.replay(|seen| {
        let stones = seen.board.stones().count();
        let color = [Color::Black, Color::White][seen.ply % 2];
        if seen.ply < length && seen.ply == line.len() {
            let played = line.iter().flatten().count();
            let colors = [Color::Black, Color::White].into_iter().cycle();
            let stands = |(point, color): (&Option<usize>, Color)| {
                point.is_none_or(|point| seen.board.get(point) == Some(color))
            };
            let stand = line.iter().zip(colors).all(stands);
            match seen.next {
                Some(mv) if mv.color == color && stones == played && stand && is_alone => {
                    line.push(mv.point.map(|point| index(point, game.game.lines)));
                }
                Some(_) => is_alone = false,
                None => {}
            }
        }
    });
    (line.len() == length).then_some(line)
}

fn said_line(lines: usize, opening: &Opening) -> Vec<Option<usize>> {
    let size = BoardSize::new(lines as u8).expect("a size");
    let point = |text: &String| {
        let mv = Move::parse(text, Color::Black, size).expect("a move");
        mv.point.map(|point| index(point, lines))
    };
    smallest(lines, &opening.moves.iter().map(point).collect::<Vec<_>>())
}

/// Returns the points of moves, turned so that they are as small as they can be; `None` is a pass.
fn smallest(lines: usize, line: &[Option<usize>]) -> Vec<Option<usize>> {
    let turns = Turns::of(lines);
    let turned = |turn| {
        line.iter()
            .map(|at| at.map(|at| turns.to(turn, at)))
            .collect::<Vec<_>>()
    };
    (0..8).map(turned).min().expect("a turn")
}
