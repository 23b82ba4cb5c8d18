use crate::render::CountBar;
use bgo_research::dataset::ReadProgress;
use std::sync::Mutex;

/// A progress bar for each stage.
pub(super) struct Stages {
    visible: bool,
    /// The unit of the current stage, none for bytes, and its bar.
    shown: Mutex<Option<(Option<&'static str>, CountBar)>>,
}

impl Stages {
    /// Begins without a bar, and shows none unless `visible`.
    pub const fn new(visible: bool) -> Self {
        Self {
            visible,
            shown: Mutex::new(None),
        }
    }

    /// Shows how much of a source is read.
    pub fn reading(&self, at: ReadProgress) {
        match at {
            ReadProgress::Bytes(done, all) => self.tell(None, done, all),
            ReadProgress::Games(done, all) => self.tell(Some("games read"), done, all),
        }
    }

    /// Shows how much is done of what `unit` counts, or of bytes. Another unit begins another bar.
    pub fn tell(&self, unit: Option<&'static str>, done: u64, all: u64) {
        let Ok(mut shown) = self.shown.lock() else { return };
        if shown.as_ref().is_none_or(|(before, _)| *before != unit) {
            *shown = None;
            let bar = match unit {
                Some(unit) => CountBar::new(self.visible, unit),
                None => CountBar::of_bytes(self.visible),
            };
            *shown = Some((unit, bar));
        }
        if let Some((_, bar)) = &*shown {
            bar.tell(done, all);
        }
    }
}
