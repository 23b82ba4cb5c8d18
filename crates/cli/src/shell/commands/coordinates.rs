//! The names of points.

use crate::render::Coordinates;
use crate::shell::command::{Command, Completion, Run};
use crate::shell::{Output, Session, Settings, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct CoordinatesArgs {
    /// sgf (pd) or western (Q16); without it, what is set
    #[arg(value_name = "sgf|western", value_enum, hide_possible_values = true)]
    coordinates: Option<Coordinates>,
}

pub(super) static COORDINATES: Command = Command {
    name: "Coordinates",
    keywords: &["coordinates"],
    summary: "Sets how points are named, around the board and in answers",
    examples: &[
        ("coordinates western", "A to T without I, 1 to 19 from the bottom: Q16"),
        ("coordinates sgf", "A to S both ways, as records have it: pd"),
        ("coordinates", "what is set"),
    ],
    completion: Completion::Arguments,
    action: &Run(coordinates),
};

fn coordinates(args: CoordinatesArgs, session: &mut Session) -> Result<Output, ShellError> {
    let Some(coordinates) = args.coordinates else {
        return Ok(format!("coordinates: {}\n", session.coordinates().name()).into());
    };
    session.set_settings(Settings {
        coordinates,
        ..session.settings()
    });
    Ok(session.show().into())
}

#[cfg(test)]
mod tests {
    use crate::render::Text;
    use crate::shell::Session;
    use crate::shell::testing::{failure, session, shown};

    fn as_named(session: &mut Session, line: &str) -> String {
        let text: Text = session.eval(line).expect("succeeds").text;
        text.in_file(session.coordinates())
    }

    #[test]
    fn points_have_the_same_names_everywhere() {
        let mut session = session(&["1990 pd dp pp", "1990 pd dp pq", "1990 pd dd"]);
        assert_eq!(shown(&mut session, "coordinates"), "coordinates: sgf\n");
        let board = as_named(&mut session, "play pd");
        assert!(
            board.contains("\nD . . . + . . . . . + . . . . . X . . . D\n"),
            "{board}"
        );
        let board = as_named(&mut session, "coordinates western");
        assert!(
            board.starts_with("   A B C D E F G H J K L M N O P Q R S T\n19 . "),
            "{board}"
        );
        assert!(
            board.contains("\n16 . . . + . . . . . + . . . . . X . . . 16\n"),
            "{board}"
        );
        assert!(
            board.contains("\n 1 . . . . . . . . . . . . . . . . . . . 1\n"),
            "{board}"
        );
        for (line, name) in [
            ("search full", " D4 "),
            ("tree --min-games 1", "W D4"),
            ("years", "W D4"),
            ("play D4", " 4 . . . O"),
            ("open 1", "Move 2 of 3: W D4"),
            ("next", "Move 3 of 3: B Q4"),
        ] {
            let text = as_named(&mut session, line);
            assert!(text.contains(name), "{line}: {text}");
        }
        assert_eq!(
            failure(&mut session, "play Q16"),
            "black cannot play Q16: the point is occupied"
        );
        assert!(
            failure(&mut session, "coordinates xy").starts_with("\"xy\" is not understood here; use sgf or western")
        );
    }

    #[test]
    fn another_name_than_the_board_has_is_explained() {
        let mut session = session(&["pd dp pp"]);
        let text = shown(&mut session, "play Q16 D4");
        let remark = "\nQ16 is pd here, D4 is dp here; \"coordinates western\" shows such names\n";
        assert!(text.ends_with(remark), "{text}");
        assert!(!shown(&mut session, "board").contains("here"));
        let text = shown(&mut session, "setup X pp C3");
        assert!(text.contains("\nC3 is cq here; "), "{text}");
        session.eval("coordinates western").expect("succeeds");
        assert!(shown(&mut session, "play pq").contains("\npq is Q3 here; \"coordinates sgf\" shows such names\n"));
        assert!(!shown(&mut session, "play q7").contains(" here"));
    }
}
