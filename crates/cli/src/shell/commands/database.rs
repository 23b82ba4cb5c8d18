//! The database: games into it and out of it, and the state of its file.

use super::is_allowed;
use crate::args::{
    DEMO, ExportArgs, FilterArgs, ImportArgs, Removal, SqlArgs, check_database, checked_text, data_folder, is_standard,
    removed_text, require_selection, require_sound, set_aside, spool, summary_line, write_games,
};
use crate::render::{ImportReporter, Text, json, summary_text};
use crate::shell::{Session, ShellError};
use bgo::internal::import::{ImportOptions, check_paths, import_with};
use bgo::internal::query::{Choice, Find};
use bgo::internal::sql::SqlError;
use bgo::internal::store::{Access, Database, Removed};
use std::io::Write;

pub(super) fn import(session: &mut Session, args: &ImportArgs) -> Result<Text, ShellError> {
    let filter = args.filter().map_err(ShellError::usage)?;
    let mut paths = args.paths(|path| session.path_or_standard(path));
    args.require_dataset(&paths)?;
    if paths.iter().any(|path| is_standard(path)) && !session.has_standard_input {
        return Err(ShellError::usage("- is standard input, from which the commands come"));
    }
    if args.report.as_deref().is_some_and(is_standard) {
        return Err(ShellError::usage(
            "--report - would mix with the output of the shell; name a file",
        ));
    }
    let stop = session.database.stop().clone();
    let spooled = spool(&mut paths, &stop).map_err(ShellError::StandardInput)?;
    let options = ImportOptions {
        stop,
        spooled,
        filter,
        read_unchanged: args.report.is_some(),
        with_removed: args.removed,
        ..ImportOptions::default()
    };
    let database = &session.database;
    check_paths(&paths, database.path(), database.keys().hash_table(), &options)?;
    let what = match &paths[..] {
        [path] => path.display().to_string(),
        _ => format!("{} sources", paths.len()),
    };
    let name = database.path().file_name().unwrap_or_default();
    if !session.confirm(&format!("Add {what} to {}?", name.display())) {
        return Ok("Nothing was imported.\n".into());
    }
    let mut report = args.begin_report(database.path(), |path| session.path(path))?;
    let database = session.database.or_made()?;
    let writer = report.as_mut().map(|report| &mut report.writer as &mut dyn Write);
    let mut reporter = ImportReporter::new(true, writer);
    let outcome = import_with(&database, &paths, &options, &mut reporter);
    drop(reporter);
    let reported = report.map_or(Ok(()), |report| report.complete(outcome.is_ok()));
    // The marks count the new games from now on; there may be some
    // even if the import failed.
    session.database_changed();
    let outcome = outcome?;
    reported.map_err(|error| ShellError::from(error).after_change())?;
    let shown = match session.is_json {
        true => json(&outcome.summary).into(),
        false => Text::wrapped(summary_text(&outcome.summary) + &args.reasons("import", &outcome.summary)),
    };
    if outcome.failures.is_empty() {
        return Ok(shown);
    }
    let failures: Vec<String> = outcome.failures.iter().map(ToString::to_string).collect();
    Err(ShellError::Incomplete {
        message: failures.join("\n"),
        shown,
    })
}

pub(super) fn demo(session: &mut Session) -> Result<Text, ShellError> {
    let no_home = "there is no home folder; run \"bgo demo --db FILE\"";
    let folder = data_folder().ok_or_else(|| ShellError::failed(no_home))?;
    let kept = set_aside(&folder).map_err(|error| ShellError::path(&folder, error))?;
    let (table, stop) = (
        session.database.keys().hash_table().clone(),
        session.database.stop().clone(),
    );
    let database = Database::open_with(&folder.join(DEMO), table, Access::Write, stop)?;
    if database.snapshot()?.state()?.games == 0 {
        let archive = write_games(&folder).map_err(|error| ShellError::path(&folder, error))?;
        let mut reporter = ImportReporter::new(true, None);
        let imported = import_with(&database, &[archive], &ImportOptions::default(), &mut reporter)?;
        drop(reporter);
        if let Some(failure) = imported.failures.into_iter().next() {
            return Err(failure.into());
        }
    }
    session.set_database(database.into());
    let lines = kept.into_iter().chain([summary_line(&session.snapshot()?)?]);
    let about = session.for_people(lines.fold(Text::default(), |text, line| text.then(&line)));
    Ok(about + session.search()?)
}

