//! Questions about the position on the search board, and how the answers and the points are shown.

use crate::args::{FilterArgs, PositionQuestion, SearchArgs};
use crate::render::{Coordinates, Stones, Text};
use crate::shell::command::Marks;
use crate::shell::{Session, ShellError, UserSettings};
use bgo::internal::query::{Detail, Scope};

pub(super) fn search(
    session: &mut Session,
    given: &[String],
    args: SearchArgs,
    filter: &FilterArgs,
) -> Result<Text, ShellError> {
    let [is_here, is_full] = ["here", "full"].map(|wanted| given.iter().any(|word| word == wanted));
    if is_here {
        session.take_game_position()?
    } else {
        session.take_shown_position()?
    }
    let args = args.full_if(session.settings().full || is_full);
    let form = args.form();
    if form.json() || form.out.file().is_some() {
        return ask(session, &args, filter);
    }
    let filter = session.with_archives(filter.over(session.filter()))?;
    session.search_in(Detail::full_if(args.full), args.sort, filter)
}

/// Asks about the position on the search board, with conditions that count this once.
pub(super) fn ask(
    session: &mut Session,
    args: &impl PositionQuestion,
    filter: &FilterArgs,
) -> Result<Text, ShellError> {
    session.take_shown_position()?;
    let filter = session.with_archives(filter.over(session.filter()))?;
    let answer = args.ask(&session.snapshot()?, &session.question_under(filter)?)?;
    session.give(answer, args.form())
}

pub(super) fn full(session: &mut Session, wanted: Option<bool>) -> Result<Text, ShellError> {
    let settings = session.settings();
    let Some(full) = wanted else {
        return Ok(session.settings_or(switch_text("full", settings.full)));
    };
    session.set_settings(UserSettings { full, ..settings });
    session.take_shown_position()?;
    session.search()
}

pub(super) fn swap(session: &mut Session, wanted: Option<bool>) -> Result<Text, ShellError> {
    if !matches!(session.scope(), Scope::Board) {
        return Err(ShellError::failed(
            "swap is about the whole board; a pattern counts with the colours exchanged too, unless it is set with \
             --fixed-colors",
        ));
    }
    let Some(swap) = wanted else {
        return Ok(session.position_or(switch_text("swap", session.swap())));
    };
    session.set_swap(swap);
    session.take_shown_position()?;
    session.search()
}

fn switch_text(setting: &str, is_on: bool) -> String {
    format!("{setting}: {}\n", if is_on { "on" } else { "off" })
}

pub(super) fn follow(session: &mut Session, wanted: Option<bool>) -> Result<Text, ShellError> {
    let settings = session.settings();
    let follow = wanted.unwrap_or(settings.follow);
    session.set_settings(UserSettings { follow, ..settings });
    if wanted.is_some() && session.shows_game() {
        session.show_game()
    } else {
        Ok(session.settings_or(switch_text("follow", follow)))
    }
}

pub(super) fn marks(session: &mut Session, wanted: Option<Marks>) -> Result<Text, ShellError> {
    let settings = session.settings();
    let settings = match wanted {
        None => return Ok(session.settings_or(format!("marks: {}\n", settings.marks))),
        Some(Marks::Count(marks)) => UserSettings { marks, ..settings },
        Some(Marks::Form(form)) => UserSettings { form, ..settings },
    };
    show_with(session, settings)
}

pub(super) fn coordinates(session: &mut Session, coordinates: Option<Coordinates>) -> Result<Text, ShellError> {
    if coordinates.is_none() {
        let text = format!("coordinates: {}\n", session.coordinates().name());
        return Ok(session.settings_or(text));
    }
    let settings = UserSettings {
        coordinates,
        ..session.settings()
    };
    show_with(session, settings)
}

pub(super) fn stones(session: &mut Session, stones: Option<Stones>) -> Result<Text, ShellError> {
    let settings = session.settings();
    if stones.is_none() {
        let set = settings.stones.map_or("automatic", Stones::name);
        return Ok(session.settings_or(format!("stones: {set}\n")));
    }
    show_with(session, UserSettings { stones, ..settings })
}

/// Shows what the user sees with other settings.
fn show_with(session: &mut Session, settings: UserSettings) -> Result<Text, ShellError> {
    session.set_settings(settings);
    if session.is_json {
        return Ok(session.settings_or(""));
    }
    session.show_again()
}

#[cfg(test)]
mod tests;
