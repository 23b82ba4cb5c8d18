//! Searching and importing while another process imports.

use crate::games::games;
use crate::history::{History, history};
use crate::place::{Place, sentence};
use crate::questions::Questions;
use bgo::internal::store::{Access, Database};
use testkit::{Text, tar};

const GAMES: usize = 120;

/// The number of games imported before, and between two commits.
const FIRST: usize = 20;
const EVERY: usize = 2;

/// Returns a place with the first games imported, and the answers at each commit of
/// an import of the others.
fn place(questions: &Questions, all: &[crate::games::Game]) -> (Place, History) {
    let prepare = || {
        let place = Place::new();
        let (first, second) = all.split_at(FIRST);
        place.write("first.tar", tar(first));
        place.write("second.tar", tar(second));
        place.succeed(&["import", "-q", "first.tar"]);
        place
    };
    let other = prepare();
    let history = history(&other, &[other.path("second.tar")], EVERY, questions);
    assert!(history.len() > (GAMES - FIRST) / EVERY, "{:?}", history.keys());
    (prepare(), history)
}

/// A reader that follows the answers to each question from commit to commit.
struct Follower<'a> {
    questions: &'a Questions,
    /// The distinct answers to each question, in the order of the commits.
    expected: Vec<Vec<&'a str>>,
    /// The position of the latest answer to each question in `expected`.
    reached: Vec<usize>,
    /// The number of answers that differed from the one before.
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

    /// Asks some questions. Each answer must be that of a commit which is not earlier
    /// than the one seen last.
    fn ask(&mut self, database: &Database, numbers: impl Iterator<Item = usize>) {
        for number in numbers {
            let answer = self.questions.ask_one(database, number);
            let answer = answer.unwrap_or_else(|error| panic!("question {number}: {error}"));
            let from = self.reached[number];
            let further = self.expected[number][from..]
                .iter()
                .position(|expected| *expected == answer);
            let further = further.unwrap_or_else(|| panic!("no commit has this answer to question {number}: {answer}"));
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
        // A few at a time: the import does not wait.
        let some = || (rounds % 5..questions.count()).step_by(5);
        with_one.ask(&kept_open, some());
        with_many.ask(&place.open(Access::Read), some());
        rounds += 1;
    }
    let output = import.wait_with_output().expect("ends");
    assert!(output.status.success(), "{output:?}");
    for follower in [&mut with_one, &mut with_many] {
        println!("saw {} changes in {rounds} rounds", follower.changes);
        assert!(follower.changes > 10, "saw too few changes");
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
            sentence(&output).ends("is being written to by another process; try again when that is done");
        }
    }
    place.succeed(&arguments);
    let database = place.open(Access::Read);
    let checked = database.check(&mut |_| {}).expect("is read");
    assert!(checked.problems.is_empty(), "{:#?}", checked.problems);
    let last = history.values().next_back().expect("a state");
    assert!(
        questions.answers(&database) == *last,
        "the answers differ from those after a single import"
    );
}
