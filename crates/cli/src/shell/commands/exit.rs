use crate::render::Text;
use crate::shell::command::{Command, NoArguments, Output, parse};
use crate::shell::{Session, ShellError};

/// Ends the session.
pub struct Exit;

impl Command for Exit {
    fn name(&self) -> &'static str {
        "Exit"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["exit", "quit"]
    }

    fn summary(&self) -> &'static str {
        "Ends the session, as Ctrl-D does"
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("exit", "leave")]
    }

    fn run(&self, words: &[String], _: &mut Session) -> Result<Output, ShellError> {
        let NoArguments {} = parse(self, words)?;
        Ok(Output {
            text: Text::default(),
            leave: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session};

    #[test]
    fn it_leaves_under_both_names_but_not_by_accident() {
        let mut session = session(&[]);
        for line in ["exit", "quit", "QUIT"] {
            assert!(session.eval(line).expect("leaves").leave);
        }
        assert!(failure(&mut session, "exit now").contains("now"));
    }
}
