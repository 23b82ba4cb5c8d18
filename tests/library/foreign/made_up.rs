//! Random games, written in all formats.

use bgo::internal::go::BoardSize;
use std::fmt::Write as _;
use testkit::Rng;

const NAMES: [&str; 8] = ["Ink", "Snow White", "石头", "アキラ", "홍길동", "a]b", "c\\d", "Müller"];
const RANKS: [&str; 5] = ["9d", "1d", "9p", "3k", "17k"];

/// A game that all formats can write.
pub struct MadeUpGame {
    lines: u8,
    handicap: usize,
    /// The points of the stones and of the moves as column and row; a pass has none.
    stones: Vec<(u8, u8)>,
    pub moves: Vec<(char, Option<(u8, u8)>)>,
    players: [(&'static str, &'static str); 2],
    komi_tenths: u32,
    day: (u32, u32, u32),
    /// The winner and how: R, T, or the margin in tenths.
    winner: char,
    by: Result<u32, char>,
}

impl MadeUpGame {
    /// Makes a game: moves on any points, so that some cannot be played, and passes.
    pub fn new(rng: &mut Rng, lines: u8) -> Self {
        let size = BoardSize::new(lines).expect("a size");
        let most = size.most_handicap_stones();
        let handicap = if most > 0 && rng.one_in(2) {
            2 + rng.below(usize::from(most) - 1)
        } else {
            0
        };
        let stones: Vec<(u8, u8)> = match handicap {
            0 => Vec::new(),
            _ => size
                .handicap(handicap)
                .expect("points")
                .iter()
                .map(|point| (point.x, point.y))
                .collect(),
        };
        let count = rng.below(2 * usize::from(lines) + 1);
        let first = usize::from(handicap > 0);
        let moves = (first..first + count).map(|number| {
            let point = (rng.below(lines.into()) as u8, rng.below(lines.into()) as u8);
            // A first pass of White could make a handicap of Black's moves.
            (['B', 'W'][number % 2], (number < 2 || !rng.one_in(10)).then_some(point))
        });
        Self {
            moves: moves.collect(),
            lines,
            handicap,
            stones,
            players: [
                (*rng.pick(&NAMES), *rng.pick(&RANKS)),
                (*rng.pick(&NAMES), *rng.pick(&RANKS)),
            ],
            komi_tenths: if handicap > 0 { 0 } else { 10 * rng.below(10) as u32 + 5 },
            day: (
                1990 + rng.below(40) as u32,
                1 + rng.below(12) as u32,
                1 + rng.below(28) as u32,
            ),
            winner: *rng.pick(&['B', 'W']),
            by: match rng.below(3) {
                0 => Err('R'),
                1 => Err('T'),
                _ => Ok(5 + 10 * rng.below(50) as u32),
            },
        }
    }

    pub fn long() -> Self {
        let mut game = Self::new(&mut Rng::new(7), 19);
        game.handicap = 0;
        game.stones.clear();
        game.komi_tenths = 65;
        let point = |number: u8| (number % 8 * 2, number / 8 * 3);
        game.moves = (0..40)
            .map(|number| (['B', 'W'][usize::from(number % 2)], Some(point(number))))
            .collect();
        game
    }

    fn margin(&self) -> String {
        match self.by {
            Err(letter) => letter.to_string(),
            Ok(tenths) => format!("{}.{}", tenths / 10, tenths % 10),
        }
    }

    pub fn sgf(&self) -> String {
        let escaped = |name: &str| name.replace('\\', "\\\\").replace(']', "\\]");
        let name = |(x, y): (u8, u8)| format!("{}{}", (b'a' + x) as char, (b'a' + y) as char);
        let [(black, black_rank), (white, white_rank)] = self.players;
        let (year, month, day) = self.day;
        let mut text = format!(
            "(;GM[1]SZ[{}]PB[{}]BR[{black_rank}]PW[{}]WR[{white_rank}]KM[{}.{}]RE[{}+{}]DT[{year}-{month:02}-{day:02}]",
            self.lines,
            escaped(black),
            escaped(white),
            self.komi_tenths / 10,
            self.komi_tenths % 10,
            self.winner,
            self.margin(),
        );
        if self.handicap > 0 {
            let points: String = self.stones.iter().map(|point| format!("[{}]", name(*point))).collect();
            write!(text, "HA[{}]AB{points}", self.handicap).expect("room");
        }
        for (color, point) in &self.moves {
            write!(text, ";{color}[{}]", point.map_or_else(String::new, name)).expect("room");
        }
        text + ")"
    }

