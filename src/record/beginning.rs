//! The beginning of a game: the position with its handicap stones, whichever way the record writes
//! them. `docs/records.md` lists the ways.

use super::game::RepairKind;
use super::game::{Action, GameRecord, SetupPoint, Step};
use super::game_lines::Variation;
use super::values::handicap;
use crate::go::{Board, Color, Move, Point};

/// The most black moves one after the other that are a handicap if the record names no number.
const MOST_UNANNOUNCED: usize = 9;

/// The year from which Fox puts the stones of the sides left and right.
const FOX_CHANGED: u16 = 2018;

/// The beginning that was found in a record, for lines that leave it.
pub(super) struct Beginning {
    /// For each step as written that became setup, what takes it back.
    folded: Vec<Vec<SetupPoint>>,
    /// The stones after the first `reached` of these steps.
    stones: Vec<SetupPoint>,
    reached: usize,
    /// The number of steps that stand for setup: one if it is the first move.
    added: usize,
}

/// Returns whether the record begins on an empty board, and Black and White play in turn.
fn is_settled(record: &GameRecord, announced: Option<u8>) -> bool {
    let in_turn = played(record, 0).is_some_and(|mv| mv.color == Color::Black)
        && played(record, 1).is_some_and(|mv| mv.color == Color::White && mv.point.is_some());
    record.setup.is_empty() && announced.is_none() && (in_turn || record.steps.is_empty())
}

fn played(record: &GameRecord, at: usize) -> Option<Move> {
    record.steps.get(at).and_then(|step| step.action.played())
}

/// Returns the number of handicap stones: those that stand, or those that `HA` counts where the
/// stones do not tell.
fn stones(record: &GameRecord) -> Option<u8> {
    match count_black(&record.setup) {
        Some(0) if record.info.handicap.is_empty() => Some(0),
        Some(0) | None => handicap(&record.info.handicap),
        Some(stones) => u8::try_from(stones).ok(),
    }
}

/// Returns the number of stones, or `None` if there are white ones.
fn count_black(stones: &[SetupPoint]) -> Option<usize> {
    let mut colors = stones.iter().map(|(_, stone)| *stone);
    colors.all(|stone| stone == Some(Color::Black)).then_some(stones.len())
}

/// Returns the number of steps at the beginning that set stones up. Without a move after them they
/// may be diagrams one after another, unless they are a handicap.
fn steps_of_setup(record: &GameRecord, announced: Option<u8>) -> usize {
    let setups = record.steps.iter().map_while(|step| match &step.action {
        Action::Setup(changes) => Some(changes),
        Action::Move(_) => None,
    });
    let count = setups.clone().count();
    let is_beginning = count < record.steps.len()
        || announced >= Some(2) && setups.clone().all(|changes| count_black(changes).is_some());
    if is_beginning { count } else { 0 }
}

/// Returns the number of steps at the beginning with which Black puts handicap stones, possibly
/// with passes of White between them.
fn moves_of_handicap(record: &GameRecord, announced: Option<u8>) -> usize {
    let Some(before) = count_black(&record.setup) else {
        return 0;
    };
    let mut points: Vec<Point> = record.setup.iter().map(|(point, _)| *point).collect();
    let mut has_passes = false;
    let mut white_at = None;
    let mut is_over = true;
    for (number, step) in record.steps.iter().enumerate() {
        match step.action {
            Action::Move(Move {
                color: Color::Black,
                point: Some(point),
            }) if !points.contains(&point) => points.push(point),
            Action::Move(Move {
                color: Color::White,
                point: None,
            }) => has_passes = true,
            Action::Move(Move {
                color: Color::White, ..
            }) => {
                white_at = Some(number);
                break;
            }
            _ => {
                is_over = false;
                break;
            }
        }
    }
    let moves = points.len() - before;
    let is_announced = announced.is_some_and(|stones| stones >= 2 && points.len() == usize::from(stones));
    let is_usual = before == 0 && (2..=MOST_UNANNOUNCED).contains(&moves);
    match white_at {
        // With the passes after the last stone.
        Some(steps) if is_announced && moves > 0 || is_usual && !white_moves_twice(record, steps) => steps,
        None if is_announced && is_over && !has_passes => record.steps.len(),
        _ => 0,
    }
}

