//! The answers that differ from the documents of the command line.

mod names;

pub use names::{Archives, Events, Names};

use bgo::internal::facts::Description;
use bgo::internal::go::{Board, Color, Move};
use bgo::internal::query::{
    Answer, Detail, Handicap, MoveOrder, OpenGame, QueryError, Question, Scene, Scope, SearchBoard, handicaps, search,
    shown_stones,
};
use bgo::internal::store::{Snapshot, SourcePlace};
use serde::Serialize;

/// A position and the moves played from it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PositionAnswer {
    #[serde(flatten)]
    answer: Answer,
    /// The area in which a pattern and its answers are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<String>,
    /// The games that begin with handicap stones, by their number, if the board is empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    handicaps: Vec<Handicap>,
    /// The points with black stones, for a diagram those in it.
    black: Vec<String>,
    /// The points with white stones.
    white: Vec<String>,
    /// The last move of the line; `None` without moves.
    last_move: Option<LastMove>,
    /// The number of white stones that Black captured since the start of the line.
    captured_by_black: usize,
    /// The number of black stones that White captured since then.
    captured_by_white: usize,
}

/// A move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LastMove {
    /// A point in SGF coordinates, or pass.
    #[serde(rename = "move")]
    target: String,
    /// The colour of the move.
    #[cfg_attr(test, schemars(with = "bgo::internal::query::json::ColorLetter"))]
    color: char,
}

impl PositionAnswer {
    pub fn new(snapshot: &Snapshot, question: &Question, detail: Detail, order: MoveOrder) -> Result<Self, QueryError> {
        let mut answer = search(snapshot, question, detail)?;
        answer.sort(order);
        let (line, pattern) = (question.board(), question.pattern()?);
        let [black, white] = [Color::Black, Color::White].map(|color| {
            let points = shown_stones(line, pattern, color);
            points.iter().map(ToString::to_string).collect::<Vec<_>>()
        });
        Ok(Self {
            handicaps: handicaps(snapshot, question)?,
            answer,
            area: pattern.map(|pattern| pattern.shown().to_string()),
            last_move: line.moves().last().map(LastMove::new),
            captured_by_black: captured(line, Color::White, white.len()),
            captured_by_white: captured(line, Color::Black, black.len()),
            black,
            white,
        })
    }
}

impl LastMove {
    fn new(mv: &Move) -> Self {
        Self {
            target: mv.target(),
            color: mv.color.letter(),
        }
    }
}

/// Counts the captured stones of a colour: those put on the board, less the `left` that
/// are still there. This is exact because suicide is illegal.
fn captured(line: &SearchBoard, color: Color, left: usize) -> usize {
    let is_stone = |mv: &&Move| mv.color == color && mv.point.is_some();
    let at_first = line.start().stones().filter(|&(_, stone)| stone == color);
    (at_first.count() + line.moves().iter().filter(is_stone).count()).saturating_sub(left)
}

/// A game and its positions, turned like the search board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameAnswer {
    #[serde(flatten)]
    description: Description,
    /// The places where the game was found.
    sources: Vec<SourcePlace>,
    /// The number of moves and setups outside the main line.
    variations: usize,
    /// The positions of the main line.
    replay: ReplayAnswer,
}

/// The positions of a game, turned like the search board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ReplayAnswer {
    /// The number of the transform that takes the game's board to that of the question, 0 to 7.
    transform: usize,
    /// True if the colours are exchanged.
    swapped: bool,
    /// The index of the scene with the requested position, or 0.
    start: usize,
    /// The area of the pattern at that scene, if the game has it.
    area: Option<String>,
    /// The positions in order.
    scenes: Vec<SceneAnswer>,
}

/// A position of a game, as the difference from the previous position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SceneAnswer {
    /// The number of moves before the position.
    move_number: u16,
    /// The move that led to the position; `None` at the start, after setup, and where a variation begins with comments before any move.
    #[serde(rename = "move")]
    target: Option<String>,
    /// The colour of the move.
    #[cfg_attr(test, schemars(with = "Option<bgo::internal::query::json::ColorLetter>"))]
    color: Option<char>,
    /// The points to clear after the position before.
    removed: Vec<String>,
    /// The stones to place after that, such as Bpd.
    put: Vec<String>,
    /// The record's comments on the position.
    comments: Vec<String>,
    /// The record's signs on points, such as pd:A or pd:△. Variations have none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    markup: Vec<String>,
}

