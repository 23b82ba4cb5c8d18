//! UGF, the format of PandaNet and of Japanese newspapers (`.ugf`, `.ugi`).

use super::game::{ForeignGame, MAX_VALUES};
use super::values::{date, number, rank, trimmed};
use crate::go::{Color, Point};
use crate::record::text::lines;

/// The names of sections. Other text in brackets may be a part of a comment.
const SECTIONS: [&str; 10] = [
    "header",
    "remote",
    "files",
    "data",
    "figure",
    "comment",
    "messageline",
    "reviewnode",
    "reviewcomment",
    "end",
];

pub(super) fn read(text: &str) -> ForeignGame {
    let mut game = ForeignGame::default();
    let mut header = Vec::new();
    let mut is_from_below = false;
    let mut section = "";
    // The number of moves before the open comment, and whether a diagram is open.
    let mut figure = (None, false);
    for line in lines(text.as_bytes()) {
        let whole = &text[line.clone()];
        let line_start = line.start;
        let line = trimmed(whole);
        let offset = line_start + whole.find(line).unwrap_or_default();
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let known = SECTIONS.iter().find(|known| name.eq_ignore_ascii_case(known));
            // In a comment, brackets may begin a line.
            if figure.0.is_none() || known.is_some() {
                if section == "header" {
                    is_from_below = set_values(&mut game, &header);
                }
                section = known.copied().unwrap_or_default();
                figure = (None, false);
                continue;
            }
        }
        match section {
            "header" => {
                if let Some((key, value)) = line.split_once('=')
                    && header.len() < MAX_VALUES
                {
                    header.push((key.trim(), value.trim(), offset + (line.len() - value.len())));
                }
            }
            "data" => read_move(&mut game, line, offset, is_from_below),
            "figure" => read_figure(&mut game, &mut figure, line, offset),
            _ => {}
        }
    }
    if section == "header" {
        set_values(&mut game, &header);
        game.note(text.len(), || "the moves are missing: there is no [Data]".to_owned());
    }
    if let Some((announced, offset)) = value(&header, "Moves")
        && let Ok(announced) = announced.parse()
    {
        game.expect_moves(announced, offset);
    }
    place_handicap(&mut game, &header);
    game
}

/// Reads a line of the moves: column and row as letters, the colour, the number of the
/// move and the time. Stones with the number 0 are there before the game. A column `Y`
/// or `Z` is a pass.
fn read_move(game: &mut ForeignGame, line: &str, offset: usize, is_from_below: bool) {
    // Text and figures in wrong places, and blank lines.
    if line.is_empty() || line.starts_with('.') {
        return;
    }
    let mut parts = line.split(',').map(str::trim);
    let (place, player, count) = (parts.next(), parts.next(), parts.next());
    let color = match player.and_then(|player| player.bytes().next()) {
        Some(b'B' | b'b') => Some(Color::Black),
        Some(b'W' | b'w') => Some(Color::White),
        // YZ,MK,278,0 is a pass.
        Some(b'M') => Some(game.turn()),
        _ => None,
    };
    let size = game.board_size();
    let place = place.unwrap_or_default().to_ascii_uppercase();
    match (place.as_bytes(), color) {
        ([b'Y' | b'Z', b'A'..=b'Z'], Some(color)) => game.play(color, None, offset),
        ([x @ b'A'..=b'Z', y @ b'A'..=b'Z'], Some(color)) if (x - b'A').max(y - b'A') < size.lines() => {
            let row = y - b'A';
            let row = if is_from_below { size.lines() - 1 - row } else { row };
            let point = Point::new(x - b'A', row);
            if count == Some("0") && game.moves() == 0 && !game.has_ended() {
                game.put(color, point);
            } else {
                game.play(color, Some(point), offset);
            }
        }
        _ => game.end_before(line, offset, "column and row as letters, B or W, and its number"),
    }
}

/// The beginning of the text that says that a record is not encrypted.
const PLAIN: &str = "PLAIN";

/// Returns the first value of a key that is not empty, and its place.
fn value<'a>(header: &[(&str, &'a str, usize)], key: &str) -> Option<(&'a str, usize)> {
    let mut of_key = header.iter().filter(|(other, ..)| other.eq_ignore_ascii_case(key));
    let found = of_key.find(|(_, value, _)| !value.is_empty());
    found.map(|(_, value, offset)| (*value, *offset))
}

