use super::Text;
use super::board::board_with_last;
use super::clean::{one_line, printable};
use super::style::{HASH, paint};
use super::text::counted;
use super::text_table::Columns;
use super::text_table::cell;
use bgo::go::HashTable;
use bgo::query::{Branch, GameList, ListedGame, OpenGame, Question, SearchBoard, Subject, Tree, TreeSize, WinRate};
use bgo::store::{Description, SourcePlace};

/// Returns a page of a list of games, a line each, and which part of the list it is.
#[must_use]
pub fn games_text(list: &GameList) -> String {
    let mut text = games_lines(&list.list);
    let last = list.offset.saturating_add(list.list.len() as u64);
    let there_are = match list.games {
        1 => "there is 1".to_owned(),
        games => format!("there are {games}"),
    };
    match (list.list.len() as u64, list.games) {
        (0, 0) => text.push_str("no games\n"),
        (0, games) if list.offset < games => text.push_str(&format!("no games listed; {there_are}\n")),
        (0, _) => text.push_str(&format!("no games from --offset {} on; {there_are}\n", list.offset)),
        (shown, games) if shown == games => text.push_str(&format!("{}\n", counted(games, "game"))),
        (_, games) => text.push_str(&format!("games {} to {last} of {games}\n", list.offset + 1)),
    }
    text
}

/// Returns games, a line each below a line of headings; nothing without games.
pub(super) fn games_lines(games: &[ListedGame]) -> String {
    if games.is_empty() {
        return String::new();
    }
    let with_place = games.iter().any(|game| game.place.is_some());
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
    let mut columns = Columns::new(&headings);
    for game in games {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let mut cells = vec![
            game.game.to_string(),
            text(&game.date),
            text(&game.black),
            text(&game.black_rank),
            text(&game.white),
            text(&game.white_rank),
            text(&game.result),
            text(&game.event),
        ];
        if let Some(place) = game.place {
            let swapped = if place.swapped { " swapped" } else { "" };
            cells.extend([
                format!("{}/{}", place.move_number, game.moves),
                format!("{}{swapped}", place.transform.number()),
            ]);
        }
        columns.row(cells);
    }
    columns.text()
}

/// Returns all that is known of a game.
#[must_use]
pub fn description_text(game: &Description, sources: &[SourcePlace]) -> String {
    let komi = game.komi.map(|komi| komi.to_string());
    let handicap = game.handicap.map(|stones| stones.to_string());
    let rows = [
        ("game", Some(game.game.to_string())),
        ("black", player(&game.black, &game.black_rank, &game.black_team)),
        ("white", player(&game.white, &game.white_rank, &game.white_team)),
        ("date", game.date.clone()),
        ("result", game.result_text.clone()),
        ("komi", komi),
        ("handicap", handicap),
        ("rules", game.rules.clone()),
        ("event", game.event.clone()),
        ("round", game.round.clone()),
        ("place", game.place.clone()),
        ("name", game.name.clone()),
        ("source", game.publication.clone()),
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
        let number = match source.member_game {
            0 => String::new(),
            number => format!(" (game {} of the file)", number + 1),
        };
        let differs = if source.differs { ", another record of it" } else { "" };
        let place = format!("{}: {}{number}{differs}", source.archive, source.member);
        text.push_str(&format!("{:<9} {}\n", "from", printable(&place)));
    }
    text
}

fn player(name: &Option<String>, rank: &Option<String>, team: &Option<String>) -> Option<String> {
    let known: Vec<String> = [name, rank, team].into_iter().flatten().cloned().collect();
    (!known.is_empty()).then(|| known.join(", "))
}

/// Returns the board of the open game, the last move in lower case, with lines about the
/// game and its position.
#[must_use]
pub fn replay(replay: &OpenGame, table: &HashTable) -> Text {
    let Some(scene) = replay.scene() else {
        return Text::painted(below_board(replay));
    };
    let last = scene.last.and_then(|mv| mv.point);
    Text::painted(board_with_last(&scene.board, last, replay.area, table) + &below_board(replay))
}

