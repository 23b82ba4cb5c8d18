//! Lists of games, what is known of a game, duplicates, and trees of moves.

use super::clean::{one_line, printable};
use super::filter::{COUNTED, several_players_text};
use super::statistics::percent;
use super::text::counted;
use super::text_table::{TextTable, cell};
use super::width::wrapped_text;
use super::{Coordinates, Text};
use bgo::internal::facts::Description;
use bgo::internal::go::{BoardSize, Move, Point};
use bgo::internal::query::{
    Branch, Difference, Duplicates, GameList, ListedGame, MissingWord, NearDuplicates, Question, Scope, SearchBoard,
    Tree, TreeSize, WinRate,
};
use bgo::internal::store::SourcePlace;

/// Returns a page of a list of games, a line each, and which part of the list it is.
pub fn games_text(list: &GameList) -> Text {
    let table = games_table(&list.list).map(TextTable::into_text).unwrap_or_default();
    table
        + count_text(list.games, list.offset, list.list.len() as u64).into()
        + Text::wrapped(several_players_text(&list.several_players))
}

pub(super) fn count_text(games: u64, offset: u64, shown: u64) -> String {
    let mut text = String::new();
    let there_are = match games {
        1 => "there is 1".to_owned(),
        games => format!("there are {games}"),
    };
    match (shown, games) {
        (0, 0) => text.push_str("no games\n"),
        (0, games) if offset < games => text.push_str(&format!("no games listed; {there_are}\n")),
        (0, _) => text.push_str(&format!("no games from --offset {offset} on; {there_are}\n")),
        (shown, games) if shown == games => text.push_str(&format!("{}\n", counted(games, "game"))),
        (_, games) => text.push_str(&format!("games {} to {} of {games}\n", offset + 1, offset + shown)),
    }
    text
}

/// Returns what is said in place of an empty list: the words that no game has, and what finds
/// games in their place.
pub fn no_games_text(missing: &[MissingWord]) -> String {
    if missing.is_empty() {
        return "no games\n".to_owned();
    }
    let lines = missing.iter().map(|MissingWord { word, instead }| {
        let words = if word.trim().contains(char::is_whitespace) {
            "words"
        } else {
            "word"
        };
        let found = instead
            .iter()
            .map(|(condition, games)| format!("{condition} has {}", counted(*games, "game")));
        let found = found.collect::<Vec<_>>().join(", ");
        let separator = if found.is_empty() { "" } else { "; " };
        printable(&format!("no games have the {words} \"{word}\"{separator}{found}")) + "\n"
    });
    lines.collect()
}

/// Returns games, a line each below a line of headings; nothing without games.
pub(super) fn games_table(games: &[ListedGame]) -> Option<TextTable> {
    if games.is_empty() {
        return None;
    }
    let with_place = games.iter().any(|game| game.place.is_some());
    // A few among others would take the room of the events.
    let with_repair = games.iter().all(|game| game.repair.is_some());
    let mut headings = vec![
        ("game", true),
        ("date", false),
        ("black", false),
        ("", false),
        ("white", false),
        ("", false),
        ("result", false),
        ("event", false),
    ];
    if with_place {
        headings.extend([("move", true), ("turned", true)]);
    }
    if with_repair {
        headings.push(("repaired", false));
    }
    let mut columns = TextTable::new(&headings).whole(&[1, 3, 5]).spare(7);
    for game in games {
        let mut cells = vec![game.game.to_string()];
        let texts = [
            &game.date,
            &game.black,
            &game.black_rank,
            &game.white,
            &game.white_rank,
            &game.result,
            &game.event,
        ];
        cells.extend(texts.map(|text| text.clone().unwrap_or_default()));
        if let Some(place) = game.place {
            let swapped = if place.swapped { " swapped" } else { "" };
            cells.extend([
                format!("{}/{}", place.move_number, game.moves),
                format!("{}{swapped}", place.transform.number()),
            ]);
        }
        if with_repair {
            cells.push(game.repair.clone().unwrap_or_default());
        }
        columns.row(cells);
    }
    Some(columns)
}

