//! The part of the Go Text Protocol, version 2 (Gunnar Farnebäck, 2002,
//! <https://www.lysator.liu.se/~gunnar/gtp/>), that is needed for scores: the answers of an engine
//! and the scores in them.

use std::io::{self, BufRead};
use thiserror::Error;

/// The maximum length of an answer, in bytes. The longest known answer is a list of commands of a
/// few thousand bytes.
const MAX_ANSWER: usize = 1 << 20;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of the command, if the engine repeats it.
    pub number: Option<u32>,
    /// The text of the answer (`=`), or the reason of the failure (`?`).
    pub result: Result<String, String>,
}

/// The error for output that is not an answer.
#[derive(Debug, Error)]
pub enum AnswerError {
    /// The output ended.
    #[error("its output ended")]
    Ended,
    /// The output is something else.
    #[error("it wrote \"{}\", which is not an answer; one begins with = or ?", .0.escape_debug())]
    Nonsense(String),
    /// The answer is too long.
    #[error("its answer has more than {MAX_ANSWER} bytes")]
    Endless,
    /// The pipe is broken.
    #[error("its output cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

/// Reads the next answer: `=` or `?`, possibly the number of the command, the text, and an empty
/// line.
pub fn read_answer(mut out: impl BufRead) -> Result<Answer, AnswerError> {
    let mut text = String::new();
    loop {
        let mut line = Vec::new();
        let room = (MAX_ANSWER - text.len().min(MAX_ANSWER)) as u64;
        let read = io::Read::take(&mut out, room).read_until(b'\n', &mut line)?;
        // Lines may end in CR and LF.
        let line = String::from_utf8_lossy(&line).replace('\r', "");
        match (line.trim_end(), text.is_empty()) {
            _ if read == 0 && room == 0 => return Err(AnswerError::Endless),
            // An engine that ends may omit the empty line.
            ("", false) => break,
            _ if read == 0 => return Err(AnswerError::Ended),
            ("", true) => {}
            (first, true) if !first.starts_with(['=', '?']) => {
                return Err(AnswerError::Nonsense(first.chars().take(200).collect()));
            }
            _ => text.push_str(&line),
        }
    }
    let (kind, rest) = text.split_at(1);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, answer) = rest.split_at(digits);
    let answer = answer.trim().to_owned();
    Ok(Answer {
        number: number.parse().ok(),
        result: if kind == "=" { Ok(answer) } else { Err(answer) },
    })
}

/// A score by an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreAnswer {
    /// Black's lead in points; negative if White is ahead.
    pub lead: f64,
    /// The engine's bounds on the true lead, the lower first, if it states them.
    pub bounds: Option<(f64, f64)>,
}

/// Reads the answer to `final_score` (`B+3.5`, `W+2`, `0`, `draw`) or to GNU Go's
/// `estimate_score` (`B+26.4 (upper bound: -5.7, lower: -47.1)`, with bounds of White's
/// lead). Ignores other words after the score.
pub fn read_score(answer: &str) -> Option<ScoreAnswer> {
    let (score, rest) = match answer.trim().split_once(char::is_whitespace) {
        Some((score, rest)) => (score, rest.trim()),
        None => (answer.trim(), ""),
    };
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let lead = match score.split_at_checked(2) {
        Some(("B+" | "b+", points)) => number(points).filter(|points| *points >= 0.0)?,
        Some(("W+" | "w+", points)) => -number(points).filter(|points| *points >= 0.0)?,
        _ if ["draw", "jigo"].contains(&score.to_lowercase().as_str()) => 0.0,
        _ => number(score).filter(|points| *points == 0.0)?,
    };
    let bounds = match rest.strip_prefix('(') {
        None => None,
        Some(inside) => {
            let inside = inside.strip_suffix(')')?;
            let (upper, lower) = inside.split_once(',')?;
            let upper = number(upper.trim().strip_prefix("upper bound:")?.trim())?;
            let lower = number(lower.trim().strip_prefix("lower:")?.trim())?;
            Some((-upper.max(lower), -upper.min(lower)))
        }
    };
    // Adding 0 turns the negative zero of "W+0.0" positive.
    Some(ScoreAnswer {
        lead: lead + 0.0,
        bounds: bounds.map(|(low, high)| (low + 0.0, high + 0.0)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(mut text: &[u8]) -> Vec<Result<Answer, String>> {
        let mut answers = Vec::new();
        loop {
            match read_answer(&mut text) {
                Err(AnswerError::Ended) => return answers,
                Err(error) => answers.push(Err(error.to_string())),
                Ok(answer) => answers.push(Ok(answer)),
            }
        }
    }

    #[test]
    fn answers_of_one_and_several_lines() {
        let answer = |number, result| Ok(Answer { number, result });
        let done = |text: &str| answer(None, Ok(text.to_owned()));
        let failed = |number, text: &str| answer(number, Err(text.to_owned()));
        assert_eq!(
            answers(b"= GNU Go\n\n=\n\n=12 a\r\nb\r\n\r\n\n\n? unknown command\n\n?3\n\n= end"),
            [
                done("GNU Go"),
                done(""),
                answer(Some(12), Ok("a\nb".to_owned())),
                failed(None, "unknown command"),
                failed(Some(3), ""),
                done("end")
            ]
        );
    }

    #[test]
    fn other_output_is_an_error() {
        let told = answers(b"Hello\n= x\n\n");
        assert!(matches!(&told[0], Err(text) if text.contains("\"Hello\"")), "{told:?}");
        let endless = [b"= ".to_vec(), vec![b'x'; 2 << 20]].concat();
        assert!(matches!(read_answer(&endless[..]), Err(AnswerError::Endless)));
        let nonsense = vec![b'x'; 2 << 20];
        assert!(matches!(read_answer(&nonsense[..]), Err(AnswerError::Nonsense(_))));
        assert!(matches!(read_answer(&b""[..]), Err(AnswerError::Ended)));
    }

    #[test]
    fn scores() {
        let score = |text| read_score(text).map(|score| (score.lead, score.bounds));
        assert_eq!(score("B+3.5"), Some((3.5, None)));
        assert_eq!(score("W+2"), Some((-2.0, None)));
        assert_eq!(score("0"), Some((0.0, None)));
        assert_eq!(
            score("B+26.4 (upper bound: -5.7, lower: -47.1)"),
            Some((26.4, Some((5.7, 47.1))))
        );
        assert_eq!(
            score("W+0.0 (upper bound: 0.0, lower: 0.0)"),
            Some((0.0, Some((0.0, 0.0))))
        );
        assert_eq!(
            score("W+3.1 (upper bound: 8.0, lower: -1.5)"),
            Some((-3.1, Some((-8.0, 1.5))))
        );
        assert_eq!(score("B+3 points"), Some((3.0, None)));
        assert_eq!(score("Draw"), Some((0.0, None)));
        for text in [
            "",
            "B+",
            "B+R",
            "3.5",
            "B+nan",
            "B+-3",
            "W+inf",
            "B+3 (upper bound: 3)",
            "cannot score",
        ] {
            assert_eq!(score(text), None, "{text}");
        }
    }
}
