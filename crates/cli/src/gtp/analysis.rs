//! Commands that show what was played, and reports of the next moves.

use super::commands::play_chosen;
use super::engine::{Engine, win_rate};
use super::request::{Failure, GtpArguments, Reply, color, text, vertex};
use crate::render::{Coordinates, MARKS_AT_FIRST, Text, answered, counted, filter_text, games_text, marks};
use bgo::internal::go::{BoardSize, Color, Move, Point};
use bgo::internal::pattern::Area;
use bgo::internal::query::{
    Choice, Detail, Page, PatternOptions, QueryError, Question, Scope, SearchBoard, Sort, search as ask,
};
use bgo::internal::store::{Snapshot, Totals};
use std::time::Duration;

/// The default side of the area around the last move, in lines. In a corner, it reaches the edges
/// from the 4-4 point.
const AREA: u8 = 7;

const GAMES: usize = 20;

/// The commands that GoGui shows: the form of the response, a label, and the command, in
/// which `%c` is the colour to play
/// (<https://lemonsqueeze.github.io/gogui/manual/html/analyze.html>).
pub(super) const ANALYZE_COMMANDS: &str = "\
gfx/Database: Next Moves/bgo-heat_map %c
string/Database: Table of Next Moves/bgo-search %c
string/Database: Around the Last Move/bgo-pattern
string/Database: Games/bgo-games";

pub(super) fn reports(engine: &mut Engine, form: ReportForm, words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let board = engine.game.board();
    let reports = Reports::read(form, words, board.to_play(), board.size())?;
    Ok(Reply::Reports(reports))
}

/// Reports once and plays.
pub(super) fn genmove_analyze(
    engine: &mut Engine,
    form: ReportForm,
    words: GtpArguments<'_>,
) -> Result<Reply, Failure> {
    let board = engine.game.board();
    let reports = Reports::read(form, words, board.to_play(), board.size())?;
    let report = reports.report(engine, &engine.snapshot()?, engine.follows_quickly())?;
    let report = report.unwrap_or_default();
    let chosen = engine.choose(reports.color)?;
    text(format!("\n{report}\nplay {}", play_chosen(engine, chosen)?))
}

pub(super) fn search(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let snapshot = engine.snapshot()?;
    let color = words.optional_color().unwrap_or_else(|| engine.game.board().to_play());
    let board = engine.game.board_for(color);
    table(&snapshot, &engine.question(board.into_owned()))
}

pub(super) fn pattern(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let board = engine.game.board();
    let lines = match words.text().trim() {
        "" => Some(AREA),
        text if text.bytes().all(|byte| byte.is_ascii_digit()) => Some(words.value()?),
        _ => None,
    };
    let area = match (lines, board.moves().last().and_then(|mv| mv.point)) {
        (None, _) => Area::parse(words.text(), board.size()).map_err(|error| Failure::saying(error.to_string()))?,
        (Some(0), _) => return Err(Failure::saying("an area has at least one line")),
        (Some(lines), Some(last)) => around(last, lines, board.size()),
        (Some(_), None) => {
            return Err(Failure::saying(
                "there is no last move; name the area: bgo-pattern Q16 S10",
            ));
        }
    };
    let scope = Scope::Area(area, PatternOptions::default());
    let question = Question::new(board.clone()).about(scope);
    let question = question.under(engine.filter.clone());
    table(&engine.snapshot()?, &question)
}

fn around(point: Point, lines: u8, size: BoardSize) -> Area {
    let (before, after) = ((lines - 1) / 2, lines / 2);
    let [left, top] = [point.x, point.y].map(|at| at.saturating_sub(before));
    let [right, bottom] = [point.x, point.y].map(|at| at.saturating_add(after).min(size.lines() - 1));
    Area::between(Point::new(left, top), Point::new(right, bottom))
}

fn table(snapshot: &Snapshot, question: &Question) -> Result<Reply, Failure> {
    let answer = ask(snapshot, question, Detail::Counts)?;
    let marks = marks(&answer, MARKS_AT_FIRST);
    shown(&answered(&marks, &answer, question, snapshot.hash_table(), &[]))
}

fn shown(answer: &Text) -> Result<Reply, Failure> {
    text(format!("\n{}", answer.in_file(Coordinates::Western)))
}

pub(super) fn games(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let limit = match words.optional() {
        Some(word) => word.parse().map_err(|_| Failure::syntax())?,
        None => GAMES,
    };
    let question = engine.question(engine.game.board().clone());
    let page = Page {
        sort: Sort::Date,
        reverse: false,
        offset: 0,
        limit,
    };
    let list = Choice::Position(&question).list(&engine.snapshot()?, page)?;
    shown(&(games_text(&list) + filter_text(question.filter()).into()))
}

