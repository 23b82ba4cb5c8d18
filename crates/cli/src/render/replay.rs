//! The open game: its board with lines about the game and the position.

use super::board::board_with_last;
use super::clean::{one_line, printable};
use super::next_moves::AnsweredLines;
use super::stones::Stones;
use super::text::{COMMENT, Look, Screen, paint};
use super::text_table::cell;
use super::width::wrapped;
use super::{MoveMark, Text, counted};
use bgo::internal::go::HashTable;
use bgo::internal::query::{Answer, OpenGame, Question};

/// Returns the board of the open game, the last move in lower case, with lines about the
/// game and its position, and with the answer about the position, if there is one.
pub fn replay(
    replay: &OpenGame,
    marks: &[MoveMark],
    answer: Option<&(Answer, Question)>,
    table: &HashTable,
    remarks: &[String],
) -> Text {
    let [letters, circles] = [Stones::Letters, Stones::Circles].map(|stones| title(replay, stones.signs()));
    let Some(scene) = replay.scene() else {
        return Text::painted(letters + "\n");
    };
    let last = scene.last.and_then(|mv| mv.point);
    let board = board_with_last(&scene.board, last, marks, table).framed(replay.area);
    let size = scene.board.size();
    let place = format!("Move {} of {}", scene.move_number, replay.moves());
    let captured = captured(replay);
    let answered = answer.map(|(answer, question)| AnsweredLines::new(marks, answer, question));
    let comments = scene.comments.iter().flat_map(|comment| {
        let lines: Vec<String> = printable(comment).lines().map(str::to_owned).collect();
        lines
    });
    let comments: Vec<String> = comments.collect();
    let (played, remarks) = (scene.last, remarks.to_vec());
    board.with(
        move |room| {
            let last = played.map(|mv| format!(": {}", room.coordinates.played(mv, size)));
            let place = format!("{place}{}", last.unwrap_or_default());
            let title = match room.stones {
                Stones::Letters => &letters,
                Stones::Circles => &circles,
            };
            let about = [title, &place].into_iter().chain(&captured);
            let mut lines: Vec<String> = about.flat_map(|line| wrapped(line, room.columns())).collect();
            lines.extend(match &answered {
                Some(answered) => answered.lines(&remarks, without_lines(room, lines.len())),
                None => remarks
                    .iter()
                    .flat_map(|remark| wrapped(remark, room.columns()))
                    .collect(),
            });
            for comment in &comments {
                lines.extend(wrapped(comment, room.columns()).iter().map(|line| paint(COMMENT, line)));
            }
            lines
        },
        false,
    )
}

fn captured(replay: &OpenGame) -> Option<String> {
    let stones = replay.captured();
    let named = ["black", "white"].into_iter().zip(stones);
    let named = named.filter(|(_, stones)| *stones > 0);
    let named: Vec<String> = named
        .map(|(color, stones)| counted(stones as u64, &format!("{color} stone")))
        .collect();
    (!named.is_empty()).then(|| format!("Captured: {}", named.join(", ")))
}

fn without_lines(room: Look, taken: usize) -> Look {
    let screen = room.screen.map(|screen| Screen {
        rows: screen.rows.saturating_sub(taken),
        ..screen
    });
    Look { screen, ..room }
}

fn title(replay: &OpenGame, [x, o]: [char; 2]) -> String {
    let game = &replay.game;
    let mut players = [(&game.black, &game.black_rank), (&game.white, &game.white_rank)];
    if replay.swapped {
        players.reverse();
    }
    let [black, white] = players.map(|(name, rank)| {
        let name = cell(name.as_deref().unwrap_or("?"));
        rank.as_deref()
            .map_or_else(|| name.to_string(), |rank| format!("{name} {}", cell(rank)))
    });
    let mut text = format!("Game {}: {black} ({x}) - {white} ({o})", game.game);
    let result = game.result.as_deref().map(|result| {
        if replay.swapped {
            with_exchanged_winner(result)
        } else {
            result.to_owned()
        }
    });
    for more in [&game.date, &game.event, &result].into_iter().flatten() {
        text.push_str(&format!(", {}", cell(more)));
    }
    if replay.swapped {
        text.push_str(", colours exchanged");
    }
    one_line(&text)
}

fn with_exchanged_winner(result: &str) -> String {
    match result.split_at_checked(2) {
        Some(("B+", by)) => format!("W+{by}"),
        Some(("W+", by)) => format!("B+{by}"),
        _ => result.to_owned(),
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
