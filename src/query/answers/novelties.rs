//! Novelties: lists of games with the move at which each left the others, and counts of one player's.

use super::list::{Choice, Find, Page, Sort};
use super::novelty_search::{Against, LastCommon, NoveltyQuestion, NoveltySearch};
use super::player::{PlayerRecord, PlayerTally, color_of, player_record, rows_of};
use crate::go::{BoardSize, Move};
use crate::query::filter::{Filter, NamePattern};
use crate::query::{QueryError, json};
use crate::store::Snapshot;
use serde::Serialize;

/// Games, each with its new move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Novelties {
    /// The number of games that meet the conditions.
    pub games: u64,
    /// The number of games before those listed.
    pub offset: u64,
    /// The games, the latest first.
    pub list: Vec<GameNovelty>,
}

/// A game and its new move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameNovelty {
    /// The game's number.
    pub game: i64,
    /// The first date.
    pub date: Option<String>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The result, or the text in its place if that is not a result.
    pub result: Option<String>,
    /// The size of the board.
    #[serde(serialize_with = "json::lines")]
    #[cfg_attr(feature = "schema", schemars(with = "u8", range(min = 2, max = 19)))]
    pub board_size: BoardSize,
    /// The new move; `None` if no position is common, or if the game ends or sets stones up at the last
    /// common one.
    pub new_move: Option<Novelty>,
    /// The number of other games with the position before the new move.
    pub other_games: u64,
    /// The latest of these.
    pub companion: Option<i64>,
    /// The move that most of them play there.
    pub played: Option<PlayedMove>,
    /// The later games with the position after the new move, in which the colour of that move won and
    /// lost; only if games are compared with earlier ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub followed: Option<PlayerTally>,
}

/// The move with which a game leaves others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Novelty {
    /// The number of the move.
    pub number: u16,
    /// The move, as in the record.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
}

/// A move that others play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedMove {
    /// The move, in the orientation of the game that left.
    #[serde(flatten, serialize_with = "json::move_and_color")]
    #[cfg_attr(feature = "schema", schemars(with = "json::MoveFields"))]
    pub mv: Move,
    /// The number of games that play it.
    pub games: u64,
}

/// Finds the new move of each game that meets the conditions. Calls `progress` with the numbers of games
/// done and to do in all.
pub fn novelties(
    snapshot: &Snapshot,
    question: &NoveltyQuestion<'_>,
    progress: impl FnMut(u64, u64),
) -> Result<Novelties, QueryError> {
    let find = Find {
        filter: question.filter,
        words: &[],
    };
    let page = Page {
        offset: question.offset,
        limit: question.limit,
        ..Page::whole(Sort::Date, false)
    };
    let (games, chosen) = Choice::Find(find).page(snapshot, page)?;
    let mut list = Vec::new();
    NoveltySearch::new(snapshot, question)?.for_each(&chosen, progress, |search, game| {
        list.push(game_novelty(snapshot, search, question.against, game)?);
        Ok(())
    })?;
    Ok(Novelties {
        games,
        offset: question.offset as u64,
        list,
    })
}

fn game_novelty(
    snapshot: &Snapshot,
    search: &mut NoveltySearch<'_>,
    against: Against,
    game: i64,
) -> Result<GameNovelty, QueryError> {
    let common = search.last_common(game)?;
    let common = common.as_ref();
    let new_move = common.and_then(LastCommon::novelty);
    let followed = match (against, common, new_move) {
        (Against::Earlier, Some(common), Some(new)) => Some(search.followed(game, common, new.mv.color)?),
        _ => None,
    };
    let played = common.map(|common| common.played(snapshot)).transpose()?.flatten();
    let description = snapshot.description(game)?;
    Ok(GameNovelty {
        game,
        date: description.date.or(description.date_text),
        black: description.black,
        white: description.white,
        result: description.result.or(description.result_text),
        board_size: snapshot.columns().read(game, |game| game.board_size())?,
        new_move,
        other_games: common.map_or(0, |common| common.other_games),
        companion: common.map(|common| common.companion),
        played,
        followed,
    })
}

/// The new moves in a player's games, by the side that played them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerNovelties {
    /// The number of games examined: the player's latest, without those against himself. Games without a new
    /// move are in neither count.
    pub games: u64,
    /// The games in which the player played the new move.
    pub by_player: NoveltyTally,
    /// The games in which the opponent did.
    pub by_opponent: NoveltyTally,
}

/// Games whose new move one side played, and their results for the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoveltyTally {
    /// The median of the numbers of the new moves, the smaller one of two.
    pub median_move: Option<u16>,
    /// The games.
    #[serde(flatten)]
    pub tally: PlayerTally,
}

/// The record of a player, and the novelties of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerCard {
    /// The record over all games.
    #[serde(flatten)]
    pub record: PlayerRecord,
    /// The novelties in the latest games.
    #[serde(rename = "departures")]
    pub novelties: PlayerNovelties,
}

/// The maximum number of a player's games to search for novelties.
const NOVELTY_GAMES: usize = 50;

/// Reads the card of the player with this whole name, with at most `limit` openings and opponents. Calls
/// `progress` with the numbers of games searched for novelties and to search in all.
pub fn player_card(
    snapshot: &Snapshot,
    name: &str,
    limit: usize,
    progress: impl FnMut(u64, u64),
) -> Result<PlayerCard, QueryError> {
    Ok(PlayerCard {
        record: player_record(snapshot, name, None, limit)?,
        novelties: player_novelties(snapshot, name, NOVELTY_GAMES, progress)?,
    })
}

/// Counts the new moves of both sides in the latest games of the player with this whole name, at most `limit`
/// of them. Calls `progress` with the numbers of games done and to do in all.
pub fn player_novelties(
    snapshot: &Snapshot,
    name: &str,
    limit: usize,
    progress: impl FnMut(u64, u64),
) -> Result<PlayerNovelties, QueryError> {
    let whole = NamePattern::Whole(name.to_owned());
    let rows = rows_of(&*snapshot.players()?, &whole)?;
    let filter = Filter {
        players: vec![whole.into()],
        ..Filter::default()
    };
    let choice = Choice::Find(Find {
        filter: &filter,
        words: &[],
    });
    let page = Page {
        limit,
        ..Page::whole(Sort::Date, false)
    };
    let games = choice.page(snapshot, page)?.1;
    let mut columns = snapshot.columns();
    let mut novelties = PlayerNovelties::default();
    let (mut moves_of_player, mut moves_of_opponent) = (Vec::new(), Vec::new());
    let mut search = NoveltySearch::new(snapshot, &NoveltyQuestion::default())?;
    search.for_each(&games, progress, |search, game| {
        let Some(color) = columns.read(game, |game| color_of(game, &rows))? else {
            return Ok(());
        };
        novelties.games += 1;
        let common = search.last_common(game)?;
        let Some(novelty) = common.as_ref().and_then(LastCommon::novelty) else {
            return Ok(());
        };
        let (side, moves) = match novelty.mv.color == color {
            true => (&mut novelties.by_player, &mut moves_of_player),
            false => (&mut novelties.by_opponent, &mut moves_of_opponent),
        };
        columns.read(game, |game| side.tally.add(color, game))?;
        moves.push(novelty.number);
        Ok(())
    })?;
    novelties.by_player.median_move = median(moves_of_player);
    novelties.by_opponent.median_move = median(moves_of_opponent);
    Ok(novelties)
}

fn median(mut numbers: Vec<u16>) -> Option<u16> {
    numbers.sort_unstable();
    numbers.get(numbers.len().saturating_sub(1) / 2).copied()
}
