use std::fmt::Debug;

/// The disagreements between the database and the games.
#[derive(Default)]
pub struct Wrong(pub Vec<String>);

impl Wrong {
    pub fn check<T: PartialEq + Debug>(&mut self, what: &str, says: T, right: T) {
        if says != right {
            let mut line = format!("  {what}: the database says {says:?}, the games say {right:?}");
            line.truncate(line.char_indices().nth(1500).map_or(line.len(), |(at, _)| at));
            self.0.push(line);
        }
    }
}
