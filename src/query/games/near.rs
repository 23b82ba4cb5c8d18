//! Games whose moves differ a little.

use super::duplicates::{AlikeGames, ListPage, compared};
use super::outline::{Turned, TurnedBoards, visit_long_games};
use crate::go::{Point, Transform};
use crate::query::{QueryError, json};
use crate::record::{Course, MarkKind};
use crate::store::{Remembered, Snapshot};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// The most moves in which near duplicates differ.
const MOST_CHANGES: usize = 2;

/// Parts of the moves of every game: one more than the changes, each of which is in one of them at most.
const EARLY: [Range<usize>; MOST_CHANGES + 1] = [6..14, 14..22, 22..30];

/// Later parts, which games seldom have in common by chance.
const LATE: [Range<usize>; MOST_CHANGES + 1] = [30..40, 50..60, 70..80];

/// The number of moves from which games are found by the late parts alone.
const LONG: usize = 80;

/// The most pairs of games with a part in common that are compared.
const MOST_PAIRS: usize = 1 << 14;

/// The most courses that are kept for further pairs.
const MOST_COURSES: usize = 1024;

/// The most pairs of near duplicates that are kept for the next page, some hundred bytes each.
const MOST_KEPT: usize = 1 << 18;

/// Two games with the same setup whose moves differ in one or two, or of which one continues the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NearDuplicates {
    /// The games, in the order of their numbers, and the differences between their records.
    #[serde(flatten)]
    pub alike: AlikeGames,
    /// The moves that differ. There are none if one game goes on from the end of the other.
    pub moves: Vec<ChangedMove>,
}

/// A move that differs in two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangedMove {
    /// The number of the move, from 1.
    pub move_number: usize,
    /// The point in the first game in SGF coordinates, or pass.
    #[serde(serialize_with = "json::target")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub first: Option<Point>,
    /// The point in the second game, in the orientation of the first.
    #[serde(serialize_with = "json::target")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub second: Option<Point>,
}

impl NearDuplicates {
    /// Returns whether two moves are exchanged, and nothing else differs but the end.
    #[must_use]
    pub fn is_exchange(&self) -> bool {
        matches!(self.moves[..], [a, b] if (a.first, a.second) == (b.second, b.first))
    }

    fn of(snapshot: &Snapshot, pair: &NearPair) -> Result<Self, QueryError> {
        Ok(Self {
            alike: compared(snapshot, &pair.games)?,
            moves: pair.moves.clone(),
        })
    }
}

/// Lists near duplicates: games of at least 30 moves without setup between them, in the order of their numbers.
/// Skips `offset` of them and lists at most `limit`. Reads all games unless that was done for this state of the
/// file, and calls `progress` with the number of games read and the number of all games.
pub fn near_duplicates(
    snapshot: &Snapshot,
    offset: usize,
    limit: usize,
    progress: impl FnMut(u64, u64),
) -> Result<ListPage<NearDuplicates>, QueryError> {
    let kept = snapshot.shared::<Remembered<(), Vec<NearPair>>>();
    let found = match kept.known(&()) {
        Some(found) => found,
        None => {
            let found = Arc::new(find_near(snapshot, progress)?);
            if found.len() <= MOST_KEPT {
                kept.keep((), Arc::clone(&found));
            }
            found
        }
    };
    let shown = found.iter().skip(offset).take(limit);
    Ok(ListPage {
        count: found.len() as u64,
        list: shown
            .map(|pair| NearDuplicates::of(snapshot, pair))
            .collect::<Result<_, _>>()?,
    })
}

/// Near duplicates by their numbers, the lower one first.
struct NearPair {
    games: [i64; 2],
    moves: Vec<ChangedMove>,
}

fn find_near(snapshot: &Snapshot, progress: impl FnMut(u64, u64)) -> Result<Vec<NearPair>, QueryError> {
    let mut parts = Vec::new();
    visit_long_games(snapshot, progress, |game, course, turns| {
        parts.extend(parts_of(game, course, turns));
    })?;
    parts.sort_unstable();
    let mut compared = NearGames::default();
    for alike in parts.chunk_by(|a, b| (a.part, a.hash) == (b.part, b.hash)) {
        snapshot.check_stop()?;
        for games in pairs(alike) {
            compared.add(snapshot, games)?;
        }
    }
    let near = compared.near.into_iter();
    Ok(near.map(|(games, moves)| NearPair { games, moves }).collect())
}

/// Comparisons of games, and the near duplicates among them.
#[derive(Default)]
struct NearGames {
    courses: HashMap<i64, Course>,
    turns: TurnedBoards,
    near: BTreeMap<[i64; 2], Vec<ChangedMove>>,
}

