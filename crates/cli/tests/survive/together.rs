//! Searching, and importing too, while another process imports.

use crate::games::games;
use crate::history::{History, history};
use crate::place::{Place, sentence};
use crate::questions::Questions;
use bgo::store::{Access, Database};
use std::fs;
use std::path::PathBuf;
use testkit::tar;

const GAMES: usize = 120;

/// Games that are there before, and games between two commits.
const FIRST: usize = 20;
const EVERY: usize = 2;

/// A place where the first games are imported already, and what is answered
/// at each commit while the others are.
fn place(questions: &Questions, all: &[crate::games::Game]) -> (Place, History) {
    let prepare = || {
        let place = Place::new();
        let (first, second) = all.split_at(FIRST);
        fs::write(place.path("first.tar"), tar(first)).expect("is written");
        fs::write(place.path("second.tar"), tar(second)).expect("is written");
        place.succeed(&["import", "-q", "first.tar"]);
        place
    };
    let other = prepare();
    let archive: PathBuf = other.path("second.tar");
    let history = history(&other, &[archive], EVERY, questions);
    assert!(history.len() > (GAMES - FIRST) / EVERY, "{:?}", history.keys());
    (prepare(), history)
}

/// Follows the answers to each question from commit to commit.
struct Follower<'a> {
    questions: &'a Questions,
    /// The different answers to each question, in their order.
    expected: Vec<Vec<&'a str>>,
    /// How far each has come.
    reached: Vec<usize>,
    /// How many answers were not those of the last time.
    changes: usize,
}

impl<'a> Follower<'a> {
    fn new(questions: &'a Questions, history: &'a History) -> Self {
        let answers = |number: usize| {
            let mut answers: Vec<&str> = history.values().map(|answers| answers[number].as_str()).collect();
            answers.dedup();
            answers
        };
        Self {
            questions,
            expected: (0..questions.count()).map(answers).collect(),
            reached: vec![0; questions.count()],
            changes: 0,
        }
    }

    /// Asks some questions. Each answer must be that of a commit, and not of
    /// one before what was seen last.
    fn ask(&mut self, database: &Database, numbers: impl Iterator<Item = usize>) {
        for number in numbers {
            let answer = self.questions.ask_one(database, number);
            let answer = answer.unwrap_or_else(|error| panic!("question {number}: {error}"));
            let from = self.reached[number];
            let further = self.expected[number][from..]
                .iter()
                .position(|expected| *expected == answer);
            let further = further.unwrap_or_else(|| panic!("question {number} has an answer of no commit: {answer}"));
            self.reached[number] += further;
            self.changes += further.min(1);
        }
    }

    fn is_at_the_end(&self) -> bool {
        let mut numbers = 0..self.reached.len();
        numbers.all(|number| self.reached[number] + 1 == self.expected[number].len())
    }
}

#[test]
fn who_searches_meanwhile_sees_the_state_of_a_commit() {
    let all = games(GAMES);
    let questions = Questions::about(&all, 3);
    let (place, history) = place(&questions, &all);
    let every = EVERY.to_string();
    let mut import = place.start(&["import", "-q", "second.tar", "--commit-every", &every]);
    let kept_open = place.open(Access::Read);
    let mut with_one = Follower::new(&questions, &history);
    let mut with_many = Follower::new(&questions, &history);
    let mut rounds = 0;
    while import.try_wait().expect("is asked").is_none() {
        // A few at a time, as an import does not wait.
        let some = || (rounds % 5..questions.count()).step_by(5);
        with_one.ask(&kept_open, some());
        with_many.ask(&place.open(Access::Read), some());
        rounds += 1;
    }
    let output = import.wait_with_output().expect("ends");
    assert!(output.status.success(), "{output:?}");
    for follower in [&mut with_one, &mut with_many] {
        println!("{} changes were seen in {rounds} rounds", follower.changes);
        assert!(follower.changes > 10, "too few changes were seen");
        follower.ask(&place.open(Access::Read), 0..questions.count());
        assert!(follower.is_at_the_end());
    }
}

#[test]
fn who_imports_meanwhile_waits_or_is_told() {
    let all = games(GAMES);
    let questions = Questions::about(&all, 12);
    let (place, history) = place(&questions, &all);
    let every = EVERY.to_string();
    let arguments = ["import", "-q", "second.tar", "--commit-every", &every];
    let imports: Vec<_> = (0..3).map(|_| place.start(&arguments)).collect();
    for import in imports {
        let output = import.wait_with_output().expect("ends");
        if !output.status.success() {
            let said = sentence(&output);
            assert!(
                said.ends_with("is being written to by another process; try again when that is done"),
                "{said}"
            );
        }
    }
    place.succeed(&arguments);
    let database = place.open(Access::Read);
    let checked = database.check(|_| {}).expect("is read");
    assert!(checked.problems.is_empty(), "{:#?}", checked.problems);
    let last = history.values().next_back().expect("a state");
    assert!(
        questions.answers(&database) == *last,
        "other answers than after one import"
    );
}
