//! Facts about real games, which made games resemble.

use crate::near::Near;
use crate::openings::{MOST, chances_to_leave};
use crate::real::RealGames;
use anyhow::{Result, ensure};
use bgo::internal::go::KeyTables;
use bgo::internal::record::{GameRecord, replay};
use bgo::{BoardSize, Color, Point, PositionKey};
use std::collections::HashMap;

/// The largest number of handicap stones.
const MOST_STONES: usize = 9;

/// The facts of one real game. A made game takes all of them, because they depend on each other.
pub struct Row {
    pub size: BoardSize,
    pub handicap: Vec<Point>,
    pub moves: usize,
    /// The first moves, and the chances that a made game leaves the real one before them.
    pub opening: Vec<(Option<Point>, u16)>,
    /// The numbers of the names of Black and White, and of their ranks as properties.
    pub players: [(u32, u32); 2],
    /// The properties of the date, the result and the conditions of the game, in this order.
    pub properties: String,
}

/// The facts of all real games.
#[derive(Default)]
pub struct Facts {
    pub rows: Vec<Row>,
    pub texts: Texts,
    pub near: Near,
    /// The players of all games by rank and date: twice the number of the row, and 1 more for White.
    pub seats: Vec<usize>,
    /// The place of each of those numbers in `seats`.
    pub places: Vec<usize>,
    /// The number of players who have one game.
    pub newcomers: usize,
    /// The number of games, and the sum of the sizes of their records.
    pub games: usize,
    pub bytes: usize,
}

/// Texts by their numbers, in the order in which they were first met.
#[derive(Default)]
pub struct Texts {
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Texts {
    pub fn get(&self, number: u32) -> &str {
        &self.texts[number as usize]
    }

    fn number(&mut self, text: String) -> u32 {
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.texts.push(text.clone());
            self.texts.len() as u32 - 1
        })
    }
}

/// The parts of a record that are needed, as a thread reads them.
struct Read {
    size: BoardSize,
    handicap: Vec<Point>,
    moves: Vec<Option<Point>>,
    /// The positions after 0, 1, 2 moves and so on, up to the last of the first moves.
    positions: Vec<PositionKey>,
    players: [(String, String); 2],
    properties: String,
}

impl Facts {
    pub fn learn(games: &RealGames) -> Result<Self> {
        let mut facts = Self::default();
        let mut positions = Vec::new();
        games.visit(
            games.count(),
            |record, bytes| (Read::new(record), bytes),
            |(read, bytes)| {
                facts.games += 1;
                facts.bytes += bytes;
                positions.extend(read.map(|read| facts.add(read)));
            },
        )?;
        ensure!(
            !facts.rows.is_empty(),
            "the database has no game of alternate moves without setup"
        );
        for (row, chances) in facts.rows.iter_mut().zip(chances_to_leave(&positions)) {
            row.opening.truncate(chances.len());
            row.opening.shrink_to_fit();
            row.opening
                .iter_mut()
                .zip(chances)
                .for_each(|(mv, chance)| mv.1 = chance);
        }
        facts.order_players();
        Ok(facts)
    }

    /// Adds a game and returns its first positions.
    fn add(&mut self, read: Read) -> Vec<PositionKey> {
        self.near.add(read.size, &read.moves);
        self.rows.push(Row {
            size: read.size,
            handicap: read.handicap,
            moves: read.moves.len(),
            opening: read.moves.into_iter().take(MOST).map(|point| (point, 0)).collect(),
            players: read
                .players
                .map(|(name, rank)| (self.texts.number(name), self.texts.number(rank))),
            properties: read.properties,
        });
        read.positions
    }

    fn order_players(&mut self) {
        let mut seats: Vec<usize> = (0..2 * self.rows.len()).collect();
        // The properties begin with the date.
        seats.sort_by_key(|&seat| (self.player(seat).1, &self.rows[seat / 2].properties));
        self.seats = seats;
        self.places = vec![0; self.seats.len()];
        let mut games = vec![0; self.texts.texts.len()];
        for (place, &seat) in self.seats.iter().enumerate() {
            self.places[seat] = place;
            games[self.player(seat).0 as usize] += 1;
        }
        self.newcomers = games.iter().filter(|&&games| games == 1).count();
    }

    /// Returns the name and the rank of a player of a game.
    pub fn player(&self, seat: usize) -> (u32, u32) {
        self.rows[seat / 2].players[seat % 2]
    }
}

impl Read {
    /// Reads a record. Returns `None` if it has setup beside handicap stones, or one colour moves twice.
    fn new(record: &GameRecord) -> Option<Self> {
        let black = |&(point, stone): &(Point, Option<Color>)| (stone == Some(Color::Black)).then_some(point);
        let handicap: Vec<Point> = record.setup.iter().map(black).collect::<Option<_>>()?;
        let mut color = first_color(&handicap);
        let mut moves = Vec::with_capacity(record.steps.len());
        for step in &record.steps {
            let mv = step.action.played().filter(|mv| mv.color == color)?;
            moves.push(mv.point);
            color = color.opponent();
        }
        let mut positions = Vec::with_capacity(moves.len() + 1);
        replay(record, KeyTables::built_in().get(record.size), |position| {
            positions.push(position.canonical.key);
        });
        positions.truncate(MOST + 1);
        positions.shrink_to_fit();
        let info = &record.info;
        // Servers write numbers of their own, which mean something else in the record of another program.
        let komi = info.komi_value().map(|komi| komi.points().to_string());
        let properties = [
            ("DT", &info.date),
            ("RE", &info.result),
            ("KM", &komi.unwrap_or_default()),
            ("RU", &info.rules),
            ("TM", &info.time_limit),
            ("OT", &info.overtime),
            ("EV", &info.event),
            ("RO", &info.round),
            ("PC", &info.place),
        ];
        (handicap.len() <= MOST_STONES).then(|| Self {
            size: record.size,
            handicap,
            moves,
            positions,
            players: [
                (info.black.clone(), property("BR", &info.black_rank)),
                (info.white.clone(), property("WR", &info.white_rank)),
            ],
            properties: properties.map(|(name, text)| property(name, text)).concat(),
        })
    }
}

/// Returns who moves first.
pub const fn first_color(handicap: &[Point]) -> Color {
    if handicap.is_empty() {
        Color::Black
    } else {
        Color::White
    }
}

/// Returns a property, or nothing if the text is empty.
pub fn property(name: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("{name}[{}]", text.replace('\\', "\\\\").replace(']', "\\]"))
}
