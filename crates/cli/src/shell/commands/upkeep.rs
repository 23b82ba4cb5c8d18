//! The state of the database file.

use crate::args::{CheckArgs, InfoArgs, OptimizeArgs, Report};
use crate::shell::command::{Command, Completion, Run};
use crate::shell::{Output, Session, ShellError};

pub(super) static INFO: Command = Command {
    name: "Info",
    keywords: &["info"],
    summary: "Shows how many games, positions and players the database has",
    examples: &[("info", "numbers, the sizes of the parts, games by year")],
    completion: Completion::Arguments,
    action: &Run(info),
};

fn info(args: InfoArgs, session: &mut Session) -> Result<Output, ShellError> {
    Ok(args.ask(session.database().existing()?)?.into())
}

pub(super) static CHECK: Command = Command {
    name: "Check",
    keywords: &["check"],
    summary: "Verifies the database from top to bottom",
    examples: &[(
        "check",
        "replays every game, and finds it in the index (`bgo check --repair` mends what it can)",
    )],
    completion: Completion::Arguments,
    action: &Run(check),
};

fn check(args: CheckArgs, session: &mut Session) -> Result<Output, ShellError> {
    let database = session.database();
    let report = Report {
        checked: args.check(database.existing()?)?,
        repaired: None,
    };
    let shown = args.text(&report);
    match report.require_sound(database.path()) {
        Ok(()) => Ok(shown.into()),
        Err(error) => Err(ShellError::Damaged { error, shown }),
    }
}

pub(super) static OPTIMIZE: Command = Command {
    name: "Optimize",
    keywords: &["optimize"],
    summary: "Merges the index into one segment and returns unused space",
    examples: &[("optimize", "a little faster to search, after many imports")],
    completion: Completion::Arguments,
    action: &Run(optimize),
};

fn optimize(args: OptimizeArgs, session: &mut Session) -> Result<Output, ShellError> {
    Ok(args.optimize(session.database().existing()?)?.into())
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn the_file_is_described_verified_and_merged() {
        let mut session = session(&["1990 pd dp", "1995 dd"]);
        let info = shown(&mut session, "info");
        assert!(
            info.contains("\ngames       2\n") && info.contains("\n1990        1 game\n"),
            "{info}"
        );
        assert!(shown(&mut session, "info --json").contains("\"games\":2"));
        let sound = shown(&mut session, "check");
        assert!(sound.starts_with("no problems: 2 games, "), "{sound}");
        assert_eq!(shown(&mut session, "check --quiet"), "");
        assert!(shown(&mut session, "optimize").starts_with("1 segment became 1, "));
        assert!(shown(&mut session, "optimize --json").contains("\"segments\":1"));
        assert!(failure(&mut session, "check --repair").starts_with("there is no option \"--repair\""));
    }
}
