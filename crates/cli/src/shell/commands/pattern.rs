//! Patterns: areas of the search board, and diagrams.

use crate::args::{FilterArgs, PatternOptionArgs, diagram_text, looks_like_name};
use crate::reading::{self, Kind, Reading};
use crate::render::{Text, options_text};
use crate::shell::{Session, ShellError};
use bgo::internal::archive::ArchiveFault;
use bgo::internal::go::{BoardSize, Color, Move, ParseError, Point};
use bgo::internal::openings::NamedOpening;
use bgo::internal::pattern::{Area, Pattern};
use bgo::internal::query::{NamePattern, PatternOptions, Scope, SearchBoard};
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

pub(super) fn area(session: &mut Session, words: &[String], options: PatternOptionArgs) -> Result<Text, ShellError> {
    // The command line has commas between points.
    let words = words.iter().flat_map(|word| word.split([',', ' ']));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() && options.given().is_none() {
        return Ok(session.position_or(area_text(session)));
    }
    session.take_shown_position()?;
    let size = session.board().size();
    let area = match words[..] {
        [] => return with_options(session, options.options),
        ["off"] => return end(options, session),
        ["corner", width] => corner(width, width, size)?,
        ["corner", width, height] => corner(width, height, size)?,
        [a, b] => Area::between(point(a, size)?, point(b, size)?),
        _ => {
            return Err(ShellError::usage(
                "an area is two opposite points (area pd rj), or a corner (area corner 9)",
            ));
        }
    };
    session.set_scope(Scope::Area(area, options.options))?;
    session.search()
}

fn corner(width: &str, height: &str, size: BoardSize) -> Result<Area, ShellError> {
    let area = width.parse().ok().zip(height.parse().ok());
    let area = area.and_then(|(width, height)| Area::corner(width, height, size));
    area.ok_or_else(|| {
        ShellError::usage(format!(
            "a corner of this board is 1 to {} lines wide and high",
            size.lines()
        ))
    })
}

pub(super) fn point(word: &str, size: BoardSize) -> Result<Point, ShellError> {
    match Move::parse(word, Color::Black, size) {
        Ok(Move { point: Some(point), .. }) => Ok(point),
        Err(error @ ParseError::OffBoard { .. }) => Err(error.into()),
        Ok(_) | Err(_) => Err(ShellError::usage(format!(
            "\"{word}\" is not a point: write SGF letters (pd), or a letter without I and a number (Q16)"
        ))),
    }
}

fn with_options(session: &mut Session, options: PatternOptions) -> Result<Text, ShellError> {
    let scope = match session.scope() {
        Scope::Board => {
            return Err(ShellError::failed(
                "no pattern is set; \"area\" and \"pattern\" set one",
            ));
        }
        Scope::Area(area, _) => Scope::Area(*area, options),
        Scope::Diagram(pattern, _) => Scope::Diagram(pattern.clone(), options),
    };
    session.set_scope(scope)?;
    session.search()
}

fn end(options: PatternOptionArgs, session: &mut Session) -> Result<Text, ShellError> {
    if let Some(option) = options.given() {
        return Err(ShellError::usage(format!("off and {option} do not go together")));
    }
    session.set_scope(Scope::Board)?;
    session.search()
}

fn area_text(session: &Session) -> String {
    match session.scope() {
        Scope::Board => "no area is set\n".to_owned(),
        Scope::Area(area, options) => {
            let (a, b) = (area.upper_left(), area.lower_right());
            format!("area {a} {b} {}", options_text(options)).trim_end().to_owned() + "\n"
        }
        Scope::Diagram(..) => "no area is set; a diagram is searched (\"pattern\" shows it)\n".to_owned(),
    }
}

pub(super) fn pattern(
    session: &mut Session,
    diagram: Option<&str>,
    options: PatternOptionArgs,
) -> Result<Text, ShellError> {
    let word = match diagram {
        None if options.given().is_some() => return with_options(session, options.options),
        None => return Ok(session.position_or(pattern_text(session)?)),
        Some("off") => return end(options, session),
        // The upper edge of a diagram is a row of "-".
        Some(word) if word.starts_with('-') && word.trim_start_matches('-').starts_with(char::is_alphabetic) => {
            return Err(ShellError::usage(format!("there is no option {word:?}")));
        }
        Some(word) => word,
    };
    let options = options.options;
    match read_diagram(word, session)? {
        Diagram::Pattern(pattern) => {
            session.set_scope(Scope::Diagram(pattern, options))?;
            session.search()
        }
        Diagram::Position(reading) => session.take_reading(*reading, options),
    }
}

