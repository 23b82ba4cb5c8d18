//! Names of questions.

use crate::args::{FilterArgs, FormArgs};
use crate::render::{Text, json, names_text, question_text};
use crate::shell::{Session, ShellError};
use bgo::internal::query::{NamedQuestion, NamedQuestions};
use serde_json::json;

/// Gives a name to the question about the position, area or diagram. If another question has it,
/// asks, or fails without --overwrite where nobody can be asked.
pub(super) fn name(
    session: &mut Session,
    name: &str,
    overwrite: bool,
    filter: &FilterArgs,
) -> Result<Text, ShellError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(ShellError::usage("a name has at least one character"));
    }
    session.take_shown_position()?;
    let filter = session.with_archives(filter.over(session.filter()))?;
    let question = session.question_under(filter)?.to_text();
    if let Some(known) = NamedQuestion::find(&session.snapshot()?, name)?.filter(|known| known.question != question) {
        let is_free = overwrite || session.can_ask() && session.confirm(&format!("Replace {:?}?", known.name));
        if !is_free && session.can_ask() {
            return Ok(format!("{:?} is unchanged\n", known.name).into());
        }
        if !is_free {
            return Err(ShellError::failed(format!(
                "{:?} already names {}; --overwrite replaces it",
                known.name,
                question_text(&known.question)
            )));
        }
    }
    session.database.to_change()?.name_question(name, &question)?;
    let document = json!({ "name": name, "question": question });
    let text = format!("{name:?}: {}\n", question_text(&question));
    Ok(session.document_or(&document, text))
}

pub(super) fn remove(session: &Session, name: &str, filter: &FilterArgs) -> Result<Text, ShellError> {
    if !filter.filter().is_empty() {
        return Err(ShellError::usage("--remove takes a name, without conditions"));
    }
    if session.database.to_change()?.remove_named_question(name)? {
        return Ok(session.document_or(&json!({ "removed": [name] }), format!("removed the name {name:?}\n")));
    }
    Err(unknown(session, name)?)
}

/// Takes up the question with a name, or lists the names.
pub(super) fn go(session: &mut Session, name: &str, filter: &FilterArgs) -> Result<Text, ShellError> {
    if name.is_empty() {
        let names = NamedQuestions::counted(&session.snapshot()?)?;
        return Ok(session.document_or(&names, names_text(&names)));
    }
    let Some(named) = NamedQuestion::find(&session.snapshot()?, name)? else {
        return Err(unknown(session, name)?);
    };
    let question = named
        .question()
        .map_err(|error| ShellError::failed(format!("{:?} cannot be read: {error}", named.name)))?;
    let filter = session.checked_filter(filter.over(question.filter()))?;
    session.take_up(question)?;
    session.search_under(filter)
}

pub(super) fn list(session: &Session, form: &FormArgs) -> Result<Text, ShellError> {
    let names = NamedQuestions::counted(&session.snapshot()?)?;
    let text = match form.json() {
        true => json(&names).into(),
        false => names_text(&names),
    };
    session.give(text, form)
}

fn unknown(session: &Session, name: &str) -> Result<ShellError, ShellError> {
    let names = NamedQuestion::all(&session.snapshot()?)?;
    let names: Vec<String> = names.iter().map(|named| format!("{:?}", named.name)).collect();
    let hint = match &names[..] {
        [] => "\"name NAME\" names the current one".to_owned(),
        names => format!("there is {}", names.join(", ")),
    };
    Ok(ShellError::failed(format!("no search is called {name:?}; {hint}")))
}

#[cfg(test)]
mod tests {
    use crate::shell::testing::{failure, session, shown, talk};
    use testkit::Text;

    #[test]
    fn a_named_question_is_taken_up_with_all_that_it_has() {
        let mut session = session(&["1990 pd dp pp", "2001 pd dp", "2001 dd"]);
        talk(
            &mut session,
            r#"
            names => no search has a name; "name NAME" names the current one
            go there => no search is called "there"; "name NAME" names the current one
            name start => "start": the empty board
            dd => ...
            name start => "start" already names the empty board; --overwrite replaces it...
            names => games  name   search\n    3  start  the empty board
            name --remove start => ...
            clear => ...
            pd dp => ...
            where year=2001 => ...
            name "my line" => "my line": moves=pd,dp year=2001
            names => games  name     search\n    1  my line  moves=pd,dp year=2001
            clear => ...
            where clear => ...
            go MY line => ...
            where => year=2001
            area corner 9 --fixed-colors => ...
            name my line => "my line" already names moves=pd,dp year=2001; --overwrite replaces it...
            name my line --overwrite => "my line": moves=pd,dp ...
            names --json => {"names":[{"games":2,"name":"my line","question":"moves=pd,dp area=ka,si fixed_colors=true year=2001"}]}
            name --remove other => no search is called "other"; there is "my line"
            name --remove my line year=2001 => --remove takes a name, without conditions...
            name --remove my line => removed the name "my line"
            area off => ...
            name old year=1990 => "old": moves=pd,dp year=1990
            go old year=2001 => ...\nTotal count: 1\nYears: 2001
            where => year=1990
            name '' => a name has at least one character...
            "#,
        );
    }

    #[test]
    fn go_is_not_played_though_it_is_a_point() {
        let mut session = session(&["go dp"]);
        shown(&mut session, "name start");
        assert_eq!(shown(&mut session, "go"), shown(&mut session, "names"));
        failure(&mut session, "go dp").begins("no search is called \"dp\"; there is \"start\"");
        assert!(session.board().moves().is_empty());
        shown(&mut session, "play go");
        assert_eq!(session.board().moves().len(), 1);
    }
}
