use serde::{Deserialize, Serialize};

/// The kind of a [`Repair`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RepairKind {
    /// The game ends before a move that cannot be read, or before the record does, or the record
    /// before the game.
    CutShort,
    /// The handicap stones that `HA` counts are missing, and stand on the usual points.
    HandicapPlaced,
    /// A move is on a point that has a stone, which it replaces.
    OccupiedPoint,
    /// A text has a `]` without the backslash that should precede it, or a `]` closes nothing.
    Bracket,
    /// A value cannot be read, or is read in part.
    Value,
    /// Characters are damaged, and were read so that nothing else is lost.
    Encoding,
}

impl RepairKind {
    /// Returns the name in documents and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CutShort => "cut_short",
            Self::HandicapPlaced => "handicap_placed",
            Self::OccupiedPoint => "occupied_point",
            Self::Bracket => "bracket",
            Self::Value => "value",
            Self::Encoding => "encoding",
        }
    }
}

/// A fault of a record, and what was made of it so that the rest could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The kind.
    pub kind: RepairKind,
    /// The fault and its effect.
    pub reason: String,
    /// The position, in bytes from the beginning of the text.
    pub offset: usize,
}

/// The repairs of a record: the first one of each kind, in the order of their discovery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repairs(Vec<Repair>);

impl Repairs {
    /// Notes a repair if it is the first of its kind.
    pub fn note(&mut self, kind: RepairKind, offset: usize, reason: impl FnOnce() -> String) {
        if self.0.iter().all(|repair| repair.kind != kind) {
            self.0.push(Repair {
                kind,
                reason: reason(),
                offset,
            });
        }
    }

    /// Returns the repairs.
    pub fn iter(&self) -> std::slice::Iter<'_, Repair> {
        self.0.iter()
    }

    /// Returns whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the first repair.
    pub fn first(&self) -> Option<&Repair> {
        self.0.first()
    }

    /// Returns the names of the kinds, separated by commas, or `None` without repairs.
    pub fn kinds(&self) -> Option<String> {
        let kinds: Vec<&str> = self.iter().map(|repair| repair.kind.name()).collect();
        (!kinds.is_empty()).then(|| kinds.join(","))
    }

    /// Returns the reasons as one text, or `None` without repairs.
    pub fn reason(&self) -> Option<String> {
        let reasons: Vec<&str> = self.iter().map(|repair| repair.reason.as_str()).collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }

    /// Returns the repairs with other offsets.
    #[must_use]
    pub fn map_offsets(mut self, offset: impl Fn(usize) -> usize) -> Self {
        for repair in &mut self.0 {
            repair.offset = offset(repair.offset);
        }
        self
    }

    /// Adds those of other repairs that are the first of their kind.
    pub fn extend(&mut self, others: Self) {
        for Repair { kind, reason, offset } in others.0 {
            self.note(kind, offset, || reason);
        }
    }
}
