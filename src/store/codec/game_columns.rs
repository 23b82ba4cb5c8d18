use super::bytes::{BitWriter, Bytes, Malformed, push_leb};
use super::totals::GameFacts;
use crate::go::{BoardSize, Color};
use crate::record::{GameDate, GameInfo, GameResult, Komi, Margin, Outcome, PartialDate, Rank, TimeLimit};
use std::collections::BTreeMap;
use std::num::{NonZeroU16, NonZeroU32};

/// The number of a row in the player table or the label table.
pub type RowId = NonZeroU32;

/// The values of a game for filtering, sorting and counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameColumns {
    pub board_size: BoardSize,
    pub moves: u16,
    /// The lowest bits of the content of the game table.
    pub content: u32,
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
    /// The number of sources.
    pub sources: u32,
}

impl GameColumns {
    /// Creates the columns of a game with one source from the information in its record, without the rows of its texts.
    pub fn without_texts(board_size: BoardSize, moves: u16, content: u64, info: &GameInfo, repaired: bool) -> Self {
        let [black_rank, white_rank] = info.ranks();
        Self {
            board_size,
            moves,
            content: content as u32,
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
            sources: 1,
        }
    }

    pub fn winner(&self) -> Option<Color> {
        self.result.and_then(GameResult::winner)
    }

    pub fn facts(&self) -> GameFacts {
        GameFacts::new(self.date, self.result)
    }

    /// Returns the number in a column.
    pub fn number(&self, column: Column) -> u32 {
        let date = self.date;
        match column {
            Column::Facts => facts_number(self.facts()),
            Column::BoardSize => u32::from(self.board_size.lines()),
            Column::Moves => u32::from(self.moves),
            Column::Content => self.content,
            Column::FirstDate => date.map_or(0, |date| date.first().ordinal()),
            Column::LastDate => date.map_or(0, |date| date.last().ordinal() - date.first().ordinal()),
            Column::Result => self.result.map_or(0, result_number),
            Column::Black => row_number(self.black),
            Column::White => row_number(self.white),
            Column::BlackRank => rank_number(self.black_rank),
            Column::WhiteRank => rank_number(self.white_rank),
            Column::Komi => self
                .komi
                .map_or(0, |komi| (i32::from(komi.half_points()) + KOMI_OFFSET) as u32),
            Column::Handicap => self.handicap.map_or(0, |stones| u32::from(stones) + 1),
            Column::Rules => row_number(self.rules),
            Column::Event => row_number(self.event),
            Column::Place => row_number(self.place),
            Column::TimeLimit => self.time_limit.map_or(0, |time| time.seconds() + 1),
            Column::Overtime => row_number(self.overtime),
            Column::Program => row_number(self.program),
            Column::Repaired => u32::from(self.repaired),
            Column::Sources => self.sources,
        }
    }
}

/// The columns, in which a game has a number each; 0 stands for a missing value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// The year and outcome of a game, which totals count; 0 for a number without a game.
    Facts,
    BoardSize,
    Moves,
    Content,
    FirstDate,
    /// The difference from the first date.
    LastDate,
    Result,
    Black,
    White,
    BlackRank,
    WhiteRank,
    Komi,
    Handicap,
    Rules,
    Event,
    Place,
    TimeLimit,
    Overtime,
    Program,
    Repaired,
    Sources,
}

impl Column {
    pub const COUNT: usize = Self::Sources as usize + 1;

    /// All columns, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Facts,
        Self::BoardSize,
        Self::Moves,
        Self::Content,
        Self::FirstDate,
        Self::LastDate,
        Self::Result,
        Self::Black,
        Self::White,
        Self::BlackRank,
        Self::WhiteRank,
        Self::Komi,
        Self::Handicap,
        Self::Rules,
        Self::Event,
        Self::Place,
        Self::TimeLimit,
        Self::Overtime,
        Self::Program,
        Self::Repaired,
        Self::Sources,
    ];
}

/// Returns the number of the facts of a game: 1, plus the code of the outcome, plus 4 times the year.
fn facts_number(facts: GameFacts) -> u32 {
    1 + u32::from(facts.outcome.code()) + 4 * u32::from(facts.year.unwrap_or(0))
}