/// Returns the next moves as GoGui draws them: the share of the games on each point, coloured
/// from pale to strong, and the player's win rate in the status line.
pub(super) fn heat_map(engine: &mut Engine, mut words: GtpArguments<'_>) -> Result<Reply, Failure> {
    let color = words.optional_color().unwrap_or_else(|| engine.game.board().to_play());
    let playable = engine.playable(&engine.snapshot()?, color)?;
    let size = engine.game.board().size();
    let games: u64 = playable.iter().map(|(_, totals)| totals.games).sum();
    let mut lines = Vec::new();
    for (mv, totals) in &playable {
        let Some(point) = mv.point else { continue };
        let name = Coordinates::Western.point(point, size);
        let share = totals.games as f64 / games as f64;
        // The square root makes rare moves visible beside common ones.
        let pale = (255.0 * (1.0 - share.sqrt())) as u8;
        lines.push(format!("COLOR #{pale:02x}ff{pale:02x} {name}"));
        lines.push(format!("LABEL {name} {:.0}", share * 100.0));
    }
    let black_wins: u64 = playable.iter().map(|(_, totals)| totals.black_wins).sum();
    let white_wins: u64 = playable.iter().map(|(_, totals)| totals.white_wins).sum();
    lines.push(format!("TEXT {}", status(color, games, [black_wins, white_wins])));
    text(format!("\n{}", lines.join("\n")))
}

fn status(color: Color, games: u64, [black, white]: [u64; 2]) -> String {
    let wins = if color == Color::Black { black } else { white };
    match black + white {
        0 => counted(games, "game"),
        decided => format!(
            "{}, {color} wins {:.1}%",
            counted(games, "game"),
            100.0 * wins as f64 / decided as f64
        ),
    }
}

const INTERVAL: Duration = Duration::from_secs(1);

/// The longest time between two reports, in hundredths of a second: an hour.
const LONGEST: f64 = 360_000.0;

/// The number of moves, the most popular first, whose main line is followed.
const LINES: usize = 8;

const LINE_LENGTH: usize = 6;

/// Options of engines about values that a database does not have. They are accepted, as
/// programs send them without being asked, and add nothing.
const WITHOUT_EFFECT: [&str; 9] = [
    "minmoves",
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "rootInfo",
    "noResultValue",
];

/// The engine whose form reports have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportForm {
    /// Leela Zero: shares in ten thousandths.
    Leela,
    /// KataGo: shares from 0 to 1.
    Kata,
}

/// The reports that a command for analysis asks for: the next moves in the form of an engine, with
/// games as visits and the player's wins as win rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Reports {
    form: ReportForm,
    /// The player of the moves.
    pub color: Color,
    /// The time between two reports.
    pub interval: Duration,
    /// The most moves to report.
    most: usize,
    /// The points that may not be reported.
    avoided: Vec<Point>,
    /// The only points that may be reported, if any are named.
    allowed: Option<Vec<Point>>,
}

impl Reports {
    /// Reads `[COLOR] [INTERVAL] [KEY VALUE]...`. The interval is in hundredths of a second.
    pub fn read(
        form: ReportForm,
        mut words: GtpArguments<'_>,
        to_play: Color,
        size: BoardSize,
    ) -> Result<Self, Failure> {
        let mut reports = Self {
            form,
            color: words.optional_color().unwrap_or(to_play),
            interval: INTERVAL,
            most: usize::MAX,
            avoided: Vec::new(),
            allowed: None,
        };
        let mut is_first = true;
        while let Some(key) = words.optional() {
            match key {
                "interval" => reports.interval = interval(words.word()?)?,
                "maxmoves" => reports.most = words.value()?,
                "avoid" | "allow" => reports.restrict(key, &mut words, size)?,
                _ if WITHOUT_EFFECT.contains(&key) => drop(words.word()?),
                _ if is_first && key.starts_with(|c: char| c.is_ascii_digit()) => reports.interval = interval(key)?,
                _ => {
                    return Err(Failure::saying(format!(
                        "unknown option {key}: there are interval, maxmoves, avoid and allow; without effect are {}",
                        WITHOUT_EFFECT.join(", ")
                    )));
                }
            }
            is_first = false;
        }
        Ok(reports)
    }

    /// Reads `COLOR VERTEX,VERTEX... MOVES`. Only the next move is reported on, so it does not
    /// matter for how many moves the restriction is.
    fn restrict(&mut self, key: &str, words: &mut GtpArguments<'_>, size: BoardSize) -> Result<(), Failure> {
        let of = color(words.word()?).ok_or_else(Failure::syntax)?;
        let points: Result<Vec<Move>, Failure> = words
            .word()?
            .split(',')
            .map(|word| vertex(word, of, size, "bad vertex list"))
            .collect();
        let points = points?.into_iter().filter_map(|mv| mv.point);
        words.value::<u32>()?;
        if of == self.color {
            match key {
                "avoid" => self.avoided.extend(points),
                _ => self.allowed.get_or_insert_default().extend(points),
            }
        }
        Ok(())
    }

