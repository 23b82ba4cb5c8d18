use super::Cli;
use crate::render::stdout;
use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};
use std::io::Write;
use std::process::ExitCode;

/// Print the completions of a shell, which complete commands and options of bgo
///
/// bash: bgo completions bash > ~/.local/share/bash-completion/completions/bgo
/// zsh: bgo completions zsh > _bgo, in a folder of $fpath
/// fish: bgo completions fish > ~/.config/fish/completions/bgo.fish
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs) -> Result<ExitCode> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "bgo", &mut script);
    let mut out = stdout();
    out.write_all(&script)
        .and_then(|()| out.flush())
        .context("standard output cannot be written")?;
    Ok(ExitCode::SUCCESS)
}
