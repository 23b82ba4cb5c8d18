//! The properties `LZ` and `LZOP` of Lizzie and LizzieYzy. Source: `SGFParser.java`
//! (`formatNodeData`) and `BoardData.java` (`bestMovesToString`) of
//! github.com/featurecat/lizzie and github.com/yzyray/lizzieyzy.
//!
//! The first line has the name of the engine or the version of the program, the win rate in per
//! cent, the playouts (`345`, `1.3k`, `45k`, `1.2m`), and for KataGo the score lead, its
//! deviation, and sometimes another number. The win rate is that of the player who is **not** to
//! play, the lead that of the player to play. The second line lists the searched moves as names
//! and numbers, with `info` after each move. These numbers are those of the player to play, and
//! the win rates are in hundredths of a per cent.

use super::Evaluation;
use super::numbers::{Lack, Numbers};
use super::vertex::vertex;
use crate::go::{BoardSize, Color, Point};

/// The most searched moves that are read.
const MAX_READ: usize = 4 * super::MAX_MOVES;

/// Reads a value without its escapes.
pub(super) fn read_lizzie(text: &str, size: BoardSize, to_play: Color) -> Result<Numbers, Lack> {
    let (first, moves) = text.split_once('\n').unwrap_or((text, ""));
    // Java writes numbers as the user's language does, such as `55,5` and `1,3k`.
    let first = first.replace(',', ".");
    let words: Vec<&str> = first.split_whitespace().collect();
    // The name of an engine may have blanks.
    let numbers = (1..words.len()).find_map(|start| head(&words[start..]));
    let (percent, playouts, lead) = numbers.ok_or(Lack::Unreadable)?;
    if playouts == 0 {
        return Err(Lack::Nothing);
    }
    let evaluation = Evaluation::of(to_play, 1.0 - percent / 100.0, lead, Some(playouts));
    let moves = moves.split("info").filter_map(|words| read_move(words, size, to_play));
    Ok((evaluation.ok_or(Lack::Unreadable)?, moves.take(MAX_READ).collect()))
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
