//! The syntax of SGF, read slowly: a text as trees of nodes. Where a text has a `]` without its
//! backslash, every reading is tried, and the one that loses the least wins.

use std::collections::HashMap;

/// A value of a property.
#[derive(Clone, Debug)]
pub struct Value {
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
pub enum Part {
    Node(Vec<Value>),
    Tree(Vec<Part>),
}

/// The properties whose values have no brackets: moves, points and numbers.
const PLAIN: [&str; 28] = [
    "B", "W", "AB", "AW", "AE", "SZ", "GM", "FF", "ST", "HA", "KM", "TM", "BL", "WL", "OB", "OW", "MN", "PM", "TR",
    "SQ", "CR", "MA", "SL", "DD", "VW", "TB", "TW", "CA",
];

/// What a reading loses by a `]` that closes nothing, or by text that runs over a `]` that could
/// have been its end.
const STRUCTURE: usize = 10_000;
/// What it loses by a move that is none, and by anything else that is not syntax.
const JUNK: usize = 100;
/// What it loses by text that runs over the end of a pair of brackets in it.
const PAIR: usize = 1;

/// Returns the trees of a text. Empty ones are no games beside others.
pub fn trees(text: &str) -> Vec<Vec<Part>> {
    let mut reader = Reader {
        chars: text.chars().collect(),
        losses: HashMap::new(),
    };
    let mut trees = Vec::new();
    let mut at = 0;
    while let Some(start) = reader.next_game(at) {
        let (tree, end) = reader.tree(start);
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
pub fn main_line(tree: &[Part]) -> Vec<&[Value]> {
    let mut nodes = Vec::new();
    let mut parts = tree;
    'branches: loop {
        for part in parts {
            match part {
                Part::Node(values) => nodes.push(&values[..]),
                Part::Tree(inner) if has_values(inner) => {
                    parts = inner;
                    continue 'branches;
                }
                Part::Tree(_) => {}
            }
        }
        return nodes;
    }
}

/// Returns all values of a tree.
pub fn values(tree: &[Part]) -> Vec<&Value> {
    let mut found = Vec::new();
    let mut rest: Vec<&Part> = tree.iter().collect();
    while let Some(part) = rest.pop() {
        match part {
            Part::Node(values) => found.extend(values),
            Part::Tree(inner) => rest.extend(inner),
        }
    }
    found
}

fn has_values(tree: &[Part]) -> bool {
    !values(tree).is_empty()
}

struct Reader {
    chars: Vec<char>,
    /// What the rest of the text loses: by the place, the open parentheses and the property.
    losses: HashMap<(usize, usize, String), usize>,
}

impl Reader {
    fn get(&self, at: usize) -> Option<char> {
        self.chars.get(at).copied()
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while self.get(at).is_some_and(|c| c.is_ascii_whitespace()) {
            at += 1;
        }
        at
    }

    /// Returns the letters at a place.
    fn word(&self, at: usize) -> String {
        let letters = self.chars[at..].iter().take_while(|c| c.is_ascii_alphabetic());
        letters.collect()
    }

    /// Returns whether a property begins at a place.
    fn is_property(&self, at: usize) -> bool {
        let letters = self.word(at).len();
        letters > 0 && self.get(self.skip_blanks(at + letters)) == Some('[')
    }

    fn begins_node(&self, at: usize) -> bool {
        let at = self.skip_blanks(at);
        let is_capital = self.get(at).is_some_and(|c| c.is_ascii_uppercase());
        self.get(at) == Some(';')
            || is_capital && self.word(at).chars().all(|c| c.is_ascii_uppercase()) && self.is_property(at)
    }

    /// Returns the place after the parenthesis of the next game.
    fn next_game(&self, at: usize) -> Option<usize> {
        let first = self.skip_blanks(0);
        if at == 0 && self.get(first) == Some(';') && self.begins_node(first + 1) {
            return Some(0);
        }
        (at..self.chars.len())
            .find(|&at| self.chars[at] == '(' && self.begins_node(at + 1))
            .map(|at| at + 1)
    }

    /// Reads a tree from the place after its parenthesis. Returns the place after it.
    fn tree(&mut self, mut at: usize) -> (Vec<Part>, usize) {
        let mut open: Vec<Vec<Part>> = vec![Vec::new()];
        let mut ident = String::new();
        while let Some(c) = self.get(at) {
            at += 1;
            let depth = open.len();
            let parts = open.last_mut().expect("an open tree");
            match c {
                ';' => {
                    parts.push(Part::Node(Vec::new()));
                    ident.clear();
                }
                '(' => open.push(Vec::new()),
                ')' if depth == 1 => return (open.remove(0), at),
                ')' => {
                    let inner = open.pop().expect("an open tree");
                    open.last_mut().expect("an outer tree").push(Part::Tree(inner));
                    ident.clear();
                }
                '[' => {
                    let (value, end) = self.value(at, depth, &ident);
                    match parts.last_mut() {
                        Some(Part::Node(values)) => values.push(value),
                        _ => parts.push(Part::Node(vec![value])),
                    }
                    at = end;
                }
                c if c.is_ascii_alphabetic() => {
                    let word = self.word(at - 1);
                    at += word.len() - 1;
                    ident = written(&word);
                }
                _ => {}
            }
        }
        while open.len() > 1 {
            let inner = open.pop().expect("an open tree");
            open.last_mut().expect("an outer tree").push(Part::Tree(inner));
        }
        (open.remove(0), at)
    }

    /// Reads a value from the place after its bracket. Returns the place after it.
    fn value(&mut self, at: usize, depth: usize, ident: &str) -> (Value, usize) {
        let end = match PLAIN.contains(&ident) {
            true => self.first_end(at),
            false => self.best_end(at, depth, ident).0,
        };
        let closed = end < self.chars.len();
        let raw = &self.chars[at..end];
        let value = Value {
            ident: ident.to_owned(),
            raw: raw.iter().collect(),
            closed,
            bracket: has_plain_bracket(raw),
        };
        (value, if closed { end + 1 } else { end })
    }

    /// Returns the end of a value with which the game loses the least, the first of several, and
    /// what it loses.
    fn best_end(&mut self, at: usize, depth: usize, ident: &str) -> (usize, usize) {
        let mut best = (self.chars.len(), usize::MAX);
        // The numbers of open pairs of brackets at the ends before.
        let mut passed: Vec<usize> = Vec::new();
        let mut pairs: usize = 0;
        let mut here = at;
        while let Some(c) = self.get(here)
            && passed.len() * PAIR < best.1
        {
            let escaped = c == '\\';
            let c = if escaped { self.get(here + 1).unwrap_or(' ') } else { c };
            let inside = pairs;
            match c {
                '[' if !escaped => pairs += 1,
                ']' => pairs = pairs.saturating_sub(1),
                _ => {}
            }
            if c == ']' && !escaped && self.may_end(here + 1) {
                let over = |depth: &usize| if *depth > inside { PAIR } else { STRUCTURE };
                let loss = passed.iter().map(over).sum::<usize>() + self.loss(here + 1, depth, ident);
                if loss < best.1 {
                    best = (here, loss);
                }
                passed.push(inside);
            }
            here += 1 + usize::from(escaped);
        }
        if best.1 == usize::MAX {
            best.1 = STRUCTURE;
        }
        best
    }

    /// Returns whether a value may end before a place.
    fn may_end(&self, at: usize) -> bool {
        let at = self.skip_blanks(at);
        match self.get(at) {
            None | Some('[' | ';' | ')') => true,
            // `()` is a variation, too, though an empty one.
            Some('(') => matches!(self.get(self.skip_blanks(at + 1)), Some(';' | ')')),
            _ => self.is_property(at),
        }
    }

    /// Returns what a text loses from a place in a game on.
    fn loss(&mut self, from: usize, mut depth: usize, last: &str) -> usize {
        let key = (from, depth, last.to_owned());
        if let Some(known) = self.losses.get(&key) {
            return *known;
        }
        let (mut at, mut ident, mut loss) = (from, last.to_owned(), 0);
        let mut in_node = true;
        while let Some(c) = self.get(at) {
            at += 1;
            match c {
                ';' => {
                    ident.clear();
                    in_node = true;
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
                    loss += if is_move && !may_be_move(&raw) { JUNK } else { 0 };
                    loss += if end < self.chars.len() { 0 } else { STRUCTURE };
                    at = end + 1;
                }
                '[' => {
                    loss += if ident.is_empty() || !in_node { JUNK } else { 0 };
                    loss += self.best_end(at, depth, &ident).1;
                    break;
                }
                ']' => loss += STRUCTURE,
                c if c.is_ascii_alphabetic() => {
                    let word = self.word(at - 1);
                    // No version of the format has such names, but chat is full of them.
                    let is_prose = word.len() > 2 && word.chars().all(|c| c.is_ascii_lowercase());
                    let is_property = in_node && !is_prose && self.is_property(at - 1);
                    loss += if is_property { 0 } else { JUNK };
                    at += word.len() - 1;
                    ident = written(&word);
                }
                c => loss += if c.is_whitespace() { 0 } else { JUNK },
            }
        }
        self.losses.insert(key, loss);
        loss
    }

    /// Returns the place of the first bracket that may end a value, or the end of the text.
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
        let strays = self.chars[at..end].iter().filter(|&&c| c == ']').count();
        strays * STRUCTURE + next.map_or(0, |next| self.loss(next, 1, ""))
    }
}

/// Returns whether a text has a `]` without a backslash.
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

/// Returns whether a value may be a move on some board.
fn may_be_move(raw: &str) -> bool {
    let raw = raw.trim().to_ascii_lowercase();
    let is_point = raw.len() == 2 && raw.chars().all(|c| c.is_ascii_lowercase());
    is_point || ["", "pass", "resign"].contains(&&raw[..])
}

/// Returns an identifier in capital letters. Older versions have lower-case ones between
/// (`AddBlack`).
fn written(word: &str) -> String {
    let capitals: String = word.chars().filter(char::is_ascii_uppercase).collect();
    if capitals.is_empty() {
        word.to_ascii_uppercase()
    } else {
        capitals
    }
}
