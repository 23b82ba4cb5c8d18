//! Next moves, years and players, as the twin counts them.

use super::Wrong;
use super::games::index;
use super::known::Known;
use super::query::Query;
use super::tally::{Passage, View, exchanged_if, totals, winner};
use bgo::internal::go::{Color, Move};
use bgo::internal::query::{
    Branch, Detail, Period, PlayerCount, QueryError, Question, SearchBoard, TreeSize, players, search, tree, years,
};
use bgo::internal::store::{Snapshot, Totals, YearCount, YearTotals};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A question to the database, with the games in which the twin finds its position.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub snapshot: &'a Snapshot,
    pub question: &'a Question,
    pub query: &'a Query,
    pub view: &'a View,
    pub games: &'a [Known<'a>],
}

impl Asked<'_> {
    fn next_of(&self, mv: Move) -> (Option<usize>, Color) {
        (mv.point.map(|point| index(point, self.query.board.lines)), mv.color)
    }

    pub fn check_search(&self, wrong: &mut Wrong) -> Result<(), QueryError> {
        let Self { view, games, .. } = *self;
        let answer = search(self.snapshot, self.question, Detail::Counts)?;
        wrong.check("games", answer.totals, totals(&view.games(), games));
        let says: BTreeMap<(Option<usize>, Color), Totals> = answer
            .next_moves
            .iter()
            .map(|next| (self.next_of(next.mv), next.games.totals))
            .collect();
        wrong.check("number of next moves", answer.next_moves.len(), says.len());
        let ordered = answer
            .next_moves
            .is_sorted_by_key(|next| Reverse(next.games.totals.games));
        wrong.check("next moves by popularity", ordered, true);
        let next = view.next();
        let right: BTreeMap<(Option<usize>, Color), Totals> = next
            .iter()
            .map(|(&next, chosen)| (next, totals(chosen, games)))
            .collect();
        for next in says.keys().chain(right.keys()).collect::<BTreeSet<_>>() {
            wrong.check(&format!("{next:?}"), says.get(next), right.get(next));
        }
        Ok(())
    }

    /// Checks the games that go on without a move. With the next moves they account for
    /// every game: once, if it reaches the position once.
    pub fn check_halts(&self, wrong: &mut Wrong) -> Result<(), QueryError> {
        let answer = search(self.snapshot, self.question, Detail::Counts)?;
        let right = self.view.halts();
        wrong.check("games that go on without a move", answer.halts, Some(right));
        let moved: u64 = answer.next_moves.iter().map(|next| next.games.totals.games).sum();
        let halts = answer.halts.unwrap_or_default();
        let rows = moved + halts.set_up + halts.ended;
        wrong.check("each game has a row", rows >= answer.totals.games, true);
        if self.view.0.values().all(|passages| passages.len() == 1) {
            wrong.check("games of all rows", rows, answer.totals.games);
        }
        Ok(())
    }

    /// Checks the years of each next move, and its players: of those who played the
    /// move, they must be the ones with the most games in the database.
    pub fn check_details(&self, wrong: &mut Wrong) -> Result<(), QueryError> {
        let Self { view, games, .. } = *self;
        let mut played: BTreeMap<&str, usize> = BTreeMap::new();
        for game in games {
            for name in game.players().map(|name| name.1).collect::<BTreeSet<_>>() {
                *played.entry(name).or_default() += 1;
            }
        }
        let mut who: BTreeMap<(Option<usize>, Color), BTreeSet<&str>> = BTreeMap::new();
        for (&game, passages) in &view.0 {
            for Passage { exchanged, next, .. } in passages {
                let Some(next) = *next else { continue };
                let color = exchanged_if(*exchanged, next.1);
                who.entry(next)
                    .or_default()
                    .extend(games[game].player(color).map(|name| name.1));
            }
        }
        let moves = view.next();
        for next in search(self.snapshot, self.question, Detail::Full)?.next_moves {
            let details = next.details.expect("details");
            let mv = self.next_of(next.mv);
            let by_year = moves.get(&mv).map(|chosen| by_period(chosen, games, 1));
            wrong.check(&format!("years of {mv:?}"), Some(plain(&details.years)), by_year);
            let mut right: Vec<usize> = who.entry(mv).or_default().iter().map(|name| played[name]).collect();
            right.sort_by_key(|&games| Reverse(games));
            right.truncate(3);
            let says: Vec<usize> = details.players.iter().map(|name| played[name.as_str()]).collect();
            let what = format!("games of {:?}, who played {mv:?}", details.players);
            wrong.check(&what, says, right);
            let all = details.players.iter().all(|name| who[&mv].contains(name.as_str()));
            wrong.check(&format!("{:?} played {mv:?}", details.players), all, true);
        }
        Ok(())
    }

    pub fn check_years(&self, wrong: &mut Wrong) -> Result<(), QueryError> {
        let Self { view, games, .. } = *self;
        for (by, length) in [(Period::Year, 1), (Period::Decade, 10)] {
            let answer = years(self.snapshot, self.question, by)?;
            wrong.check("games by year", answer.games, view.0.len() as u64);
            wrong.check("years", plain(&answer.years), by_period(&view.games(), games, length));
            let says: BTreeMap<(Option<usize>, Color), _> = answer
                .next_moves
                .iter()
                .map(|next| (self.next_of(next.mv), (next.games, plain(&next.years))))
                .collect();
            let right = view.next();
            let right = right
                .iter()
                .map(|(&next, chosen)| (next, (chosen.len() as u64, by_period(chosen, games, length))));
            wrong.check("years of the next moves", says, right.collect());
        }
        Ok(())
    }

    pub fn check_players(&self, wrong: &mut Wrong) -> Result<(), QueryError> {
        let Self { view, games, .. } = *self;
        let mut right: BTreeMap<&str, PlayerCount> = BTreeMap::new();
        for (game, exchanged) in view.games() {
            let game = &games[game];
            let winner = winner(game, exchanged);
            let names: Vec<&str> = game.players().map(|name| name.1).collect();
            for color in [Color::Black, Color::White] {
                let in_game = exchanged_if(exchanged, color);
                let Some(name) = game.player(in_game) else { continue };
                let count = right.entry(name.1).or_default();
                let (won, lost) = (winner == Some(color), winner == Some(color.opponent()));
                if color == Color::Black {
                    count.black_games += 1;
                    count.black_wins += u64::from(won);
                    count.black_losses += u64::from(lost);
                } else {
                    count.white_games += 1;
                    count.white_wins += u64::from(won);
                    count.white_losses += u64::from(lost);
                }
                let against_himself = names.len() == 2 && names[0] == names[1];
                let counts = !against_himself || color == Color::Black;
                count.games += u64::from(counts);
                count.draws += u64::from(counts && game.is_draw());
                let years = [count.first_year, count.last_year, game.year()];
                count.first_year = years.iter().flatten().min().copied();
                count.last_year = years.iter().flatten().max().copied();
            }
        }
        let mut right: Vec<PlayerCount> = right
            .into_iter()
            .map(|(name, count)| PlayerCount {
                player: name.to_owned(),
                ..count
            })
            .collect();
        right.sort_by_key(|count| Reverse(count.games));
        for limit in [0, 3, usize::MAX] {
            let answer = players(self.snapshot, self.question, limit)?;
            wrong.check("games of players", answer.games, view.0.len() as u64);
            wrong.check("number of players", answer.count, right.len() as u64);
            let shown = &right[..right.len().min(limit)];
            wrong.check("players", answer.players.as_slice(), shown);
        }
        Ok(())
    }
}

