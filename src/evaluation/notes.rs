//! The evaluations that programs leave in records.

use super::Analysis;
use super::katrain::{Inflation, read_katrain};
use super::lizzie::read_lizzie;
use super::numbers::Lack;
use super::sabaki::{read_sabaki, read_sabaki_lead};
use crate::go::{CanonicalPosition, Color};
use crate::record::{Action, EngineNote, EngineProperty, GameRecord, comment_text};
use std::collections::HashMap;

/// The analyses of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadNotes {
    /// The analyses of its positions.
    pub analyses: Vec<Analysis>,
    /// The number of notes that could not be read.
    pub unreadable: u64,
}

/// Reads the engine notes of a record. `text` is the text that the offsets of the notes count in.
/// `positions` are the position before the first step and those after each step that can be
/// played.
pub fn read_notes(record: &GameRecord, text: &str, positions: &[CanonicalPosition]) -> ReadNotes {
    let mut read = ReadNotes::default();
    if record.engine_notes.is_empty() {
        return read;
    }
    let to_play = colors_to_play(record, positions.len());
    let mut inflation = Inflation::default();
    let mut leads = HashMap::new();
    for note in &record.engine_notes {
        if note.property == EngineProperty::SabakiLead && note.steps < positions.len() {
            match read_sabaki_lead(text.get(note.value.clone()).unwrap_or_default()) {
                Ok(lead) => drop(leads.insert(note.steps, lead)),
                Err(_) => read.unreadable += 1,
            }
        }
    }
    for EngineNote { steps, property, value } in &record.engine_notes {
        // What cannot be played has no positions.
        let Some((&position, &to_play)) = positions.get(*steps).zip(to_play.get(*steps)) else {
            continue;
        };
        let raw = text.get(value.clone()).unwrap_or_default();
        let numbers = match property {
            EngineProperty::Lizzie => read_lizzie(&comment_text(raw), position.size(), to_play),
            EngineProperty::Sabaki => read_sabaki(raw, leads.get(steps).copied()).map(|found| (found, Vec::new())),
            // Belongs to a win rate.
            EngineProperty::SabakiLead => continue,
            EngineProperty::KaTrain => read_katrain(raw, position.size(), &mut inflation),
        };
        match numbers {
            Ok((evaluation, moves)) => {
                let komi = record.info.komi_value();
                read.analyses
                    .push(Analysis::new(position, to_play, komi, evaluation, moves));
            }
            Err(Lack::Nothing) => {}
            Err(Lack::Unreadable) => read.unreadable += 1,
        }
    }
    read
}

