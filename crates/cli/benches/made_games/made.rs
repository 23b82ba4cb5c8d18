//! A made game.

use crate::facts::{Facts, Row, first_color, property};
use crate::names::Names;
use crate::openings::CERTAIN;
use bgo::internal::go::mix;
use bgo::{Board, BoardSize, Color, Move, Point, Transform};
use testkit::Rng;

/// The number of places by which a player may be moved in the order of ranks and dates.
const MOVED: usize = 1000;

/// The number of newcomers who resemble a player.
const NEWCOMERS: usize = 1000;

/// The number of points that are drawn for a move before any legal one is taken.
const DRAWN: usize = 64;

/// Makes games.
pub struct Maker {
    pub facts: Facts,
    pub names: Names,
    pub seed: u64,
}

impl Maker {
    /// Returns the record of a game, which depends on the seed and the number only.
    pub fn game(&self, number: usize) -> String {
        let mut random = Rng::new(mix(mix(self.seed) ^ number as u64));
        let facts = &self.facts;
        let at = random.below(facts.rows.len());
        let row = &facts.rows[at];
        let [black, white] = self.players(at, &mut random);
        let mut record = format!(
            "(;GM[1]FF[4]CA[UTF-8]AP[bgo made_games]SZ[{}]\nGN[made {number}]{}\n{black}{white}",
            row.size.lines(),
            row.properties,
        );
        if !row.handicap.is_empty() {
            let stones: String = row.handicap.iter().map(|stone| format!("[{stone}]")).collect();
            record += &format!("HA[{}]AB{stones}", row.handicap.len());
        }
        record.push('\n');
        self.write_moves(row, &mut random, &mut record);
        record + ")\n"
    }

    /// Draws two players of the ranks, and about the date, of a row. Returns their properties.
    fn players(&self, row: usize, random: &mut Rng) -> [String; 2] {
        let facts = &self.facts;
        let own = [2 * row, 2 * row + 1];
        let [black, white] = own.map(|seat| {
            let place = facts.places[seat] + random.below(2 * MOVED + 1);
            let moved = facts.seats[place.saturating_sub(MOVED).min(facts.seats.len() - 1)];
            let have_one_rank = facts.player(moved).1 == facts.player(seat).1;
            if have_one_rank { moved } else { seat }
        });
        let is_one = facts.player(black).0 == facts.player(white).0;
        let mut properties = |color, seat| {
            let (name, rank) = facts.player(seat);
            property(color, &self.name(name, random)) + facts.texts.get(rank)
        };
        let [black, white] = if is_one { own } else { [black, white] };
        [properties("PB", black), properties("PW", white)]
    }

    /// Returns the made name of a player, or of somebody new who resembles the player: as often as the players
    /// of the real games have one game only, by Good and Turing's estimate.
    fn name(&self, player: u32, random: &mut Rng) -> String {
        let is_new = random.below(self.facts.seats.len()) < self.facts.newcomers;
        let newcomer = if is_new { 1 + random.below(NEWCOMERS) as u64 } else { 0 };
        let mut name = String::new();
        let mut letters = Rng::new(mix(mix(u64::from(player)) ^ newcomer));
        self.names.write(self.facts.texts.get(player), &mut letters, &mut name);
        name
    }

    fn write_moves(&self, row: &Row, random: &mut Rng, record: &mut String) {
        let size = row.size;
        let mut board = Board::new(size);
        for &stone in &row.handicap {
            board.set(stone, Some(Color::Black));
        }
        // The stones of a handicap stay where they are.
        let orientations = if row.handicap.is_empty() { 8 } else { 1 };
        let transform = Transform::ALL[random.below(orientations)];
        let mut opening = row.opening.iter();
        let mut color = first_color(&row.handicap);
        let mut last = [None; 2];
        for ply in 0..row.moves {
            let followed = opening.next().filter(|mv| random.below(CERTAIN) >= mv.1.into());
            let point = match followed.map(|mv| mv.0.map(|point| transform.apply(point, size))) {
                Some(None) => None,
                Some(Some(point)) if play(&mut board, color, point) => Some(point),
                _ => {
                    opening = [].iter();
                    self.play_near(&mut board, color, ply, last, random)
                }
            };
            record.extend([';', color.letter(), '[']);
            if let Some(point) = point {
                record.extend([point.x, point.y].map(|line| char::from(b'a' + line)));
            }
            record.push(']');
            last = [point, last[0]];
            color = color.opponent();
        }
    }

    /// Plays a move that resembles real ones, any legal one if none is found soon, or passes.
    fn play_near(
        &self,
        board: &mut Board,
        color: Color,
        ply: usize,
        last: [Option<Point>; 2],
        random: &mut Rng,
    ) -> Option<Point> {
        let size = board.size();
        // Three times of four, so that as many stones are taken as in real games.
        if !random.one_in(4)
            && let Some(point) = capture(board, color, last)
            && play(board, color, point)
        {
            return Some(point);
        }
        for _ in 0..DRAWN {
            let drawn = self.facts.near.draw(size, ply, last, random);
            if let Some(point) = drawn.filter(|&point| play(board, color, point)) {
                return Some(point);
            }
        }
        let first = random.below(size.area());
        let mut points = (first..size.area())
            .chain(0..first)
            .filter_map(|index| Point::from_index(index, size));
        points.find(|&point| play(board, color, point))
    }
}

/// Returns where `color` takes a lone stone that is, or stands beside, one of the last two moves.
fn capture(board: &Board, color: Color, last: [Option<Point>; 2]) -> Option<Point> {
    let size = board.size();
    for last in last.into_iter().flatten() {
        for stone in neighbours(last, size).chain([last]) {
            if board.get(stone) == Some(color.opponent()) {
                let mut liberties = neighbours(stone, size).filter(|&point| board.get(point) != Some(color));
                let liberty = liberties.next().filter(|&point| board.get(point).is_none());
                if liberty.is_some() && liberties.next().is_none() {
                    return liberty;
                }
            }
        }
    }
    None
}

/// Plays a move if it is legal and fills no eye of its own.
fn play(board: &mut Board, color: Color, point: Point) -> bool {
    let size = board.size();
    if !point.is_on(size) || board.get(point).is_some() || board.ko() == Some(point) {
        return false;
    }
    let mut around = neighbours(point, size).map(|point| board.get(point));
    if around.clone().any(|stone| stone.is_none()) {
        // It has a liberty, so it is legal, and needs no copy of the board to return to.
        return board.replay(Move::at(color, point)).is_ok();
    }
    !around.all(|stone| stone == Some(color)) && board.play(Move::at(color, point)).is_ok()
}

fn neighbours(Point { x, y }: Point, size: BoardSize) -> impl Iterator<Item = Point> + Clone {
    // Beside the upper or left edge, the number becomes too large.
    let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    around
        .into_iter()
        .map(|(x, y)| Point::new(x, y))
        .filter(move |point| point.is_on(size))
}
