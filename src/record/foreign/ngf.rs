//! NGF, the format of Cyberoro and wBaduk.

use super::game::ForeignGame;
use super::values::{date, known_rank, number, rank, result, trimmed};
use crate::go::{Color, Point};
use crate::record::text::{is_ngf_move, lines, ngf_start};

/// The number of lines before the moves. Older records have fewer.
const HEADER: usize = 12;

/// What some records have before each line of the header, as `PM` stands before each move.
const MARK: &str = "GI";

pub(super) fn read(text: &str) -> ForeignGame {
    let mut game = ForeignGame::default();
    let before = ngf_start(text.as_bytes()).unwrap_or(0);
    let all = lines(text.as_bytes())
        .skip(before)
        .map(|line| (&text[line.clone()], line.start));
    let header: Vec<(&str, usize)> = all
        .clone()
        .take(HEADER)
        .take_while(|(line, _)| !is_ngf_move(trimmed(line).as_bytes()))
        .collect();
    let is_marked = header.get(1).is_some_and(|(line, _)| line.starts_with(MARK));
    let line = |at: usize| match header.get(at).copied() {
        Some((line, offset)) if is_marked => match line.strip_prefix(MARK) {
            Some(value) => (value, offset + MARK.len()),
            None => (line, offset),
        },
        line => line.unwrap_or(("", text.len())),
    };
    set_values(&mut game, line);
    game.take_number(0);
    for (line, offset) in all.skip(header.len()) {
        read_move(&mut game, trimmed(line), offset);
    }
    let (announced, offset) = line(HEADER - 1);
    if let Ok(announced) = announced.trim().parse() {
        game.expect_moves(announced, offset);
    }
    if header.len() < HEADER && game.moves() == 0 {
        game.note(text.len(), || format!("the header ends early; it has {HEADER} lines"));
    }
    game
}

fn set_values<'a>(game: &mut ForeignGame, line: impl Fn(usize) -> (&'a str, usize)) {
    let (size, at) = line(1);
    game.set_size(size, at);
    for (property, level, (player, offset)) in [("PW", "WR", line(2)), ("PB", "BR", line(3))] {
        let ranked = player.trim().rsplit_once(char::is_whitespace);
        match ranked {
            Some((name, grade)) if known_rank(grade).is_some() => {
                game.set(property, name, offset);
                game.set(level, &rank(grade), offset);
            }
            _ => game.set(property, player, offset),
        }
    }
    for (property, (value, offset)) in [("EV", line(0)), ("PC", line(4))] {
        game.set(property, value, offset);
    }
    let (handicap, at) = line(5);
    let stones = handicap.trim().parse::<usize>();
    match stones {
        Ok(stones) => game.set_handicap(stones, false, at),
        Err(_) if handicap.trim().is_empty() => {}
        Err(_) => game.note(at, || {
            "line 6 is no number of handicap stones; none is assumed".to_owned()
        }),
    }
    let (komi, at) = line(7);
    if let Ok(points) = komi.trim().parse::<f64>()
        && points.abs() < 1000.0
    {
        // An even game has half a point more than the whole number that is written.
        let half = if points.fract() == 0.0 && stones.unwrap_or(0) == 0 {
            0.5
        } else {
            0.0
        };
        game.set("KM", &number(points + half), at);
    }
    let (day, at) = line(8);
    game.set("DT", &date(day), at);
    let (minutes, at) = line(9);
    if let Ok(minutes @ 1..) = minutes.trim().parse::<u32>() {
        game.set("TM", &(u64::from(minutes) * 60).to_string(), at);
    }
    let (sentence, at) = line(10);
    game.set("RE", &result(sentence), at);
}