impl GameAnswer {
    pub fn new(snapshot: &Snapshot, game: i64, question: &Question) -> Result<Self, QueryError> {
        let replay = OpenGame::open(snapshot, game, question)?;
        let mut sources = snapshot.source_places(game)?;
        for source in &mut sources {
            // Only the file name, so that clients do not learn the operator's folders.
            let name = source.archive.rsplit(['/', '\\']).next().unwrap_or_default();
            source.archive = name.to_owned();
        }
        let mut before = None;
        let scenes = replay.scenes().iter().map(|scene| {
            let answer = SceneAnswer::new(scene, before);
            before = Some(&scene.board);
            answer
        });
        let variations = replay.variations(snapshot)?;
        Ok(Self {
            sources,
            variations: variations.branches.iter().filter(|branch| branch.is_step).count(),
            replay: ReplayAnswer {
                transform: replay.transform.number(),
                swapped: replay.swapped,
                start: replay.at(),
                area: replay.area.map(|area| area.to_string()),
                scenes: scenes.collect(),
            },
            description: replay.game,
        })
    }
}

/// All positions of a record, as a tree, turned like the search board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VariationsAnswer {
    /// The positions in the order of the record, those of the main line first.
    nodes: Vec<NodeAnswer>,
    /// True if variations were left out, because they have more than 20,000 moves and setups, change more than 262,144 points, or have more than 20,000 comments or 1 MiB of them.
    truncated: bool,
}

/// A position of a record, as the difference from its parent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct NodeAnswer {
    /// The index of the position before; `None` at the start. Parents come before their children.
    parent: Option<usize>,
    #[serde(flatten)]
    position: SceneAnswer,
    /// The index of the scene, if the position is on the main line.
    scene: Option<usize>,
}

impl VariationsAnswer {
    pub fn new(snapshot: &Snapshot, game: i64, question: &Question) -> Result<Self, QueryError> {
        let replay = OpenGame::open(snapshot, game, question)?;
        let variations = replay.variations(snapshot)?;
        let (main, branches) = (replay.scenes(), &variations.branches);
        let position = |number: usize| match number.checked_sub(main.len()) {
            None => &main[number],
            Some(number) => &branches[number].scene,
        };
        let node = |parent: Option<usize>, number: usize| NodeAnswer {
            parent,
            position: SceneAnswer::new(position(number), parent.map(|parent| &position(parent).board)),
            scene: (number < main.len()).then_some(number),
        };
        let main_line = (0..main.len()).map(|number| node(number.checked_sub(1), number));
        let others = (main.len()..).zip(branches);
        let others = others.map(|(number, branch)| node(Some(branch.parent), number));
        Ok(Self {
            nodes: main_line.chain(others).collect(),
            truncated: variations.truncated,
        })
    }
}

/// The last position of a game that another game has; all null if there is none.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NoveltyAnswer {
    /// The index of the scene.
    at: Option<usize>,
    /// The number of moves before the position.
    move_number: Option<u16>,
    /// The number of other games with the position.
    other_games: Option<u64>,
    /// The latest of these games by date.
    companion: Option<i64>,
}

impl NoveltyAnswer {
    pub fn new(snapshot: &Snapshot, game: i64, question: &Question) -> Result<Self, QueryError> {
        let swap = question.swap() && *question.scope() == Scope::Board;
        let opened = OpenGame::as_recorded(snapshot, game)?;
        let common = opened.last_common(snapshot, question.filter(), swap, 1)?;
        let common = common.as_ref();
        Ok(Self {
            at: common.map(|common| common.at),
            move_number: common.map(|common| common.move_number),
            other_games: common.map(|common| common.other_games),
            companion: common.map(|common| common.companion),
        })
    }
}

impl SceneAnswer {
    fn new(scene: &Scene, before: Option<&Board>) -> Self {
        let (mut put, mut removed) = (Vec::new(), Vec::new());
        for point in scene.board.size().points() {
            let (old, new) = (before.and_then(|board| board.get(point)), scene.board.get(point));
            if old != new {
                if old.is_some() {
                    removed.push(point.to_string());
                }
                put.extend(new.map(|color| format!("{}{point}", color.letter())));
            }
        }
        Self {
            move_number: scene.move_number,
            target: scene.last.map(|mv| mv.target()),
            color: scene.last.map(|mv| mv.color.letter()),
            removed,
            put,
            comments: scene.comments.clone(),
            markup: scene
                .markup
                .iter()
                .map(|(point, sign)| format!("{point}:{sign}"))
                .collect(),
        }
    }
}
