use crate::go::Color;
use crate::record::foreign::game::{ForeignGame, MAX_VALUES, OpenCorner};
use crate::record::foreign::values::{date, number, rank};

/// The beginning of the text that says that a record is not encrypted.
const PLAIN: &str = "PLAIN";

/// The values of a header, with their places.
#[derive(Default)]
pub(super) struct Header<'a> {
    values: Vec<(&'a str, &'a str, usize)>,
    /// True if rows count from below.
    pub is_from_below: bool,
}

impl<'a> Header<'a> {
    pub fn add(&mut self, line: &'a str, offset: usize) {
        if let Some((key, value)) = line.split_once('=')
            && self.values.len() < MAX_VALUES
        {
            let start = offset + (line.len() - value.len());
            self.values.push((key.trim(), value.trim(), start));
        }
    }

    /// Returns the first value of a key that is not empty.
    pub fn value(&self, key: &str) -> Option<(&'a str, usize)> {
        let mut of_key = self.values.iter().filter(|(other, ..)| other.eq_ignore_ascii_case(key));
        let found = of_key.find(|(_, value, _)| !value.is_empty());
        found.map(|(_, value, offset)| (*value, *offset))
    }

    pub fn set_values(&mut self, game: &mut ForeignGame) {
        if let Some((lines, offset)) = self.value("Size") {
            game.set_size(lines, offset);
        }
        self.is_from_below = self
            .value("CoordinateType")
            .is_some_and(|(value, _)| value.eq_ignore_ascii_case("IGS"));
        self.set_players(game, "PB", "BR", ["PlayerB", "PlayerB2", "BMemb1", "BMemb2"]);
        self.set_players(game, "PW", "WR", ["PlayerW", "PlayerW2", "WMemb1", "WMemb2"]);
        for (property, key) in [
            ("PC", "Place"),
            ("US", "Writer"),
            ("AN", "Commentator"),
            ("CP", "Copyright"),
            ("GC", "Comment"),
        ] {
            if let Some((value, offset)) = self.value(key) {
                game.set(property, value, offset);
            }
        }
        if let Some((title, offset)) = self.value("Title") {
            let parts = title.split(',').map(str::trim).filter(|part| !part.is_empty());
            game.set("EV", &parts.collect::<Vec<_>>().join(", "), offset);
        }
        if let Some((value, offset)) = self.value("Date") {
            game.set("DT", &days(value), offset);
        }
        self.set_terms(game);
        if let Some((winner, offset)) = self.value("Winner") {
            game.set("RE", &result(winner), offset);
        }
        self.require_plain(game);
    }

    /// Sets rules, handicap, komi and time.
    fn set_terms(&self, game: &mut ForeignGame) {
        if let Some((rule, offset)) = self.value("Rule") {
            let name = match rule {
                "JPN" | "JP" => "Japanese",
                "CHN" | "CH" => "Chinese",
                _ => rule,
            };
            game.set("RU", name, offset);
        }
        if let Some((handicap, offset)) = self.value("Hdcp") {
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
        if let Some((time, offset)) = self.value("Ptime")
            && let Some(Ok(minutes @ 1..)) = time
                .split([';', ','])
                .nth(1)
                .map(|minutes| minutes.trim().parse::<u32>())
        {
            game.set("TM", &(u64::from(minutes) * 60).to_string(), offset);
        }
    }

    /// Sets the player of a colour, or both of a pair: `name,rank,...`.
    fn set_players(&self, game: &mut ForeignGame, name: &'static str, level: &'static str, keys: [&str; 4]) {
        let players: Vec<_> = keys.iter().filter_map(|key| self.value(key)).collect();
        let parts = |player: &'a str| {
            let (name, rest) = player.split_once(',').unwrap_or((player, ""));
            (name.trim(), rest.split(',').next().unwrap_or_default().trim())
        };
        match players[..] {
            [] => {}
            [(player, offset)] => {
                let (player, grade) = parts(player);
                game.set(name, player, offset);
                game.set(level, &rank(grade), offset);
            }
            [(_, offset), ..] => {
                let names = players.iter().map(|(player, _)| parts(player).0);
                game.set(name, &names.collect::<Vec<_>>().join(" & "), offset);
            }
        }
    }

    /// Ends the game before its moves if they are encrypted.
    fn require_plain(&self, game: &mut ForeignGame) {
        if let Some((crypt, offset)) = self.value("Crypt")
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
    pub fn place_handicap(&self, game: &mut ForeignGame) {
        let stones = self.value("Hdcp").and_then(|(value, offset)| {
            let stones = value.split(',').next()?.trim().parse::<usize>().ok()?;
            Some((stones, offset))
        });
        if let Some((stones @ 2.., offset)) = stones
            && game.stones() == 0
            && game.first_color() == Some(Color::White)
        {
            game.set_handicap(stones, OpenCorner::UpperLeft, offset);
        }
    }
}

/// Returns the first and the last day, from `2001/08/20,09:00:00,2001/08/21,17:00:00`.
fn days(raw: &str) -> String {
    let mut parts = raw.split(',').map(str::trim);
    let is_day = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
    let first = parts.next().filter(is_day).map(date);
    let last = parts.nth(1).filter(is_day).map(date);
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