    pub fn gib(&self) -> String {
        let [(black, black_rank), (white, white_rank)] = self.players;
        let (year, month, day) = self.day;
        let lost = usize::from(self.winner == 'W');
        let (code, margin) = match self.by {
            Err('R') => ([3, 4][lost], 0),
            Err(_) => ([7, 8][lost], 0),
            Ok(tenths) => ([0, 1][lost], tenths),
        };
        let mut text = format!(
            "\\HS\r\n\\[GAMEBLACKNAME={black} ({black_rank})\\]\r\n\\[GAMEWHITENAME={white}({white_rank})\\]\r\n\
             \\[GAMEINFOMAIN=GRLT:{code},ZIPSU:{margin},GONGJE:{},LINE:{}\\]\r\n\
             \\[GAMETAG=C{year}:{month:02}:{day:02}:10:20\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\nINI 0 1 {} &4\r\n",
            self.komi_tenths, self.lines, self.handicap
        );
        for (number, (color, point)) in (2..).zip(&self.moves) {
            let line = match point {
                Some((x, y)) => format!("STO 0 {number} {} {x} {y}\r\n", if *color == 'B' { 1 } else { 2 }),
                None => format!("SKI 0 {number}\r\n"),
            };
            text += &line;
        }
        text + "\\GE\r\n"
    }

    pub fn ngf(&self) -> String {
        let [(black, black_rank), (white, white_rank)] = self.players;
        let (year, month, day) = self.day;
        let winner = if self.winner == 'B' { "Black" } else { "White" };
        let loser = if self.winner == 'B' { "White" } else { "Black" };
        let result = match self.by {
            Err('R') => format!("{winner} wins by resignation!"),
            Err(_) => format!("{loser} loses on time"),
            Ok(_) => format!("{winner} wins by {} points! >> White(1):Black(2)", self.margin()),
        };
        let rank = |rank: &str| rank.to_uppercase();
        let mut text = format!(
            "A match\n{}\n{white}   {}*\n{black}   {}\nsite\n{}\n0\n{}\n{year}{month:02}{day:02} [10:20]\n30\n{result}\n{}\n",
            self.lines,
            rank(white_rank),
            rank(black_rank),
            self.handicap,
            self.komi_tenths / 10,
            self.moves.len(),
        );
        for (number, (color, point)) in (1..).zip(&self.moves) {
            let letter = |number: u8| (b'A' + number) as char;
            let (x, y) = point.map_or(('A', 'A'), |(x, y)| (letter(x + 1), letter(y + 1)));
            let count = format!("{}{}", letter(number / 26), letter(number % 26));
            writeln!(text, "PM{count}{color}{x}{y}{y}{x}").expect("room");
        }
        text
    }

    pub fn ugf(&self) -> String {
        let [(black, black_rank), (white, white_rank)] = self.players;
        let (year, month, day) = self.day;
        let by = match self.by {
            Err('R') => "C".to_owned(),
            _ => self.margin(),
        };
        let place = |(x, y): (u8, u8)| format!("{}{}", (b'A' + x) as char, (b'A' + self.lines - 1 - y) as char);
        let mut text = format!(
            "[Header]\nVer=UGF2,200\nLang=UTF8\nCrypt=1,PLAIN_UGF_FILE,READ_WRITE\nDate={year}/{month:02}/{day:02},10:20:00\n\
             Size={}\nHdcp={},{}.{}\nWinner={},{by}\nMoves={}\nCoordinateType=IGS\nPlayerW={white},{white_rank},0,\n\
             PlayerB={black},{black_rank},0,\n[Data]\n",
            self.lines,
            self.handicap,
            self.komi_tenths / 10,
            self.komi_tenths % 10,
            self.winner,
            self.moves.len(),
        );
        for stone in &self.stones {
            writeln!(text, "{},B1,0,0", place(*stone)).expect("room");
        }
        for (number, (color, point)) in (1..).zip(&self.moves) {
            writeln!(
                text,
                "{},{color}1,{number},0",
                point.map_or_else(|| "YA".to_owned(), place)
            )
            .expect("room");
        }
        text
    }
}
