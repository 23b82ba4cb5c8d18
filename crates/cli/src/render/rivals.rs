//! Players among others: new moves, cards and scores.

use super::clean::{one_line, printable};
use super::games::{count_text, games_text};
use super::statistics::{range, rate, years};
use super::text::counted;
use super::text_table::TextTable;
use super::{Coordinates, Text};
use bgo::internal::facts::Description;
use bgo::internal::go::{BoardSize, Color, Move};
use bgo::internal::query::{
    Against, GameNovelty, Novelties, NoveltyTally, Opening, PlayerCard, PlayerNovelties, PlayerRecord, PlayerTally,
    Score,
};

/// The fewest decided games from which a win rate is shown.
const FEWEST: u64 = 10;

/// Returns a win rate with its interval, unless it is of few games.
fn success(tally: &PlayerTally) -> String {
    match tally.win_rate() {
        None => String::new(),
        Some(_) if is_few(tally) => "too few".to_owned(),
        Some(won) => format!("{} ({})", rate(Some(won)), range(won)),
    }
}

const fn is_few(tally: &PlayerTally) -> bool {
    tally.wins + tally.losses < FEWEST
}

/// Returns a line about the last game that goes with the open one.
pub fn companion_text(game: &Description) -> String {
    let [black, white] = [&game.black, &game.white].map(|name| name.as_deref().unwrap_or("?"));
    let date = game.date.as_ref().map(|date| format!(", {date}")).unwrap_or_default();
    one_line(&format!("The latest: game {}, {black} - {white}{date}", game.game))
}

/// Returns a line for each game with its new move, and which part of the list it is.
pub fn novelties_text(novelties: &Novelties, against: Against) -> Text {
    let shown = novelties.list.len() as u64;
    let count = count_text(novelties.games, novelties.offset, shown);
    if novelties.list.is_empty() {
        return count.into();
    }
    let list = novelties.list.clone();
    let table = Text::fitted(move |look| {
        let table = novelties_table(&list, against, look.coordinates);
        table
            .lines(look.columns())
            .iter()
            .map(|line| format!("{line}\n"))
            .collect()
    });
    let legend = match against {
        Against::All => {
            "new: the move after the last common position, by the player with *; others: their most frequent move there"
        }
        Against::Earlier => {
            "new: the first move to a position that earlier games lack, by the player with *; earlier: their most \
             frequent move there; later: games that follow; won: how often the colour of the new move wins these"
        }
    };
    table + Text::wrapped(format!("{legend}\n")) + count.into()
}

fn novelties_table(list: &[GameNovelty], against: Against, coordinates: Coordinates) -> TextTable {
    let is_first = against == Against::Earlier;
    let mut headings = vec![
        ("game", true),
        ("date", false),
        ("black", false),
        ("white", false),
        ("result", false),
        ("move", true),
        ("new", false),
        (if is_first { "earlier" } else { "others" }, false),
    ];
    if is_first {
        headings.extend([("later", true), ("won", false)]);
    }
    let mut table = TextTable::new(&headings).whole(&[1, 6, 7]).spare(4);
    for novelty in list {
        let texts = [&novelty.date, &novelty.black, &novelty.white, &novelty.result];
        let mut cells = vec![novelty.game.to_string()];
        cells.extend(texts.map(|text| text.clone().unwrap_or_default()));
        match novelty.new_move.map(|new| new.mv.color) {
            Some(Color::Black) => cells[2].insert(0, '*'),
            Some(Color::White) => cells[3].insert(0, '*'),
            None => {}
        }
        cells.push(novelty.new_move.map(|new| new.number.to_string()).unwrap_or_default());
        let name = |mv| coordinates.played(mv, novelty.board_size);
        cells.push(novelty.new_move.map_or_else(|| "none".to_owned(), |new| name(new.mv)));
        let others = novelty.other_games;
        cells.push(match novelty.played {
            Some(played) => format!("{} {} of {others}", name(played.mv), played.games),
            None => others.to_string(),
        });
        if let Some(followed) = novelty.followed.filter(|_| is_first) {
            cells.extend([followed.games.to_string(), success(&followed)]);
        } else if is_first {
            cells.extend([String::new(), String::new()]);
        }
        table.row(cells);
    }
    table
}

/// Returns the games of two players, and the score of the first.
pub fn score_text(score: &Score) -> Text {
    let Score {
        player,
        opponent,
        colors,
        games,
    } = score;
    let title = one_line(&format!("{player} against {opponent}"));
    let tallies = [("as black", &colors.black), ("as white", &colors.white)];
    Text::painted(format!("{title}\n")) + tallies_table("", &tallies).into_text() + games_text(games)
}