pub(super) fn remove(session: &mut Session, filter: &FilterArgs<true>, yes: bool) -> Result<Text, ShellError> {
    let snapshot = session.snapshot()?;
    let filter = filter.filter();
    let by_name = require_selection(&filter).map_err(ShellError::usage)?;
    let removal = Removal::of(filter, &snapshot, |path| session.path(path))?;
    let change = removal.change();
    let is_nothing = change.is_nothing() && !by_name;
    if is_nothing || !is_allowed(session, yes, change, || removal.question_about(&snapshot))? {
        return Ok(match session.is_json {
            true => json(&Removed::default()).into(),
            false => "Nothing was removed.\n".into(),
        });
    }
    drop(snapshot);
    let removed = session.database.to_change()?.remove(&removal.selection)?;
    session.games_removed();
    Ok(match session.is_json {
        true => json(&removed).into(),
        false => Text::wrapped(removed_text(&removed)),
    })
}

pub(super) fn export(session: &mut Session, args: &ExportArgs, filter: &FilterArgs<true>) -> Result<Text, ShellError> {
    if let Some(folder) = &args.dataset {
        if args.target.is_some() || !filter.over(session.filter()).is_empty() {
            let why = "--dataset exports the whole database: leave out the target and conditions, also those of where";
            return Err(ShellError::usage(why));
        }
        let folder = session.path(folder);
        return Ok(args.export_dataset(&session.snapshot()?, &folder)?.into());
    }
    // A slash at the end says that it is a folder, and joining keeps it.
    let path = session.path_or_standard(args.target());
    let form = args.form(&path).map_err(ShellError::usage)?;
    let is_find = args.all || !args.word.is_empty();
    if !is_find {
        session.take_shown_position()?;
    }
    let open_game = session
        .replay()
        .filter(|_| session.shows_game() && !is_find && args.is_told())
        .map(|replay| replay.game.game);
    let filter = session.with_archives(filter.over(session.filter()))?;
    let question = (!is_find).then(|| session.question_under(filter.clone())).transpose()?;
    let choice = match &question {
        Some(question) => Choice::Position(question),
        None => Choice::Find(Find {
            filter: &filter,
            words: &args.word,
        }),
    };
    let told = args.export(&session.snapshot()?, &choice, path, form)?;
    Ok(match open_game {
        Some(game) => {
            format!("{told}These games have the position of game {game}; \"sgf {game} --out FILE\" writes that game\n")
        }
        None => told,
    }
    .into())
}

pub(super) fn check(session: &Session, json: bool, quiet: bool) -> Result<Text, ShellError> {
    let database = &session.database;
    let checked = check_database(database.existing()?, quiet, Database::check)?;
    let shown = checked_text(&checked, None, json, quiet);
    match require_sound(&checked, database.path()) {
        Ok(()) => Ok(shown),
        Err(message) => Err(ShellError::Incomplete { message, shown }),
    }
}

/// The maximum length of an answer that is shown as a whole, in bytes.
const LONGEST_ANSWER: usize = 16 << 20;

pub(super) fn sql(session: &Session, args: &SqlArgs) -> Result<Text, ShellError> {
    let database = session.database.existing()?;
    if let Some(file) = args.out.file() {
        let out = session.begin(&args.out)?;
        match args.write(database, &mut out.writer()?) {
            Err(SqlError::Output(error)) => return Err(out.failed(error).into()),
            written => written?,
        }
        out.complete()?;
        return Ok(session.written(file));
    }
    if args.is_for_people() {
        return Ok(args.ask(database)?);
    }
    let mut answer = vec![0; LONGEST_ANSWER];
    let mut room = &mut answer[..];
    let asked = args.write(database, &mut room);
    let length = LONGEST_ANSWER - room.len();
    match asked {
        Err(SqlError::Output(_)) if length == LONGEST_ANSWER => Err(SqlError::LongAnswer(LONGEST_ANSWER >> 20).into()),
        asked => {
            asked?;
            Ok(String::from_utf8_lossy(&answer[..length]).into_owned().into())
        }
    }
}

#[cfg(test)]
mod tests;
