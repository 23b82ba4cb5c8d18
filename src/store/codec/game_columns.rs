use super::bytes::{BitReader, BitWriter, Bytes, Malformed, push_leb};
use super::totals::GameFacts;
use crate::go::{BoardSize, Color};
use crate::record::{GameDate, GameInfo, GameResult, Komi, Margin, PartialDate, Rank, TimeLimit};
use std::num::{NonZeroU16, NonZeroU32};

/// The number of a row in the player table or the label table.
pub type RowId = NonZeroU32;

/// The values of a game for filtering, sorting and counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameColumns {
    pub board_size: BoardSize,
    pub moves: u16,
    /// The first and the last date.
    pub date: Option<GameDate>,
    pub result: Option<GameResult>,
    /// Black's name, as a row of the player table.
    pub black: Option<RowId>,
    /// White's name, as a row of the player table.
    pub white: Option<RowId>,
    pub black_rank: Option<Rank>,
    pub white_rank: Option<Rank>,
    pub komi: Option<Komi>,
    pub handicap: Option<u8>,
    /// The rules, as a row of the label table.
    pub rules: Option<RowId>,
    /// The event, as a row of the label table.
    pub event: Option<RowId>,
    /// The place, as a row of the label table.
    pub place: Option<RowId>,
    /// The main time of each player.
    pub time_limit: Option<TimeLimit>,
    /// The overtime, as a row of the label table.
    pub overtime: Option<RowId>,
    /// The program that wrote the record, as a row of the label table.
    pub program: Option<RowId>,
    /// True if the record has faults.
    pub repaired: bool,
}

impl GameColumns {
    /// Creates the columns of a game from the information in its record, without the rows of its texts.
    pub fn without_texts(board_size: BoardSize, moves: u16, info: &GameInfo, repaired: bool) -> Self {
        let [black_rank, white_rank] = info.ranks();
        Self {
            board_size,
            moves,
            date: info.game_date(),
            result: info.game_result(),
            black: None,
            white: None,
            black_rank,
            white_rank,
            komi: info.komi_value(),
            handicap: info.handicap_stones,
            rules: None,
            event: None,
            place: None,
            time_limit: info.time_limit_value(),
            overtime: None,
            program: None,
            repaired,
        }
    }

    pub fn year(&self) -> Option<u16> {
        self.date.map(GameDate::year)
    }

    pub fn winner(&self) -> Option<Color> {
        self.result.and_then(GameResult::winner)
    }

