use super::board::{pattern_board, search_board};
use super::filter::{COUNTED, filter_text, options_text};
use super::move_table::{MoveTable, has_details};
use super::statistics::percent;
use super::text::{Look, MARK, MoveForm, grouped, paint};
use super::width::{visible_width, wrapped};
use super::{Coordinates, MoveMark, Text, counted};
use bgo::internal::go::{BoardSize, Color, HashTable};
use bgo::internal::pattern::Condition;
use bgo::internal::query::{Answer, PatternOptions, PatternSearch, Question, Scope};

const GAP: &str = "  ";

const MORE_WIDTH: &str = "Widen the window for years and players";

/// The next moves and the lines about the position, as a board has them beside it.
pub(super) struct AnsweredLines {
    marks: Vec<MoveMark>,
    answer: Answer,
    question: Question,
}

/// Returns the board, or where the pattern lies, with the marks, the table of next moves and
/// the lines of `remarks`.
pub fn answered(
    marks: &[MoveMark],
    answer: &Answer,
    question: &Question,
    hash_table: &HashTable,
    remarks: &[String],
) -> Text {
    let (board, beside_in_file) = match question.pattern() {
        Ok(Some(pattern)) => (pattern_board(pattern, marks), !has_details(answer)),
        _ => (search_board(question.board(), marks, hash_table), false),
    };
    let answered = AnsweredLines::new(marks, answer, question);
    let remarks = remarks.to_vec();
    board.with(move |room| answered.lines(&remarks, room), beside_in_file)
}

impl AnsweredLines {
    pub(super) fn new(marks: &[MoveMark], answer: &Answer, question: &Question) -> Self {
        Self {
            marks: marks.to_vec(),
            answer: answer.clone(),
            question: question.clone(),
        }
    }

    /// Returns the lines of the next moves, those about the position, and the remarks. Where there
    /// is no room for all, the last remarks are left out, and then the last moves.
    pub(super) fn lines(&self, remarks: &[String], room: Look) -> Vec<String> {
        let Self {
            marks,
            answer,
            question,
        } = self;
        let opening = opening_line(answer).filter(|_| room.form == MoveForm::Table);
        let about = [
            opening.into_iter().collect(),
            engine_lines(answer, room.coordinates),
            about(marks, answer, question, room.form),
        ]
        .concat();
        let about: Vec<String> = about.iter().flat_map(|line| wrapped(line, room.columns())).collect();
        let mut more_width = None;
        let moves = if marks.is_empty() {
            Vec::new()
        } else if has_details(answer) || room.form == MoveForm::Table {
            let table = MoveTable::new(marks, answer, room);
            more_width = table.lacks_details().then_some(MORE_WIDTH);
            table.lines()
        } else {
            short_table(marks, answer.board_size, room)
        };
        let mut lines = [first_lines(moves, room.lines().saturating_sub(about.len())), about].concat();
        let rule = (room.form == MoveForm::Table && has_several(answer)).then_some(COUNTED);
        for remark in remarks.iter().map(String::as_str).chain(rule).chain(more_width) {
            let remark = wrapped(remark, room.columns());
            if lines.len() + remark.len() > room.lines() {
                break;
            }
            lines.extend(remark);
        }
        lines
    }
}

/// Returns the first `most` lines, the last of them an ellipsis if there are more.
fn first_lines(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most.saturating_sub(1));
        lines.push("…".to_owned());
    }
    lines
}

/// Returns the lines below the next moves: the moves that are not shown, the number of games with the position
/// and the conditions on them. A pattern has a line more, about moves elsewhere.
fn about(marks: &[MoveMark], answer: &Answer, question: &Question, form: MoveForm) -> Vec<String> {
    let number = |number: u64| match form {
        MoveForm::Table => grouped(number),
        MoveForm::Plain => number.to_string(),
    };
    let mut lines = Vec::new();
    if form == MoveForm::Table {
        lines.extend(others(marks, answer));
    }
    let halts = answer.halts.unwrap_or_default();
    for (games, [one, many]) in [
        (
            halts.set_up,
            ["game continues", "games continue"].map(|verb| format!("{verb} with handicap or setup stones")),
        ),
        (halts.ended, ["game ends here", "games end here"].map(str::to_owned)),
    ] {
        if games > 0 {
            lines.push(format!("{} {}", number(games), if games == 1 { one } else { many }));
        }
    }
    let games = answer.totals.games;
    let times = answer.pattern.as_ref().map(|counts| counts.occurrences);
    let on_board = match question.size() {
        BoardSize::MAX => String::new(),
        size => format!(" on {size}"),
    };
    if let Some(counts) = &answer.pattern {
        let [elsewhere, of] = [counts.elsewhere, counts.occurrences].map(number);
        lines.push(format!("Next move outside the area: {elsewhere} of {of} times"));
    }
    lines.push(match (form, times) {
        (MoveForm::Plain, None) => format!("Total count: {games}"),
        (MoveForm::Plain, Some(times)) => {
            format!(
                "Total count: {}, {}",
                counted(games, "game"),
                counted(times, "occurrence")
            )
        }
        (MoveForm::Table, None) => format!("total {}{on_board}{}", grouped(games), for_black(answer, question)),
        (MoveForm::Table, Some(times)) => format!(
            "total {} {}{on_board}, {} times{}",
            grouped(games),
            if games == 1 { "game" } else { "games" },
            grouped(times),
            for_black(answer, question)
        ),
    });
    if let (Some(0), Ok(Some(search))) = (times, question.pattern()) {
        lines.push(sought(search));
    }
    if form == MoveForm::Plain && has_several(answer) {
        lines.push(COUNTED.to_owned());
    }
    lines.extend(filter_text(question.filter()).lines().map(str::to_owned));
    match question.scope() {
        Scope::Board if question.swap() => lines.push("Colours: both ways".to_owned()),
        Scope::Board => {}
        Scope::Area(_, options) | Scope::Diagram(_, options) => {
            if *options != PatternOptions::default() {
                lines.push(format!("Options: {}", options_text(options)));
            }
        }
    }
    lines
}