pub fn description_text(game: &Description, sources: &[SourcePlace]) -> String {
    let komi = game.komi.map(|komi| komi.to_string());
    let handicap = game.handicap.map(|stones| stones.to_string());
    let rows = [
        ("game", Some(game.game.to_string())),
        ("black", player(&game.black, &game.black_rank, &game.black_team)),
        ("white", player(&game.white, &game.white_rank, &game.white_team)),
        ("date", game.date_text.clone()),
        ("result", game.result_text.clone()),
        ("komi", komi),
        ("handicap", handicap),
        ("rules", game.rules.clone()),
        ("time", game.time_limit_text.clone()),
        ("overtime", game.overtime.clone()),
        ("event", game.event.clone()),
        ("round", game.round.clone()),
        ("place", game.place.clone()),
        ("name", game.name.clone()),
        ("source", game.publication.clone()),
        ("program", game.program.clone()),
        ("board", Some(format!("{0}x{0}", game.board_size))),
        ("moves", Some(game.moves.to_string())),
        ("repaired", game.repair.clone()),
    ];
    let mut text = String::new();
    for (name, value) in rows {
        if let Some(value) = value {
            text.push_str(&format!("{name:<9} {}\n", printable(&value)));
        }
    }
    for source in sources {
        let differs = if source.differs { ", another record of it" } else { "" };
        let place = format!("{}{differs}", source_text(source));
        text.push_str(&format!("{:<9} {}\n", "from", printable(&place)));
    }
    text
}

/// Returns where a game was found: the archive, the file, and which game of the file it is unless
/// it is the first.
pub(super) fn source_text(source: &SourcePlace) -> String {
    let number = match source.member_game {
        0 => String::new(),
        number => format!(" (game {} of the file)", number + 1),
    };
    format!("{}: {}{number}", source.archive, source.member)
}

fn player(name: &Option<String>, rank: &Option<String>, team: &Option<String>) -> Option<String> {
    let known: Vec<String> = [name, rank, team].into_iter().flatten().cloned().collect();
    (!known.is_empty()).then(|| known.join(", "))
}

/// A tree of next moves, a line each, indented by depth.
pub fn tree_text(tree: &Tree, question: &Question, size: TreeSize) -> Text {
    let [sgf, western] =
        [Coordinates::Sgf, Coordinates::Western].map(|coordinates| tree_lines(tree, question, size, coordinates));
    Text::fitted(move |look| {
        let text = match look.coordinates {
            Coordinates::Sgf => &sgf,
            Coordinates::Western => &western,
        };
        wrapped_text(text, look.columns())
    })
}

fn tree_lines(tree: &Tree, question: &Question, size: TreeSize, coordinates: Coordinates) -> String {
    let mut text = tree_heading(tree, question, size, coordinates);
    for branch in &tree.next_moves {
        push_branch(&mut text, branch, 0, &|mv| coordinates.played(mv, question.size()));
    }
    text.push_str(&format!("Total count: {}\n", tree.totals.games));
    text
}

fn tree_heading(tree: &Tree, question: &Question, size: TreeSize, coordinates: Coordinates) -> String {
    let games = counted(tree.totals.games, "game");
    let is_board = *question.scope() == Scope::Board;
    let subject = if is_board {
        let swapped = if question.swap() {
            ", also with the colours exchanged"
        } else {
            ""
        };
        format!("{}{swapped}", position_name(question.board(), coordinates))
    } else {
        "with the pattern".to_owned()
    };
    let TreeSize { depth, min_games } = size;
    let answers: u64 = tree.next_moves.iter().map(|branch| branch.totals.games).sum();
    let legend = if is_board && tree.next_moves.iter().any(has_other_orders) {
        "; *: more games that reach the position by other orders of moves".to_owned()
    } else if !is_board && answers > tree.totals.games {
        format!("\n{COUNTED}")
    } else {
        String::new()
    };
    format!(
        "{games} {subject}. Shown: {} deep, moves of {min_games} or more games.\nEach line: move, games, Black's win \
         rate{legend}\n",
        counted(depth.into(), "move")
    )
}

fn has_other_orders(branch: &Branch) -> bool {
    branch.other_orders > 0 || branch.next_moves.iter().any(has_other_orders)
}

fn position_name(board: &SearchBoard, coordinates: Coordinates) -> String {
    const NAMED: usize = 10;
    let moves = board.moves();
    if board.start().stones().next().is_some() {
        return "with the position".to_owned();
    }
    match moves.len() {
        0 => "from the empty board".to_owned(),
        1..=NAMED => {
            let names: Vec<String> = moves.iter().map(|&mv| coordinates.target(mv, board.size())).collect();
            format!("after {}", names.join(" "))
        }
        many => format!("after {many} moves"),
    }
}

