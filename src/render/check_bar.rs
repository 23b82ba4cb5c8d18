use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows how far a check is: a bar on a terminal, nothing else.
pub struct CheckBar(ProgressBar);

impl CheckBar {
    /// A bar for so many games, if `visible`.
    #[must_use]
    pub fn new(visible: bool, games: u64) -> Self {
        let target = if visible {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(games), target);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {per_sec}, {eta} left") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// So many games are done.
    pub fn tell(&self, games: u64) {
        self.0.set_position(games);
    }
}

impl Drop for CheckBar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