/// Describes a pattern that no game has, so that users see a slip in it.
fn sought(search: &PatternSearch) -> String {
    let pattern = search.pattern();
    let [black, white] = [Color::Black, Color::White].map(|color| {
        let stones = pattern.conditions().iter();
        stones
            .filter(|condition| **condition == Condition::Stone(color))
            .count()
    });
    let place = match pattern.anchor(search.size()) {
        "middle" => "anywhere",
        "side" => "along one edge",
        "corner" => "in a corner",
        "board" => "the whole board",
        _ => "between edges",
    };
    let moves = match pattern.steps() {
        0 => String::new(),
        steps => format!(", then {} by either colour", counted(steps as u64, "move")),
    };
    let (width, height) = (pattern.width(), pattern.height());
    format!("Looked for {width}x{height} points, {place}: {black} black and {white} white stones{moves}")
}

/// Returns whether a game has the pattern several times.
fn has_several(answer: &Answer) -> bool {
    let pattern = answer.pattern.as_ref();
    pattern.is_some_and(|counts| counts.occurrences > answer.totals.games)
}

/// Returns the line of the moves that have no mark. A game counts for each of its answers to a pattern.
fn others(marks: &[MoveMark], answer: &Answer) -> Option<String> {
    let others = answer.next_moves.iter().skip(marks.len());
    let count = others.map(|next| next.answer.map_or(next.games.totals.games, |answer| answer.occurrences));
    let times = if answer.pattern.is_some() { " times" } else { "" };
    match count.sum() {
        0 => None,
        count => Some(format!("others {}{times}", grouped(count))),
    }
}

/// Returns Black's win rate, with the colours as the board shows them.
fn for_black(answer: &Answer, question: &Question) -> String {
    let is_exchanged = match question.scope() {
        Scope::Board => question.swap(),
        Scope::Area(_, options) | Scope::Diagram(_, options) => !options.fixed_colors,
    };
    let as_shown = if is_exchanged { " as shown" } else { "" };
    let rate = answer
        .win_rate
        .map(|rate| format!("  {} for Black{as_shown}", percent(rate.rate, 1)));
    rate.unwrap_or_default()
}

/// Returns the line that names the openings on the board, if there are any. The form of pipes and files is
/// older than such names.
fn opening_line(answer: &Answer) -> Option<String> {
    let names: Vec<&str> = answer.openings.iter().map(|names| names.en).collect();
    (!names.is_empty()).then(|| format!("Opening: {}", names.join("; ")))
}

/// Returns the evaluations of the position and of moves that no counted game has.
fn engine_lines(answer: &Answer, coordinates: Coordinates) -> Vec<String> {
    let mut lines = Vec::new();
    match answer.engine {
        Some(found) => {
            let lead = found.score_lead.map(|lead| format!(", {lead:+.1} points"));
            let visits = found.visits.map(|visits| format!(", {}", counted(visits, "visit")));
            let [lead, visits] = [lead, visits].map(Option::unwrap_or_default);
            lines.push(format!(
                "Engine: black wins {}{lead}{visits}",
                percent(found.win_rate, 1)
            ));
        }
        None if answer.next_moves.iter().any(|next| next.engine.is_some()) => {
            lines.push("Engine: black's win rate after each move".to_owned());
        }
        None => {}
    }
    let also = answer.engine_moves.iter().map(|found| {
        let mv = coordinates.target(found.mv, answer.board_size);
        format!("{mv} ({})", percent(found.evaluation.win_rate, 1))
    });
    let also: Vec<String> = also.collect();
    if !also.is_empty() {
        lines.push(format!("Not played, but searched: {}", also.join(", ")));
    }
    lines
}

/// Returns the next moves with their game counts in two columns, the left one filled first,
/// or in one where two have no room, and with Black's win rate by an engine in parentheses, if
/// there is one. Passes and moves of the colour whose turn it is not are
/// followed by colour and move, as in `c - 12 W pass`.
fn short_table(marks: &[MoveMark], size: BoardSize, room: Look) -> Vec<String> {
    let entries = marks
        .iter()
        .map(|mark| paint(MARK, mark.letter) + &after_letter(mark, size, room.coordinates));
    let entries: Vec<String> = entries.collect();
    let two = in_two_columns(&entries);
    if two.iter().all(|line| visible_width(line) <= room.columns()) {
        return two;
    }
    entries
}

fn in_two_columns(entries: &[String]) -> Vec<String> {
    let (left, right) = entries.split_at(entries.len().div_ceil(2));
    let width = left.iter().map(|entry| visible_width(entry)).max().unwrap_or(0);
    let lines = left.iter().enumerate().map(|(i, entry)| match right.get(i) {
        None => entry.clone(),
        Some(second) => format!("{entry}{}{GAP}{second}", " ".repeat(width - visible_width(entry))),
    });
    lines.collect()
}

fn after_letter(mark: &MoveMark, size: BoardSize, coordinates: Coordinates) -> String {
    let of_engine = mark
        .engine
        .map_or_else(String::new, |found| format!(" ({})", percent(found.win_rate, 1)));
    if mark.in_turn && mark.mv.point.is_some() {
        format!(" - {}{of_engine}", mark.games)
    } else {
        format!(" - {} {}{of_engine}", mark.games, coordinates.played(mark.mv, size))
    }
}

#[cfg(test)]
mod tests;