fn below_board(replay: &OpenGame) -> String {
    let game = &replay.game;
    let name = |name: &Option<String>, rank: &Option<String>| {
        let name = cell(name.as_deref().unwrap_or("?"));
        rank.as_deref()
            .map_or_else(|| name.to_string(), |rank| format!("{name} {}", cell(rank)))
    };
    let (black, white) = (name(&game.black, &game.black_rank), name(&game.white, &game.white_rank));
    let (black, white) = if replay.swapped { (white, black) } else { (black, white) };
    let mut text = format!("Game {}: {black} (X) - {white} (O)", game.game);
    let result = game.result.as_deref().map(|result| {
        if replay.swapped {
            with_exchanged_winner(result)
        } else {
            result.to_owned()
        }
    });
    for more in [&game.first_date, &game.event, &result].into_iter().flatten() {
        text.push_str(&format!(", {}", cell(more)));
    }
    if replay.swapped {
        text.push_str(", colours exchanged");
    }
    text = one_line(&text) + "\n";
    let Some(scene) = replay.scene() else { return text };
    text.push_str(&format!("Move {} of {}", scene.move_number, replay.moves()));
    if let Some(last) = scene.last {
        text.push_str(&format!(": {last}"));
    }
    text.push('\n');
    for comment in &scene.comments {
        text.push_str(&paint(HASH, printable(comment)));
        text.push('\n');
    }
    text
}

/// Returns a result such as `B+R` with the other winner.
fn with_exchanged_winner(result: &str) -> String {
    match result.split_at_checked(2) {
        Some(("B+", by)) => format!("W+{by}"),
        Some(("W+", by)) => format!("B+{by}"),
        _ => result.to_owned(),
    }
}

/// A tree of next moves, a line each, indented by depth.
#[must_use]
pub fn tree_text(tree: &Tree, question: &Question<'_>, size: TreeSize) -> String {
    let mut text = tree_heading(tree, question, size);
    for branch in &tree.next_moves {
        push_branch(&mut text, branch, 0);
    }
    text.push_str(&format!("Total count: {}\n", tree.totals.games));
    text
}

/// Returns what a tree is about, and what its columns are.
fn tree_heading(tree: &Tree, question: &Question<'_>, size: TreeSize) -> String {
    let games = counted(tree.totals.games, "game");
    let subject = match question.subject {
        Subject::Pattern(_) => "with the pattern".to_owned(),
        Subject::Position { board, swap } => {
            let swapped = if swap { ", also with the colours exchanged" } else { "" };
            format!("{}{swapped}", position_name(board))
        }
    };
    let conditions = match question.filter.is_empty() {
        true => String::new(),
        false => format!(", {}", question.filter),
    };
    let TreeSize { depth, min_games } = size;
    format!(
        "{games} {subject}{}: at most {}, each in {} or more\nmove, games, black wins\n",
        printable(&conditions),
        counted(depth.into(), "move"),
        counted(min_games, "game")
    )
}

/// Returns how a position is reached.
fn position_name(board: &SearchBoard) -> String {
    /// The most moves that are named.
    const NAMED: usize = 10;
    let moves = board.moves();
    if board.start().board().stones().next().is_some() {
        return "with the position".to_owned();
    }
    match moves.len() {
        0 => "from the empty board".to_owned(),
        1..=NAMED => {
            let names: Vec<String> = moves.iter().map(|mv| mv.target().to_string()).collect();
            format!("after {}", names.join(" "))
        }
        many => format!("after {many} moves"),
    }
}

fn push_branch(text: &mut String, branch: &Branch, depth: usize) {
    text.push_str(&format!(
        "{:indent$}{} {}",
        "",
        branch.mv,
        branch.totals.games,
        indent = 2 * depth
    ));
    if let Some(WinRate { rate, .. }) = branch.win_rate {
        text.push_str(&format!(" {:.0}%", 100.0 * rate));
    }
    text.push('\n');
    for next in &branch.next_moves {
        push_branch(text, next, depth + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_exchanged_colours_the_other_player_wins() {
        for (result, exchanged) in [
            ("B+R", "W+R"),
            ("W+4.5", "B+4.5"),
            ("0", "0"),
            ("Void", "Void"),
            ("黒勝", "黒勝"),
        ] {
            assert_eq!(with_exchanged_winner(result), exchanged);
        }
    }
}
