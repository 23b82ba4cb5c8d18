//! The syntax of SGF, read slowly: a text as trees of nodes. Where a text has a `]` without its
//! backslash, every reading is tried, and the one that loses the least wins.

use std::collections::HashMap;

/// A value of a property, or a fault, which has no property.
#[derive(Clone, Debug)]
pub struct PropertyValue {
    /// The property, in capital letters.
    pub ident: String,
    /// The text between the brackets, with its backslashes.
    pub raw: String,
    /// Whether the closing bracket is there.
    pub closed: bool,
    /// Whether the text has a `]` without a backslash.
    pub bracket: bool,
}

/// A part of a tree: its nodes and the trees in it, in the order of the text.
#[derive(Debug)]
pub enum TreePart {
    Node(Vec<PropertyValue>),
    Tree(Vec<TreePart>),
}

/// The properties whose values have no brackets: moves, points and numbers.
const PLAIN: [&str; 28] = [
    "B", "W", "AB", "AW", "AE", "SZ", "GM", "FF", "ST", "HA", "KM", "TM", "BL", "WL", "OB", "OW", "MN", "PM", "TR",
    "SQ", "CR", "MA", "SL", "DD", "VW", "TB", "TW", "CA",
];

// The cost of what a reading of the brackets loses: the same rules as the library's, so the two agree
// on a reading only if both find the cheapest.

/// A text runs over a `]` that could have ended it and belongs to no pair of brackets.
const STRUCTURE: usize = 10_000;
/// A `]` closes nothing, or words stand for a move in the node of a text.
const STRAY: usize = STRUCTURE + 10;
/// Any other value is no move, or something else is not syntax.
const JUNK: usize = 40;
/// A `]` in a text closes no pair.
const UNPAIRED: usize = 2;
/// A value has no property.
const BARE: usize = 2_000;
/// A text ends with the value of a node in it.
const IN_NODE: usize = 200;
/// A text ends within any other pair of brackets.
const OPENED: usize = 1;
/// A comment runs over a node, or another text does.
const NODE: usize = 15;
const NODE_IN_NAME: usize = 2_000;

pub fn trees(text: &str) -> Vec<Vec<TreePart>> {
    let mut reader = SyntaxReader {
        chars: text.chars().collect(),
        is_lower: false,
        losses: HashMap::new(),
    };
    let letters: String = text.split('[').next().unwrap_or_default().to_owned();
    reader.is_lower = !letters.contains(|c: char| c.is_ascii_uppercase());
    let mut trees = Vec::new();
    let mut at = 0;
    while let Some(start) = reader.next_game(at) {
        let (mut tree, end) = reader.tree(start);
        if reader.is_left_out(end)
            && let Some(TreePart::Node(root)) = tree.first_mut()
        {
            root.push(PropertyValue::lost());
        }
        trees.push(tree);
        at = end;
    }
    if trees.iter().any(|tree| has_values(tree)) {
        trees.retain(|tree| has_values(tree));
    }
    trees
}

/// Returns the nodes of the main line: wherever the line branches, the first variation that has
/// any property.
pub fn main_line(tree: &[TreePart]) -> Vec<&[PropertyValue]> {
    let mut nodes = Vec::new();
    let mut parts = tree;
    'branches: loop {
        for part in parts {
            match part {
                TreePart::Node(values) => nodes.push(&values[..]),
                TreePart::Tree(inner) if has_values(inner) => {
                    parts = inner;
                    continue 'branches;
                }
                TreePart::Tree(_) => {}
            }
        }
        return nodes;
    }
}

pub fn values(tree: &[TreePart]) -> Vec<&PropertyValue> {
    let mut found = Vec::new();
    let mut rest: Vec<&TreePart> = tree.iter().collect();
    while let Some(part) = rest.pop() {
        match part {
            TreePart::Node(values) => found.extend(values),
            TreePart::Tree(inner) => rest.extend(inner),
        }
    }
    found
}

fn has_values(tree: &[TreePart]) -> bool {
    !values(tree).is_empty()
}

struct SyntaxReader {
    chars: Vec<char>,
    /// Whether the names of properties are in lower case.
    is_lower: bool,
    /// What the rest of the text loses: by the place, the open parentheses and the property.
    losses: HashMap<(usize, usize, String), usize>,
}

impl PropertyValue {
    /// A `]` that closes nothing.
    fn stray() -> Self {
        Self {
            ident: String::new(),
            raw: String::new(),
            closed: true,
            bracket: true,
        }
    }

    fn lost() -> Self {
        Self {
            closed: false,
            bracket: false,
            ..Self::stray()
        }
    }
}

impl SyntaxReader {
    fn get(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while self.get(at).is_some_and(|c| c.is_ascii_whitespace()) {
            at += 1;
        }
        at
    }

    fn word(&self, at: usize) -> String {
        let letters = self.chars[at..].iter().take_while(|c| c.is_ascii_alphabetic());
        letters.collect()
    }

    fn is_property(&self, at: usize) -> bool {
        let letters = self.word(at).len();
        letters > 0 && self.get(self.skip_blanks(at + letters)) == Some('[')
    }

