//! GIB, the format of Tygem and of its sister servers.

use super::game::{ForeignGame, MAX_VALUES};
use super::values::{date, number, numbered_rank, rank, result, tenths};
use crate::go::{Color, Point};
use crate::record::text::lines;

const MOVE: &str = "STO, two numbers, 1 or 2, and column and row from 0";

pub(super) fn read(text: &str) -> ForeignGame {
    let mut game = ForeignGame::default();
    let game_start = text.find(r"\GS").unwrap_or(text.len());
    let header_end = text.find(r"\HE").unwrap_or(game_start).min(game_start);
    let header = header_values(&text[..header_end]);
    set_values(&mut game, &header);
    let length = text[game_start..].find(r"\GE");
    if game_start == text.len() {
        game.note(text.len(), || "the moves are missing: there is no \\GS".to_owned());
    } else if length.is_none() {
        game.note(text.len(), || "the end of the moves, \\GE, is missing".to_owned());
    }
    let game_end = length.map_or(text.len(), |length| game_start + length);
    for line in lines(&text.as_bytes()[game_start..game_end]) {
        let (start, end) = (game_start + line.start, game_start + line.end);
        read_line(&mut game, &text[start..end], start);
    }
    read_remarks(&mut game, text, game_end);
    game
}

/// Reads the values of a header, and those that some of them hold as `KEY:value` or, in
/// GAMETAG, as one letter before its value. Each has its key and its place.
fn header_values(text: &str) -> Vec<(&str, &str, usize)> {
    let mut values = Vec::new();
    let mut at = 0;
    while values.len() < MAX_VALUES
        && let Some(found) = text[at..].find(r"\[")
    {
        let start = at + found + 2;
        let next = text[start..].find(r"\[").map_or(text.len(), |next| start + next);
        let end = text[start..next].find(r"\]").map_or(next, |len| start + len);
        at = end;
        let Some((key, value)) = text[start..end].split_once('=') else {
            continue;
        };
        let (key, mut place) = (key.trim(), end - value.len());
        values.push((key, value, place));
        if !["GAMEINFOMAIN", "GAMEINFOSUB", "WUSERINFO", "BUSERINFO", "GAMETAG"].contains(&key) {
            continue;
        }
        for part in value.split(',').take(MAX_VALUES) {
            // C2009:01:31:17:56
            let split = if key == "GAMETAG" {
                part.split_at_checked(1)
            } else {
                part.split_once(':')
            };
            if let Some((key, value)) = split {
                values.push((key.trim(), value, place + part.len() - value.len()));
            }
            place += part.len() + 1;
        }
    }
    values
}

/// Returns the first value of these keys, in their order, that is not empty.
fn value<'a>(values: &[(&str, &'a str, usize)], keys: &[&str]) -> Option<(&'a str, usize)> {
    keys.iter().find_map(|key| {
        let mut of_key = values.iter().filter(|(other, ..)| other == key);
        let found = of_key.find(|(_, value, _)| !value.trim().is_empty());
        found.map(|(_, value, offset)| (value.trim(), *offset))
    })
}

fn set_values(game: &mut ForeignGame, header: &[(&str, &str, usize)]) {
    if let Some((lines, offset)) = value(header, &["LINE"]) {
        game.set_size(lines, offset);
    }
    let black = [
        "GAMEBLACKNAME",
        "GAMEBLACKNICK",
        "BID",
        "BNICK",
        "GAMEBLACKLEVEL",
        "BLV",
    ];
    let white = [
        "GAMEWHITENAME",
        "GAMEWHITENICK",
        "WID",
        "WNICK",
        "GAMEWHITELEVEL",
        "WLV",
    ];
    set_player(game, header, "PB", "BR", black);
    set_player(game, header, "PW", "WR", white);
    for (property, keys) in [
        ("EV", ["GAMENAME", "GNAME"]),
        ("PC", ["GAMEPLACE", "GPLC"]),
        ("GC", ["GAMECOMMENT", "GCMT"]),
    ] {
        if let Some((value, offset)) = value(header, &keys) {
            game.set(property, value, offset);
        }
    }
    if let Some((value, offset)) = value(header, &["GDATE", "GAMEDATE", "C"]) {
        game.set("DT", &date(value), offset);
    }
    let komi = value(header, &["GONGJE", "GAMEGONGJE", "G"]);
    if let Some((komi, offset)) = komi.and_then(|(value, offset)| Some((tenths(value)?, offset))) {
        game.set("KM", &komi, offset);
    }
    if let Some((time, offset)) = value(header, &["GTIME"]) {
        set_time(game, time, offset);
    }
    set_result(game, header);
}

