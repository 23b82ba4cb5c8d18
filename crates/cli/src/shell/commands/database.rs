//! The database: games into it and out of it.

use super::is_allowed;
use crate::args::{
    Change, ExportArgs, FilterArgs, ImportArgs, RemoveArgs, YesArgs, is_standard, removal_question, removed_text, spool,
};
use crate::render::{ImportReporter, Text, summary_text};
use crate::shell::command::{Completion, RunWith, ShellCommand};
use crate::shell::{CommandOutput, DatabaseChange, Session, ShellError};
use bgo::import::{ImportOptions, check_paths, import_with};
use bgo::query::{Choice, Find};
use clap::Args;
use std::path::{Path, PathBuf};

pub(super) static IMPORT: ShellCommand = ShellCommand {
    name: "Import",
    keywords: &["import"],
    summary: "Imports archives of game records into the database",
    examples: &[
        ("import games.tgz", "an archive in the working directory"),
        ("import ~/games \"my game.sgf\"", "a folder and a single file"),
        ("import other.sqlite", "all games of another database"),
        ("import --dataset set player=cho", "games of a dataset"),
    ],
    completion: Completion::Arguments,
    action: &RunWith::conditions(import_archives),
};

fn import_archives(args: ImportArgs, session: &mut Session) -> Result<CommandOutput, ShellError> {
    let filter = args.filter().map_err(ShellError::usage)?;
    let mut paths = args.paths(|path| session.path_or_standard(path));
    args.require_dataset(&paths)?;
    if paths.iter().any(|path| is_standard(path)) && !session.has_standard_input() {
        return Err(ShellError::usage("- is standard input, from which the commands come"));
    }
    let stop = session.database().stop().clone();
    let spooled = spool(&mut paths, &stop)?;
    let options = ImportOptions {
        stop,
        spooled: spooled.as_ref().map(|spooled| spooled.path().to_owned()),
        filter,
        ..ImportOptions::default()
    };
    let database = session.database();
    check_paths(&paths, database.path(), database.keys().hash_table(), &options)?;
    if !session.confirm(&question(&paths, session.database().path())) {
        return Ok("Nothing was imported.\n".to_owned().into());
    }
    let database = session.database().or_made()?;
    let mut reporter = ImportReporter::new(true, None);
    let outcome = import_with(database, &paths, &options, &mut reporter);
    drop(reporter);
    // The marks count the new games from now on; there may be some
    // even if the import failed.
    session.database_changed(DatabaseChange::Added);
    let outcome = outcome?;
    let shown = Text::wrapped(summary_text(&outcome.summary));
    if outcome.failures.is_empty() {
        Ok(shown.into())
    } else {
        Err(ShellError::Incomplete {
            failures: outcome.failures,
            shown,
        })
    }
}

fn question(paths: &[PathBuf], database: &Path) -> String {
    let what = match paths {
        [path] => path.display().to_string(),
        _ => format!("{} archives", paths.len()),
    };
    format!("Import {what} into [{}]?", database.display())
}

#[derive(Args, Debug)]
struct ShellRemoveArgs {
    #[command(flatten)]
    remove: RemoveArgs,
    #[command(flatten)]
    yes: YesArgs,
}

pub(super) static REMOVE: ShellCommand = ShellCommand {
    name: "Remove",
    keywords: &["remove"],
    summary: "Removes games, as if they had never been imported",
    examples: &[
        ("remove --game 17", "game 17"),
        ("remove --archive games.tgz", "what only this archive has"),
        (
            "remove player=bot year=..1999",
            "games that meet these conditions; those of where do not count here",
        ),
    ],
    completion: Completion::Conditions,
    action: &RunWith::conditions(remove),
};

fn remove(
    ShellRemoveArgs { remove: args, yes }: ShellRemoveArgs,
    session: &mut Session,
) -> Result<CommandOutput, ShellError> {
    let snapshot = session.snapshot()?;
    args.verify().map_err(ShellError::usage)?;
    let (selection, games) = args.selection(&snapshot, |path| session.path(path))?;
    let change = Change::Remove(games.len() as u64);
    let is_nothing = games.is_empty() && !args.by_name();
    if is_nothing || !is_allowed(session, yes, change, || removal_question(&snapshot, &games))? {
        return Ok("Nothing was removed.\n".to_owned().into());
    }
    drop(snapshot);
    let removed = session.database().existing()?.remove(&selection)?;
    session.database_changed(DatabaseChange::Removed);
    Ok(Text::wrapped(removed_text(&removed)).into())
}

#[derive(Args, Debug)]
struct ShellExportArgs {
    #[command(flatten)]
    export: ExportArgs,
    #[command(flatten)]
    filter: FilterArgs<true>,
}

pub(super) static EXPORT: ShellCommand = ShellCommand {
    name: "Export",
    keywords: &["export"],
    summary: "Writes the games that have the position as SGF, or as a table",
    examples: &[
        ("export games.tgz", "the original records in an archive"),
        ("export games.sgf", "all in one file, in UTF-8"),
        (
            "export games.csv",
            "a table of what is known of each; .jsonl and .parquet too",
        ),
        (
            "export games/ --all",
            "every game that meets the conditions, whatever is on the board",
        ),
        (
            "export --dataset set",
            "the whole database, for Spark and other engines",
        ),
    ],
    completion: Completion::Conditions,
    action: &RunWith::conditions(export),
};