    /// Returns whether a property follows a bracket at a place. In lower case, as words are, it must
    /// follow closely.
    fn may_follow(&self, at: usize) -> bool {
        let word = self.word(at);
        let is_close = self.get(at + word.len()) == Some('[') && matches!(self.get(at - 1), Some(']' | ';'));
        let is_word = !self.is_lower && !is_close && word.chars().all(|c| c.is_ascii_lowercase());
        self.is_property(at) && !is_word
    }

    fn is_left_out(&self, end: usize) -> bool {
        let mut at = self.skip_blanks(end);
        if self.get(at) == Some(';') {
            at = self.skip_blanks(at + 1);
        }
        let has_node = self.get(at) == Some(';') || self.begins_node(at);
        has_node || self.strays(end, self.next_game(end).unwrap_or(self.chars.len())) > 0
    }

    fn strays(&self, from: usize, to: usize) -> usize {
        let (mut open, mut strays) = (0_usize, 0);
        for c in &self.chars[from..to] {
            match c {
                '[' => open += 1,
                ']' if open == 0 => strays += 1,
                ']' => open -= 1,
                _ => {}
            }
        }
        strays
    }

    fn begins_node(&self, at: usize) -> bool {
        let at = self.skip_blanks(at);
        let is_capital = self.get(at).is_some_and(|c| c.is_ascii_uppercase());
        self.get(at) == Some(';')
            || is_capital && self.word(at).chars().all(|c| c.is_ascii_uppercase()) && self.is_property(at)
    }

    fn next_game(&self, at: usize) -> Option<usize> {
        let first = self.skip_blanks(0);
        if at == 0 && self.get(first) == Some(';') && self.begins_node(first + 1) {
            return Some(0);
        }
        (at..self.chars.len())
            .find(|&at| self.chars[at] == '(' && self.begins_node(at + 1))
            .map(|at| at + 1)
    }

    fn tree(&mut self, start: usize) -> (Vec<TreePart>, usize) {
        let mut at = start;
        let mut open: Vec<Vec<TreePart>> = vec![Vec::new()];
        let mut ident = String::new();
        while let Some(c) = self.get(at) {
            at += 1;
            let depth = open.len();
            let parts = open.last_mut().expect("an open tree");
            match c {
                ';' => {
                    parts.push(TreePart::Node(Vec::new()));
                    ident.clear();
                }
                '(' => open.push(Vec::new()),
                ')' if depth == 1 => return (open.remove(0), at),
                ')' => {
                    let inner = open.pop().expect("an open tree");
                    open.last_mut().expect("an outer tree").push(TreePart::Tree(inner));
                    ident.clear();
                }
                '[' => {
                    let (value, end) = self.value(at, depth, &ident);
                    match parts.last_mut() {
                        Some(TreePart::Node(values)) => values.push(value),
                        _ => parts.push(TreePart::Node(vec![value])),
                    }
                    at = end;
                }
                c if c.is_ascii_alphabetic() => {
                    let word = self.word(at - 1);
                    at += word.len() - 1;
                    ident = written(&word);
                }
                ']' => {
                    if let Some(TreePart::Node(values)) = parts.last_mut() {
                        values.push(PropertyValue::stray());
                    }
                }
                _ => {}
            }
        }
        if start > 0
            && let Some(TreePart::Node(root)) = open[0].first_mut()
        {
            root.push(PropertyValue::lost());
        }
        while open.len() > 1 {
            let inner = open.pop().expect("an open tree");
            open.last_mut().expect("an outer tree").push(TreePart::Tree(inner));
        }
        (open.remove(0), at)
    }

    fn value(&mut self, at: usize, depth: usize, ident: &str) -> (PropertyValue, usize) {
        let end = if PLAIN.contains(&ident) {
            self.first_end(at)
        } else {
            self.best_end(at, depth, ident).0
        };
        let closed = end < self.chars.len();
        let raw = &self.chars[at..end];
        let value = PropertyValue {
            ident: ident.to_owned(),
            raw: raw.iter().collect(),
            closed,
            // One that is cut off is a repair of its own.
            bracket: closed && has_plain_bracket(raw),
        };
        (value, if closed { end + 1 } else { end })
    }

