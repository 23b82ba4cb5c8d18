//! Sequences: moves that are played in order inside an area.

use super::moves::AreaInGame;
use super::{Match, Probe, Scratch};
use crate::go::Color;
use crate::query::pattern::batch::Batch;
use crate::query::pattern::moments::LISTED;

impl Probe {
    /// Calls `found` with each occurrence in a game in which the sequence is played, in order.
    /// A run begins with the points of the sequence empty, and ends as `without_steps` says,
    /// which has no conditions on these points.
    pub(super) fn sequences(
        &self,
        without_steps: &Self,
        batch: &Batch,
        (lane, at): (usize, usize),
        known: (u8, bool),
        scratch: &mut Scratch,
        mut found: impl FnMut(Match),
    ) {
        let Scratch { memory, runs, area } = scratch;
        let [begun, whole] = runs;
        begun.clear();
        whole.clear();
        self.runs(batch, (lane, at), known, memory, |run| begun.push(run));
        if !begun.is_empty() {
            let known = without_steps.known(batch, lane, at);
            without_steps.runs(batch, (lane, at), known, memory, |run| whole.push(run));
        }
        area.enter(self, batch, lane, at);
        for begun in &*begun {
            let mut first = begun.from;
            let end = loop {
                first = self.first_step(batch, area, first, begun.until);
                let end = self.end_of_sequence(batch, area, first);
                if end.is_some() || first == begun.until {
                    break end;
                }
            };
            let Some((answer_after, begun_by)) = end else { continue };
            let whole = &whole[whole.partition_point(|run| run.until <= begun.from)..];
            if let Some(run) = whole.first().filter(|run| answer_after < run.until) {
                let next = self.next_move(batch, area, answer_after);
                found(Match {
                    from: begun.from,
                    until: run.until,
                    answer_after,
                    answer: next.filter(|inside| inside.ply <= run.until),
                    begun_by: Some(begun_by),
                    is_interrupted: (answer_after - first) as usize >= self.steps.len(),
                });
            }
        }
    }

    /// Returns the ply of the first move after `after` on the point of the first step, or
    /// `until`, the end of the run, if that is earlier.
    fn first_step(&self, batch: &Batch, area: &mut AreaInGame, after: u32, until: u32) -> u32 {
        let step = area.at + self.steps[0];
        if batch.moment(area.lane, step) != LISTED {
            return until;
        }
        // Suicide leaves no stone, so the run does not end with it.
        let moves = self.listed_moves(batch, area);
        let later = &moves[moves.partition_point(|inside| inside.ply <= after)..];
        let in_run = later.iter().take_while(|inside| inside.ply < until);
        let step = in_run.into_iter().find(|inside| inside.point == step);
        step.map_or(until, |inside| inside.ply)
    }

    /// Returns the ply of the last move of the sequence and the colour of the first, if the
    /// first is at the ply `begin` and the moves inside the area that follow are the others.
    fn end_of_sequence(&self, batch: &Batch, area: &mut AreaInGame, begin: u32) -> Option<(u32, Color)> {
        let mut ply = begin.checked_sub(1)?;
        let mut begun_by = None;
        let mut color = None;
        for (number, &offset) in self.steps.iter().enumerate() {
            let inside = self.next_move(batch, area, ply)?;
            let is_step = inside.point == area.at + offset && color.is_none_or(|color| inside.color == color);
            if !is_step || (number == 0 && inside.ply != begin) {
                return None;
            }
            ply = inside.ply;
            begun_by = begun_by.or(Some(inside.color));
            color = Some(inside.color.opponent());
        }
        Some((ply, begun_by?))
    }
}