fn export(
    ShellExportArgs { export, filter }: ShellExportArgs,
    session: &mut Session,
) -> Result<CommandOutput, ShellError> {
    if let Some(folder) = &export.dataset {
        if export.target.is_some() || !filter.over(session.filter()).is_empty() {
            let why = "--dataset exports the whole database: leave out the target and conditions, also those of where";
            return Err(ShellError::usage(why));
        }
        let folder = session.path(folder);
        return Ok(export.export_dataset(&session.snapshot()?, &folder)?.into());
    }
    // A slash at the end says that it is a folder, and joining keeps it.
    let path = session.path_or_standard(export.target());
    let form = export.form(&path).map_err(ShellError::usage)?;
    let is_find = export.all || !export.word.is_empty();
    if !is_find {
        session.take_shown_position()?;
    }
    let filter = session.with_archives(filter.over(session.filter()))?;
    let question = (!is_find).then(|| session.question_under(filter.clone())).transpose()?;
    let choice = match &question {
        Some(question) => Choice::Position(question),
        None => Choice::Find(Find {
            filter: &filter,
            words: &export.word,
        }),
    };
    Ok(export.export(&session.snapshot()?, &choice, path, form)?.into())
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, record, session, shown, shown_by};
    use testkit::tar;

    #[test]
    fn it_imports_from_the_working_directory_and_the_marks_follow() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("my game.sgf"), record("pd dp", "9")).expect("a file");
        let mut session = session(&["pd dd"]);
        session.set_directory(folder.path().to_owned());
        shown(&mut session, "search");
        shown(&mut session, "import 'my game.sgf'");
        assert!(shown(&mut session, "board").contains("Total count: 2\n"));
    }

    #[test]
    fn another_database_is_imported_like_an_archive_and_the_own_one_is_refused() {
        let mut other = session(&["pd dd"]);
        shown(&mut other, "search");
        let other = other.database().path().to_owned();
        let mut session = session(&["qc"]);
        let text = shown(&mut session, &format!("import '{}'", other.display()));
        assert!(text.starts_with("1 game in 1 file: 1 added"), "{text}");
        let own = session.database().path().display().to_string();
        assert!(failure(&mut session, &format!("import '{own}'")).contains("is the database itself"));
    }

    #[test]
    fn a_dataset_is_of_the_whole_database() {
        let mut session = session(&["pd dd", "qc"]);
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("dataset");
        let export = format!("export --dataset '{}'", target.display());
        assert!(failure(&mut session, &format!("{export} year=1990")).contains("whole database"));
        assert!(failure(&mut session, &format!("{export} pd")).contains("whole database"));
        assert!(failure(&mut session, "export --dataset -").contains("a folder cannot go to"));
        assert!(failure(&mut session, "export --dataset").contains("--dataset needs a value"));
        shown(&mut session, "where year=1990");
        assert!(failure(&mut session, &export).contains("whole database"));
        assert!(!target.exists());
        shown(&mut session, "where clear");
        assert!(shown(&mut session, &export).starts_with("2 games and "));
    }

    #[test]
    fn conditions_choose_games_of_a_dataset() {
        let mut from = session(&["pd dd", "qc"]);
        let folder = tempfile::tempdir().expect("a folder");
        let dataset = folder.path().join("dataset");
        shown(&mut from, &format!("export --dataset '{}'", dataset.display()));
        let import = format!("import --dataset '{}'", dataset.display());
        let mut session = session(&[]);
        assert!(failure(&mut session, &format!("{import} year=1800")).contains("no game of "));
        assert!(failure(&mut session, "import games.tgz --year 1990").contains("name one with --dataset"));
        let text = shown(&mut session, &format!("{import} size=19"));
        assert!(text.starts_with("2 games in 2 files: 2 added"), "{text}");
    }

    #[test]
    fn a_no_leaves_the_database_as_it_is() {
        let mut session = session(&["pd dd"]);
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.sgf", "b.sgf"] {
            std::fs::write(folder.path().join(name), record("pd dp", name)).expect("a file");
        }
        session.set_directory(folder.path().to_owned());
        session.set_confirm(|question| {
            assert!(question.starts_with("Import 2 archives into ["), "{question}");
            false
        });
        assert_eq!(shown(&mut session, "import a.sgf b.sgf"), "Nothing was imported.\n");
        assert_eq!(
            session
                .snapshot()
                .and_then(|snapshot| snapshot.state())
                .expect("a state")
                .games,
            1
        );
    }

    #[test]
    fn what_can_be_read_is_imported_and_the_rest_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let whole = tar(&["a.sgf", "b.sgf"].map(|name| (name, record("pd dp", name))));
        // A member takes two blocks, so this cuts the text of the second.
        std::fs::write(folder.path().join("cut.tar"), &whole[..3 * 512 + 10]).expect("a file");
        let mut session = session(&[]);
        session.set_directory(folder.path().to_owned());
        let error = session.eval("import cut.tar").expect_err("cut");
        assert!(error.to_string().contains("cut.tar"), "{error}");
        assert!(shown_by(&error).contains(" 1 added"), "{}", shown_by(&error));
    }

    #[test]
    fn what_cannot_be_imported_is_named() {
        let mut session = session(&[]);
        let sentence = failure(&mut session, "import nowhere.tgz");
        assert!(
            sentence.contains("nowhere.tgz: ") && sentence.ends_with("; nothing was imported"),
            "{sentence}"
        );
        insta::assert_snapshot!(failure(&mut session, "import"), @"
        import needs at least one path
        usage: import [OPTIONS] [PATH]...
        ");
    }

    #[test]
    fn it_says_how_many_and_asks() {
        let mut session = session(&["1990 pd dp", "1995 pd dd", "2001 dd pp"]);
        shown(&mut session, "search");
        session.set_confirm(|question| {
            assert_eq!(
                question,
                "  1  1990        0 - ?\n  2  1995        1 - ?\nRemove 2 games?"
            );
            false
        });
        assert_eq!(shown(&mut session, "remove year=..1999"), "Nothing was removed.\n");
        session.set_confirm(|_| true);
        let text = shown(&mut session, "remove year=..1999");
        assert_eq!(text, "2 games removed, with 6 positions and 2 sources\n");
        assert!(shown(&mut session, "board").ends_with("Total count: 1\n"));
        assert_eq!(shown(&mut session, "remove year=1800"), "Nothing was removed.\n");
        session.set_confirm(|question| {
            assert_eq!(question, "  3  2001        2 - ?\nRemove 1 game?");
            false
        });
        assert_eq!(shown(&mut session, "remove --game 2..3"), "Nothing was removed.\n");
        let archive = session.directory().join("records");
        let archive = archive.to_str().expect("UTF-8");
        assert_eq!(
            shown(&mut session, &format!("remove --archive '{archive}'")),
            "Nothing was removed.\n"
        );
        session.set_confirm(|_| panic!("a confirmation was requested"));
        assert!(shown(&mut session, "remove year=2001 --yes").starts_with("1 game removed"));
    }

    #[test]
    fn a_removal_succeeds_though_the_filter_names_nobody_any_more() {
        let mut session = session(&["pd dp", "pd dd"]);
        shown(&mut session, "where player=1");
        assert!(shown(&mut session, "remove player=1 --yes").starts_with("1 game removed"));
        shown(&mut session, "where clear");
        assert!(shown(&mut session, "search").ends_with("Total count: 1\n"));
    }

    #[test]
    fn a_removal_forgets_the_board_from_before_the_open_game() {
        let mut session = session(&["pd dp", "pd dd", "qd dd"]);
        shown(&mut session, "play aa");
        shown(&mut session, "open 1");
        shown(&mut session, "search here");
        shown(&mut session, "remove --game 3 --yes");
        shown(&mut session, "clear");
        let board = shown(&mut session, "play ss");
        shown(&mut session, "open 2");
        shown(&mut session, "search here");
        assert_eq!(shown(&mut session, "back"), board);
    }

    #[test]
    fn it_must_be_said_which() {
        let mut session = session(&["1990 pd dp"]);
        for (line, said) in [
            ("remove", "say which games: "),
            (
                "remove --game 1 year=1990",
                "conditions and --archive or --game do not go together",
            ),
            ("remove --game 7 --yes", "there is no game 7"),
            ("remove --game 1", "1 game would be removed; --yes removes it"),
            ("remove player=nobody", "no player in the database has"),
            ("remove --archive x", "no archive x was imported"),
        ] {
            assert!(
                failure(&mut session, line).starts_with(said),
                "{line}: {}",
                failure(&mut session, line)
            );
        }
        assert_eq!(
            session
                .snapshot()
                .and_then(|snapshot| snapshot.state())
                .expect("a state")
                .games,
            1
        );
    }

    #[test]
    fn the_games_of_the_position_or_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut session = session(&["1990 pd dp", "1995 pd dd", "qc"]);
        session.set_directory(folder.path().to_owned());
        shown(&mut session, "play pd");
        assert!(shown(&mut session, "export a.csv").starts_with("2 games exported to a.csv, "));
        assert!(shown(&mut session, "export all/ --all").starts_with("3 games exported to all/, "));
        assert_eq!(folder.path().join("all").read_dir().expect("a folder").count(), 3);
        shown(&mut session, "where year=1995");
        assert!(shown(&mut session, "export b.jsonl --all").starts_with("1 game exported"));
        for (line, said) in [
            ("export a.csv", "already exists"),
            (
                "export none.sgf --word unheard",
                "no game meets the conditions; nothing was written",
            ),
            ("export x", "x has no known ending: end it in /, .tgz"),
            ("export", "missing argument: TARGET"),
            ("export b.csv --word ...", "there is no word in \"...\""),
        ] {
            assert!(
                failure(&mut session, line).contains(said),
                "{line}: {}",
                failure(&mut session, line)
            );
        }
        assert!(shown(&mut session, "export a.csv --overwrite").starts_with("1 game exported"));
    }
}