fn push_branch(text: &mut String, branch: &Branch, depth: usize, name: &dyn Fn(Move) -> String) {
    text.push_str(&format!(
        "{:indent$}{} {}",
        "",
        name(branch.mv),
        branch.totals.games,
        indent = 2 * depth
    ));
    if let Some(WinRate { rate, .. }) = branch.win_rate {
        text.push_str(&format!(" {}", percent(rate, 0)));
    }
    if branch.other_orders > 0 {
        text.push_str(&format!(" *{}", branch.other_orders));
    }
    text.push('\n');
    for next in &branch.next_moves {
        push_branch(text, next, depth + 1, name);
    }
}

pub fn duplicates_text(duplicates: Duplicates) -> Text {
    Text::fitted(move |look| wrapped_text(&duplicates_lines(&duplicates, look.coordinates), look.columns()))
}

fn duplicates_lines(duplicates: &Duplicates, coordinates: Coordinates) -> String {
    let mut text = format!("{} with several sources\n", counted(duplicates.games.count, "game"));
    for several in &duplicates.games.list {
        push_line(&mut text, 2, &listed_title(&several.game));
        for (number, source) in (1..).zip(&several.sources) {
            push_line(&mut text, 4, &format!("{number}  {}", source_text(source)));
        }
        push_differences(&mut text, &several.differences, |which| (which + 1).to_string());
    }
    text.push_str(&format!(
        "{} with the same moves, kept apart\n",
        counted(duplicates.kept_apart.count, "group")
    ));
    for apart in &duplicates.kept_apart.list {
        push_games(&mut text, &apart.games, &apart.differences);
    }
    if let Some(cut_short) = &duplicates.cut_short {
        text.push_str(&format!(
            "{} that another record continues\n",
            counted(cut_short.count, "game")
        ));
        for cut in &cut_short.list {
            push_games(&mut text, &cut.games, &cut.differences);
        }
    }
    if let Some(near) = &duplicates.near {
        text.push_str(&format!(
            "{} that differ in a move or two, or at the end\n",
            counted(near.count, "pair")
        ));
        for pair in &near.list {
            push_games(&mut text, &pair.alike.games, &pair.alike.differences);
            push_line(&mut text, 4, &format!("moves: {}", changes_text(pair, coordinates)));
        }
    }
    text
}

/// Returns a sentence about the moves in which near duplicates differ.
fn changes_text(pair: &NearDuplicates, coordinates: Coordinates) -> String {
    let games = &pair.alike.games;
    let size = BoardSize::new(games[0].board_size).unwrap_or_default();
    let mut said = match pair.moves[..] {
        [a, b] if pair.is_exchange() => vec![format!("{} and {} are exchanged", a.move_number, b.move_number)],
        _ => {
            let named =
                |point: Option<Point>| point.map_or_else(|| "pass".to_owned(), |point| coordinates.point(point, size));
            let changes = pair.moves.iter();
            changes
                .map(|change| {
                    format!(
                        "{} is {} / {}",
                        change.move_number,
                        named(change.first),
                        named(change.second)
                    )
                })
                .collect()
        }
    };
    let longer = games.iter().max_by_key(|game| game.moves);
    let more = games[0].moves.abs_diff(games[1].moves);
    if let Some(longer) = longer.filter(|_| more > 0) {
        said.push(format!("game {} has {more} more at the end", longer.game));
    }
    said.join(", ")
}

fn push_games(text: &mut String, games: &[Description], differences: &[Difference]) {
    for game in games {
        push_line(text, 2, &listed_title(game));
    }
    push_differences(text, differences, |which| {
        games.get(which).map(|game| game.game.to_string()).unwrap_or_default()
    });
}

fn push_differences(text: &mut String, differences: &[Difference], name: impl Fn(usize) -> String) {
    for varying in differences {
        let said: Vec<String> = varying
            .values
            .iter()
            .map(|said| {
                let by: Vec<String> = said.by.iter().map(|&which| name(which)).collect();
                let value = cell(said.value.as_deref().unwrap_or("nothing"));
                format!("{value} ({})", by.join(", "))
            })
            .collect();
        push_line(text, 4, &format!("{}: {}", varying.field, said.join(" / ")));
    }
}

fn listed_title(game: &Description) -> String {
    let [black, white] = [&game.black, &game.white].map(|name| cell(name.as_deref().unwrap_or("?")));
    let mut title = format!("{}  {black} - {white}", game.game);
    for more in [&game.date, &game.result].into_iter().flatten() {
        title.push_str(&format!(", {}", cell(more)));
    }
    title + &format!(", {}", counted(game.moves.into(), "move"))
}

fn push_line(text: &mut String, indent: usize, line: &str) {
    text.push_str(&format!("{:indent$}{}\n", "", one_line(line)));
}