/// Returns the colours to play before the first step and after each step. Setup does not
/// change the turn; before the first move it is that of the player of that move.
fn colors_to_play(record: &GameRecord, positions: usize) -> Vec<Color> {
    let mut moves = record.steps.iter().filter_map(|step| step.action.played());
    let is_handicap = record.setup.len() >= 2 && record.setup.iter().all(|(_, stone)| *stone == Some(Color::Black));
    let first = if is_handicap { Color::White } else { Color::Black };
    let mut to_play = moves.next().map_or(first, |mv| mv.color);
    let mut colors = vec![to_play];
    for step in record.steps.iter().take(positions.saturating_sub(1)) {
        if let Action::Move(mv) = step.action {
            to_play = mv.color.opponent();
        }
        colors.push(to_play);
    }
    colors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Evaluation;
    use crate::go::{HashTable, KeyTables};
    use crate::record::{game_trees, replay};

    fn read(text: &str) -> ReadNotes {
        let record = game_trees(text).next().expect("a tree").game.expect("a game");
        let keys = KeyTables::new(HashTable::built_in());
        let mut positions = Vec::new();
        replay(&record, keys.get(record.size), |visit| positions.push(visit.canonical));
        read_notes(&record, text, &positions)
    }

    fn found(text: &str) -> Vec<String> {
        let line = |analysis: &Analysis| {
            let Evaluation {
                win_rate,
                score_lead,
                visits,
            } = analysis.evaluation;
            let moves: Vec<_> = analysis.moves.iter().map(|(_, found)| found.win_rate).collect();
            format!(
                "{} {win_rate} {score_lead:?} {visits:?} {moves:?}",
                analysis.to_play.letter()
            )
        };
        read(text).analyses.iter().map(line).collect()
    }

    #[test]
    fn sabaki_writes_blacks_win_rate_after_the_node() {
        assert_eq!(
            found("(;SZ[9]SBKV[47.25];B[ee]SBKV[55];W[cc]SBKV[ 40.5 ])"),
            ["B 0.4725 None None []", "W 0.55 None None []", "B 0.405 None None []"]
        );
        let broken = read("(;SZ[9];B[ee]SBKV[x];W[cc]SBKV[140];B[gg]SBKV[])");
        assert_eq!((broken.analyses.len(), broken.unreadable), (0, 3));
    }

    #[test]
    fn sabaki_writes_blacks_lead_beside_the_win_rate_in_any_order() {
        assert_eq!(
            found("(;SZ[9]SBKS[-1.25]SBKV[47];B[ee]SBKV[55]SBKS[2.5];W[cc]SBKV[40];B[gg]SBKS[3])"),
            [
                "B 0.47 Some(-1.25) None []",
                "W 0.55 Some(2.5) None []",
                "B 0.4 None None []"
            ]
        );
        for lead in ["", "x", "NaN", "1e999", "2000"] {
            let broken = read(&format!("(;SZ[9];B[ee]SBKV[55]SBKS[{lead}])"));
            assert_eq!((broken.analyses.len(), broken.unreadable), (1, 1), "{lead}");
            assert_eq!(broken.analyses[0].evaluation.score_lead, None, "{lead}");
        }
    }

    #[test]
    fn lizzie_writes_the_win_rate_of_the_player_of_the_last_move() {
        let moves =
            "move C3 visits 900 winrate 4600 prior 50 pv C3 G7 info move pass visits 3 winrate 100 pv pass info ";
        assert_eq!(
            found(&format!(
                "(;SZ[9];B[ee]LZ[Lizzie 55.5 1.3k\n{moves}];W[cc]LZ[0.7 60 12\n])"
            )),
            ["W 0.555 None Some(1300) [0.54, 0.99]", "B 0.4 None Some(12) []"]
        );
        assert_eq!(
            found("(;SZ[9];B[ee]LZ[Lizzie 55,5 1,3k\n])"),
            ["W 0.555 None Some(1300) []"]
        );
        // The lead is that of the player to play.
        let kata = "KataGo 1.9 b40 30.0 2000 2.5 18.3\nmove C3 visits 9 winrate 7000 scoreMean 2.25 pv C3 info ";
        assert_eq!(
            found(&format!("(;SZ[9]LZOP[{kata}];B[ee]LZ[{kata}])")),
            ["B 0.7 Some(2.5) Some(2000) [0.7]", "W 0.3 Some(-2.5) Some(2000) [0.3]"]
        );
    }

    #[test]
    fn notes_without_numbers_and_broken_ones_are_told_apart() {
        let none = read("(;SZ[9];B[ee]LZ[0.7 50.0 0\n])");
        assert_eq!(none, ReadNotes::default());
        for value in [
            "",
            "Lizzie",
            "Lizzie x y",
            "Lizzie 150 10",
            "Lizzie 50 1.5",
            "Lizzie 50 10 x",
        ] {
            let broken = read(&format!("(;SZ[9];B[ee]LZ[{value}])"));
            assert_eq!((broken.analyses.len(), broken.unreadable), (0, 1), "{value}");
        }
    }

    #[test]
    fn notes_count_on_the_main_line_only() {
        let text = "(;SZ[9](;B[ee]SBKV[10](;W[ee]SBKV[20])(;W[cc]SBKV[30]))(;B[cc]SBKV[40]))";
        assert_eq!(found(text), ["W 0.1 None None []", "B 0.2 None None []"]);
        assert_eq!(read(text).unreadable, 0);
    }

    #[test]
    fn setup_keeps_the_turn_and_handicap_stones_give_it_to_white() {
        assert_eq!(found("(;SZ[9]AB[cc][gg]SBKV[90])"), ["W 0.9 None None []"]);
        assert_eq!(found("(;SZ[9]AB[cc][gg]SBKV[90];B[ee])"), ["B 0.9 None None []"]);
        assert_eq!(found("(;SZ[9];B[cc];AB[gg]SBKV[90])"), ["W 0.9 None None []"]);
    }
}
