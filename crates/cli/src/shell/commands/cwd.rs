use crate::shell::command::{Command, NoArguments, Output, parse};
use crate::shell::{Session, ShellError};

/// Shows the working directory.
pub struct Cwd;

impl Command for Cwd {
    fn name(&self) -> &'static str {
        "Cwd"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["cwd"]
    }

    fn summary(&self) -> &'static str {
        "Shows the working directory"
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[("cwd", "the folder that relative paths start from")]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let NoArguments {} = parse(self, words)?;
        Ok(format!("{}\n", session.directory().display()).into())
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown};

    #[test]
    fn it_shows_the_folder_and_takes_no_words() {
        let mut session = session(&[]);
        session.set_directory("/some/where".into());
        assert_eq!(shown(&mut session, "cwd"), "/some/where\n");
        assert!(failure(&mut session, "cwd x").ends_with("usage: cwd"));
    }
}
