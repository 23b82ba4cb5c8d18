use super::board::Board;
use bgo::internal::archive::{self, ArchiveItem};
use bgo::internal::go::{Move, Point};
use bgo::internal::record::{Action, GameDate, GameInfo, SetupPoint, decode, game_trees};
use std::fmt;
use std::path::Path;

pub struct Game {
    pub archive: String,
    pub member: String,
    pub member_game: usize,
    pub lines: usize,
    pub setup: Vec<SetupPoint>,
    pub steps: Vec<Action>,
    playable: usize,
    pub info: GameInfo,
    pub comments: Vec<String>,
    pub text: String,
}

/// A position during a replay.
pub struct Seen<'a> {
    pub board: &'a Board,
    pub ply: usize,
    pub steps: usize,
    pub last: Option<Move>,
    pub captured: bool,
    pub next: Option<Move>,
    pub set_up: bool,
}

/// Reads the games of an archive, in order. Also returns the places of unreadable games,
/// as the member and the number in the member.
pub fn read(path: &Path) -> (Vec<Game>, Vec<(String, usize)>) {
    let mut games = Vec::new();
    let mut unreadable = Vec::new();
    for item in archive::open(path).expect("an archive") {
        let ArchiveItem::Record(file) = item.expect("a whole archive") else {
            continue;
        };
        let text = decode(&file.bytes).text;
        let trees: Vec<_> = game_trees(&text).collect();
        if trees.is_empty() {
            unreadable.push((file.path.clone(), 0));
        }
        for (member_game, tree) in trees.into_iter().enumerate() {
            let Ok(record) = tree.game else {
                unreadable.push((file.path.clone(), member_game));
                continue;
            };
            let mut game = Game {
                archive: path.display().to_string(),
                member: file.path.clone(),
                member_game,
                lines: usize::from(record.size.lines()),
                setup: record.setup,
                steps: record.steps.into_iter().map(|step| step.action).collect(),
                info: record.info,
                comments: record.comments.into_iter().map(|comment| comment.text).collect(),
                text: text[tree.span].to_owned(),
                playable: 0,
            };
            game.playable = game.replay(|_| {});
            games.push(game);
        }
    }
    (games, unreadable)
}

impl Game {
    pub fn place(&self) -> (String, String, usize) {
        (self.archive.clone(), self.member.clone(), self.member_game)
    }

    pub fn date(&self) -> Option<GameDate> {
        self.info.game_date()
    }

    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.steps.iter().filter_map(|step| match step {
            Action::Move(mv) => Some(*mv),
            Action::Setup(_) => None,
        })
    }

    pub fn playable(&self) -> &[Action] {
        &self.steps[..self.playable]
    }

    pub fn played_moves(&self) -> usize {
        let steps = self.playable().iter();
        steps.filter(|step| matches!(step, Action::Move(_))).count()
    }

    pub fn start(&self) -> Board {
        let mut board = Board::new(self.lines);
        Self::place_stones(&mut board, &self.setup);
        board
    }

    fn place_stones(board: &mut Board, changes: &[SetupPoint]) {
        for &(point, stone) in changes {
            board.set(index(point, board.lines), stone);
        }
    }

    /// Visits every position: after the root's setup, and after each later setup and
    /// move. A move on a stone replaces it, and is no next move. Returns the number of steps taken.
    pub fn replay(&self, mut see: impl FnMut(Seen<'_>)) -> usize {
        let mut board = self.start();
        let (mut ply, mut steps, mut last, mut captured) = (0, 0, None, false);
        loop {
            let played = self.steps.get(steps).and_then(Action::played);
            let is_free = |mv: &Move| mv.point.is_none_or(|p| board.get(index(p, self.lines)).is_none());
            let next = played.filter(is_free);
            see(Seen {
                board: &board,
                ply,
                steps,
                last,
                captured,
                next,
                set_up: next.is_none() && self.steps.get(steps).is_some(),
            });
            (last, captured) = (played, false);
            match (played, self.steps.get(steps)) {
                (Some(mv), _) => {
                    ply += 1;
                    if let Some(point) = mv.point {
                        board.set(index(point, self.lines), None);
                        captured = board.play(index(point, self.lines), mv.color) > 0;
                    }
                }
                (None, Some(Action::Setup(changes))) => Self::place_stones(&mut board, changes),
                (None, _) => return steps,
            }
            steps += 1;
        }
    }
}

/// Shows the place of a game and the start of its text.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start: String = self.text.chars().take(300).collect();
        write!(f, "{} {} {start}", self.member, self.member_game)
    }
}

pub fn index(point: Point, lines: usize) -> usize {
    usize::from(point.y) * lines + usize::from(point.x)
}

pub fn point(at: usize, lines: usize) -> Point {
    Point::new((at % lines) as u8, (at / lines) as u8)
}
