use super::value::List;
use super::{Fault, Perspective, Query, color};
use crate::evaluation::vertex::vertex;
use crate::evaluation::{Analysis, Evaluation};
use crate::go::{BoardSize, Color, KeyTables, Point};
use serde::Deserialize;

/// The fields of a response that matter here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Fields {
    turn_number: Option<u64>,
    root_info: Option<Info>,
    move_infos: Option<List<Info>>,
}

/// The results of a position, or of a move from it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub(in crate::evaluation) struct Info {
    /// The colour to play at a position; older versions omit it.
    current_player: Option<String>,
    /// The move, if the results are about a move.
    #[serde(rename = "move")]
    mv: Option<String>,
    winrate: Option<f64>,
    score_lead: Option<f64>,
    /// The name that older versions have for the lead.
    score_mean: Option<f64>,
    visits: Option<u64>,
}

/// A response: the results of one position of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    turn: u64,
    root: Info,
    moves: Vec<Info>,
}

impl Fields {
    pub fn read(self) -> Result<Response, Fault> {
        Ok(Response {
            turn: self.turn_number.ok_or(Fault::Missing("turnNumber"))?,
            root: self.root_info.ok_or(Fault::Missing("rootInfo"))?,
            moves: self.move_infos.map_or_else(Vec::new, |List(moves)| moves),
        })
    }
}

impl Info {
    /// Returns the evaluation, whose numbers are from the view of `side`, or `None` if they are
    /// out of range or there is no win rate.
    pub fn evaluation(&self, side: Color) -> Option<Evaluation> {
        Evaluation::of(side, self.winrate?, self.score_lead.or(self.score_mean), self.visits)
    }

    /// Returns the point and the evaluation of a move, or `None` if the move is off the board or
    /// its numbers are out of range.
    pub fn evaluated_move(&self, size: BoardSize, side: Color) -> Option<(Option<Point>, Evaluation)> {
        Some((vertex(self.mv.as_deref()?, size)?, self.evaluation(side)?))
    }
}

impl Response {
    /// Combines the response with its query into an analysis. The engine reported numbers from
    /// `perspective`, unless the query overrides it.
    pub fn analysis(&self, query: &Query, perspective: Perspective, keys: &KeyTables) -> Result<Analysis, Fault> {
        if query.is_restricted {
            return Err(Fault::Restricted);
        }
        let (position, assumed) = query.position(keys, self.turn)?;
        let to_play = self.root.current_player.as_deref().map_or(Ok(assumed), color)?;
        let side = query.perspective.unwrap_or(perspective).side(to_play);
        let evaluation = self.root.evaluation(side).ok_or(Fault::Range)?;
        let moves = self
            .moves
            .iter()
            .filter_map(|info| info.evaluated_move(query.size(), side));
        Ok(Analysis::new(position, to_play, query.komi, evaluation, moves))
    }
}
