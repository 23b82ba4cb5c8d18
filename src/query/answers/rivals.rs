//! One player among others: the player that a name means, and the score of two players.

use super::list::{Choice, Find, GameList, Page, Sort};
use super::player::{TallyByColor, color_of, rows_of};
use crate::query::QueryError;
use crate::query::filter::{Filter, NamePattern};
use crate::store::{RowId, RowSet, Snapshot};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The most candidates that are named.
const NAMED: usize = 5;

/// Returns the whole name of a player. A part of a name must be the whole name of a player, or of one player only.
pub fn player_named(snapshot: &Snapshot, name: &NamePattern) -> Result<String, QueryError> {
    let texts = snapshot.players()?;
    rows_of(&texts, name)?;
    let NamePattern::Part(part) = name else {
        return Ok(name.text().to_owned());
    };
    if !texts.equal_to(part).is_empty() {
        return Ok(part.clone());
    }
    let names = snapshot.game_names()?;
    let found = names.players.containing(part);
    match found[..] {
        [(only, _)] => Ok(texts.shown(only).to_owned()),
        _ => Err(QueryError::SeveralPlayers {
            part: part.clone(),
            count: found.len(),
            players: found
                .iter()
                .take(NAMED)
                .filter_map(|&(row, games)| Some((texts.offered(row)?.to_owned(), games)))
                .collect(),
        }),
    }
}

/// The games of two players with each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// The first player, whose wins are counted.
    pub player: String,
    /// The second player.
    pub opponent: String,
    /// The first player's games with each colour.
    #[serde(flatten)]
    pub colors: TallyByColor,
    /// The games, the latest first.
    pub games: GameList,
}

/// Returns the score of two different players with these whole names, ignoring case and accents, and a page
/// of their games by date.
pub fn score(
    snapshot: &Snapshot,
    player: &str,
    opponent: &str,
    offset: usize,
    limit: usize,
) -> Result<Score, QueryError> {
    let whole = [player, opponent].map(|name| NamePattern::Whole(name.trim().to_owned()));
    let names = snapshot.players()?;
    let [player_rows, opponent_rows] = [rows_of(&names, &whole[0])?, rows_of(&names, &whole[1])?];
    if player_rows == opponent_rows {
        return Err(QueryError::SamePlayer(player.to_owned()));
    }
    let filter = Filter {
        players: whole.map(Into::into).into(),
        ..Filter::default()
    };
    let choice = Choice::Find(Find {
        filter: &filter,
        words: &[],
    });
    let mut colors = TallyByColor::default();
    // The numbers of games with each spelling.
    let mut spellings = HashMap::<RowId, u64>::new();
    choice.visit_columns(snapshot, |_, _, game| {
        if let Some(color) = color_of(game, &player_rows) {
            colors.add(color, game);
            for row in [game.black(), game.white()].into_iter().flatten() {
                *spellings.entry(row).or_default() += 1;
            }
        }
    })?;
    let shown = |rows: &RowSet| {
        let games = |row: &RowId| (spellings.get(row).copied(), Reverse(row.get()));
        let most_written = rows.iter().max_by_key(games);
        most_written.map_or("", |row| names.shown(row)).to_owned()
    };
    let page = Page {
        offset,
        limit,
        ..Page::whole(Sort::Date, false)
    };
    Ok(Score {
        player: shown(&player_rows),
        opponent: shown(&opponent_rows),
        colors,
        games: choice.list(snapshot, page)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::{add_aliases, player_record};
    use crate::testing::{TestDatabase, line, sgf};

    #[test]
    fn a_part_of_a_long_name_means_its_player() {
        let long = "joonki ".repeat(20);
        let [one, other] = ["one", "other"].map(|end| format!("{long}{end}"));
        let db = TestDatabase::with(&[
            sgf(&format!("PB[{one}]PW[Cho]"), &line(40, 1)),
            sgf(&format!("PB[{other}]PW[Cho]"), &line(40, 2)),
        ]);
        let snapshot = db.snapshot();
        let named = |part: &str| player_named(&snapshot, &NamePattern::Part(part.to_owned()));
        assert_eq!(named("KI ONE").expect("a player"), one);
        let record = player_record(&snapshot, &one, None, 1).expect("a record");
        assert_eq!((record.player, record.games), (one, 1));
        let error = named("joonki").expect_err("several");
        assert!(matches!(error, QueryError::SeveralPlayers { count: 2, .. }), "{error}");
    }

    #[test]
    fn a_score_shows_the_names_that_records_and_aliases_do() {
        let db = TestDatabase::with(&[sgf("PB[joonki]PW[Cho]", &line(40, 1)), sgf("PB[Go]PW[X]", &line(40, 2))]);
        add_aliases(&db, "Great One", &["joonki".to_owned()]).expect("is added");
        let snapshot = db.snapshot();
        for (opponent, written, games) in [("CHO", "Cho", 1), ("go", "Go", 0)] {
            let score = score(&snapshot, "joonki", opponent, 0, 1).expect("a score");
            assert_eq!((&*score.player, &*score.opponent), ("Great One", written));
            assert_eq!(score.games.games, games);
        }
    }
}