/// Sets all values of a header. Returns whether rows count from below.
fn set_values(game: &mut ForeignGame, header: &[(&str, &str, usize)]) -> bool {
    if let Some((lines, offset)) = value(header, "Size") {
        game.set_size(lines, offset);
    }
    set_players(game, header, "PB", "BR", ["PlayerB", "PlayerB2", "BMemb1", "BMemb2"]);
    set_players(game, header, "PW", "WR", ["PlayerW", "PlayerW2", "WMemb1", "WMemb2"]);
    for (property, key) in [
        ("PC", "Place"),
        ("US", "Writer"),
        ("AN", "Commentator"),
        ("CP", "Copyright"),
        ("GC", "Comment"),
    ] {
        if let Some((value, offset)) = value(header, key) {
            game.set(property, value, offset);
        }
    }
    if let Some((title, offset)) = value(header, "Title") {
        let parts = title.split(',').map(str::trim).filter(|part| !part.is_empty());
        game.set("EV", &parts.collect::<Vec<_>>().join(", "), offset);
    }
    if let Some((value, offset)) = value(header, "Date") {
        game.set("DT", &days(value), offset);
    }
    set_terms(game, header);
    if let Some((winner, offset)) = value(header, "Winner") {
        game.set("RE", &result(winner), offset);
    }
    require_plain(game, header);
    value(header, "CoordinateType").is_some_and(|(value, _)| value.eq_ignore_ascii_case("IGS"))
}

fn set_terms(game: &mut ForeignGame, header: &[(&str, &str, usize)]) {
    if let Some((rule, offset)) = value(header, "Rule") {
        let name = match rule {
            "JPN" | "JP" => "Japanese",
            "CHN" | "CH" => "Chinese",
            _ => rule,
        };
        game.set("RU", name, offset);
    }
    if let Some((handicap, offset)) = value(header, "Hdcp") {
        let mut parts = handicap.split(',').map(str::trim);
        match parts.next().unwrap_or_default() {
            "0" | "1" => {}
            stones => game.set("HA", stones, offset),
        }
        if let Some(Ok(komi)) = parts.next().map(str::parse::<f64>)
            && komi.abs() < 1000.0
        {
            game.set("KM", &number(komi), offset);
        }
    }
    // J;240;0;0: the minutes of a player are the second part.
    if let Some((time, offset)) = value(header, "Ptime")
        && let Some(Ok(minutes @ 1..)) = time
            .split([';', ','])
            .nth(1)
            .map(|minutes| minutes.trim().parse::<u32>())
    {
        game.set("TM", &(u64::from(minutes) * 60).to_string(), offset);
    }
}

/// Sets the player of a colour, or both of a pair: `name,rank,...`.
fn set_players(
    game: &mut ForeignGame,
    header: &[(&str, &str, usize)],
    name: &'static str,
    level: &'static str,
    keys: [&str; 4],
) {
    let players: Vec<_> = keys.iter().filter_map(|key| value(header, key)).collect();
    let Some(&(player, offset)) = players.first() else {
        return;
    };
    let names: Vec<&str> = players
        .iter()
        .map(|(player, _)| player.split(',').next().unwrap_or_default().trim())
        .collect();
    game.set(name, &names.join(" & "), offset);
    if let [_] = players[..] {
        let grade = player.split(',').nth(1).unwrap_or_default();
        game.set(level, &rank(grade.trim()), offset);
    }
}

/// Ends the game before its moves if they are encrypted.
fn require_plain(game: &mut ForeignGame, header: &[(&str, &str, usize)]) {
    if let Some((crypt, offset)) = value(header, "Crypt")
        && let Some(kind) = crypt.split(',').nth(1).map(str::trim)
        && !kind.is_empty()
        && !kind.starts_with(PLAIN)
    {
        game.end(offset, || {
            format!("the moves are encrypted ({kind}); only those of a PLAIN_UGF_FILE can be read")
        });
    }
}

/// Puts the stones of a handicap on their usual points if the record lacks them and
/// White begins.
fn place_handicap(game: &mut ForeignGame, header: &[(&str, &str, usize)]) {
    let stones = value(header, "Hdcp").and_then(|(value, offset)| {
        let stones = value.split(',').next()?.trim().parse::<usize>().ok()?;
        Some((stones, offset))
    });
    if let Some((stones @ 2.., offset)) = stones
        && game.stones() == 0
        && game.first_color() == Some(Color::White)
    {
        game.set_handicap(stones, true, offset);
    }
}