fn plain(years: &YearTotals) -> Vec<YearCount> {
    years.iter().copied().collect()
}

fn by_period(chosen: &BTreeMap<usize, bool>, games: &[Known<'_>], length: u16) -> Vec<YearCount> {
    let mut periods: BTreeMap<Option<u16>, BTreeMap<usize, bool>> = BTreeMap::new();
    for (&game, &exchanged) in chosen {
        let year = games[game].year().map(|year| year - year % length);
        periods.entry(year).or_default().insert(game, exchanged);
    }
    let of_year = |(&year, chosen): (&Option<u16>, &BTreeMap<usize, bool>)| {
        let totals = totals(chosen, games);
        YearCount {
            year,
            games: totals.games,
            black_wins: totals.black_wins,
            white_wins: totals.white_wins,
            draws: totals.draws,
        }
    };
    periods.iter().map(of_year).collect()
}

pub fn check_tree(wrong: &mut Wrong, snapshot: &Snapshot, question: &Question) -> Result<(), QueryError> {
    let answer = search(snapshot, question, Detail::Counts)?;
    // Only a few moves of each position have this many games.
    let size = TreeSize {
        depth: 3,
        min_games: (answer.totals.games / 6).max(1),
    };
    let tree = tree(snapshot, question, size)?;
    wrong.check("totals of the tree", tree.totals, answer.totals);
    check_branches(
        wrong,
        snapshot,
        question,
        &mut question.board().clone(),
        &tree.next_moves,
        size,
    )
}

fn check_branches(
    wrong: &mut Wrong,
    snapshot: &Snapshot,
    question: &Question,
    line: &mut SearchBoard,
    branches: &[Branch],
    size: TreeSize,
) -> Result<(), QueryError> {
    let mut asked = question.clone();
    asked.set_board(line.clone());
    let answer = search(snapshot, &asked, Detail::Counts)?;
    let right: Vec<(Move, Totals, f64)> = answer
        .next_moves
        .iter()
        .map(|next| (next.mv, next.games.totals, next.games.share))
        .filter(|(_, totals, _)| size.depth > 0 && totals.games >= size.min_games)
        .collect();
    let says = branches
        .iter()
        .map(|branch| (branch.mv, branch.totals, branch.share))
        .collect();
    wrong.check(&format!("branches after {:?}", line.moves()), says, right);
    for branch in branches {
        if line.play(branch.mv).is_err() {
            wrong.check("moves after an illegal one", branch.next_moves.len(), 0);
            continue;
        }
        let left = TreeSize {
            depth: size.depth - 1,
            ..size
        };
        if left.depth > 0 {
            asked.set_board(line.clone());
            let reached = search(snapshot, &asked, Detail::Counts)?.totals.games;
            let what = format!("other orders to {:?}", line.moves());
            wrong.check(&what, branch.other_orders, reached - branch.totals.games);
        }
        check_branches(wrong, snapshot, question, line, &branch.next_moves, left)?;
        line.undo(1);
    }
    Ok(())
}
