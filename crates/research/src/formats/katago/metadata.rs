//! Data about the players and the game, for networks that play like people (`SGFMetadata` in
//! KataGo's `cpp/neuralnet/sgfmetadata.h`). `docs/katago.md` describes the numbers.

use super::row::flag;
use bgo::internal::record::{Day, GameInfo, Rank, TimeLimit};

pub(crate) const METADATA: usize = 192;

/// The numbers that are set for a rank, the more of them the weaker it is.
const RANKS: usize = 34;

/// The periods of the waves that tell the date.
const WAVES: usize = 32;

/// Parts of the names of programs.
const PROGRAMS: [&str; 14] = [
    "alphago",
    "crazy stone",
    "crazystone",
    "fuego",
    "gnu go",
    "gnugo",
    "golaxy",
    "katago",
    "leela",
    "many faces of go",
    "mogobot",
    "pachi",
    "randombot",
    "zen19",
];

/// The server or collection that a record comes from, by its number in KataGo.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RecordOrigin {
    Unknown = 0,
    Ogs = 1,
    Kgs = 2,
    Fox = 3,
    Tygem = 4,
    GoGoD = 5,
    Go4Go = 6,
}

/// The times that players have. The seconds are those of a period or a move.
enum TimeControl {
    Unknown,
    Unlimited,
    Absolute,
    Simple(f64),
    Periods(f64, u32),
    Canadian(f64, u32),
    Increment(f64),
}

/// Returns the numbers of a game on a board with some points, as Black sees them, and as White does.
pub(super) fn metadata(info: &GameInfo, points: usize) -> [[f32; METADATA]; 2] {
    let mut numbers = [0.0; METADATA];
    let origin = RecordOrigin::of(info);
    numbers[74] = if origin.is_professional() { 0.0 } else { 0.5 };
    let (main_time, overtime) = times(info, origin);
    let (kind, period, periods, moves) = match overtime {
        TimeControl::Unknown => (0, 0.0, 0, 0),
        TimeControl::Unlimited => (1, 0.0, 0, 0),
        TimeControl::Absolute => (2, 0.0, 0, 0),
        TimeControl::Simple(seconds) => (3, seconds, 0, 0),
        TimeControl::Periods(seconds, periods) => (4, seconds, periods, 0),
        TimeControl::Canadian(seconds, moves) => (5, seconds, 0, moves),
        TimeControl::Increment(seconds) => (6, seconds, 0, 0),
    };
    numbers[75 + kind] = 1.0;
    let day = 86_400.0;
    let main_time = f64::from(main_time).min(3.0 * day);
    numbers[82] = (0.4 * ((main_time + 60.0).ln() - 6.5)) as f32;
    numbers[83] = (0.3 * ((period.min(day) + 1.0).ln() - 3.0)) as f32;
    let [periods, moves] = [periods, moves].map(|count: u32| (f64::from(count.min(50)) + 2.0).ln() - 1.5);
    numbers[84] = (0.5 * periods) as f32;
    numbers[85] = (0.25 * moves) as f32;
    numbers[86] = (0.5 * (points as f64 / 361.0).ln()) as f32;
    // Days since 1970-01-01, 0 without a date.
    let date = info.game_date().map(|date| date.first().first_day());
    let days = f64::from(date.map_or(0, Day::since_1970));
    let growth = 80_000.0_f64.powf(1.0 / (WAVES - 1) as f64);
    let mut period = 7.0;
    for wave in numbers[87..][..2 * WAVES].chunks_exact_mut(2) {
        let angle = days / period * std::f64::consts::TAU;
        wave.copy_from_slice(&[angle.cos() as f32, angle.sin() as f32]);
        period *= growth;
    }
    numbers[151 + origin as usize] = 1.0;
    let mut seen = [numbers; 2];
    let players = [(&info.black, &info.black_rank), (&info.white, &info.white_rank)];
    for (color, (name, rank)) in players.into_iter().enumerate() {
        let (name, rank) = (name.to_lowercase(), rank.trim());
        let is_program = PROGRAMS.iter().any(|program| name.contains(program))
            || origin == RecordOrigin::Ogs && (name.ends_with("_bot") || name.ends_with("-bot"));
        // Servers write a dash for players without a rank, which records of KGS leave out.
        let is_unranked = rank == "-" || origin == RecordOrigin::Kgs && rank.is_empty();
        let rank = Rank::parse(rank).and_then(|rank| origin.number(rank));
        let below_best = usize::from(rank.unwrap_or_default()).min(RANKS);
        for (viewer, numbers) in seen.iter_mut().enumerate() {
            // The viewer comes first.
            let place = usize::from(viewer != color);
            numbers[place] = flag(!is_program);
            numbers[2 + place] = flag(is_unranked);
            numbers[4 + place] = flag(rank.is_none() && !is_unranked);
            numbers[6 + RANKS * place..][..below_best].fill(1.0);
        }
    }
    seen
}

