use crate::query::QueryError;
use crate::query::filter::{CONDITIONS, Condition, Filter, NamePattern};
use crate::store::{GameView, RowId, RowSet, Snapshot, Texts};
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
    /// The name of the condition, such as `player`.
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

/// A condition with a part of a name, and the games of the players that it matches.
pub(super) struct PlayerCounter {
    condition: &'static Condition,
    part: String,
    rows: RowSet,
    games: HashMap<RowId, u64>,
    texts: Arc<Texts>,
}

impl PlayerCounter {
    /// Returns a counter for each condition of a filter that has a part of a name.
    pub fn all(snapshot: &Snapshot, filter: &Filter) -> Result<Vec<Self>, QueryError> {
        let mut counters = Vec::new();
        for condition in CONDITIONS.iter().filter(|condition| condition.names_player()) {
            let names = condition.names(filter).iter().filter(|names| !names.is_negated);
            for name in names.flat_map(|names| &names.any_of) {
                if let NamePattern::Part(part) = name {
                    let texts = snapshot.players()?;
                    counters.push(Self {
                        condition,
                        rows: texts.containing(part),
                        part: part.clone(),
                        games: HashMap::new(),
                        texts,
                    });
                }
            }
        }
        Ok(counters)
    }

    /// Counts a game of the answer.
    pub fn add(&mut self, game: &GameView<'_>) {
        let (one, other) = match self.condition.name {
            "black" => (game.black(), None),
            "white" => (None, game.white()),
            "won" => (game.winner().and_then(|winner| game.player(winner)), None),
            "lost" => (game.winner().and_then(|winner| game.player(winner.opponent())), None),
            // A game of a player against himself counts once.
            _ => (game.black(), game.white().filter(|_| game.white() != game.black())),
        };
        for player in [one, other].into_iter().flatten() {
            if self.rows.contains(Some(player)) {
                *self.games.entry(player).or_default() += 1;
            }
        }
    }

    /// Returns the players if there are several.
    pub fn several(self) -> Option<SeveralPlayers> {
        let texts = &*self.texts;
        // Names that differ in case or width are one, and so are aliases.
        let mut names: HashMap<&str, (u64, u64, &str)> = HashMap::new();
        for (row, games) in self.games {
            let Some(folded) = texts.folded(texts.one(row)) else {
                continue;
            };
            let written = texts.shown(row);
            let (all, most, name) = names.entry(folded).or_insert((0, 0, written));
            *all += games;
            if (games, Reverse(written)) > (*most, Reverse(*name)) {
                (*most, *name) = (games, written);
            }
        }
        let mut names: Vec<(u64, &str)> = names.into_values().map(|(all, _, name)| (all, name)).collect();
        names.sort_unstable_by_key(|&(games, name)| (Reverse(games), name));
        let players = names.iter().take(NAMED).map(|&(games, player)| GamesOfPlayer {
            player: player.to_owned(),
            games,
        });
        (names.len() > 1).then(|| SeveralPlayers {
            condition: self.condition.name,
            part: self.part,
            count: names.len() as u64,
            players: players.collect(),
        })
    }
}