/// Returns whether White, too, moves several times in turn up to a step: then the moves set up a position.
fn white_moves_twice(record: &GameRecord, steps: usize) -> bool {
    let beginning = &record.steps[..record.steps.len().min(steps + 2)];
    beginning.windows(2).any(|two| {
        two.iter()
            .all(|step| step.action.played().is_some_and(|mv| mv.color == Color::White))
    })
}

/// Returns whether the one stone of the setup is Black's first move: White is to play, and the
/// record says that there is no handicap.
fn is_first_move(record: &GameRecord) -> bool {
    count_black(&record.setup) == Some(1)
        && played(record, 0).is_some_and(|mv| mv.color == Color::White)
        && handicap(&record.info.handicap) == Some(0)
}

/// Puts handicap stones on their usual points if the record has none and White begins, and the
/// game can be played with them.
fn place_missing(record: &mut GameRecord, stones: usize) {
    let white_begins = played(record, 0).is_some_and(|mv| mv.color == Color::White && mv.point.is_some());
    if !white_begins || !record.setup.is_empty() {
        return;
    }
    let Ok(usual) = record.size.handicap(stones) else {
        return;
    };
    let is_fox = record.info.is_fox();
    let mut layouts = vec![usual];
    if matches!(stones, 6 | 7) {
        let turned = sides_above(&layouts[0], record);
        if !is_fox {
            layouts.push(turned);
        } else if record.info.game_date().is_some_and(|date| date.year() < FOX_CHANGED) {
            layouts = vec![turned];
        }
    }
    let as_written = if is_fox {
        moves_on_stones(record, &[])
    } else {
        Vec::new()
    };
    let possible = layouts.into_iter().find(|points| {
        let on_stones = moves_on_stones(record, &black(points));
        on_stones.iter().all(|number| as_written.binary_search(number).is_ok())
    });
    let Some(points) = possible else { return };
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    let offset = record.steps.first().map_or(0, |step| step.offset);
    record.repairs.note(RepairKind::HandicapPlaced, offset, || {
        format!(
            "the {stones} handicap stones are missing, and were put on {}",
            names.join(" ")
        )
    });
    record.setup = black(&points);
    record.setup.sort_by_key(|(point, _)| (point.y, point.x));
}

fn black(points: &[Point]) -> Vec<SetupPoint> {
    points.iter().map(|&point| (point, Some(Color::Black))).collect()
}

/// Returns the points of a handicap with those of the sides above and below instead of left and
/// right.
fn sides_above(points: &[Point], record: &GameRecord) -> Vec<Point> {
    let middle = record.size.lines() / 2;
    points
        .iter()
        .map(|point| {
            if point.y == middle && point.x != middle {
                Point::new(point.y, point.x)
            } else {
                *point
            }
        })
        .collect()
}

/// Returns the numbers of the steps that play on a stone, if the game begins with `setup`.
fn moves_on_stones(record: &GameRecord, setup: &[SetupPoint]) -> Vec<usize> {
    let mut board = Board::new(record.size);
    setup.iter().for_each(|&(point, stone)| board.set(point, stone));
    let mut found = Vec::new();
    for (number, step) in record.steps.iter().enumerate() {
        match &step.action {
            Action::Setup(changes) => changes.iter().for_each(|&(point, stone)| board.set(point, stone)),
            Action::Move(mv) if board.replay(*mv).is_ok() => {}
            Action::Move(mv) => {
                found.push(number);
                mv.point.iter().for_each(|point| board.set(*point, None));
                // The point is empty now.
                let _ = board.replay(*mv);
            }
        }
    }
    found
}

impl Beginning {
    pub fn settle(record: &mut GameRecord) -> Self {
        let mut beginning = Self {
            folded: Vec::new(),
            stones: Vec::new(),
            reached: 0,
            added: 0,
        };
        let announced = match &*record.info.handicap {
            "" | "0" => None,
            text => handicap(text),
        };
        if !is_settled(record, announced) {
            let folded = steps_of_setup(record, announced);
            beginning.fold(record, folded);
            let folded = moves_of_handicap(record, announced);
            beginning.fold(record, folded);
            beginning.stones = record.setup.clone();
            beginning.reached = beginning.folded.len();
            if is_first_move(record) {
                beginning.play(record);
            } else if let Some(stones) = announced.filter(|&stones| stones >= 2) {
                place_missing(record, stones.into());
            }
            beginning.move_notes(record);
        }
        record.info.handicap_stones = stones(record);
        beginning
    }