impl NearGames {
    fn add(&mut self, snapshot: &Snapshot, games: [i64; 2]) -> Result<(), QueryError> {
        if self.near.contains_key(&games) {
            return Ok(());
        }
        if self.courses.len() >= MOST_COURSES {
            self.courses.clear();
        }
        let new = games.into_iter().filter(|game| !self.courses.contains_key(game));
        for game in new.collect::<Vec<_>>() {
            snapshot.read_courses(game..=game, |_, course| drop(self.courses.insert(game, course.clone())))?;
        }
        let both = self.courses.get(&games[0]).zip(self.courses.get(&games[1]));
        let moves = both.and_then(|(first, second)| changes(first, second, &mut self.turns));
        self.near.extend(moves.map(|moves| (games, moves)));
        Ok(())
    }
}

/// A game with a part, in any orientation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct GamePart {
    /// The place of the part among all parts, and the hash of its moves.
    part: u8,
    hash: u64,
    game: i64,
    is_long: bool,
}

fn parts_of(game: i64, course: &Course, turns: &mut TurnedBoards) -> Vec<GamePart> {
    if course.marks.iter().any(|mark| mark.kind == MarkKind::Node) {
        return Vec::new();
    }
    let is_long = course.moves.len() >= LONG;
    let ranges = (0..).zip(EARLY.into_iter().chain(LATE));
    ranges
        .filter_map(|(part, range)| {
            let hash = turns.hash(course.size, course.moves.get(range)?);
            Some(GamePart {
                part,
                hash,
                game,
                is_long,
            })
        })
        .collect()
}

/// Returns pairs of games that have a part in common; if it is an early one, those of which one game has not all
/// late parts. There are none if there would be too many, as of games that begin as a lesson does.
fn pairs(alike: &[GamePart]) -> Vec<[i64; 2]> {
    let is_early = usize::from(alike[0].part) < EARLY.len();
    let some: Vec<&GamePart> = alike.iter().filter(|game| !is_early || !game.is_long).collect();
    if some.len() * alike.len() > MOST_PAIRS {
        return Vec::new();
    }
    let all = some
        .iter()
        .flat_map(|one| alike.iter().map(|other| [one.game, other.game]));
    // The pair of two that are among some comes twice.
    let is_both = |other: i64| some.iter().any(|game| game.game == other);
    all.filter(|&[one, other]| one < other || one > other && !is_both(other))
        .map(|[one, other]| [one.min(other), one.max(other)])
        .collect()
}

/// Returns the moves in which two games differ, or `None` if they are too many or if all moves are the same.
fn changes(first: &Course, second: &Course, turns: &mut TurnedBoards) -> Option<Vec<ChangedMove>> {
    if (first.size, first.first) != (second.size, second.first) {
        return None;
    }
    let size = first.size;
    let setup = setup(first, turns.table(size, Transform::IDENTITY));
    let fewest = Transform::ALL.into_iter().filter_map(|transform| {
        let turned = turns.table(size, transform);
        if self::setup(second, turned) != setup {
            return None;
        }
        let both = (0..).zip(first.moves.iter().zip(&second.moves));
        let differ = both.filter(|(_, (one, other))| **one != turned[usize::from(**other)]);
        let differ: Vec<ChangedMove> = differ
            .take(MOST_CHANGES + 1)
            .map(|(at, (&one, &other))| {
                let [first, second] =
                    [one, turned[usize::from(other)]].map(|index| Point::from_index(index.into(), size));
                ChangedMove {
                    move_number: at + 1,
                    first,
                    second,
                }
            })
            .collect();
        (differ.len() <= MOST_CHANGES).then_some(differ)
    });
    let fewest = fewest.min_by_key(Vec::len)?;
    let is_same = fewest.is_empty() && first.moves.len() == second.moves.len();
    (!is_same).then_some(fewest)
}

