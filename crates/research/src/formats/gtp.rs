//! The part of the Go Text Protocol, version 2 (Gunnar Farnebäck, 2002,
//! <https://www.lysator.liu.se/~gunnar/gtp/>), that is needed for scores: the answers of an engine
//! and the scores in them.

use std::io::{BufRead, Read};

/// The maximum length of an answer, in bytes. The longest known answer is a list of commands of a
/// few thousand bytes.
const MAX_ANSWER: usize = 1 << 20;

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpAnswer {
    /// The number of the command, if the engine repeats it.
    pub number: Option<u32>,
    /// The text of the answer (`=`), or the reason of the failure (`?`).
    pub result: Result<String, String>,
}

/// Reads the next answer: `=` or `?`, possibly the number of the command, the text, and an empty
/// line. Returns `None` if the output ends. The error says why the output is not an answer.
pub fn read_answer(mut out: impl BufRead) -> Result<Option<GtpAnswer>, String> {
    let mut text = String::new();
    loop {
        let mut line = Vec::new();
        let room = (MAX_ANSWER - text.len().min(MAX_ANSWER)) as u64;
        let read = Read::take(&mut out, room).read_until(b'\n', &mut line);
        let read = read.map_err(|error| format!("its output cannot be read: {error}"))?;
        // Lines may end in CR and LF.
        let line = String::from_utf8_lossy(&line).replace('\r', "");
        if read == 0 && room == 0 {
            return Err(format!("its answer has more than {MAX_ANSWER} bytes"));
        }
        match line.trim_end() {
            // An engine that ends may omit the empty line.
            "" if !text.is_empty() => break,
            "" if read == 0 => return Ok(None),
            "" => {}
            first if text.is_empty() && !first.starts_with(['=', '?']) => {
                let first: String = first.chars().take(200).collect();
                return Err(format!(
                    "it wrote \"{}\", which is not an answer; one begins with = or ?",
                    first.escape_debug()
                ));
            }
            _ => text.push_str(&line),
        }
    }
    let (kind, rest) = text.split_at(1);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, answer) = rest.split_at(digits);
    let answer = answer.trim().to_owned();
    let result = if kind == "=" { Ok(answer) } else { Err(answer) };
    Ok(Some(GtpAnswer {
        number: number.parse().ok(),
        result,
    }))
}

/// Reads the answer to `final_score` (`B+3.5`, `W+2`, `0`, `draw`) or to GNU Go's
/// `estimate_score` (`B+26.4 (upper bound: -5.7, lower: -47.1)`, with bounds of White's
/// lead). Ignores other words after the score. Returns Black's lead in points, negative if White is
/// ahead, and the engine's bounds on the true lead, the lower first, if it states them.
pub fn read_score(answer: &str) -> Option<(f64, Option<(f64, f64)>)> {
    let (score, rest) = answer
        .trim()
        .split_once(char::is_whitespace)
        .unwrap_or((answer.trim(), ""));
    let lead = match score.split_at_checked(2) {
        Some(("B+" | "b+", points)) => number(points).filter(|points| *points >= 0.0)?,
        Some(("W+" | "w+", points)) => -number(points).filter(|points| *points >= 0.0)?,
        _ if ["draw", "jigo"].contains(&score.to_lowercase().as_str()) => 0.0,
        _ => number(score).filter(|points| *points == 0.0)?,
    };
    let bounds = match rest.trim().strip_prefix('(') {
        None => None,
        Some(inside) => {
            let (upper, lower) = inside.strip_suffix(')')?.split_once(',')?;
            let upper = number(upper.trim().strip_prefix("upper bound:")?.trim())?;
            let lower = number(lower.trim().strip_prefix("lower:")?.trim())?;
            Some((-upper.max(lower), -upper.min(lower)))
        }
    };
    // Adding 0 turns the negative zero of "W+0.0" positive.
    Some((lead + 0.0, bounds.map(|(low, high)| (low + 0.0, high + 0.0))))
}

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_one_and_several_lines() {
        let mut text = &b"= GNU Go\n\n=\n\n=12 a\r\nb\r\n\r\n\n\n? unknown command\n\n?3\n\n= end"[..];
        for expected in [
            Some((None, Ok("GNU Go"))),
            Some((None, Ok(""))),
            Some((Some(12), Ok("a\nb"))),
            Some((None, Err("unknown command"))),
            Some((Some(3), Err(""))),
            Some((None, Ok("end"))),
            None,
        ] {
            let expected = expected.map(|(number, result)| GtpAnswer {
                number,
                result: result.map(str::to_owned).map_err(str::to_owned),
            });
            assert_eq!(read_answer(&mut text), Ok(expected));
        }
    }

    #[test]
    fn other_output_is_an_error() {
        let long = "x".repeat(2 << 20);
        for (text, said) in [
            ("Hello\n= x\n\n", "it wrote \"Hello\", which"),
            (&format!("= {long}"), "its answer has more than"),
            (&long, "it wrote \"xxx"),
        ] {
            let error = read_answer(text.as_bytes()).expect_err("no answer");
            assert!(error.starts_with(said), "{error}");
        }
        assert_eq!(read_answer(&b""[..]), Ok(None));
    }

    #[test]
    fn scores() {
        for (text, lead, bounds) in [
            ("B+3.5", 3.5, None),
            ("W+2", -2.0, None),
            ("0", 0.0, None),
            ("B+26.4 (upper bound: -5.7, lower: -47.1)", 26.4, Some((5.7, 47.1))),
            ("W+0.0 (upper bound: 0.0, lower: 0.0)", 0.0, Some((0.0, 0.0))),
            ("W+3.1 (upper bound: 8.0, lower: -1.5)", -3.1, Some((-8.0, 1.5))),
            ("B+3 points", 3.0, None),
            ("Draw", 0.0, None),
        ] {
            assert_eq!(read_score(text), Some((lead, bounds)), "{text}");
        }
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
            assert_eq!(read_score(text), None, "{text}");
        }
    }
}
