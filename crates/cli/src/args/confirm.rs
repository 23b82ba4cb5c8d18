use crate::render::counted;
use clap::Args;

/// The option of commands that ask before they change games.
#[derive(Args, Clone, Copy, Debug)]
pub struct YesArgs {
    /// Do not ask for confirmation
    #[arg(long)]
    pub yes: bool,
}

/// A change that needs the consent of the user.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// The removal of this many games.
    Remove(u64),
    /// The removal of this many games whose sources others get.
    Join(u64),
}

impl Change {
    /// Returns whether there is nothing to do.
    pub const fn is_nothing(self) -> bool {
        matches!(self, Self::Remove(0) | Self::Join(0))
    }

    /// Returns the question whether to do it.
    pub fn question(self) -> String {
        match self {
            Self::Remove(games) => format!("Remove {}?", counted(games, "game")),
            Self::Join(games) => format!("Join {} to others?", counted(games, "game")),
        }
    }

    /// Returns the reason why it is not done where nobody can be asked.
    pub fn refusal(self) -> String {
        let (games, does) = match self {
            Self::Remove(games) => (games, "removes"),
            Self::Join(games) => (games, "joins"),
        };
        let them = if games == 1 { "it" } else { "them" };
        format!("{}; --yes {does} {them}", self.sentence("would"))
    }

    /// Returns what is done without asking.
    pub fn notice(self) -> String {
        self.sentence("will")
    }

    /// Returns what a no means.
    pub const fn nothing(self) -> &'static str {
        match self {
            Self::Remove(_) => "nothing was removed",
            Self::Join(_) => "nothing was joined",
        }
    }

    fn sentence(self, verb: &str) -> String {
        match self {
            Self::Remove(games) => format!("{} {verb} be removed", counted(games, "game")),
            Self::Join(games) => format!("{} {verb} be joined to others", counted(games, "game")),
        }
    }
}
