//! GIB, the format of Tygem and of its sister servers.

use super::game::{ForeignGame, MAX_VALUES, OpenCorner};
use super::values::{date, number, numbered_rank, rank, result, tenths};
use crate::go::{Color, Point};
use crate::record::text::lines;

/// The parts of a move.
const MOVE: &str = "STO, two numbers, 1 or 2, and column and row from 0";

/// Reads a record.
pub(super) fn read(text: &str) -> ForeignGame {
    let mut game = ForeignGame::default();
    let game_start = text.find(r"\GS").unwrap_or(text.len());
    let header_end = text.find(r"\HE").unwrap_or(game_start).min(game_start);
    let header = Header::of(&text[..header_end]);
    set_values(&mut game, &header);
    let length = text[game_start..].find(r"\GE");
    match length {
        _ if game_start == text.len() => game.note(text.len(), || "the moves are missing: there is no \\GS".to_owned()),
        None => game.note(text.len(), || "the end of the moves, \\GE, is missing".to_owned()),
        Some(_) => {}
    }
    let game_end = length.map_or(text.len(), |length| game_start + length);
    for line in lines(&text.as_bytes()[game_start..game_end]) {
        let (start, end) = (game_start + line.start, game_start + line.end);
        read_line(&mut game, &text[start..end], start);
    }
    read_remarks(&mut game, text, game_end);
    game
}

/// The values of a header, with their places.
struct Header<'a>(Vec<(&'a str, &'a str, usize)>);

impl<'a> Header<'a> {
    /// Reads the values of a header, and those that some of them hold as `KEY:value` or, in
    /// GAMETAG, as one letter before its value.
    fn of(text: &'a str) -> Self {
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
            let key = key.trim();
            let value_start = end - value.len();
            values.push((key, value, value_start));
            if ["GAMEINFOMAIN", "GAMEINFOSUB", "WUSERINFO", "BUSERINFO", "GAMETAG"].contains(&key) {
                Self::parts(&mut values, value, value_start, key == "GAMETAG");
            }
        }
        Self(values)
    }

    fn parts(values: &mut Vec<(&'a str, &'a str, usize)>, text: &'a str, start: usize, is_tag: bool) {
        let mut at = start;
        for part in text.split(',').take(MAX_VALUES) {
            let place = at;
            at += part.len() + 1;
            let split = match is_tag {
                // C2009:01:31:17:56
                true => part.split_at_checked(1),
                false => part.split_once(':'),
            };
            if let Some((key, value)) = split {
                values.push((key.trim(), value, place + part.len() - value.len()));
            }
        }
    }

    /// Returns the first value of these keys, in their order, that is not empty.
    fn value(&self, keys: &[&str]) -> Option<(&'a str, usize)> {
        keys.iter().find_map(|key| {
            let mut of_key = self.0.iter().filter(|(other, ..)| other == key);
            let found = of_key.find(|(_, value, _)| !value.trim().is_empty());
            found.map(|(_, value, offset)| (value.trim(), *offset))
        })
    }
}

fn set_values(game: &mut ForeignGame, header: &Header<'_>) {
    if let Some((lines, offset)) = header.value(&["LINE"]) {
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
        if let Some((value, offset)) = header.value(&keys) {
            game.set(property, value, offset);
        }
    }
    if let Some((value, offset)) = header.value(&["GDATE", "GAMEDATE", "C"]) {
        game.set("DT", &date(value), offset);
    }
    let komi = header.value(&["GONGJE", "GAMEGONGJE", "G"]);
    if let Some((komi, offset)) = komi.and_then(|(value, offset)| Some((tenths(value)?, offset))) {
        game.set("KM", &komi, offset);
    }
    if let Some((time, offset)) = header.value(&["GTIME"]) {
        set_time(game, time, offset);
    }
    set_result(game, header);
}

/// Sets the name and the rank of a player: `name (9D)`, or the parts by themselves.
fn set_player(game: &mut ForeignGame, header: &Header<'_>, name: &'static str, level: &'static str, keys: [&str; 6]) {
    let [full, nick, id, user, own_level, user_level] = keys;
    let is_whole = |value: &str| !value.contains(char::REPLACEMENT_CHARACTER);
    let named = [full, nick, id, user].into_iter();
    let mut named: Vec<_> = named.filter_map(|key| header.value(&[key])).collect();
    // What the encoding lost in one value, another one may have.
    named.sort_by_key(|(value, _)| !is_whole(value));
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
    let numbered = header.value(&[own_level, user_level]);
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
fn set_result(game: &mut ForeignGame, header: &Header<'_>) {
    let margin = header.value(&["ZIPSU", "GAMEZIPSU", "Z"]);
    let margin = margin
        .and_then(|(value, _)| value.parse::<u32>().ok())
        .filter(|tenths| *tenths > 0);
    if let Some((code, offset)) = header.value(&["GRLT", "W"]) {
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
    if let Some((sentence, offset)) = header.value(&["GAMERESULT"]) {
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
    let mut take_number = || {
        if let Some(Ok(number)) = numbers.get(1).map(|word| word.parse()) {
            game.take_number(number);
        }
    };
    match kind.to_ascii_uppercase().as_str() {
        // INI 0 1 handicap &4
        "INI" => {
            take_number();
            match numbers.get(2).map(|word| word.parse()) {
                Some(Ok(stones)) => game.set_handicap(stones, OpenCorner::LowerRight, offset),
                _ => game.note(offset, || "INI lacks the number of handicap stones".to_owned()),
            }
        }
        // STO 0 number colour x y
        "STO" => {
            take_number();
            match played(numbers.iter().copied().skip(2)) {
                Some((color, point)) if point.is_on(game.board_size()) => game.play(color, Some(point), offset),
                _ => game.end_before(line, offset, MOVE),
            }
        }
        // SKI 0 number
        "SKI" => {
            take_number();
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
        let block = Header::of(&text[start..end]);
        let is_diagram = block.0.iter().any(|(key, ..)| *key == "REFGIBO");
        if let (false, Some((remark, offset))) = (is_diagram, block.value(&["REFEXPLAIN"])) {
            let moves = block.value(&["REFSUSUN"]).and_then(|(number, _)| number.parse().ok());
            game.comment(moves.unwrap_or(0), remark, start + offset);
        }
    }
}
