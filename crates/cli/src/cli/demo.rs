use super::global::{Global, data_folder, open_migrating};
use super::output::tell;
use super::shell::{self, ShellArgs};
use crate::render::{ImportReporter, counted, summary_text};
use anyhow::{Context, Result};
use bgo::bundled::GAMES;
use bgo::files::{NewFile, create_folder};
use bgo::import::{ImportOptions, import};
use bgo::store::{Access, Database};
use std::path::Path;
use std::process::ExitCode;

/// Explore the games that come with the program
///
/// The first run imports them into demo.sqlite in the user's data folder, or into the database
/// that --db names. Your own database, which $BGO_DB may name, is left alone.
#[derive(Debug, clap::Args)]
pub(super) struct DemoArgs {
    #[command(flatten)]
    shell: ShellArgs,
}

pub(super) fn run(global: &Global, args: &DemoArgs) -> Result<ExitCode> {
    let folder = data_folder()?;
    // BGO_DB names the user's own database.
    let path = match &global.db {
        Some(path) => path.clone(),
        None => folder.join("demo.sqlite"),
    };
    let db = open_migrating(&path, global.hash_table()?, Access::Write)?;
    let games = db.snapshot()?.state()?.games;
    if games == 0 {
        import_archive(&db, &folder)?;
    } else if !args.shell.quiet {
        tell(format_args!(
            "Using {} with {}.",
            path.display(),
            counted(games, "game")
        ));
    }
    shell::start(db.into(), &args.shell)
}

fn import_archive(db: &Database, folder: &Path) -> Result<()> {
    // In a file, so that the user can look at the source of every game.
    let archive = folder.join("selfplay.tgz");
    create_folder(folder).with_context(|| format!("{} cannot be written", archive.display()))?;
    NewFile::write(&archive, true, GAMES)?;
    tell(format_args!(
        "Importing {} into {} ...",
        archive.display(),
        db.path().display()
    ));
    let mut reporter = ImportReporter::new(true, None);
    let outcome = import(db, &[archive], &ImportOptions::default(), &mut reporter)?;
    drop(reporter);
    tell(summary_text(&outcome.summary).trim_end());
    match outcome.failures.into_iter().next() {
        Some(failure) => Err(failure.into()),
        None => Ok(()),
    }
}