/// Sets the name and the rank of a player: `name (9D)`, or the parts by themselves.
fn set_player(
    game: &mut ForeignGame,
    header: &[(&str, &str, usize)],
    name: &'static str,
    level: &'static str,
    keys: [&str; 6],
) {
    let [full, nick, id, user, own_level, user_level] = keys;
    let named = [full, nick, id, user].into_iter();
    let mut named: Vec<_> = named.filter_map(|key| value(header, &[key])).collect();
    // What the encoding lost in one value, another one may have.
    named.sort_by_key(|(value, _)| value.contains(char::REPLACEMENT_CHARACTER));
    if let Some((value, offset)) = named.first() {
        let ranked = value.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
        match ranked {
            Some((player, grade)) if !player.trim().is_empty() => {
                game.set(name, player, *offset);
                game.set(level, &rank(grade), *offset);
            }
            _ => game.set(name, value, *offset),
        }
    }
    let numbered = value(header, &[own_level, user_level]);
    if let Some((rank, offset)) = numbered.and_then(|(value, offset)| Some((numbered_rank(value)?, offset))) {
        game.set(level, &rank, offset);
    }
}

/// Sets the time from seconds, seconds of byo-yomi and its periods: `1200-30-3`.
fn set_time(game: &mut ForeignGame, raw: &str, offset: usize) {
    let mut parts = raw.split('-').map(|part| part.trim().parse::<u32>().ok());
    if let Some(Some(main)) = parts.next() {
        game.set("TM", &main.to_string(), offset);
    }
    if let (Some(Some(seconds @ 1..)), Some(Some(periods @ 1..))) = (parts.next(), parts.next()) {
        game.set("OT", &format!("{periods}x{seconds} byo-yomi"), offset);
    }
}

/// Sets the result, from its number or from the sentence about it. A win by no points is ignored,
/// because some programs write it whatever the result.
fn set_result(game: &mut ForeignGame, header: &[(&str, &str, usize)]) {
    let margin = value(header, &["ZIPSU", "GAMEZIPSU", "Z"]);
    let margin = margin
        .and_then(|(value, _)| value.parse::<u32>().ok())
        .filter(|tenths| *tenths > 0);
    if let Some((code, offset)) = value(header, &["GRLT", "W"]) {
        let by_points = margin.map(|tenths| number(f64::from(tenths) / 10.0));
        let text = match (code, by_points) {
            ("0", Some(points)) => format!("B+{points}"),
            ("1", Some(points)) => format!("W+{points}"),
            ("3", _) => "B+R".to_owned(),
            ("4", _) => "W+R".to_owned(),
            ("7", _) => "B+T".to_owned(),
            ("8", _) => "W+T".to_owned(),
            _ => String::new(),
        };
        game.set("RE", &text, offset);
    }
    if let Some((sentence, offset)) = value(header, &["GAMERESULT"]) {
        game.set("RE", &result(sentence), offset);
    }
}

/// Reads a line of the moves. Lines of unknown kinds are skipped, unless they have the five
/// numbers of a move.
fn read_line(game: &mut ForeignGame, line: &str, offset: usize) {
    let mut words = line
        .split(|c: char| c.is_whitespace() || c == '\0')
        .filter(|word| !word.is_empty());
    let Some(kind) = words.next() else { return };
    let numbers: Vec<&str> = words.collect();
    let kind = kind.to_ascii_uppercase();
    if let ("INI" | "STO" | "SKI", Some(Ok(number))) = (kind.as_str(), numbers.get(1).map(|word| word.parse())) {
        game.take_number(number);
    }
    match kind.as_str() {
        // INI 0 1 handicap &4
        "INI" => match numbers.get(2).map(|word| word.parse()) {
            Some(Ok(stones)) => game.set_handicap(stones, false, offset),
            _ => game.note(offset, || "INI lacks the number of handicap stones".to_owned()),
        },
        // STO 0 number colour x y
        "STO" => match played(numbers.iter().copied().skip(2)) {
            Some((color, point)) if point.is_on(game.board_size()) => game.play(color, Some(point), offset),
            _ => game.end_before(line, offset, MOVE),
        },
        // SKI 0 number
        "SKI" => {
            let color = numbers.get(2).and_then(|word| color(word));
            game.play(color.unwrap_or_else(|| game.turn()), None, offset);
        }
        _ if numbers.len() == 5 && numbers.iter().all(|word| word.parse::<u32>().is_ok()) => {
            game.end_before(line, offset, MOVE);
        }
        _ => game.skip_line(line, offset),
    }
}

