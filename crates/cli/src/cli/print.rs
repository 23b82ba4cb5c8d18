//! Games and positions on paper.

use super::global::Global;
use super::output::{WrongUsage, advised, give};
use crate::args::{OutArgs, database_files};
use crate::render::{Coordinates, Diagram, Language, Sheet, Text, html, line_scenes, ranges};
use anyhow::Result;
use bgo::internal::facts::Description;
use bgo::internal::go::BoardSize;
use bgo::internal::pattern::Area;
use bgo::internal::query::{OpenGame, Question, QuestionError, Scene};
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw a game or a position for paper
///
/// Draws numbered moves in black and white as SVG, or as sheets of A4 that a browser prints
/// (.html). A move on a point that is taken is told below its diagram, such as "102 at 95".
#[derive(Args, Debug)]
#[command(mut_arg("out", |out| out.value_parser(drawing())))]
pub(super) struct PrintArgs {
    /// The game's number; or moves from the empty board, which are drawn without a game
    #[arg(value_name = "GAME|MOVE")]
    what: Vec<String>,
    /// The moves of each diagram, such as 1-50,51-100 or 60 or 51- [default: all moves, 50 a diagram]
    #[arg(long, value_name = "RANGES")]
    moves: Option<String>,
    /// The number of moves in a diagram
    #[arg(long, value_name = "NUMBER")]
    per: Option<NonZero<u16>>,
    /// Draw the position after the moves, without numbers
    #[arg(long)]
    plain: bool,
    /// Draw the marks that the record has after the last move of each diagram
    #[arg(long)]
    marks: bool,
    /// Diagrams beside each other [default: 2, or 1 for one or two diagrams]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=20))]
    columns: Option<u8>,
    /// Diagrams on a sheet of .html
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=12))]
    per_sheet: u8,
    /// A text above the diagrams
    #[arg(long)]
    title: Option<String>,
    /// The language of the captions
    #[arg(long, value_enum, default_value = "en")]
    language: Language,
    /// Stones before the moves: Bpd,Wdp, or the number of handicap stones
    #[arg(long, value_name = "STONES|NUMBER")]
    stones: Option<String>,
    /// Lines of the board, for moves
    #[arg(long, value_name = "LINES")]
    size: Option<BoardSize>,
    /// Draw a part of the board: two opposite points (pd,rj), or corner,9
    #[arg(long, value_name = "A,B")]
    area: Option<String>,
    #[command(flatten)]
    out: OutArgs,
}

/// Returns a parser for the name of a drawing.
fn drawing() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        if path.as_os_str() == "-" || ending == "svg" || ending == "html" {
            return Ok(path);
        }
        Err(format!(
            "{}: the answer is .svg, or .html, from which a browser prints or makes a PDF; the web page also makes PNG",
            path.display()
        ))
    })
}

/// A game, or a line of moves, to draw.
struct PrintedLine {
    game: Option<Description>,
    scenes: Vec<Scene>,
}

impl PrintArgs {
    fn game(&self) -> Result<Option<i64>> {
        match self.what.as_slice() {
            [word] => match word.parse() {
                Ok(_) if self.stones.is_some() || self.size.is_some() => Err(WrongUsage::saying(
                    "--stones and --size are about moves: leave them out, or the number of the game",
                )),
                number => Ok(number.ok()),
            },
            words if words.iter().any(|word| word.parse::<i64>().is_ok()) => Err(WrongUsage::saying(
                "one game is drawn, by its number, or moves such as pd or Q16",
            )),
            _ => Ok(None),
        }
    }

    fn line(&self) -> Result<PrintedLine> {
        let moves = self.what.join(",");
        let size = self.size.unwrap_or_default().lines().to_string();
        let mut pairs = vec![("moves", moves.as_str()), ("size", &size)];
        pairs.extend(self.stones.as_deref().map(|stones| ("stones", stones)));
        let question = Question::parse(pairs).map_err(|error| match &error {
            QuestionError::Play(_) => error.into(),
            QuestionError::Move { text, error } => WrongUsage::saying(advised(error, text)),
            _ => WrongUsage::saying(error),
        })?;
        Ok(PrintedLine {
            game: None,
            scenes: line_scenes(question.board()),
        })
    }

    fn draw(&self, PrintedLine { game, scenes }: &PrintedLine) -> Result<String> {
        let moves = scenes.last().map_or(0, |scene| scene.move_number);
        let usual = game.is_none().then_some(NonZero::<u16>::MAX);
        let ranges = ranges(self.moves.as_deref(), self.per.or(usual), moves).map_err(WrongUsage::saying)?;
        let size = scenes.first().map_or(BoardSize::MAX, |scene| scene.board.size());
        let area = self.area.as_deref().map(|text| Area::parse(text, size)).transpose();
        let area = area.map_err(WrongUsage::saying)?;
        let diagrams = ranges.iter().map(|&range| {
            let diagram = Diagram::new(scenes, range, self.plain).within(area);
            if self.marks {
                diagram.with_marks(scenes)
            } else {
                diagram
            }
        });
        let diagrams: Vec<Diagram> = diagrams.collect();
        let is_html = self.out.ends_in("html");
        let together = if is_html { self.per_sheet.into() } else { diagrams.len() };
        let sheet = Sheet {
            title: self.title.as_deref(),
            game: game.as_ref(),
            is_swapped: false,
            coordinates: Coordinates::chosen(),
            language: self.language,
            columns: self.columns.map_or_else(|| Sheet::usual_columns(together), usize::from),
        };
        if !is_html {
            return Ok(sheet.draw(&diagrams, 1..=together, together));
        }
        let sheets = (1..).step_by(together).zip(diagrams.chunks(together));
        let sheets: Vec<String> = sheets
            .map(|(first, part)| sheet.draw(part, first..=diagrams.len(), together))
            .collect();
        Ok(html(&sheet.name(), self.language, &sheets))
    }
}

pub(super) fn print(global: &Global, args: &PrintArgs) -> Result<ExitCode> {
    let Some(game) = args.game()? else {
        let used = database_files(&global.database_path()?);
        return give(&args.out, &used, || {
            Ok::<_, anyhow::Error>(Text::from(args.draw(&args.line()?)?))
        });
    };
    let snapshot = global.snapshot()?;
    let used = database_files(snapshot.path());
    give(&args.out, &used, || {
        let opened = OpenGame::as_recorded(&snapshot, game)?;
        let subject = PrintedLine {
            scenes: opened.scenes().to_vec(),
            game: Some(opened.game),
        };
        Ok::<_, anyhow::Error>(Text::from(args.draw(&subject)?))
    })
}
