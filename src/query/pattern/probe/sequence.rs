//! Sequences: moves that are played in order inside an area.

use super::moves::AreaInGame;
use super::spans::Known;
use super::{Probe, Run, Scratch};
use crate::go::Color;
use crate::query::pattern::batch::{Batch, LISTED};

impl Probe {
    /// Calls `found` with each occurrence in a game in which the sequence is played, in order.
    /// The pattern stands from when its points are empty, and `without_steps` asks nothing of
    /// these points once they are taken.
    pub(super) fn sequences(
        &self,
        without_steps: &Self,
        batch: &Batch,
        (lane, at): (usize, usize),
        known: Known,
        scratch: &mut Scratch,
        mut found: impl FnMut(Run),
    ) {
        let Scratch { memory, spans, area } = scratch;
        let [begun, whole] = spans;
        begun.clear();
        whole.clear();
        self.spans(batch, (lane, at), known, memory, |span| begun.push(span));
        if !begun.is_empty() {
            let known = without_steps.look(batch, lane, at);
            without_steps.spans(batch, (lane, at), known, memory, |span| whole.push(span));
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
            let whole = &whole[whole.partition_point(|span| span.until <= begun.from)..];
            if let Some(span) = whole.first().filter(|span| answer_after < span.until) {
                let next = self.next_move(batch, area, answer_after);
                found(Run {
                    from: begun.from,
                    until: span.until,
                    answer_after,
                    answer: next.filter(|inside| inside.ply <= span.until),
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
