use super::{beginning, line, syntax};
use crate::twin::games::point;
use bgo::internal::go::{Color, KeyTables};
use bgo::internal::record::{Action, GameTree, RepairKind, Replayed, SetupPoint, Steps, game_trees};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    pub lines: usize,
    /// The stones of the beginning.
    pub setup: Vec<String>,
    /// The steps: moves (`B pd`, `W pass`) and later setup (`Baa Eab`).
    pub steps: Vec<String>,
    pub handicap: Option<u8>,
    pub repairs: BTreeSet<RepairKind>,
    /// The stones at the end.
    pub last: Vec<String>,
    /// Whether a variation has a text with a bracket.
    pub bracket_elsewhere: bool,
}

/// Reads each game of a text slowly; `None` stands for one that is rejected.
pub fn slowly(text: &str) -> Vec<Option<Facts>> {
    let trees = syntax::trees(text);
    let read = |tree: &Vec<syntax::TreePart>| {
        let mut line = line::read(tree)?;
        let handicap = beginning::settle(&mut line);
        let board = beginning::replay(&line.setup, &line, |_| {});
        let last: Vec<SetupPoint> = board
            .stones()
            .map(|(at, color)| (point(at, line.lines), Some(color)))
            .collect();
        Some(Facts {
            lines: line.lines,
            setup: words(&line.setup.into_iter().collect::<Vec<_>>()),
            steps: line.steps.iter().map(step).collect(),
            handicap,
            last: words(&last),
            bracket_elsewhere: syntax::values(tree).iter().any(|value| value.bracket),
            repairs: line.repairs,
        })
    };
    trees.iter().map(read).collect()
}

/// Returns for each game of a text whether it begins as its record has it: its stones in the root,
/// its moves after them, and no text that runs over a bracket.
pub fn begins_as_written(text: &str) -> Vec<bool> {
    let is_as_written = |tree: &Vec<syntax::TreePart>| {
        line::read(tree).is_some_and(|written| {
            let mut settled = written.clone();
            beginning::settle(&mut settled);
            let has_bracket = syntax::values(tree).iter().any(|value| value.bracket);
            !has_bracket && (settled.setup, settled.steps) == (written.setup, written.steps)
        })
    };
    syntax::trees(text).iter().map(is_as_written).collect()
}

pub fn by_library(text: &str, keys: &KeyTables) -> Vec<Option<Facts>> {
    game_trees(text).map(|tree| of_tree(tree, text, keys)).collect()
}

fn of_tree(tree: GameTree, text: &str, keys: &KeyTables) -> Option<Facts> {
    let record = tree.game.ok()?;
    let Replayed { record, outcome, .. } = Replayed::new(record, &text[tree.span], keys, |_| {});
    let mut steps = Steps::new(&record, keys.get(record.size));
    while steps.next().is_some() {}
    let last = steps.position().board().stones();
    let last: Vec<SetupPoint> = last.map(|(point, color)| (point, Some(color))).collect();
    Some(Facts {
        lines: record.size.lines().into(),
        setup: words(&record.setup),
        steps: record.steps[..outcome.steps]
            .iter()
            .map(|taken| step(&taken.action))
            .collect(),
        handicap: record.info.handicap_stones,
        repairs: outcome.repairs.iter().map(|repair| repair.kind).collect(),
        last: words(&last),
        bracket_elsewhere: false,
    })
}

/// Returns the effect of setup on each point in words: of a point the last one counts.
fn words(stones: &[SetupPoint]) -> Vec<String> {
    let letter = |stone: Option<Color>| stone.map_or('E', |color| color.letter());
    let changes: BTreeMap<_, _> = stones.iter().copied().collect();
    let mut words: Vec<String> = changes
        .into_iter()
        .map(|(point, stone)| format!("{}{point}", letter(stone)))
        .collect();
    words.sort();
    words
}

fn step(step: &Action) -> String {
    match step {
        Action::Setup(stones) => words(stones).join(" "),
        Action::Move(mv) => {
            let target = mv.point.map_or_else(|| "pass".to_owned(), |point| point.to_string());
            format!("{} {target}", mv.color.letter())
        }
    }
}

impl Facts {
    /// Returns the first fact in which the library differs from the twin, which this is. The twin
    /// does not say which values and characters are damaged, and the library may tell of brackets
    /// in variations.
    pub fn difference(&self, library: &Self) -> Option<String> {
        let facts = |facts: &Self| {
            let mut repairs = facts.repairs.clone();
            repairs.retain(|kind| !matches!(kind, RepairKind::Value | RepairKind::Encoding));
            repairs.extend(self.bracket_elsewhere.then_some(RepairKind::Bracket));
            let mut all = vec![format!("{} lines", facts.lines), facts.setup.join(" ")];
            all.push(format!("handicap {:?}", facts.handicap));
            all.push(format!("{repairs:?}"));
            all.extend(facts.steps.iter().cloned());
            all.push(format!("at the end {}", facts.last.join(" ")));
            all
        };
        let (twin, library) = (facts(self), facts(library));
        let at = (0..twin.len().max(library.len())).find(|&at| twin.get(at) != library.get(at))?;
        Some(format!("twin {:?}, library {:?}", twin.get(at), library.get(at)))
    }
}

/// Writes board, beginning, steps, handicap and repairs, as the table of rules has them.
impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let handicap = self
            .handicap
            .map_or_else(|| "?".to_owned(), |stones| stones.to_string());
        let (setup, steps) = (self.setup.join(" "), self.steps.join(", "));
        write!(f, "{}: {setup}; {steps}; {handicap};", self.lines)?;
        self.repairs.iter().try_for_each(|kind| write!(f, " {kind:?}"))
    }
}