/// Returns the first and the last day, from `2001/08/20,09:00:00,2001/08/21,17:00:00`.
fn days(raw: &str) -> String {
    let mut parts = raw
        .split(',')
        .map(str::trim)
        .map(|part| part.starts_with(|c: char| c.is_ascii_digit()).then(|| date(part)));
    let first = parts.next().flatten();
    let last = parts.nth(1).flatten();
    match (first, last) {
        (Some(first), Some(last)) if first < last => format!("{first},{last}"),
        (Some(day), _) | (None, Some(day)) => day,
        (None, None) => String::new(),
    }
}

/// Returns a result as SGF writes it: `B,1.5`, `W,C` (resigned), `B,T`, `W,F`, `D` (a
/// draw), `N` and `O` (nobody won), `A` and `P` (not finished).
fn result(raw: &str) -> String {
    let (winner, by) = raw.split_once(',').unwrap_or((raw, ""));
    let winner = match winner.trim().bytes().next() {
        Some(b'B') => "B",
        Some(b'W') => "W",
        Some(b'D') => return "0".to_owned(),
        Some(b'N' | b'O' | b'A' | b'P') => return "Void".to_owned(),
        _ => return raw.trim_end_matches(',').to_owned(),
    };
    let by = by.split(',').next().unwrap_or_default().trim();
    let margin = match by.bytes().next() {
        Some(b'C' | b'c' | b'R') => "R".to_owned(),
        Some(b'T') => "T".to_owned(),
        Some(b'F') => "F".to_owned(),
        _ => by
            .parse::<f64>()
            .ok()
            .filter(|points| *points > 0.0)
            .map(number)
            .unwrap_or_default(),
    };
    format!("{winner}+{margin}")
}

