use super::Cli;
use super::output::print;
use anyhow::{Context, Result};
use bgo::files::{NewFile, create_folder};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the manual page of bgo, or write the pages of all commands
#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// The folder for the pages bgo.1, bgo-search.1 and so on
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Replace existing pages
    #[arg(long, requires = "out")]
    overwrite: bool,
}

pub(super) fn run(args: &ManArgs) -> Result<ExitCode> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.out else {
        print(String::from_utf8(page(command)?)?)?;
        return Ok(ExitCode::SUCCESS);
    };
    let unmade = || format!("{} is not a folder and cannot be made one", folder.display());
    create_folder(folder).with_context(unmade)?;
    for command in with_subcommands(command) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = folder.join(format!("{name}.1"));
        let page = page(command)?;
        // A run that was interrupted goes on.
        if fs::read(&path).ok().as_ref() != Some(&page) {
            NewFile::write(&path, args.overwrite, &page)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a command and all commands below it.
fn with_subcommands(command: Command) -> Vec<Command> {
    let below: Vec<Command> = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .cloned()
        .flat_map(with_subcommands)
        .collect();
    [command].into_iter().chain(below).collect()
}

fn page(command: Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