/// Returns the record of a player, and who played the novelties.
pub fn player_text(PlayerCard { record, novelties }: &PlayerCard) -> Text {
    let span = match record.first_year {
        Some(_) => format!(", {}", years(record.first_year, record.last_year)),
        None => String::new(),
    };
    let title = format!("{}: {}{span}", record.player, counted(record.games, "game"));
    let colors = [("as black", &record.colors.black), ("as white", &record.colors.white)];
    let mut text = Text::painted(one_line(&title) + "\n") + tallies_table("", &colors).into_text();
    text = text + years_table(record).into_text();
    for (color, openings) in [
        (Color::Black, &record.openings.black),
        (Color::White, &record.openings.white),
    ] {
        if !openings.is_empty() {
            text = text + openings_text(openings, color, record.board_size);
        }
    }
    if !record.opponents.is_empty() {
        let tallies = record
            .opponents
            .iter()
            .map(|other| (other.player.as_str(), &other.tally));
        text = text + tallies_table("opponent", &tallies.collect::<Vec<_>>()).into_text();
        let (shown, all) = (record.opponents.len(), counted(record.opponent_count, "opponent"));
        text = text + format!("{shown} of {all}\n").into();
    }
    text + player_novelties_text(novelties)
}

fn tallies_table(heading: &str, tallies: &[(&str, &PlayerTally)]) -> TextTable {
    let mut table = TextTable::new(&[
        (heading, false),
        ("games", true),
        ("won", true),
        ("lost", true),
        ("drawn", true),
        ("win rate", true),
    ]);
    for (name, tally) in tallies.iter().filter(|(_, tally)| tally.games > 0) {
        let numbers = [tally.games, tally.wins, tally.losses, tally.draws].map(|number| number.to_string());
        let cells = [(*name).to_owned()].into_iter().chain(numbers);
        table.row(cells.chain([success(tally)]));
    }
    table
}

fn years_table(record: &PlayerRecord) -> TextTable {
    let mut table = TextTable::new(&[
        ("year", false),
        ("as black", true),
        ("won", true),
        ("as white", true),
        ("won", true),
    ]);
    for year in &record.years {
        let of_colors = [year.colors.black, year.colors.white].map(|tally| [tally.games, tally.wins]);
        let name = year.year.map_or_else(|| "?".to_owned(), |year| year.to_string());
        table.row(
            [name]
                .into_iter()
                .chain(of_colors.as_flattened().iter().map(ToString::to_string)),
        );
    }
    table
}

fn openings_text(openings: &[Opening], color: Color, size: BoardSize) -> Text {
    let openings = openings.to_vec();
    let heading = match color {
        Color::Black => "first move as black",
        Color::White => "first moves as white",
    };
    Text::fitted(move |look| {
        let mut table = TextTable::new(&[(heading, false), ("games", true), ("won", true)]);
        for opening in &openings {
            let colors = [Color::Black, Color::White].into_iter().cycle();
            let moves = opening.moves.iter().zip(colors);
            let moves = moves.filter_map(|(text, color)| Move::parse(text, color, size).ok());
            let moves: Vec<String> = moves.map(|mv| look.coordinates.target(mv, size)).collect();
            table.row([moves.join(" "), opening.games.to_string(), opening.wins.to_string()]);
        }
        table
            .lines(look.columns())
            .iter()
            .map(|line| format!("{line}\n"))
            .collect()
    })
}

fn player_novelties_text(novelties: &PlayerNovelties) -> Text {
    let PlayerNovelties {
        games,
        by_player,
        by_opponent,
    } = novelties;
    let lines = side_text("by the player", by_player) + &side_text("by the opponent", by_opponent);
    match lines.is_empty() {
        true => Text::default(),
        false => Text::wrapped(printable(&format!(
            "New moves in {}:\n{lines}",
            counted(*games, "recent game")
        ))),
    }
}

fn side_text(side: &str, NoveltyTally { median_move, tally }: &NoveltyTally) -> String {
    let Some(number) = median_move else {
        return String::new();
    };
    let judged = match tally.win_rate() {
        None => String::new(),
        Some(_) if is_few(tally) => format!("; the player won {} and lost {}", tally.wins, tally.losses),
        Some(_) => format!("; the player won {}", success(tally)),
    };
    let games = counted(tally.games, "game");
    format!("  {side} in {games}, half of them by move {number}{judged}\n")
}