/// Reads a line about the moves: `.Text,12` begins a comment on the position after 12 moves,
/// `.EndText` ends it. Diagrams, from `.Fig` to `.EndFig`, are skipped.
fn read_figure(game: &mut ForeignGame, (comment, in_diagram): &mut (Option<usize>, bool), line: &str, offset: usize) {
    if line.starts_with(".EndFig") {
        *in_diagram = false;
    } else if line.starts_with(".Fig") {
        *in_diagram = true;
    } else if *in_diagram {
    } else if line.starts_with(".EndText") {
        *comment = None;
    } else if let Some(rest) = line.strip_prefix(".Text") {
        let number = rest.trim_start_matches(',').split(',').next().unwrap_or_default();
        *comment = Some(number.trim().parse().unwrap_or(0));
    } else if let (Some(moves), false) = (*comment, line.starts_with(".#")) {
        game.comment(moves, line, offset);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{fault, sgf};
    use crate::record::foreign::translated;

    const UGF: &str = "# a comment
[Header]
Ver=UGF2,200
Lang=SJIS
Crypt=2146,PLAIN_UGF_FILE,READ_WRITE
Title=3rd,,Spring Cup,final
Place=Tokyo
Date=2001/08/20,09:00:00,2001/08/21,17:30:00
Rule=JPN
Size=19
Hdcp=0,5.50
Ptime=J;240;0;0,J;240;0;0,0,0
Winner=B,1.5
Moves=3
Copyright=me
CoordinateType=IGS
PlayerW=Snow,Gosei,0,
PlayerB=Ink,9-dan,0,
[Data]
PP,B1,1,0
DD,W1,2,12 '00:00:12
YA,B1,3,0
[Figure]
.Text,0,999
The game.
.EndText
.Text,1
.#,4,4,A
A corner.
Quiet.
.EndText
.Fig,1,1,1,19,19,figure,1,0
AA,B1,1,0
.Text
a diagram
.EndText
.EndFig
";

    #[test]
    fn ugf() {
        assert_eq!(
            sgf(UGF),
            "SZ[19]PB[Ink]BR[9d]PW[Snow]WR[Gosei]PC[Tokyo]CP[me]EV[3rd, Spring Cup, final]DT[2001-08-20,2001-08-21]\
             RU[Japanese]KM[5.5]TM[14400]RE[B+1.5]C[The game.];B[pd]C[A corner.\nQuiet.];W[dp];B[])"
        );
        assert!(translated(UGF).expect("foreign").repairs.is_empty());
        let from_above = UGF.replace("CoordinateType=IGS\n", "");
        assert!(sgf(&from_above).contains(";B[pp]C[A corner.\nQuiet.];W[dd]"));
    }

    #[test]
    fn a_remark_in_brackets_is_no_section() {
        let text = UGF.replace("Quiet.\n", "[quiet]\n");
        assert!(sgf(&text).contains("C[A corner.\n[quiet\\]]"), "{}", sgf(&text));
    }

    #[test]
    fn ugf_handicaps_and_pairs() {
        let placed =
            "[Header]\nSize=9\nHdcp=2,0.00\nPlayerB=a,1d\nPlayerB2=b,2d\n[Data]\nCC,B1,0,0\nGG,B1,0,0\nEE,W1,1,0\n";
        assert_eq!(sgf(placed), "SZ[9]PB[a & b]HA[2]KM[0]AB[cc][gg];W[ee])");
        let not_placed = "[Header]\nSize=9\nHdcp=2,0\n[Data]\nEE,W1,1,0\n";
        assert_eq!(sgf(not_placed), "SZ[9]HA[2]KM[0]AB[cg][gc];W[ee])");
        let three = "[Header]\nHdcp=3,0\n[Data]\nDD,W1,1,0\n";
        assert_eq!(sgf(three), "SZ[19]HA[3]KM[0]AB[dp][pd][pp];W[dd])");
        let played = "[Header]\nSize=9\nHdcp=2,0\n[Data]\nEE,B1,1,0\n";
        assert_eq!(sgf(played), "SZ[9]HA[2]KM[0];B[ee])");
    }

    #[test]
    fn ugf_results() {
        for (winner, expected) in [
            ("W,C", "W+R"),
            ("B,T", "B+T"),
            ("W,F2", "W+F"),
            ("B,0.50", "B+0.5"),
            ("B,", "B+"),
            ("D,", "0"),
            ("N1,E", "Void"),
            ("E,", "E"),
        ] {
            let text = format!("[Header]\nWinner={winner}\n[Data]\n");
            assert_eq!(sgf(&text), format!("SZ[19]RE[{expected}])"), "{winner}");
        }
    }

    #[test]
    fn ugf_damage() {
        for (text, expected) in [
            ("[Header]\nSize=19\n", "the moves are missing: there is no [Data] @ "),
            (
                "[Header]\nCrypt=9666,X,READ\n[Data]\n#$,B1,1,0\n",
                "the moves are encrypted (X); only those of a PLAIN_UGF_FILE can be read @ 9666,X,READ",
            ),
            (
                "[Header]\nSize=9\n[Data]\nAA,B1,1,0\nJA,W1,2,0\n",
                "\"JA,W1,2,0\" is no move on the 9x9 board, which has column and row as letters, B or W, and its number; \
                 the game ends before it @ JA,W1,2,0",
            ),
            (
                "[Header]\nMoves=200\n[Data]\nAA,B1,1,0\n",
                "the record announces 200 moves and has 1 @ 200",
            ),
        ] {
            assert_eq!(fault(text), expected);
        }
    }

    #[test]
    fn values_of_ugf_have_other_names_too() {
        for (header, expected) in [
            (
                "Writer=me\r\nCommentator=you\r\nComment=well played",
                "SZ[19]US[me]AN[you]GC[well played]",
            ),
            ("PlayerW=a,1d\r\nWMemb2=b,2d", "SZ[19]PW[a & b]"),
            ("Rule=CHN\r\nHdcp=0,3.75", "SZ[19]RU[Chinese]KM[3.75]"),
            ("Rule=Ing", "SZ[19]RU[Ing]"),
            ("Date=2001/08/20,09:00:00", "SZ[19]DT[2001-08-20]"),
            ("Winner=O,", "SZ[19]RE[Void]"),
            ("Winner=A,", "SZ[19]RE[Void]"),
            ("Winner=P,", "SZ[19]RE[Void]"),
        ] {
            let text = format!("[Header]\r\n{header}\r\n[Data]\r\n");
            assert_eq!(sgf(&text), format!("{expected})"), "{header}");
        }
        let passes = sgf("[Header]\nSize=9\n[Data]\nYA,B1,1,0\nZZ,W1,2,0\nYZ,MK,3,0\n");
        assert_eq!(passes, "SZ[9];B[];W[];B[])");
    }
}
