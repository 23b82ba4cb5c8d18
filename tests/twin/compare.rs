use crate::choose::turned;
use crate::games::{Game, index, point};
use crate::query::{Kind, Query, line};
use crate::rng::Rng;
use crate::tally::{Counts, Next, Tally, tally};
use crate::turn::AllTurns;
use bgo::go::Color;
use bgo::query::{Filter, YearRange, search};
use bgo::store::{Database, Totals};
use std::collections::{BTreeMap, BTreeSet};

/// How many disagreements are shown.
const SHOWN: usize = 5;

/// What was compared.
#[derive(Default)]
pub struct Compared {
    /// Positions of each kind that agreed.
    pub kinds: BTreeMap<Kind, usize>,
    /// The same positions by the turns that leave them as they are.
    pub groups: BTreeMap<Vec<usize>, usize>,
    /// Those that no game has.
    pub nowhere: usize,
    /// Next moves, colours and passes apart.
    pub next_moves: usize,
    /// Questions with a range of years, and on turned boards.
    pub filtered: usize,
    pub turned: usize,
}

impl Compared {
    pub fn add(&mut self, other: Self) {
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        for (group, count) in other.groups {
            *self.groups.entry(group).or_default() += count;
        }
        self.nowhere += other.nowhere;
        self.next_moves += other.next_moves;
        self.filtered += other.filtered;
        self.turned += other.turned;
    }

    pub fn print(&self, what: &str) {
        let total: usize = self.kinds.values().sum();
        println!(
            "{what}: {total} positions agree, {} in no game, {} next moves, {} asked again with a range of years, \
            {} turned",
            self.nowhere, self.next_moves, self.filtered, self.turned
        );
        println!("  {:?}\n  symmetries: {:?}", self.kinds, self.groups);
    }
}

/// Asks the database for every position and compares what it says with what
/// the games say.
///
/// # Panics
/// If they disagree, with the first positions where they do.
pub fn compare(turns: &AllTurns, rng: &mut Rng, db: &Database, games: &[&Game], queries: &[Query]) -> Compared {
    let tallies = tally(turns, games, queries);
    let all: Vec<u16> = games
        .iter()
        .filter_map(|game| game.year())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let mut compared = Compared::default();
    let mut disagreements = Vec::new();
    for (query, tally) in queries.iter().zip(&tallies) {
        let mut ask = |query: &Query, tally: &Tally, years: YearRange| {
            if let Err(text) = agree(turns, db, games, query, tally, years) {
                disagreements.push(text);
            }
        };
        ask(query, tally, YearRange::default());
        if rng.one_in(2) && !all.is_empty() {
            ask(query, tally, years(rng, &all));
            compared.filtered += 1;
        }
        if rng.one_in(2) {
            let turn = rng.below(8);
            let there = turned(turns, turn, query).expect("legal moves are so on a turned board");
            ask(&there, &turned_tally(turns, turn, &there, tally), YearRange::default());
            compared.turned += 1;
        }
        *compared.kinds.entry(query.kind).or_default() += 1;
        *compared
            .groups
            .entry(turns.of(&query.board).symmetries(&query.board))
            .or_default() += 1;
        compared.nowhere += usize::from(tally.games.is_empty());
        compared.next_moves += tally.next.len();
    }
    let first = &disagreements[..disagreements.len().min(SHOWN)];
    assert!(
        first.is_empty(),
        "{} disagreements, of which the first:\n{}",
        disagreements.len(),
        first.join("\n")
    );
    compared
}

/// A range that ends, at one end or both, with years that games have.
fn years(rng: &mut Rng, all: &[u16]) -> YearRange {
    let (a, b) = (*rng.pick(all), *rng.pick(all));
    let (min, max) = (a.min(b), a.max(b));
    let range = match rng.below(3) {
        0 => YearRange::new(Some(a), None),
        1 => YearRange::new(None, Some(a)),
        _ => YearRange::new(Some(min), Some(max)),
    };
    range.expect("a range")
}

/// What the games say about the turned position `there`.
fn turned_tally(turns: &AllTurns, turn: usize, there: &Query, tally: &Tally) -> Tally {
    let turns = turns.of(&there.board);
    let symmetries = turns.symmetries(&there.board);
    let show = |at: usize| {
        let equal = symmetries
            .iter()
            .map(|&symmetry| turns.to(symmetry, turns.to(turn, at)));
        turns.shown(equal, symmetries.len())
    };
    let next = tally
        .next
        .iter()
        .map(|(&(at, color), games)| ((at.and_then(show), color), games.clone()));
    Tally {
        games: tally.games.clone(),
        next: next.collect(),
    }
}

fn agree(
    turns: &AllTurns,
    db: &Database,
    games: &[&Game],
    query: &Query,
    tally: &Tally,
    years: YearRange,
) -> Result<(), String> {
    let line = line(db.hash_table(), query.board.lines, &query.moves).expect("legal moves");
    let answer = search(db, &line, &Filter { years }).map_err(|error| error.to_string())?;
    let wanted = |year| years.contains(year);
    let mut wrong = Vec::new();
    let mut check = |what: &str, says: String, right: String| {
        if says != right {
            wrong.push(format!("  {what}: the database says {says}, the games {right}"));
        }
    };
    let symmetries = turns.of(&query.board).symmetries(&query.board).len();
    check("symmetries", answer.symmetries.to_string(), symmetries.to_string());
    check(
        "board size",
        answer.board_size.lines().to_string(),
        query.board.lines.to_string(),
    );
    let to_play = query.moves.last().map_or(Color::Black, |mv| mv.color.opponent());
    check("to play", format!("{:?}", answer.to_play), format!("{to_play:?}"));
    check(
        "games",
        answer.games.to_string(),
        Counts::of(&tally.games, games, wanted).games.to_string(),
    );
    let says: BTreeMap<Next, Counts> = answer
        .next_moves
        .iter()
        .map(|next| {
            (
                (next.mv.point.map(|p| index(p, query.board.lines)), next.mv.color),
                counts(next.totals),
            )
        })
        .collect();
    check(
        "next moves in all",
        answer.next_moves.len().to_string(),
        says.len().to_string(),
    );
    let ordered = answer
        .next_moves
        .is_sorted_by_key(|next| std::cmp::Reverse(next.totals.games));
    check("the most popular first", ordered.to_string(), true.to_string());
    let right: BTreeMap<Next, Counts> = tally
        .next
        .iter()
        .map(|(&next, chosen)| (next, Counts::of(chosen, games, wanted)))
        .filter(|(_, counts)| counts.games > 0)
        .collect();
    for next in says.keys().chain(right.keys()).collect::<BTreeSet<_>>() {
        let name = next
            .0
            .map_or_else(|| "pass".to_owned(), |at| point(at, query.board.lines).to_string());
        let what = format!("{} {name}", next.1.letter());
        check(&what, format!("{:?}", says.get(next)), format!("{:?}", right.get(next)));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let moves: Vec<String> = query.moves.iter().map(|mv| mv.target()).collect();
    let members: Vec<&str> = tally
        .games
        .iter()
        .take(3)
        .map(|&game| games[game].member.as_str())
        .collect();
    Err(format!(
        "{:?}, {} lines, {years}, after {}, in {members:?}:\n{}",
        query.kind,
        query.board.lines,
        moves.join(" "),
        wrong.join("\n")
    ))
}

fn counts(totals: Totals) -> Counts {
    let Totals {
        games,
        black_wins,
        white_wins,
        first_year,
        last_year,
    } = totals;
    Counts {
        games,
        black_wins,
        white_wins,
        first_year,
        last_year,
    }
}