/// Returns the points that the root sets up and their stones, as a transform turns them.
fn setup(course: &Course, turned: &Turned) -> Vec<(u16, MarkKind)> {
    let set_up = course
        .marks
        .iter()
        .take_while(|mark| matches!(mark.kind, MarkKind::Set(_)));
    let mut points: Vec<(u16, MarkKind)> = set_up
        .map(|mark| (turned[usize::from(mark.point)], mark.kind))
        .collect();
    points.sort_unstable_by_key(|(point, _)| *point);
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TestDatabase, line, sgf};
    use proptest::prelude::*;
    use testkit::turned;

    /// Returns the near duplicates among records: the games, and the moves that differ.
    fn near(records: &[String]) -> Vec<String> {
        let db = TestDatabase::with(records);
        let found = find_near(&db.snapshot(), |_, _| {}).expect("an answer");
        let shown = found.iter().map(|pair| {
            let name = |point: Option<Point>| point.map_or_else(|| "pass".to_owned(), |point| point.to_string());
            let moves = pair.moves.iter();
            let moves =
                moves.map(|change| format!(" {} {}/{}", change.move_number, name(change.first), name(change.second)));
            format!("{}-{}{}", pair.games[0], pair.games[1], moves.collect::<String>())
        });
        shown.collect()
    }

    fn changed(moves: &str, changes: &[(usize, &str)]) -> String {
        let mut moves: Vec<&str> = moves.split(' ').collect();
        for (number, point) in changes {
            moves[number - 1] = point;
        }
        moves.join(" ")
    }

    #[test]
    fn games_that_differ_in_up_to_two_moves_or_at_the_end_are_near() {
        for length in [31, 60, 120] {
            let moves = line(length, 3);
            let all: Vec<&str> = moves.split(' ').collect();
            let exchanged = changed(&moves, &[(7, all[19]), (20, all[6])]);
            let records = [
                sgf("PB[a]", &moves),
                sgf("PB[one]", &changed(&turned(&moves), &[(20, "")])),
                sgf("PB[three]", &changed(&moves, &[(8, ""), (15, ""), (25, "")])),
                sgf("PB[order]", &exchanged),
                sgf("PB[setup]AB[ss]", &moves),
                sgf("PB[cut]", &all[..length - 1].join(" ")),
                sgf("PB[other]", &line(length, 4)),
            ];
            let order = format!("7 {}/{} 20 {}/{}", all[6], all[19], all[19], all[6]);
            let one = format!("20 {}/pass", all[19]);
            let found = near(&records);
            assert_eq!(
                found[..3],
                [format!("1-2 {one}"), format!("1-4 {order}"), "1-6".to_owned()]
            );
            let pairs: Vec<&str> = found.iter().filter_map(|pair| pair.split(' ').next()).collect();
            assert_eq!(pairs, ["1-2", "1-4", "1-6", "2-4", "2-6", "4-6"]);
        }
    }

    #[test]
    fn the_next_page_reads_no_games_until_there_are_others() {
        let moves = line(40, 3);
        let record = |number| sgf("", &changed(&moves, &[(number, "")]));
        let mut db = TestDatabase::with(&[record(10), record(20), record(30)]);
        let page = |db: &TestDatabase, offset| {
            let mut is_read = false;
            let page = near_duplicates(&db.snapshot(), offset, 1, |_, _| is_read = true).expect("a page");
            let games = page.list[0].alike.games.iter().map(|game| game.game);
            (page.count, games.collect::<Vec<_>>(), is_read)
        };
        assert_eq!(page(&db, 0), (3, vec![1, 2], true));
        assert_eq!(page(&db, 1), (3, vec![1, 3], false));
        let more = db.path_of("more.sgf");
        std::fs::write(&more, record(25)).expect("is written");
        db.import(&more);
        assert_eq!(page(&db, 2), (6, vec![1, 4], true));
    }

    #[test]
    fn of_too_many_games_that_begin_alike_none_are_compared() {
        let part = |game| GamePart {
            part: EARLY.len() as u8,
            hash: 1,
            game,
            is_long: true,
        };
        let many: Vec<GamePart> = (1..=129).map(part).collect();
        assert!(pairs(&many).is_empty());
        assert_eq!(pairs(&many[..128]).len(), 128 * 127 / 2);
        let short = GamePart {
            part: 0,
            is_long: false,
            ..part(2)
        };
        let early = [GamePart { part: 0, ..part(1) }, short, GamePart { part: 0, ..part(3) }];
        assert_eq!(pairs(&early), [[1, 2], [2, 3]]);
    }

    #[test]
    fn games_with_the_same_moves_or_with_setup_between_are_not_near() {
        let moves = line(40, 3);
        let with_setup = sgf("PB[a]", &moves).replace(")", ";AB[ss])");
        let records = [sgf("DT[2001]", &moves), sgf("DT[2002]", &moves), with_setup];
        assert_eq!(near(&records), [""; 0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        /// The slow twin compares all games with all others.
        #[test]
        fn all_near_duplicates_are_found(
            lengths in prop::collection::vec(30_usize..100, 2..5),
            changes in prop::collection::vec((0_usize..100, any::<bool>()), 2..9),
        ) {
            let lines = [line(100, 3), turned(&line(100, 3))];
            let mut records = Vec::new();
            for (at, &length) in lengths.iter().enumerate() {
                let mut moves: Vec<&str> = lines[at % 2].split(' ').take(length).collect();
                for (number, _) in changes.iter().filter(|(number, _)| (number + at) % 3 == 0) {
                    if let Some(mv) = moves.get_mut(*number) {
                        *mv = "";
                    }
                }
                records.push(sgf(&format!("DT[{}]", 1900 + at), &moves.join(" ")));
            }
            let db = TestDatabase::with(&records);
            let snapshot = db.snapshot();
            let mut courses = Vec::new();
            snapshot.read_courses(1..=i64::MAX, |game, course| courses.push((game, course.clone()))).expect("courses");
            let mut expected = Vec::new();
            for (at, (one, first)) in courses.iter().enumerate() {
                for (other, second) in &courses[at + 1..] {
                    if changes_of(first, second).is_some() {
                        expected.push([*one, *other]);
                    }
                }
            }
            let found = find_near(&snapshot, |_, _| {}).expect("an answer");
            prop_assert_eq!(found.iter().map(|pair| pair.games).collect::<Vec<_>>(), expected);
        }
    }

    fn changes_of(first: &Course, second: &Course) -> Option<Vec<ChangedMove>> {
        changes(first, second, &mut TurnedBoards::default())
    }
}