    fn fold(&mut self, record: &mut GameRecord, steps: usize) {
        for step in record.steps.drain(..steps) {
            self.folded.push(take(&mut record.setup, &step));
        }
    }

    fn play(&mut self, record: &mut GameRecord) {
        let offset = record.steps.first().map_or(0, |step| step.offset);
        for (point, _) in record.setup.drain(..) {
            let action = Action::Move(Move::at(Color::Black, point));
            record.steps.insert(0, Step { action, offset });
            self.added = 1;
        }
    }

    /// Returns the place of a step as written among those that are left.
    fn place_of(&self, steps: usize) -> usize {
        steps.checked_sub(self.folded.len()).map_or(0, |left| left + self.added)
    }

    fn move_notes(&self, record: &mut GameRecord) {
        for comment in &mut record.comments {
            comment.steps = self.place_of(comment.steps);
        }
        for sign in &mut record.markup {
            sign.steps = self.place_of(sign.steps);
        }
        for note in &mut record.engine_notes {
            note.steps = self.place_of(note.steps);
        }
    }

    /// Moves a variation of the main line. One that leaves it before the game begins begins with
    /// the setup that leads to where it leaves. Returns the number of points that this changes.
    ///
    /// Variations come in the order of the text, those that leave late before those that leave
    /// early, so the stones are only ever taken back.
    pub(crate) fn move_variation(&mut self, record: &GameRecord, variation: &mut Variation) -> usize {
        let after = variation.after;
        variation.after = self.place_of(after);
        if after >= self.folded.len() {
            return 0;
        }
        while self.reached > after {
            self.reached -= 1;
            place(&mut self.stones, &self.folded[self.reached]);
        }
        let changes = difference(&record.setup, &self.stones);
        let count = changes.len();
        if let Some(first) = variation.steps.first().filter(|_| count > 0) {
            let offset = first.offset;
            let action = Action::Setup(changes);
            variation.steps.insert(0, Step { action, offset });
            for comment in &mut variation.comments {
                comment.steps += 1;
            }
        }
        count
    }
}

fn order((point, _): &SetupPoint) -> (u8, u8) {
    (point.y, point.x)
}

/// Places what a step places. Returns what takes it back.
fn take(stones: &mut Vec<SetupPoint>, step: &Step) -> Vec<SetupPoint> {
    match &step.action {
        Action::Setup(changes) => place(stones, changes),
        Action::Move(mv) => place(stones, mv.point.map(|point| (point, Some(mv.color))).as_slice()),
    }
}

/// Places stones, or takes them off, in the order of the points. Returns what takes it back.
fn place(stones: &mut Vec<SetupPoint>, changes: &[SetupPoint]) -> Vec<SetupPoint> {
    let mut back = Vec::with_capacity(changes.len());
    for change in changes {
        let at = stones.binary_search_by_key(&order(change), order);
        back.push((change.0, at.ok().and_then(|at| stones[at].1)));
        match (at, change.1) {
            (Ok(at), None) => drop(stones.remove(at)),
            (Ok(at), Some(_)) => stones[at] = *change,
            (Err(at), Some(_)) => stones.insert(at, *change),
            (Err(_), None) => {}
        }
    }
    back.reverse();
    back
}

/// Returns the changes that make the stones `to` of the stones `from`. All are in the order of the
/// points.
fn difference(from: &[SetupPoint], to: &[SetupPoint]) -> Vec<SetupPoint> {
    let mut changes: Vec<SetupPoint> = to.iter().filter(|stone| !has(from, stone)).copied().collect();
    let taken_off = from
        .iter()
        .filter(|stone| to.binary_search_by_key(&order(stone), order).is_err());
    changes.extend(taken_off.map(|(point, _)| (*point, None)));
    changes.sort_by_key(order);
    changes
}

/// Returns whether a stone is among others, which are in the order of the points.
fn has(stones: &[SetupPoint], stone: &SetupPoint) -> bool {
    let at = stones.binary_search_by_key(&order(stone), order);
    at.is_ok_and(|at| stones[at] == *stone)
}