impl RecordOrigin {
    fn of(info: &GameInfo) -> Self {
        const NAMES: [(&str, RecordOrigin); 8] = [
            ("online-go.com", RecordOrigin::Ogs),
            ("gokgs.com", RecordOrigin::Kgs),
            ("kgs go server", RecordOrigin::Kgs),
            ("foxwq", RecordOrigin::Fox),
            ("tygem", RecordOrigin::Tygem),
            ("gogod", RecordOrigin::GoGoD),
            ("go4go", RecordOrigin::Go4Go),
            ("go 4 go", RecordOrigin::Go4Go),
        ];
        if info.is_fox() {
            return Self::Fox;
        }
        let texts = info.origin_texts().map(|text| text.to_lowercase());
        let named = NAMES
            .iter()
            .find(|(name, _)| texts.iter().any(|text| text.contains(name)));
        named.map_or(Self::Unknown, |(_, origin)| *origin)
    }

    /// Returns whether the collection is of professional games, which count as rated and whose records tell no
    /// times.
    const fn is_professional(self) -> bool {
        matches!(self, Self::GoGoD | Self::Go4Go)
    }

    /// Returns the number of a rank: 1 for 9 dan and for professionals, 9 for 1 dan, 10 for 1 kyu. GoGoD
    /// writes the dans of professionals like those of amateurs, and kyus of all times.
    fn number(self, rank: Rank) -> Option<u8> {
        let value = match rank.value() {
            ..=0 if self == Self::GoGoD => return None,
            1.. if self == Self::GoGoD => 9,
            value => value.min(9),
        };
        u8::try_from(10 - value).ok()
    }
}

/// Returns the main time in seconds, and the overtime; 0 if they are not known.
fn times(info: &GameInfo, origin: RecordOrigin) -> (u32, TimeControl) {
    let main_time = info.time_limit_value().map(TimeLimit::seconds);
    let overtime = info.overtime.trim();
    let is_empty = info.time_limit.is_empty() && overtime.is_empty();
    match (main_time, origin) {
        _ if origin.is_professional() => (0, TimeControl::Unknown),
        // These write the main time and the overtime of all games that have any. Other records leave
        // overtimes out, or write them elsewhere.
        (None, RecordOrigin::Ogs | RecordOrigin::Kgs) if is_empty => (0, TimeControl::Unlimited),
        (Some(seconds), RecordOrigin::Ogs | RecordOrigin::Kgs) if overtime.is_empty() && seconds > 0 => {
            (seconds, TimeControl::Absolute)
        }
        (Some(seconds), _) => match read_overtime(overtime) {
            Some(overtime) => (seconds, overtime),
            None => (0, TimeControl::Unknown),
        },
        _ => (0, TimeControl::Unknown),
    }
}

/// Reads `5x30 byo-yomi`, `25/600 Canadian`, `10 fischer` and `30 simple`.
fn read_overtime(text: &str) -> Option<TimeControl> {
    let (numbers, kind) = text.split_once(' ')?;
    match kind.trim().to_lowercase().as_str() {
        "byo-yomi" => {
            let (periods, length) = numbers.split_once('x')?;
            Some(TimeControl::Periods(seconds(length)?, count(periods)?))
        }
        "canadian" => {
            let (moves, length) = numbers.split_once('/')?;
            let moves = count(moves)?;
            Some(TimeControl::Canadian(seconds(length)? / f64::from(moves), moves))
        }
        "fischer" => Some(TimeControl::Increment(seconds(numbers)?)),
        "simple" => Some(TimeControl::Simple(seconds(numbers)?)),
        _ => None,
    }
}

fn seconds(text: &str) -> Option<f64> {
    let seconds = text.parse().ok();
    seconds.filter(|seconds| (f64::MIN_POSITIVE..=1e8).contains(seconds))
}

fn count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|count| (1..=1000).contains(count))
}
