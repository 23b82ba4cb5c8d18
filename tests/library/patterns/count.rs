//! Counts of the answers to a pattern: games, occurrences, years, players and the tree.

use super::compare::{Answered, seen};
use super::draw::Drawn;
use super::question_about;
use super::timeline::Timeline;
use crate::twin::Wrong;
use crate::twin::answers::Asked;
use crate::twin::board::Board;
use crate::twin::games::index;
use crate::twin::known::Known;
use crate::twin::query::{Kind, Query};
use crate::twin::tally::{Passage, View, totals};
use bgo::internal::go::{Color, Move};
use bgo::internal::query::{
    Branch, Detail, Filter, PatternOccurrence, PatternSearch, QueryError, TreeSize, WinRate, search, tree,
};
use bgo::internal::store::{Snapshot, Totals};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use testkit::Rng;

/// A pattern that both have found alike, in the games that meet a filter.
pub struct Counted<'a> {
    pub snapshot: &'a Snapshot,
    pub drawn: &'a Drawn,
    pub search: &'a PatternSearch,
    pub filter: &'a Filter,
    pub occurrences: &'a [PatternOccurrence],
    pub twin: &'a Answered,
    pub games: &'a [Timeline],
    pub known: &'a [Known<'a>],
}

impl Counted<'_> {
    pub fn check(&self, wrong: &mut Wrong, rng: &mut Rng) -> Result<(), QueryError> {
        let lines = usize::from(self.drawn.size.lines());
        let asked = Asked {
            snapshot: self.snapshot,
            question: &question_about(self.search, self.filter),
            // Only its size matters.
            query: &Query::new(Kind::Nowhere, Board::new(lines), None).expect("an empty board"),
            view: &self.view(lines),
            games: self.known,
        };
        asked.check_search(wrong)?;
        self.check_occurrences(wrong)?;
        match rng.below(4) {
            0 => asked.check_years(wrong)?,
            1 => asked.check_players(wrong)?,
            2 => asked.check_details(wrong)?,
            _ => self.check_tree(wrong, rng)?,
        }
        Ok(())
    }

    fn view(&self, lines: usize) -> View {
        let mut view = View::default();
        for occurrence in self.occurrences {
            let next = occurrence.answer.map(|answer| {
                let point = answer.mv.point.expect("a stone");
                (Some(index(point, lines)), answer.mv.color)
            });
            let game = occurrence.game as usize - 1;
            view.0.entry(game).or_default().push(Passage {
                game,
                ply: usize::from(occurrence.ply),
                exchanged: occurrence.swapped,
                next,
                set_up: false,
            });
        }
        view
    }

    fn check_occurrences(&self, wrong: &mut Wrong) -> Result<(), QueryError> {
        let question = question_about(self.search, self.filter);
        let answer = search(self.snapshot, &question, Detail::Counts)?;
        wrong.check("halts", answer.halts, None);
        let counts = answer.pattern.expect("counts of a pattern");
        let found = &self.twin.found;
        wrong.check("occurrences", counts.occurrences, found.len() as u64);
        let unanswered = found.iter().filter(|found| found.answer.is_none()).count() as u64;
        wrong.check("unanswered", counts.unanswered, unanswered);
        let elsewhere = found.iter().filter(|found| found.is_elsewhere).count() as u64;
        wrong.check("elsewhere", counts.elsewhere, elsewhere);
        wrong.check("images", counts.images, self.twin.images.len());
        let mut right: BTreeMap<[u8; 3], (u64, u64)> = BTreeMap::new();
        for answer in found.iter().filter_map(|found| found.answer.as_ref()) {
            let (all, direct) = right.entry(answer.0).or_default();
            *all += 1;
            *direct += u64::from(answer.2 == 0);
        }
        let says = answer.next_moves.iter().map(|next| {
            let counts = next.answer.expect("counts of an answer");
            (seen(self.search, next.mv), (counts.occurrences, counts.direct))
        });
        wrong.check("answers", says.collect(), right);
        for next in &answer.next_moves {
            wrong.check(
                "wins of who plays",
                next.player_win_rate(),
                self.wins_of_players(next.mv),
            );
        }
        Ok(())
    }

    /// Returns how often those won who played an answer, in the colours of their games.
    fn wins_of_players(&self, mv: Move) -> Option<WinRate> {
        let mut played: BTreeMap<i64, Color> = BTreeMap::new();
        for occurrence in self.occurrences {
            let Some(answer) = occurrence.answer.filter(|answer| answer.mv == mv) else {
                continue;
            };
            let game = &self.games[occurrence.game as usize - 1];
            let color = game.mv(usize::from(answer.ply)).expect("a move of the game").color;
            // A game counts once, without exchanged colours if it has the answer so.
            if !occurrence.swapped || !played.contains_key(&occurrence.game) {
                played.insert(occurrence.game, color);
            }
        }
        let winners = played
            .iter()
            .map(|(&game, &color)| (self.known[game as usize - 1].winner, color));
        let [won, lost] = [true, false].map(|has_won| {
            let counted = winners.clone();
            counted
                .filter(|(winner, color)| winner.is_some_and(|winner| (winner == *color) == has_won))
                .count()
        });
        WinRate::of(won as u64, lost as u64)
    }

    /// Checks the tree: the moves inside the area after each occurrence, from its answer
    /// on, in their order.
    fn check_tree(&self, wrong: &mut Wrong, rng: &mut Rng) -> Result<(), QueryError> {
        let depth = 1 + rng.below(4);
        let games = self.view(usize::from(self.drawn.size.lines())).games();
        let min_games = 1 + rng.below(1 + games.len() / 8) as u64;
        let mut lines: BTreeMap<Vec<[u8; 3]>, BTreeMap<usize, bool>> = BTreeMap::new();
        for found in &self.twin.found {
            let (Some(answer), image) = (&found.answer, &self.twin.images[found.image]) else {
                continue;
            };
            let game = &self.games[found.game as usize - 1];
            let moves = (answer.1..).map_while(|number| game.mv(number));
            let inside: Vec<_> = moves.filter(|mv| image.has(*mv)).take(depth).collect();
            for end in 1..=inside.len() {
                let line = |way| inside[..end].iter().map(|&mv| image.seen(way, mv)).collect::<Vec<_>>();
                let seen = (0..).zip(&image.ways).map(|(number, &way)| (line(way), number, way.1));
                // The answer has the colour that counts.
                let counts = |(line, ..): &(Vec<[u8; 3]>, usize, bool)| line[0][0] == answer.0[0];
                let (line, _, exchanged) = seen.filter(counts).min().expect("a way");
                *lines
                    .entry(line)
                    .or_default()
                    .entry(found.game as usize - 1)
                    .or_insert(true) &= exchanged;
            }
        }
        let right: BTreeMap<Vec<[u8; 3]>, Totals> = lines
            .into_iter()
            .map(|(line, chosen)| (line, totals(&chosen, self.known)))
            .filter(|(_, totals)| totals.games >= min_games)
            .collect();
        let size = TreeSize {
            depth: depth as u32,
            min_games,
        };
        let tree = match tree(self.snapshot, &question_about(self.search, self.filter), size) {
            // Too many moves for one answer.
            Err(QueryError::LargeTree(most)) if right.len() >= most => return Ok(()),
            tree => tree?,
        };
        wrong.check("games of the tree", tree.totals, totals(&games, self.known));
        let mut says = BTreeMap::new();
        self.flatten(wrong, &tree.next_moves, &mut Vec::new(), &mut says);
        for line in says.keys().chain(right.keys()) {
            wrong.check(
                &format!("line {line:?} of a tree of {size:?}"),
                says.get(line),
                right.get(line),
            );
        }
        Ok(())
    }

    fn flatten(
        &self,
        wrong: &mut Wrong,
        branches: &[Branch],
        line: &mut Vec<[u8; 3]>,
        to: &mut BTreeMap<Vec<[u8; 3]>, Totals>,
    ) {
        let order = branches.is_sorted_by_key(|branch| Reverse(branch.totals.games));
        wrong.check("branches by popularity", order, true);
        for branch in branches {
            line.push(seen(self.search, branch.mv));
            let old = to.insert(line.clone(), branch.totals);
            wrong.check(&format!("line {line:?} before"), old, None);
            self.flatten(wrong, &branch.next_moves, line, to);
            line.pop();
        }
    }
}