/// Reads a line of the moves: PM, two letters that count, B or W, and column and row from
/// `B`; `A` twice is a pass. Letters may be small. Other lines are skipped.
fn read_move(game: &mut ForeignGame, line: &str, offset: usize) {
    let letters = line.to_ascii_uppercase();
    let Some(rest) = letters.strip_prefix("PM") else {
        return game.skip_line(line, offset);
    };
    let played = match rest.as_bytes() {
        [first, second, color @ (b'B' | b'W'), x, y, ..] => {
            // AB is the first move, BA comes after AZ.
            let [first, second] = [first, second].map(|letter| usize::from(letter.wrapping_sub(b'A')));
            game.take_number(26 * first + second);
            Some((if *color == b'B' { Color::Black } else { Color::White }, *x, *y))
        }
        _ => None,
    };
    match played {
        Some((color, b'A', b'A')) => game.play(color, None, offset),
        Some((color, x @ b'B'.., y @ b'B'..)) if Point::new(x - b'B', y - b'B').is_on(game.board_size()) => {
            game.play(color, Some(Point::new(x - b'B', y - b'B')), offset);
        }
        _ => game.end_before(line, offset, "PM, two letters, B or W, and column and row from B"),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::{fault, sgf};
    use crate::record::foreign::translated;

    pub const NGF: &str = "Spring match\r\n19\r\nSnow White   9P\r\nInk      3D*\r\nwww.example.com\r\n0\r\n0\r\n6\r\n\
                       20110812 [09:31]\r\n480\r\nBlack wins by 2.5 points! >> White(60):Black(69)\r\n3\r\n\
                       PMABBQEEQ\r\nPMACWEQQE\r\nPMADBAAAA\r\n";

    #[test]
    fn ngf() {
        assert_eq!(
            sgf(NGF),
            "SZ[19]PW[Snow White]WR[9p]PB[Ink]BR[3d]EV[Spring match]PC[www.example.com]KM[6.5]DT[2011-08-12]TM[28800]\
             RE[B+2.5];B[pd];W[dp];B[])"
        );
        assert!(translated(NGF).expect("foreign").repairs.is_empty());
        let handicap = NGF.replace("\r\n0\r\n0\r\n6\r\n", "\r\n2\r\n0\r\n0\r\n");
        assert!(sgf(&handicap).contains("HA[2]KM[0]DT"), "{}", sgf(&handicap));
        assert!(sgf(&handicap).contains("AB[dp][pd];B[pd]"));
        // White answers in the corner that three stones leave open.
        let three = NGF.replace("\r\n0\r\n0\r\n6\r\n", "\r\n3\r\n0\r\n0\r\n");
        let three = three.replace("PMABBQEEQ", "PMABWQQQQ");
        assert!(sgf(&three).contains("AB[dd][dp][pd];W[pp]"), "{}", sgf(&three));
    }

    #[test]
    fn ngf_with_a_mark_before_each_line_is_read_as_without() {
        let marked = |text: &str| -> String {
            let mark = |line: &str| if line.starts_with("PM") { "" } else { "GI" }.to_owned() + line;
            text.split_inclusive('\n').map(mark).collect()
        };
        assert_eq!(sgf(&marked(NGF)), sgf(NGF));
        assert!(translated(&marked(NGF)).expect("foreign").repairs.is_empty());
        assert_eq!(
            sgf(&marked("old\n9\nSnow\nInk\nPMABBEEEE\n")),
            sgf("old\n9\nSnow\nInk\nPMABBEEEE\n")
        );
        // A name that begins with these letters stays whole where the other lines do not.
        let named = NGF.replace("Snow White", "GIana");
        assert!(sgf(&named).contains("PW[GIana]"), "{}", sgf(&named));
    }

    #[test]
    fn ngf_with_a_short_header() {
        assert_eq!(
            sgf("old match\n9\nSnow\nInk\nPMABBEEEE\n"),
            "SZ[9]PW[Snow]PB[Ink]EV[old match];B[dd])"
        );
    }

    #[test]
    fn ngf_damage() {
        let cut = &NGF[..NGF.find("PMAC").expect("a move")].replace("\r\n3\r\n", "\r\n200\r\n");
        assert_eq!(fault(cut), "the record announces 200 moves and has 1 @ 200");
        let off = NGF.replace("PMACWEQQE", "PMACWUQQU");
        assert_eq!(
            fault(&off),
            "\"PMACWUQQU\" is no move on the 19x19 board, which has PM, two letters, B or W, and column and row from B; \
             the game ends before it @ PMACWUQQU"
        );
        let short = &NGF[..NGF.find("www").expect("a site")];
        assert!(translated(short).is_none());
        let handicap = NGF.replace("\r\n0\r\n0\r\n6\r\n", "\r\nx\r\n0\r\n6\r\n");
        assert_eq!(
            fault(&handicap),
            "line 6 is no number of handicap stones; none is assumed @ x"
        );
    }

    #[test]
    fn values_of_ngf_are_in_their_lines() {
        let ngf = |handicap: &str, komi: &str, minutes: &str| {
            sgf(&format!(
                "\n19\na 5段P\nb 10K*\n\n{handicap}\n0\n{komi}\n20110812 [09:31]\n{minutes}\n\n0\n"
            ))
        };
        let names = "SZ[19]PW[a]WR[5p]PB[b]BR[10k]";
        assert_eq!(ngf("0", "6", "10"), format!("{names}KM[6.5]DT[2011-08-12]TM[600])"));
        // With a handicap, the number is the komi.
        assert_eq!(
            ngf("2", "5", "0"),
            format!("{names}HA[2]KM[5]DT[2011-08-12]AB[dp][pd])")
        );
    }
}