fn played<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<(Color, Point)> {
    let color = color(words.next()?)?;
    Some((
        color,
        Point::new(words.next()?.parse().ok()?, words.next()?.parse().ok()?),
    ))
}

fn color(word: &str) -> Option<Color> {
    match word {
        "1" => Some(Color::Black),
        "2" => Some(Color::White),
        _ => None,
    }
}

/// Reads the remarks after the moves. Diagrams among them, which have REFGIBO, are
/// skipped.
fn read_remarks(game: &mut ForeignGame, text: &str, from: usize) {
    let mut at = from;
    while let Some(found) = text[at..].find(r"\RS") {
        let start = at + found;
        let end = text[start..].find(r"\RE").map_or(text.len(), |len| start + len);
        at = end;
        let block = header_values(&text[start..end]);
        let is_diagram = block.iter().any(|(key, ..)| *key == "REFGIBO");
        if let (false, Some((remark, offset))) = (is_diagram, value(&block, &["REFEXPLAIN"])) {
            let moves = value(&block, &["REFSUSUN"]).and_then(|(number, _)| number.parse().ok());
            game.comment(moves.unwrap_or(0), remark, start + offset);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{fault, sgf};
    use crate::record::foreign::translated;

    const GIB: &str = "\\HS\r
\\[GIBOKIND=Korea\\]\r
\\[GAMETIME=20\r
minutes\\]\r
\\[GAMERESULT=white 3.5 win\\]\r
\\[GAMENAME=Friends' cup\\]\r
\\[GAMEDATE=2016- 3- 9-13- 5-10\\]\r
\\[GAMEPLACE=Seoul\\]\r
\\[GAMEWHITENAME=Snow [x] (9단)\\]\r
\\[GAMEBLACKNAME=Ink(3D)\\]\r
\\[GAMEINFOMAIN=GBKIND:3,GTIME:1200-30-3,GRLT:1,ZIPSU:35,GONGJE:65,TCNT:3\\]\r
\\[GAMETAG=S1,R0,W4,Z0,G75,C2016:03:10:13:05\\]\r
\\HE\r
\\GS\r
2 1 0\r
4 0 &4\r
INI 0 1 0 &4\r
STO 0 2 1 15 3\r
STO 0 3 2 3 15\r
XYZ 1 2\r
SKI 0 4\r
\\GE\r
\\RS\r
\\[REFSUSUN=1\\]\r
\\[REFEXPLAIN=A corner.\r
Quiet.\\]\r
\\RE\r
\\RS\r
\\[REFGIBO=STO 0 9 1 1 1\\]\r
\\[REFEXPLAIN=a diagram\\]\r
\\RE\r
";

    #[test]
    fn gib() {
        assert_eq!(
            sgf(GIB),
            "SZ[19]PB[Ink]BR[3d]PW[Snow [x\\]]WR[9d]EV[Friends' cup]PC[Seoul]DT[2016-03-09]KM[6.5]TM[1200]\
             OT[3x30 byo-yomi]RE[W+3.5];B[pd]C[A corner.\nQuiet.];W[dp];B[])"
        );
        assert!(translated(GIB).expect("foreign").repairs.is_empty());
    }

    #[test]
    fn gib_by_tags_and_users() {
        let text = "\\HS\n\\[WUSERINFO=WID:snow,WLV:27,WNICK:s\\]\n\\[BUSERINFO=BID:\u{fffd},BLV:8,BNICK:ink\\]\n\
                    \\[GAMETAG=S0,G0,W7,Z0,C2009:01:31:17:56\\]\n\\HE\n\\GS\nINI 0 1 3 &4\nSTO 0 2 2 15 15\nSKI 0 3\n\\GE\n";
        assert_eq!(
            sgf(text),
            "SZ[19]PB[ink]BR[10k]PW[snow]WR[1p]DT[2009-01-31]KM[0]RE[B+T]HA[3]AB[dd][dp][pd];W[pp];B[])"
        );
    }

    #[test]
    fn gib_results() {
        for (main, sentence, expected) in [
            ("GRLT:0,ZIPSU:125", "", "B+12.5"),
            ("GRLT:3,ZIPSU:0", "white wins", "B+R"),
            ("GRLT:8,ZIPSU:0", "", "W+T"),
            ("GRLT:0,ZIPSU:0", "백 불계승", "W+R"),
            ("GRLT:9", "黑中盘胜", "B+R"),
            ("", "adjourned", "Void"),
            ("", "a mystery", "a mystery"),
        ] {
            let text = format!("\\HS\n\\[GAMEINFOMAIN={main}\\]\n\\[GAMERESULT={sentence}\\]\n\\HE\n\\GS\n\\GE\n");
            assert_eq!(sgf(&text), format!("SZ[19]RE[{expected}])"), "{text}");
        }
    }

    #[test]
    fn gib_damage() {
        let moves =
            |lines: &str| format!("\\HS\n\\[LINE=9\\]\n\\[GAMEINFOMAIN=LINE:9\\]\n\\HE\n\\GS\nINI 0 1 0\n{lines}\\GE");
        for (text, expected) in [
            ("\\HS\n\\[GAMENAME=cut", "the moves are missing: there is no \\GS @ "),
            (
                "\\HS\n\\HE\n\\GS\nSTO 0 2 1 3 3\n",
                "the end of the moves, \\GE, is missing @ ",
            ),
            (
                &moves("STO 0 2 1 3 3\nSTO 0 3 2 9 0\nSTO 0 4 1 0 0\n"),
                "\"STO 0 3 2 9 0\" is no move on the 9x9 board, which has STO, two numbers, 1 or 2, and column and row \
                 from 0; the game ends before it @ STO 0 3 2 9 0",
            ),
            (
                &moves("STO 0 2 3 1 1\n"),
                "\"STO 0 2 3 1 1\" is no move on the 9x9 board, which has STO, two numbers, 1 or 2, and column and row \
                 from 0; the game ends before it @ STO 0 2 3 1 1",
            ),
            (
                "\\HS\n\\HE\n\\GS\nINI 0 1 77\n\\GE",
                "a handicap on the 19x19 board is 2 to 9 stones, not 77; the board begins empty @ INI 0 1 77",
            ),
            (
                "\\HS\n\\HE\n\\GS\nINI 0\n\\GE",
                "INI lacks the number of handicap stones @ INI 0",
            ),
        ] {
            assert_eq!(fault(text), expected);
        }
        assert_eq!(
            sgf(&moves("STO 0 2 1 3 3\nSTO 0 3 2 9 0\nSTO 0 4 1 0 0\n")),
            "SZ[9];B[dd])"
        );
    }

    #[test]
    fn values_of_gib_have_other_names_too() {
        for (values, expected) in [
            ("GAMEBLACKNICK=ink; GAMEWHITENICK=snow", "SZ[19]PB[ink]PW[snow]"),
            (
                "GAMEBLACKNAME=ink; GAMEBLACKLEVEL=19; GAMEWHITELEVEL=0",
                "SZ[19]PB[ink]BR[2d]WR[18k]",
            ),
            (
                "GNAME=cup; GPLC=Seoul; GCMT=well played",
                "SZ[19]EV[cup]PC[Seoul]GC[well played]",
            ),
            ("GAMECOMMENT=one; GCMT=other", "SZ[19]GC[one]"),
            (
                "GAMEINFOSUB=GNAMEF:0,GDATE:2010- 2- 3-1-2-3; GAMEDATE=2016- 3- 9",
                "SZ[19]DT[2010-02-03]",
            ),
            ("GAMETAG=C2011:12:31:17:56", "SZ[19]DT[2011-12-31]"),
            ("GAMEGONGJE=75", "SZ[19]KM[7.5]"),
            ("GAMETAG=G65", "SZ[19]KM[6.5]"),
            ("GAMEZIPSU=35; GAMETAG=W1,Z10", "SZ[19]RE[W+3.5]"),
            ("GAMETAG=W0,Z105", "SZ[19]RE[B+10.5]"),
            ("GAMEINFOMAIN=GTIME:600-0-0,LINE:13", "SZ[13]TM[600]"),
        ] {
            let header: String = values.split("; ").map(|value| format!("\\[{value}\\]\r\n")).collect();
            let text = format!("\\HS\r\n{header}\\HE\r\n\\GS\r\n\\GE\r\n");
            assert_eq!(sgf(&text), format!("{expected})"), "{values}");
        }
    }
}