    fn best_end(&mut self, at: usize, depth: usize, ident: &str) -> (usize, usize) {
        let mut best = (self.chars.len(), usize::MAX);
        let node = if ["C", "GC"].contains(&ident) {
            NODE
        } else {
            NODE_IN_NAME
        };
        // Whether each open pair of brackets belongs to a node.
        let mut pairs: Vec<bool> = Vec::new();
        // The open parentheses: what a commentator writes in them is no node of the record.
        let mut parentheses = 0_usize;
        let (mut passed, mut unpaired) = (0, 0);
        let mut here = at;
        while let Some(c) = self.get(here)
            && passed < best.1
        {
            match c {
                '\\' => {
                    here += 1;
                    if self.get(here) == Some(']') {
                        pairs.pop();
                    }
                }
                '(' => parentheses += 1,
                ')' => parentheses = parentheses.saturating_sub(1),
                '[' => pairs.push(parentheses == 0 && self.opens_node(at, here)),
                ']' => {
                    let pair = pairs.pop();
                    let may_end = self.may_end(here + 1);
                    if may_end {
                        let within = match pair {
                            Some(true) => IN_NODE,
                            Some(false) => OPENED,
                            None => 0,
                        };
                        let loss = passed + within + unpaired * UNPAIRED + self.loss(here + 1, depth, ident);
                        if loss < best.1 {
                            best = (here, loss);
                        }
                    }
                    passed += match pair {
                        None if may_end => STRUCTURE,
                        Some(true) => node,
                        _ => 0,
                    };
                    unpaired += usize::from(pair.is_none());
                }
                _ => {}
            }
            here += 1;
        }
        if best.1 == usize::MAX {
            best.1 = STRUCTURE;
        }
        best
    }

    /// Returns whether the bracket at a place in a text belongs to a node in it, as in `;B[`.
    fn opens_node(&self, start: usize, bracket: usize) -> bool {
        let before: String = self.chars[start..bracket].iter().collect();
        let before = before.trim_ascii_end();
        let node = before.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        node.len() < before.len() && node.trim_ascii_end().ends_with(';')
    }

    fn may_end(&self, at: usize) -> bool {
        let at = self.skip_blanks(at);
        match self.get(at) {
            None | Some('[' | ';' | ')') => true,
            // `()` is a variation, too, though an empty one.
            Some('(') => matches!(self.get(self.skip_blanks(at + 1)), Some(';' | ')')),
            _ => self.may_follow(at),
        }
    }

    fn loss(&mut self, from: usize, mut depth: usize, last: &str) -> usize {
        let key = (from, depth, last.to_owned());
        if let Some(known) = self.losses.get(&key) {
            return *known;
        }
        let (mut at, mut ident, mut loss) = (from, last.to_owned(), 0);
        let mut in_node = true;
        let mut is_same_node = true;
        while let Some(c) = self.get(at) {
            at += 1;
            match c {
                ';' => {
                    ident.clear();
                    in_node = true;
                    is_same_node = false;
                }
                '(' => {
                    depth += 1;
                    in_node = true;
                }
                ')' if depth == 1 => {
                    loss += self.loss_after_game(at);
                    break;
                }
                ')' => {
                    depth -= 1;
                    ident.clear();
                    in_node = false;
                }
                '[' if PLAIN.contains(&&ident[..]) => {
                    let end = self.first_end(at);
                    let raw: String = self.chars[at..end].iter().collect();
                    let is_move = ident == "B" || ident == "W";
                    loss += if !is_move || may_be_move(&raw) {
                        0
                    } else if raw.contains(' ') && !raw.contains('\\') && is_same_node {
                        STRAY
                    } else {
                        JUNK
                    };
                    loss += if end < self.chars.len() { 0 } else { STRUCTURE };
                    at = end + 1;
                }
                '[' => {
                    loss += if ident.is_empty() || !in_node { BARE } else { 0 };
                    loss += self.best_end(at, depth, &ident).1;
                    break;
                }
                ']' => loss += STRAY,
                c if c.is_ascii_alphabetic() => {
                    let word = self.word(at - 1);
                    // No version of the format has such names, but chat is full of them.
                    let is_prose = word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
                    let is_property = in_node && !is_prose && self.may_follow(at - 1);
                    loss += if is_property { 0 } else { JUNK };
                    at += word.len() - 1;
                    ident = if is_property { written(&word) } else { String::new() };
                }
                c => loss += if c.is_whitespace() { 0 } else { JUNK },
            }
        }
        self.losses.insert(key, loss);
        loss
    }

    fn first_end(&self, mut at: usize) -> usize {
        while self.get(at).is_some_and(|c| c != ']') {
            at += 1 + usize::from(self.chars[at] == '\\');
        }
        at.min(self.chars.len())
    }

    /// Returns what the text after a game loses. A reading that ends a game too early may take the
    /// rest of it for another.
    fn loss_after_game(&mut self, at: usize) -> usize {
        let next = self.next_game(at);
        let end = next.unwrap_or(self.chars.len());
        self.strays(at, end) * STRAY + next.map_or(0, |next| self.loss(next, 1, ""))
    }
}

fn has_plain_bracket(raw: &[char]) -> bool {
    let mut chars = raw.iter();
    while let Some(c) = chars.next() {
        match c {
            '\\' => drop(chars.next()),
            ']' => return true,
            _ => {}
        }
    }
    false
}

fn may_be_move(raw: &str) -> bool {
    let raw = raw.trim().to_ascii_lowercase();
    let is_point = raw.len() == 2 && raw.chars().all(|c| c.is_ascii_lowercase());
    is_point || ["", "pass", "resign"].contains(&&raw[..])
}

fn written(word: &str) -> String {
    let capitals: String = word.chars().filter(char::is_ascii_uppercase).collect();
    if capitals.is_empty() {
        word.to_ascii_uppercase()
    } else {
        capitals
    }
}