    pub const fn player(&self, color: Color) -> Option<RowId> {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    pub fn facts(&self) -> GameFacts {
        GameFacts {
            year: self.year(),
            winner: self.winner(),
            is_draw: self.result == Some(GameResult::Draw),
        }
    }

    /// Returns one number per column; 0 stands for a missing value.
    fn columns(&self) -> [u32; COLUMNS] {
        [
            u32::from(self.board_size.lines()),
            u32::from(self.moves),
            self.date.map_or(0, |date| date.first().ordinal()),
            self.date
                .map_or(0, |date| date.last().ordinal() - date.first().ordinal()),
            self.result.map_or(0, result_number),
            row_number(self.black),
            row_number(self.white),
            rank_number(self.black_rank),
            rank_number(self.white_rank),
            self.komi
                .map_or(0, |komi| (i32::from(komi.half_points()) + KOMI_OFFSET) as u32),
            self.handicap.map_or(0, |stones| u32::from(stones) + 1),
            row_number(self.rules),
            row_number(self.event),
            row_number(self.place),
            self.time_limit.map_or(0, |time| time.seconds() + 1),
            row_number(self.overtime),
            row_number(self.program),
            u32::from(self.repaired),
        ]
    }

    fn from_columns(columns: [u32; COLUMNS]) -> Option<Self> {
        let [
            board_size,
            moves,
            first_date,
            last_date,
            result,
            black,
            white,
            black_rank,
            white_rank,
            komi,
            handicap,
            rules,
            event,
            place,
            time_limit,
            overtime,
            program,
            repaired,
        ] = columns;
        Some(Self {
            board_size: u8::try_from(board_size).ok().and_then(BoardSize::new)?,
            moves: u16::try_from(moves).ok()?,
            date: optional(first_date, |first| game_date_of(first, last_date))?,
            result: optional(result, result_of)?,
            black: RowId::new(black),
            white: RowId::new(white),
            black_rank: optional(black_rank, rank_of)?,
            white_rank: optional(white_rank, rank_of)?,
            komi: optional(komi, komi_of)?,
            handicap: optional(handicap, |stones| u8::try_from(stones - 1).ok())?,
            rules: RowId::new(rules),
            event: RowId::new(event),
            place: RowId::new(place),
            time_limit: optional(time_limit, |seconds| TimeLimit::from_seconds(seconds - 1))?,
            overtime: RowId::new(overtime),
            program: RowId::new(program),
            repaired: (repaired <= 1).then_some(repaired == 1)?,
        })
    }
}

const COLUMNS: usize = 18;

/// The offset of ranks: they are numbered from -49.
const RANK_OFFSET: i32 = 50;
const KOMI_OFFSET: i32 = 2 * Komi::MAX_POINTS as i32 + 1;

/// Reads an optional value. 0 stands for no value; any other number must be valid.
fn optional<T>(number: u32, read: impl FnOnce(u32) -> Option<T>) -> Option<Option<T>> {
    if number == 0 {
        Some(None)
    } else {
        read(number).map(Some)
    }
}

/// Returns the date of a game from the ordinal of its first date, and the last one's difference.
fn game_date_of(first: u32, difference: u32) -> Option<GameDate> {
    let last = first.checked_add(difference)?;
    GameDate::new(date_of(first)?, date_of(last)?)
}

fn date_of(number: u32) -> Option<PartialDate> {
    let year = u16::try_from(number / 32 / 13).ok()?;
    let [month, day] = [number / 32 % 13, number % 32].map(|part| (part > 0).then_some(part as u8));
    PartialDate::new(year, month, day)
}

/// Returns the number of a result: 1 for a draw, 2 for a void game. Wins follow
/// from 3, Black's odd and White's even: by an unknown margin, resignation, time
/// and forfeit, then by half points.
fn result_number(result: GameResult) -> u32 {
    match result {
        GameResult::Draw => 1,
        GameResult::Void => 2,
        GameResult::Win { winner, by } => {
            let by = match by {
                Margin::Unspecified => 0,
                Margin::Resignation => 1,
                Margin::Time => 2,
                Margin::Forfeit => 3,
                Margin::HalfPoints(half_points) => 3 + u32::from(half_points.get()),
            };
            3 + 2 * by + u32::from(winner == Color::White)
        }
    }
}

fn result_of(number: u32) -> Option<GameResult> {
    let win = match number {
        1 => return Some(GameResult::Draw),
        2 => return Some(GameResult::Void),
        _ => number.checked_sub(3)?,
    };
    let by = match win / 2 {
        0 => Margin::Unspecified,
        1 => Margin::Resignation,
        2 => Margin::Time,
        3 => Margin::Forfeit,
        by => Margin::HalfPoints(u16::try_from(by - 3).ok().and_then(NonZeroU16::new)?),
    };
    let winner = if win % 2 == 0 { Color::Black } else { Color::White };
    Some(GameResult::Win { winner, by })
}

fn row_number(row: Option<RowId>) -> u32 {
    row.map_or(0, RowId::get)
}

fn rank_number(rank: Option<Rank>) -> u32 {
    rank.map_or(0, |rank| (i32::from(rank.value()) + RANK_OFFSET) as u32)
}

fn rank_of(number: u32) -> Option<Rank> {
    i16::try_from(number as i32 - RANK_OFFSET)
        .ok()
        .and_then(Rank::from_value)
}

fn komi_of(number: u32) -> Option<Komi> {
    i16::try_from(number as i32 - KOMI_OFFSET)
        .ok()
        .and_then(Komi::from_half_points)
}

/// Writes the columns of games, `None` for a removed one: the number of games; a
/// column that is 1 for each game that was not removed; then the columns of these
/// games. A column consists of its smallest number, a width in bits, and, in that
/// width, the difference of each number from the smallest.
pub fn write_columns(games: &[Option<GameColumns>]) -> Vec<u8> {
    let mut out = Vec::new();
    push_leb(&mut out, games.len() as u64);
    let present: Vec<u32> = games.iter().map(|game| u32::from(game.is_some())).collect();
    write_column(&mut out, &present);
    let rows: Vec<[u32; COLUMNS]> = games.iter().flatten().map(GameColumns::columns).collect();
    for column in 0..COLUMNS {
        let numbers: Vec<u32> = rows.iter().map(|row| row[column]).collect();
        write_column(&mut out, &numbers);
    }
    out
}

fn write_column(out: &mut Vec<u8>, numbers: &[u32]) {
    let smallest = numbers.iter().copied().min().unwrap_or(0);
    let largest = numbers.iter().copied().max().unwrap_or(0);
    let width = u32::BITS - (largest - smallest).leading_zeros();
    push_leb(out, u64::from(smallest));
    push_leb(out, u64::from(width));
    let mut bits = BitWriter::default();
    for number in numbers {
        bits.push(u64::from(number - smallest), width);
    }
    out.extend(bits.finish());
}

/// Reads the format of [`write_columns`], at most `most` games.
pub fn read_columns(data: &[u8], most: usize) -> Result<Vec<Option<GameColumns>>, Malformed> {
    let mut bytes = Bytes::new(data);
    let count = bytes.leb_u32()? as usize;
    if count > most {
        return Err(Malformed);
    }
    let present = read_column(&mut bytes, count)?;
    let there = present.iter().filter(|&&present| present == 1).count();
    let mut rows = vec![[0; COLUMNS]; there];
    for column in 0..COLUMNS {
        for (row, number) in rows.iter_mut().zip(read_column(&mut bytes, there)?) {
            row[column] = number;
        }
    }
    if !bytes.is_empty() {
        return Err(Malformed);
    }
    let mut rows = rows.into_iter();
    present
        .into_iter()
        .map(|present| match present {
            0 => Ok(None),
            1 => rows
                .next()
                .and_then(GameColumns::from_columns)
                .map(Some)
                .ok_or(Malformed),
            _ => Err(Malformed),
        })
        .collect()
}

fn read_column(bytes: &mut Bytes<'_>, count: usize) -> Result<Vec<u32>, Malformed> {
    let smallest = bytes.leb_u32()?;
    let width = bytes.leb_u32()?;
    if width > u32::BITS {
        return Err(Malformed);
    }
    let mut bits = BitReader::new(bytes.take((count * width as usize).div_ceil(8))?);
    (0..count)
        .map(|_| smallest.checked_add(bits.bits(width)? as u32).ok_or(Malformed))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn columns() -> impl Strategy<Value = GameColumns> {
        let date = prop_oneof![
            Just(String::new()),
            "(1|2)[0-9]{3}(-(0[1-9]|1[0-2])(-[0-2][1-9])?)?(,1[0-9]{3}(-0[1-9])?)?"
        ];
        let result = prop_oneof![Just(String::new()), "(B|W)\\+(R|T|F||[1-9][0-9]?\\.5)|0|Void"];
        let rank = prop_oneof![Just(String::new()), "[1-9](k|d|p)"];
        let komi = prop_oneof![Just(String::new()), "-?[0-9]\\.5"];
        let texts = prop::array::uniform7(any::<u32>().prop_map(RowId::new));
        let time_limit = prop_oneof![Just(String::new()), "[0-9]{1,6}"];
        let info = (
            (date, result),
            rank.clone(),
            rank,
            komi,
            prop::option::of(any::<u8>()),
            time_limit,
        );
        (2_u8..=19, any::<u16>(), info, texts, any::<bool>()).prop_map(|(lines, moves, info, texts, repaired)| {
            let ((date, result), black_rank, white_rank, komi, handicap, time_limit) = info;
            let info = GameInfo {
                date,
                result,
                black_rank,
                white_rank,
                komi,
                time_limit,
                handicap: handicap.map(|stones| stones.to_string()).unwrap_or_default(),
                ..GameInfo::default()
            };
            let [black, white, rules, event, place, overtime, program] = texts;
            let size = BoardSize::new(lines).expect("a size");
            GameColumns {
                black,
                white,
                rules,
                event,
                place,
                overtime,
                program,
                ..GameColumns::without_texts(size, moves, &info, repaired)
            }
        })
    }

    proptest! {
        #[test]
        fn written_columns_come_back(games in prop::collection::vec(prop::option::of(columns()), 0..40)) {
            let data = write_columns(&games);
            prop_assert_eq!(read_columns(&data, 40), Ok(games));
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = read_columns(&bytes, 512);
        }
    }

    #[test]
    fn every_result_and_date_has_a_number_of_its_own() {
        for number in 1..200 {
            assert_eq!(result_of(number).map(result_number), Some(number));
        }
        for text in ["0001", "2005", "2005-12", "2005-12-31", "9999-12-31"] {
            let date: PartialDate = text.parse().expect("a date");
            assert_eq!(date_of(date.ordinal()), Some(date));
        }
    }
}
