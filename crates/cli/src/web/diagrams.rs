//! Diagrams of games and positions for paper.

use super::api::{Api, Effort, effort, game_number};
use super::error::ApiError;
use super::parameters::Parameters;
use crate::render::{Coordinates, Diagram, Language, MARKS_AT_FIRST, MoveRange, Sheet, line_scenes, marks, ranges};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use bgo::internal::query::{Detail, OpenGame, Question, Scope, search};
use bgo::internal::store::Snapshot;
use std::num::NonZero;
use std::sync::Arc;

const SVG: HeaderValue = HeaderValue::from_static("image/svg+xml");

/// The maximum number of diagrams on a sheet.
pub const MAX_PER_SHEET: usize = 12;

/// The number of diagrams on a sheet, if nothing else is asked for.
pub const PER_SHEET: usize = 4;

/// Which moves are drawn, and how.
struct Drawing {
    moves: Option<String>,
    per: Option<NonZero<u16>>,
    per_sheet: usize,
    sheet: usize,
    is_plain: bool,
    has_marks: bool,
    coordinates: Option<Coordinates>,
    language: Language,
    title: Option<String>,
}

impl Drawing {
    fn take(parameters: &mut Parameters) -> Result<Self, ApiError> {
        let coordinates = [Coordinates::Sgf, Coordinates::Western].map(|names| (names.name(), names));
        Ok(Self {
            moves: parameters.text("diagrams")?,
            per: parameters.number("per", NonZero::<u16>::MIN..=NonZero::<u16>::MAX)?,
            per_sheet: parameters.number("per_sheet", 1..=MAX_PER_SHEET)?.unwrap_or(PER_SHEET),
            sheet: parameters.number("sheet", 1..=usize::from(u16::MAX))?.unwrap_or(1),
            is_plain: parameters.flag("plain")?,
            has_marks: parameters.flag("marks")?,
            coordinates: parameters.choice("coordinates", &coordinates)?,
            language: parameters.choice("language", &Language::ALL)?.unwrap_or_default(),
            title: parameters.title()?,
        })
    }

    /// Draws a sheet of a game, turned so that it matches the position of a question.
    fn of_game(&self, snapshot: &Snapshot, game: i64, question: &Question) -> Result<Vec<u8>, ApiError> {
        let opened = OpenGame::open(snapshot, game, question)?;
        let ranges = self.ranges(opened.moves())?;
        let diagrams = self.of_sheet(&ranges).map(|range| {
            let diagram = Diagram::new(opened.scenes(), range, self.is_plain);
            if self.has_marks {
                diagram.with_marks(opened.scenes())
            } else {
                diagram
            }
        });
        let sheet = Sheet {
            game: Some(&opened.game),
            is_swapped: opened.swapped,
            ..self.sheet()
        };
        self.drawn(&sheet, &diagrams.collect::<Vec<_>>(), ranges.len())
    }

    /// Draws a sheet of the moves of a question, or of a part of its board, with the letters of the next moves if they
    /// are wanted.
    fn of_position(&self, snapshot: &Snapshot, question: &Question) -> Result<Vec<u8>, ApiError> {
        let area = match question.scope() {
            Scope::Board => None,
            Scope::Area(area, _) => Some(*area),
            Scope::Diagram(..) => {
                let message = "moves, stones and areas are drawn, not patterns";
                return Err(ApiError::unreadable("pattern", message));
            }
        };
        let scenes = line_scenes(question.board());
        let last = scenes.last().map_or(0, |scene| scene.move_number);
        let ranges = self.ranges(last)?;
        let mut diagrams: Vec<Diagram> = self
            .of_sheet(&ranges)
            .map(|range| Diagram::new(&scenes, range, self.is_plain).within(area))
            .collect();
        let is_last = self.sheet == ranges.len().div_ceil(self.per_sheet);
        if let (true, Some(diagram)) = (self.has_marks && is_last, diagrams.last_mut()) {
            let answer = search(snapshot, question, Detail::Counts)?;
            let marks = marks(&answer, MARKS_AT_FIRST);
            diagram.mark(
                marks
                    .iter()
                    .filter_map(|mark| Some((mark.shown_at?, mark.letter.to_string()))),
            );
        }
        self.drawn(&self.sheet(), &diagrams, ranges.len())
    }

    fn ranges(&self, moves: u16) -> Result<Vec<MoveRange>, ApiError> {
        let ranges = ranges(self.moves.as_deref(), self.per, moves);
        ranges.map_err(|error| ApiError::unreadable("diagrams", error))
    }

    /// Returns those that are on the sheet.
    fn of_sheet<'a>(&self, all: &'a [MoveRange]) -> impl Iterator<Item = MoveRange> + use<'a> {
        let first = (self.sheet - 1) * self.per_sheet;
        all.iter().copied().skip(first).take(self.per_sheet)
    }

    fn sheet(&self) -> Sheet<'_> {
        Sheet {
            title: self.title.as_deref(),
            game: None,
            is_swapped: false,
            coordinates: self.coordinates,
            language: self.language,
            columns: Sheet::usual_columns(self.per_sheet),
        }
    }

    fn drawn(&self, sheet: &Sheet<'_>, diagrams: &[Diagram], all: usize) -> Result<Vec<u8>, ApiError> {
        let sheets = all.div_ceil(self.per_sheet);
        if self.sheet > sheets {
            let message = format!("there is no sheet {}: the last one is {sheets}", self.sheet);
            return Err(ApiError::unreadable("sheet", message));
        }
        let first = (self.sheet - 1) * self.per_sheet + 1;
        Ok(sheet.draw(diagrams, first..=all, self.per_sheet).into_bytes())
    }
}

pub async fn diagrams_of_position(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    mut parameters: Parameters,
) -> Result<Response, ApiError> {
    let (question, drawing) = (parameters.question()?, Drawing::take(&mut parameters)?);
    parameters.finish()?;
    let usual = if drawing.has_marks {
        effort(&question)
    } else {
        Effort::Medium
    };
    let draw = move |snapshot: &Snapshot| drawing.of_position(snapshot, &question);
    api.bytes(usual.max(Effort::Medium), &headers, SVG, draw).await
}

pub async fn diagrams_of_game(
    State(api): State<Arc<Api>>,
    game: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    parameters: Result<Parameters, ApiError>,
) -> Result<Response, ApiError> {
    let game = game_number(game)?;
    let mut parameters = parameters?;
    let (question, drawing) = (parameters.question()?, Drawing::take(&mut parameters)?);
    parameters.finish()?;
    let draw = move |snapshot: &Snapshot| drawing.of_game(snapshot, game, &question);
    api.bytes(Effort::Medium, &headers, SVG, draw).await
}
