use super::conditions::{CONDITIONS, Condition};
use super::{Choice, Filter, NamePattern, QueryError};
use crate::store::{GameColumns, RowId, RowSet, Snapshot, Texts};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// The most players that are named.
const NAMED: usize = 3;

/// Several players whose games are in an answer because a condition has a part of their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeveralPlayers {
    /// The name of the condition: `player`, `black` or `white`.
    pub condition: &'static str,
    /// The part of a name.
    pub part: String,
    /// The number of the players.
    pub count: u64,
    /// Those of them with the most games.
    pub players: Vec<GamesOfPlayer>,
}

/// A player's games in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesOfPlayer {
    /// The name.
    pub player: String,
    /// The number of games that meet the condition with the name.
    pub games: u64,
}

impl Choice<'_> {
    /// Returns the players of each condition that has a part of several names.
    pub fn several_players(&self, snapshot: &Snapshot) -> Result<Vec<SeveralPlayers>, QueryError> {
        let mut counter = PlayerCounter::new(snapshot, self.filter())?;
        if !counter.conditions.is_empty() {
            self.visit_columns(snapshot, |_, _, columns| counter.add(columns))?;
        }
        Ok(counter.several())
    }
}

/// Counts the games of the players that conditions with a part of a name match.
pub(super) struct PlayerCounter {
    conditions: Vec<CountedCondition>,
    texts: Arc<Texts>,
}

struct CountedCondition {
    condition: &'static Condition,
    part: String,
    rows: RowSet,
    games: HashMap<RowId, u64>,
}

impl PlayerCounter {
    pub fn new(snapshot: &Snapshot, filter: &Filter) -> Result<Self, QueryError> {
        let texts = snapshot.players()?;
        let mut conditions = Vec::new();
        for condition in CONDITIONS.iter().filter(|condition| condition.names_player()) {
            for value in condition.values(filter) {
                if let Ok(NamePattern::Part(part)) = value.parse() {
                    conditions.push(CountedCondition {
                        condition,
                        rows: texts.containing(&part),
                        part,
                        games: HashMap::new(),
                    });
                }
            }
        }
        Ok(Self { conditions, texts })
    }

    /// Counts a game of the answer.
    pub fn add(&mut self, game: &GameColumns) {
        for CountedCondition {
            condition, rows, games, ..
        } in &mut self.conditions
        {
            let (black, white) = match condition.name {
                "black" => (game.black, None),
                "white" => (None, game.white),
                // A game of a player against himself counts once.
                _ => (game.black, game.white.filter(|_| game.white != game.black)),
            };
            for player in [black, white].into_iter().flatten() {
                if rows.contains(Some(player)) {
                    *games.entry(player).or_default() += 1;
                }
            }
        }
    }

    /// Returns the conditions that have several players.
    pub fn several(self) -> Vec<SeveralPlayers> {
        let texts = self.texts;
        let several = |CountedCondition {
                           condition, part, games, ..
                       }| {
            // Names that differ in case or width are one.
            let mut names: HashMap<&str, (u64, u64, &str)> = HashMap::new();
            for (row, games) in games {
                let (Some(folded), Some(written)) = (texts.folded(row), texts.written(row)) else {
                    continue;
                };
                let (all, most, name) = names.entry(folded).or_insert((0, 0, written));
                *all += games;
                if (games, Reverse(written)) > (*most, Reverse(*name)) {
                    (*most, *name) = (games, written);
                }
            }
            let mut names: Vec<(u64, &str)> = names.into_values().map(|(all, _, name)| (all, name)).collect();
            names.sort_unstable_by_key(|&(games, name)| (Reverse(games), name));
            let of_player = |&(games, player): &(u64, &str)| GamesOfPlayer {
                player: player.to_owned(),
                games,
            };
            (names.len() > 1).then(|| SeveralPlayers {
                condition: condition.name,
                part,
                count: names.len() as u64,
                players: names.iter().take(NAMED).map(of_player).collect(),
            })
        };
        self.conditions.into_iter().filter_map(several).collect()
    }
}