/// Returns the facts of a game from their number, unless there is no game.
pub fn facts_of(number: u32) -> Option<GameFacts> {
    let number = number.checked_sub(1)?;
    let year = u16::try_from(number / 4)
        .ok()
        .filter(|year| *year <= PartialDate::MAX_YEAR)?;
    Some(GameFacts {
        year: (year > 0).then_some(year),
        outcome: Outcome::of_code((number % 4) as u8),
    })
}

/// The offset of ranks: they are numbered from -49.
const RANK_OFFSET: i32 = 50;
const KOMI_OFFSET: i32 = 2 * Komi::MAX_POINTS as i32 + 1;

/// Returns the date of a game from the ordinal of its first date, and the last one's difference.
pub fn game_date_of(first: u32, difference: u32) -> Option<GameDate> {
    let last = first.checked_add(difference)?;
    GameDate::new(date_of(first)?, date_of(last)?)
}

pub fn date_of(number: u32) -> Option<PartialDate> {
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

pub fn result_of(number: u32) -> Option<GameResult> {
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

pub fn rank_of(number: u32) -> Option<Rank> {
    i16::try_from(number as i32 - RANK_OFFSET)
        .ok()
        .and_then(Rank::from_value)
}

pub fn komi_of(number: u32) -> Option<Komi> {
    i16::try_from(number as i32 - KOMI_OFFSET)
        .ok()
        .and_then(Komi::from_half_points)
}

/// The numbers of some games in a column.
#[derive(Clone, Debug, Default)]
pub struct PackedColumn {
    count: usize,
    smallest: u32,
    width: u32,
    /// The differences from the smallest number, and eight more bytes.
    bits: Vec<u8>,
}

/// The bytes that are read for a number.
const WORD: usize = 8;

impl PackedColumn {
    /// Returns the bytes of a column: how many numbers it has, the smallest one, a width in bits, and, in
    /// that width, the difference of each number from the smallest.
    pub fn write(numbers: &[u32]) -> Vec<u8> {
        let smallest = numbers.iter().copied().min().unwrap_or(0);
        let largest = numbers.iter().copied().max().unwrap_or(0);
        let width = u32::BITS - (largest - smallest).leading_zeros();
        let mut out = Vec::new();
        push_leb(&mut out, numbers.len() as u64);
        push_leb(&mut out, u64::from(smallest));
        push_leb(&mut out, u64::from(width));
        let mut bits = BitWriter::default();
        for number in numbers {
            bits.push(u64::from(number - smallest), width);
        }
        out.extend(bits.finish());
        out
    }

    /// Reads the format of [`PackedColumn::write`], at most `most` numbers.
    pub fn read(data: &[u8], most: usize) -> Result<Self, Malformed> {
        let mut bytes = Bytes::new(data);
        let [count, smallest, width] = [bytes.leb_u32()?, bytes.leb_u32()?, bytes.leb_u32()?];
        let count = count as usize;
        if count > most || width > u32::BITS || bytes.rest().len() != (count * width as usize).div_ceil(8) {
            return Err(Malformed);
        }
        let bits = [bytes.rest(), &[0; WORD]].concat();
        Ok(Self {
            count,
            smallest,
            width,
            bits,
        })
    }

    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns a number, or `None` after the last one.
    #[inline]
    pub fn get(&self, at: usize) -> Option<u32> {
        if at >= self.count {
            return None;
        }
        let bit = at * self.width as usize;
        let word = self.bits.get(bit / 8..)?.first_chunk::<WORD>()?;
        let difference = u64::from_le_bytes(*word) >> (bit % 8) & ((1 << self.width) - 1);
        // A malformed column may have larger sums, which no value has.
        Some(self.smallest.saturating_add(difference as u32))
    }
}

pub fn handicap_of(number: u32) -> Option<u8> {
    u8::try_from(number - 1).ok()
}

pub fn time_limit_of(number: u32) -> Option<TimeLimit> {
    TimeLimit::from_seconds(number - 1)
}

/// The number of games by board size and by the year of the first date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameCounts(pub BTreeMap<(u8, Option<u16>), u64>);

impl GameCounts {
    /// Counts games by their numbers in the columns of board sizes, which are 0 for no game, and of first dates.
    pub fn add(&mut self, board_sizes: &[u32], first_dates: &[u32]) {
        for (&size, &date) in board_sizes.iter().zip(first_dates) {
            if size > 0 {
                let year = date_of(date).map(PartialDate::year);
                *self.0.entry((size as u8, year)).or_default() += 1;
            }
        }
    }

    /// Takes away games that were counted.
    pub fn subtract(&mut self, board_sizes: &[u32], first_dates: &[u32]) -> Result<(), Malformed> {
        let mut gone = Self::default();
        gone.add(board_sizes, first_dates);
        for (key, games) in gone.0 {
            let left = self
                .0
                .get(&key)
                .and_then(|known| known.checked_sub(games))
                .ok_or(Malformed)?;
            match left {
                0 => self.0.remove(&key),
                _ => self.0.insert(key, left),
            };
        }
        Ok(())
    }

    /// Returns the bytes: how many counts there are, and for each the board size, the year or 0, and the games.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        push_leb(&mut out, self.0.len() as u64);
        for (&(size, year), &games) in &self.0 {
            push_leb(&mut out, u64::from(size));
            push_leb(&mut out, u64::from(year.unwrap_or(0)));
            push_leb(&mut out, games);
        }
        out
    }

    /// Reads the format of [`GameCounts::write`].
    pub fn read(data: &[u8]) -> Result<Self, Malformed> {
        let mut bytes = Bytes::new(data);
        let mut counts = Self::default();
        for _ in 0..bytes.leb()? {
            let size = u8::try_from(bytes.leb()?).map_err(|_| Malformed)?;
            let year = u16::try_from(bytes.leb()?).map_err(|_| Malformed)?;
            let games = bytes.leb()?;
            counts.0.insert((size, (year > 0).then_some(year)), games);
        }
        if bytes.is_empty() { Ok(counts) } else { Err(Malformed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn written_numbers_come_back(numbers in prop::collection::vec(any::<u32>().prop_map(|n| n >> (n % 32)), 0..90)) {
            let column = PackedColumn::read(&PackedColumn::write(&numbers), 90).expect("a column");
            let read: Vec<u32> = (0..=90).map_while(|at| column.get(at)).collect();
            prop_assert_eq!(read, numbers);
        }

        #[test]
        fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            if let Ok(column) = PackedColumn::read(&bytes, 512) {
                prop_assert_eq!((0..600).map_while(|at| column.get(at)).count(), column.len());
            }
        }
    }

    #[test]
    fn written_counts_come_back() {
        let dates =
            ["2005-11-03", "2005", "1846-09-11"].map(|text| text.parse::<PartialDate>().expect("a date").ordinal());
        let mut counts = GameCounts::default();
        counts.add(&[19, 0, 19, 9, 19], &[dates[0], dates[1], dates[1], 0, dates[2]]);
        let expected = [((9, None), 1), ((19, Some(1846)), 1), ((19, Some(2005)), 2)];
        assert_eq!(counts.0, BTreeMap::from(expected));
        assert_eq!(GameCounts::read(&counts.write()), Ok(counts.clone()));
        assert_eq!(counts.subtract(&[19, 9], &[dates[1], 0]), Ok(()));
        assert_eq!(counts.0, BTreeMap::from([((19, Some(1846)), 1), ((19, Some(2005)), 1)]));
        assert_eq!(counts.subtract(&[9], &[0]), Err(Malformed));
    }

    #[test]
    fn every_result_and_date_has_a_number_of_its_own() {
        for number in 1..200 {
            assert_eq!(result_of(number).map(result_number), Some(number));
        }
        for number in (1..5).chain(8001..8090) {
            assert_eq!(facts_of(number).map(facts_number), Some(number));
        }
        for text in ["0001", "2005", "2005-12", "2005-12-31", "9999-12-31"] {
            let date: PartialDate = text.parse().expect("a date");
            assert_eq!(date_of(date.ordinal()), Some(date));
        }
    }
}
