//! The command that finds where the open game leaves all others.

use crate::shell::command::{Command, Completion, NoArguments, Run};
use crate::shell::{Output, Session, ShellError};

pub(super) static NOVELTY: Command = Command {
    name: "Novelty",
    keywords: &["novelty"],
    summary: "Goes to the last position of the open game that other games have",
    examples: &[
        (
            "novelty",
            "the position before its first new move, and how many have it",
        ),
        ("novelty; search", "what was played there by others"),
        (
            "novelty; year ..1999; novelty",
            "among all games, and among those up to 1999",
        ),
    ],
    completion: Completion::Arguments,
    action: &Run(novelty),
};

fn novelty(_: NoArguments, session: &mut Session) -> Result<Output, ShellError> {
    session.go_to_last_common()
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_last_position_that_another_game_has() {
        // The last game has the position of the first two after two moves, in another
        // orientation.
        let mut session = session(&["1990 pd dp pp", "2000 pd dp pq", "2010 dd pp dc qc", "2010 aa"]);
        assert_eq!(
            failure(&mut session, "novelty"),
            "no game is open; \"open GAME\" opens one"
        );
        shown(&mut session, "open 3");
        let text = shown(&mut session, "novelty");
        let remarks = "\nMove 2 of 4: W dp\nLast common position: move 2, 2 other games\nMove 3 is new: B pc\n";
        assert!(text.ends_with(remarks), "{text}");
        let text = shown(&mut session, "search");
        assert!(text.ends_with("Total count: 3\nGame 3 plays B pc\n"), "{text}");
        session.eval("year ..1999").expect("succeeds");
        assert!(shown(&mut session, "novelty").contains("move 2, 1 other game\n"));
        session.eval("year ..1980").expect("succeeds");
        let text = shown(&mut session, "novelty");
        assert!(text.ends_with("\nNo other game has a position of this one\n"), "{text}");
    }

    #[test]
    fn a_position_is_taken_until_back() {
        let mut session = session(&["pd dp pp dd", "pd dp pq"]);
        let before = shown(&mut session, "play pd");
        shown(&mut session, "open 1");
        shown(&mut session, "next");
        shown(&mut session, "board");
        // The board was shown last, so a bare search is about the board.
        assert_eq!(shown(&mut session, "search"), before);
        let text = shown(&mut session, "search here");
        assert!(text.ends_with("Total count: 2\nGame 1 plays B pp (a)\n"), "{text}");
        assert!(!shown(&mut session, "play pq").contains("plays"));
        assert_eq!(shown(&mut session, "back"), before);
        assert_eq!(
            failure(&mut session, "search here"),
            "no game is open; \"open GAME\" opens one"
        );
    }
}
