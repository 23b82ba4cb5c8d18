//! The evaluations that programs leave in records.

use super::katago::MoveInfo;
use super::{Analysis, Evaluation, vertex};
use crate::go::{BoardSize, CanonicalPosition, Color, Point};
use crate::record::{Action, EngineNote, EngineProperty, GameRecord, comment_text};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::bufread::GzDecoder;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::io::Read;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadNotes {
    pub analyses: Vec<Analysis>,
    pub unreadable: u64,
}

/// Reads the engine notes of a record. `text` is the text that the offsets of the notes count in.
/// `positions` are the position before the first step and those after each step that can be
/// played.
pub(crate) fn read_notes(record: &GameRecord, text: &str, positions: &[CanonicalPosition]) -> ReadNotes {
    let mut read = ReadNotes::default();
    if record.engine_notes.is_empty() {
        return read;
    }
    let to_play = colors_to_play(record, positions.len());
    let mut inflated = 0;
    let mut leads = HashMap::new();
    for note in &record.engine_notes {
        if note.property == EngineProperty::SabakiLead && note.steps < positions.len() {
            match read_sabaki_lead(text.get(note.value.clone()).unwrap_or_default()) {
                Some(lead) => drop(leads.insert(note.steps, lead)),
                None => read.unreadable += 1,
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
            EngineProperty::Sabaki => {
                read_sabaki(raw, leads.get(steps).copied()).map(|found| Some((found, Vec::new())))
            }
            // Belongs to a win rate.
            EngineProperty::SabakiLead => continue,
            EngineProperty::KaTrain => read_katrain(raw, position.size(), &mut inflated),
        };
        match numbers {
            Some(Some((evaluation, moves))) => {
                let komi = record.info.komi_value();
                read.analyses
                    .push(Analysis::new(position, to_play, komi, evaluation, moves));
            }
            Some(None) => {}
            None => read.unreadable += 1,
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

/// The numbers of an engine note that can be read: the evaluation of its position, and of moves from it; `None` if the
/// program says that it has no evaluation.
type Numbers = Option<(Evaluation, Vec<(Option<Point>, Evaluation)>)>;

// The properties `SBKV` and `SBKS` of Sabaki. Source: `src/modules/sabaki.js`
// (`analysis-update`) of github.com/SabakiHQ/Sabaki.
//
// `SBKV` is Black's win rate in per cent. `SBKS`, which newer versions add if the engine says
// it, is the number of points by which Black leads, negative if White leads. Both have up to
// two decimals.

/// Reads a win rate, with the lead of the same node if there is one.
fn read_sabaki(win_rate: &str, lead: Option<f64>) -> Option<Evaluation> {
    let percent: f64 = win_rate.trim().parse().ok()?;
    Evaluation::of(Color::Black, percent / 100.0, lead, None)
}

fn read_sabaki_lead(raw: &str) -> Option<f64> {
    let lead = raw.trim().parse().ok()?;
    // Any win rate shows whether the lead is in range.
    Evaluation::of(Color::Black, 0.5, Some(lead), None).map(|_| lead)
}

// The properties `LZ` and `LZOP` of Lizzie and LizzieYzy. Source: `SGFParser.java`
// (`formatNodeData`) and `BoardData.java` (`bestMovesToString`) of
// github.com/featurecat/lizzie and github.com/yzyray/lizzieyzy.
//
// The first line has the name of the engine or the version of the program, the win rate in per
// cent, the playouts (`345`, `1.3k`, `45k`, `1.2m`), and for KataGo the score lead, its
// deviation, and sometimes another number. The win rate is that of the player who is **not** to
// play, the lead that of the player to play. The second line lists the searched moves as names
// and numbers, with `info` after each move. These numbers are those of the player to play, and
// the win rates are in hundredths of a per cent.

const MAX_READ: usize = 4 * super::MAX_MOVES;

fn read_lizzie(text: &str, size: BoardSize, to_play: Color) -> Option<Numbers> {
    let (first, moves) = text.split_once('\n').unwrap_or((text, ""));
    // Java writes numbers as the user's language does, such as `55,5` and `1,3k`.
    let first = first.replace(',', ".");
    let words: Vec<&str> = first.split_whitespace().collect();
    // The name of an engine may have blanks.
    let numbers = (1..words.len()).find_map(|start| head(&words[start..]));
    let (percent, playouts, lead) = numbers?;
    if playouts == 0 {
        return Some(None);
    }
    let evaluation = Evaluation::of(to_play, 1.0 - percent / 100.0, lead, Some(playouts));
    let moves = moves.split("info").filter_map(|words| read_move(words, size, to_play));
    Some(Some((evaluation?, moves.take(MAX_READ).collect())))
}

/// Returns the win rate in per cent, the playouts, and the lead if there is one.
fn head(words: &[&str]) -> Option<(f64, u64, Option<f64>)> {
    let (&[percent, visits], rest) = words.split_first_chunk::<2>()?;
    let rest: Vec<f64> = rest.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let lead = match rest[..] {
        [] => None,
        [lead, _] | [lead, _, _] => Some(lead),
        _ => return None,
    };
    Some((percent.parse().ok()?, playouts(visits)?, lead))
}

/// Reads a number of playouts, which is rounded from 1,000 on.
fn playouts(word: &str) -> Option<u64> {
    let (number, factor) = match word.strip_suffix(['k', 'K']) {
        Some(number) => (number, 1e3),
        None => match word.strip_suffix(['m', 'M']) {
            Some(number) => (number, 1e6),
            None => return word.parse().ok(),
        },
    };
    let number: f64 = number.parse().ok()?;
    let playouts = (number * factor).round();
    (0.0..1e15).contains(&playouts).then_some(playouts as u64)
}

/// Reads a searched move, such as `move R5 visits 38 winrate 5404 pv R5 Q5`.
fn read_move(text: &str, size: BoardSize, to_play: Color) -> Option<(Option<Point>, Evaluation)> {
    let mut words = text.split_whitespace();
    let (mut point, mut win_rate, mut lead, mut visits) = (None, None, None, None);
    while let Some(name) = words.next() {
        match name {
            "move" => point = Some(vertex(words.next()?, size)?),
            "visits" => visits = Some(words.next()?.parse().ok()?),
            "winrate" => win_rate = Some(words.next()?.parse::<f64>().ok()? / 1e4),
            "scoreMean" | "scoreLead" => lead = Some(words.next()?.parse().ok()?),
            "pv" => break,
            _ => drop(words.next()),
        }
    }
    Some((point?, Evaluation::of(to_play, win_rate?, lead, visits)?))
}

// The property `KT` of KaTrain. Source: `katrain/core/game_node.py` (`analysis_dumps`) of
// github.com/sanderland/katrain.
//
// It has three values, each compressed by gzip and written in base 64. The third is a JSON
// document: `root` has the results of the position, and `moves` those of moves by their
// names, with the fields of KataGo's responses. All numbers are Black's.

/// The most bytes of the documents of one record. KaTrain writes some 50,000 for a position.
const MAX_INFLATED: u64 = 128 << 20;

const MAX_DOCUMENT: u64 = 4 << 20;

#[derive(Deserialize)]
struct KaTrainDocument {
    root: Option<MoveInfo>,
    #[serde(default)]
    moves: BTreeMap<String, MoveInfo>,
}

/// Reads the third value of `KT`. `inflated` counts the bytes that the documents of the record have taken so far.
fn read_katrain(raw: &str, size: BoardSize, inflated: &mut u64) -> Option<Numbers> {
    let document: KaTrainDocument = serde_json::from_slice(&unpack(raw, inflated)?).ok()?;
    let Some(root) = document.root else { return Some(None) };
    let evaluation = root.evaluation(Color::Black)?;
    let moves = document.moves.values();
    let moves = moves.filter_map(|info| info.evaluated_move(size, Color::Black));
    Some(Some((evaluation, moves.collect())))
}

fn unpack(raw: &str, inflated: &mut u64) -> Option<Vec<u8>> {
    let letters: String = raw.split_whitespace().collect();
    let packed = STANDARD.decode(letters).ok()?;
    let most = MAX_DOCUMENT.min(MAX_INFLATED.saturating_sub(*inflated));
    let mut bytes = Vec::new();
    let read = GzDecoder::new(packed.as_slice()).take(most + 1).read_to_end(&mut bytes);
    *inflated += bytes.len() as u64;
    (read.is_ok() && bytes.len() as u64 <= most).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{HashTable, KeyTables};
    use crate::record::{game_trees, replay};
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

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

    fn encoded(document: &str) -> String {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(document.as_bytes()).expect("room");
        STANDARD.encode(packer.finish().expect("room"))
    }

    fn read_document(document: &str) -> Option<Numbers> {
        read_katrain(&encoded(document), BoardSize::MAX, &mut 0)
    }

    #[test]
    fn all_numbers_are_blacks() {
        let document = r#"{"moves": {
            "Q16": {"move": "Q16", "order": 0, "visits": 300, "winrate": 0.55, "scoreLead": 0.75, "pv": ["Q16"]},
            "pass": {"move": "pass", "order": 999, "visits": 1, "winrate": 0.05, "scoreLead": -9.5}},
            "root": {"winrate": 0.5321, "scoreLead": 0.4, "visits": 500, "currentPlayer": "B"},
            "completed": true}"#;
        let (evaluation, moves) = read_document(document).flatten().expect("is read");
        let of = |rate, lead, visits| Evaluation::of(Color::Black, rate, Some(lead), Some(visits)).expect("in range");
        assert_eq!(evaluation, of(0.5321, 0.4, 500));
        let moves: Vec<_> = moves
            .iter()
            .map(|(point, found)| (point.map(|point| point.to_string()), *found))
            .collect();
        assert_eq!(moves[0], (Some("pd".to_owned()), of(0.55, 0.75, 300)));
        assert_eq!(moves[1], (None, of(0.05, -9.5, 1)));
    }

    #[test]
    fn a_position_without_results_has_nothing_and_damage_is_unreadable() {
        assert_eq!(read_document(r#"{"moves": {}, "root": null}"#), Some(None));
        assert_eq!(read_document("{"), None);
        assert_eq!(read_document(r#"{"root": {"winrate": 5}}"#), None);
        let whole = encoded(r#"{"root": {"winrate": 0.5}}"#);
        for raw in ["", "?", "AAAA", &whole[..whole.len() / 2]] {
            assert_eq!(read_katrain(raw, BoardSize::MAX, &mut 0), None, "{raw}");
        }
    }

    #[test]
    fn documents_that_unpack_to_much_are_not_read() {
        let blanks = |bytes: u64| encoded(&(" ".repeat(bytes as usize) + r#"{"root": {"winrate": 0.5}}"#));
        let mut inflated = 0;
        let mut read = |raw: &str| read_katrain(raw, BoardSize::MAX, &mut inflated).is_some();
        assert!(!read(&blanks(MAX_DOCUMENT)));
        let fits = blanks(MAX_DOCUMENT - 100);
        let documents = (0..64).take_while(|_| read(&fits)).count() as u64;
        assert!((MAX_INFLATED / MAX_DOCUMENT - 2..=MAX_INFLATED / MAX_DOCUMENT).contains(&documents));
    }
}