/// A pattern, or a position that is written in another way.
enum Diagram {
    Pattern(Pattern),
    Position(Box<Reading>),
}

impl Diagram {
    fn read(text: &str, size: BoardSize) -> Result<Self, ParseError> {
        Pattern::parse(text)
            .map(Self::Pattern)
            .or_else(|error| match reading::read(text.as_bytes(), size) {
                Ok(reading) if text.contains('\n') && reading.kind == Kind::Diagram && reading.has_stones() => {
                    Ok(Self::Position(reading.into()))
                }
                _ => Err(error),
            })
    }
}

/// Puts the stones of the opening with a name on the board, in the corner, or searches them as a diagram.
pub(super) fn opening(session: &mut Session, name: &str, filter: &FilterArgs) -> Result<Text, ShellError> {
    let opening = opening_named(name)?;
    let filter = session.checked_filter(filter.over(session.filter()))?;
    let options = PatternOptions::of_opening(opening);
    let to_play = opening
        .stones()
        .last()
        .map_or(Color::Black, |(_, color)| color.opponent());
    let scope = match opening.corner() {
        Some(corner) => {
            let stones = opening.stones().iter().copied();
            session.set_board(SearchBoard::from_stones(BoardSize::MAX, stones, to_play));
            Scope::Area(corner, options)
        }
        None => {
            session.reset(BoardSize::MAX);
            Scope::Diagram(opening.pattern().clone(), options)
        }
    };
    session.set_scope(scope)?;
    session.search_under(filter)
}

fn opening_named(name: &str) -> Result<&'static NamedOpening, ShellError> {
    let pattern = NamePattern::of_opening(name).map_err(ShellError::usage)?;
    // The whole name is meant where it is a part of others, too.
    let whole = NamePattern::of_opening(&format!("={name}"));
    let found: Vec<&NamedOpening> = whole.unwrap_or(pattern).openings().collect();
    match found[..] {
        [only] => Ok(only),
        _ => {
            let names: Vec<&str> = found.iter().map(|opening| opening.names().en).collect();
            Err(ShellError::WrongUsage(format!(
                "{name:?} could be {}",
                names.join("; ")
            )))
        }
    }
}

fn pattern_text(session: &Session) -> Result<String, ShellError> {
    let Some(search) = session.pattern()? else {
        return Ok("no pattern is set; \"area\" and \"pattern\" set one\n".to_owned());
    };
    let options = match options_text(search.options()).as_str() {
        "" => String::new(),
        options => format!("Options: {options}\n"),
    };
    Ok(format!("{:#}\n{options}", search.pattern()))
}

/// Searches after a change of the board at these points. Adds a line if the area has none of
/// them, because the board does not show them.
pub(super) fn search_after(session: &mut Session, points: &[Point]) -> Result<Text, ShellError> {
    if let (Scope::Area(area, _), [.., last]) = (session.scope(), points)
        && !points.iter().any(|&point| area.contains(point))
    {
        let [last, a, b] = [*last, area.upper_left(), area.lower_right()]
            .map(|point| session.coordinates().point(point, session.board().size()));
        let line = format!("{last} is outside the area {a},{b}, where nothing counts");
        session.remark(line);
    }
    session.search()
}

/// Reads the diagram in the file that `word` names, or else in the word itself.
fn read_diagram(word: &str, session: &Session) -> Result<Diagram, ShellError> {
    let size = session.board().size();
    let path = session.path(Path::new(word));
    if path.is_file() {
        let text = File::open(&path)
            .and_then(diagram_text)
            .map_err(|error| match error.kind() {
                ErrorKind::InvalidData => ShellError::WrongUsage(format!("{word} is not a diagram: {error}")),
                _ => ShellError::path(Path::new(word), error),
            })?;
        return Diagram::read(&text, size).map_err(|error| ShellError::WrongUsage(format!("{word}: {error}")));
    }
    if path.exists() && !path.is_dir() {
        return Err(ShellError::failed(format_args!("{word}: {}", ArchiveFault::NotAFile)));
    }
    Diagram::read(word, size).map_err(|error| {
        // After the diagram, as Windows reads `.X/..` as the folder `.`.
        if path.is_dir() {
            ShellError::path(Path::new(word), ErrorKind::IsADirectory.into())
        } else if looks_like_name(word) {
            ShellError::path(Path::new(word), ErrorKind::NotFound.into())
        } else if word.contains(['|', '\n']) {
            ShellError::WrongUsage(error.to_string())
        } else {
            ShellError::WrongUsage(format!("{word} is neither a file nor a diagram: {error}"))
        }
    })
}

#[cfg(test)]
mod tests;