    /// Returns a report as one line, or `None` if nothing was played from the position. Main lines have
    /// one move, or if `follows`, those of the first `LINES` moves have up to `LINE_LENGTH`.
    pub fn report(&self, engine: &Engine, snapshot: &Snapshot, follows: bool) -> Result<Option<String>, QueryError> {
        let board = engine.game.board_for(self.color);
        let playable = engine.playable_on(snapshot, &board)?;
        let games: u64 = playable.iter().map(|(_, totals)| totals.games).sum();
        // Main lines do not need the moves so far, which would be copied for each of them.
        let stones = board.position().stones();
        let start = SearchBoard::from_stones(board.size(), stones, board.to_play());
        let wanted = playable.iter().filter(|(mv, _)| self.permits(*mv));
        let mut infos = Vec::new();
        for (order, next) in wanted.take(self.most).enumerate() {
            let length = if follows && order < LINES { LINE_LENGTH } else { 1 };
            let line = engine.main_line(snapshot, &start, next.0, length)?;
            let prior = next.1.games as f64 / games as f64;
            infos.push(self.info(next, prior, order, &line, board.size()));
        }
        Ok((!infos.is_empty()).then(|| infos.join(" ")))
    }

    fn permits(&self, mv: Move) -> bool {
        match mv.point {
            Some(point) => {
                let is_allowed = self.allowed.as_ref().is_none_or(|points| points.contains(&point));
                is_allowed && !self.avoided.contains(&point)
            }
            None => self.allowed.is_none(),
        }
    }

    /// Returns the report of one move. Both forms are described in
    /// <https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>. A move
    /// without a decided game has a win rate of one half, as the form needs one.
    fn info(&self, next: &(Move, Totals), prior: f64, order: usize, line: &[Move], size: BoardSize) -> String {
        let (rate, low) = win_rate(next).map_or((0.5, 0.0), |rate| (rate.rate, rate.low));
        let [rate, prior, low] = [rate, prior, low].map(|share| match self.form {
            ReportForm::Leela => format!("{:.0}", share * 10_000.0),
            ReportForm::Kata => format!("{share:.6}"),
        });
        let names: Vec<String> = line.iter().map(|mv| Coordinates::Western.target(*mv, size)).collect();
        format!(
            "info move {} visits {} winrate {rate} prior {prior} lcb {low} order {order} pv {}",
            names[0],
            next.1.games,
            names.join(" "),
        )
    }
}

fn interval(word: &str) -> Result<Duration, Failure> {
    let hundredths: f64 = word.parse().map_err(|_| Failure::syntax())?;
    if hundredths.is_finite() && hundredths >= 0.0 {
        Ok(Duration::from_secs_f64(hundredths.clamp(1.0, LONGEST) / 100.0))
    } else {
        Err(Failure::syntax())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Reports, Failure> {
        Reports::read(ReportForm::Leela, GtpArguments::new(text), Color::Black, BoardSize::MAX)
    }

    #[test]
    fn colour_and_interval_may_be_left_out() {
        let facts = |text| read(text).map(|reports| (reports.color, reports.interval.as_millis()));
        assert_eq!(facts(""), Ok((Color::Black, 1000)));
        assert_eq!(facts("w"), Ok((Color::White, 1000)));
        assert_eq!(facts("White 50"), Ok((Color::White, 500)));
        assert_eq!(facts("25"), Ok((Color::Black, 250)));
        assert_eq!(facts("interval 0 ownership true"), Ok((Color::Black, 10)));
        assert_eq!(facts("B 1e30"), Ok((Color::Black, 3_600_000)));
        for wrong in [
            "interval",
            "interval x",
            "interval -1",
            "interval nan",
            "maxmoves -1",
            "avoid",
            "avoid b",
            "avoid b D4",
            "ownership",
        ] {
            assert_eq!(read(wrong), Err(Failure::syntax()), "{wrong}");
        }
        let said = read("B 50 wideRootNoise 1").expect_err("unknown").0;
        assert!(
            said.starts_with("unknown option wideRootNoise: there are interval,"),
            "{said}"
        );
    }

    #[test]
    fn points_are_avoided_or_allowed_for_their_colour() {
        let permits = |text, point| {
            let mv = Move::parse(point, Color::Black, BoardSize::MAX).expect("a move");
            read(text).expect("reports").permits(mv)
        };
        assert!(!permits("avoid b D4,Q16 1", "D4"));
        assert!(permits("avoid w D4,Q16 1", "D4"));
        assert!(permits("avoid b D4,Q16 1", "Q4"));
        assert!(permits("avoid b D4 1", "pass"));
        assert!(permits("10 allow b D4 1 allow b Q16 5", "Q16"));
        assert!(!permits("allow b D4 1", "Q16"));
        assert!(!permits("allow b D4 1 avoid b D4 1", "D4"));
    }
}
