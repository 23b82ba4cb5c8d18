use super::input::{Input, Lines};
use super::{Session, ShellError, split};
use crate::render::{OutputStream, error_text, json, show_paged, stderr, stdout};
use bgo::internal::store::StoreError;
use serde_json::json;
use std::io::{self, BufRead, Write};

/// A run of lines, which writes their output to `out` and errors to `err`.
pub(super) struct Runner<'a, O: Write, E: Write> {
    pub(super) session: &'a mut Session,
    pub(super) out: OutputStream<O>,
    pub(super) err: OutputStream<E>,
    /// The exit status of the worst command so far.
    pub(super) worst: u8,
    /// The beginning of the next line, if a key in the pager typed it; `None` in scripts.
    pub(super) typed: Option<String>,
    keeps_going: bool,
    /// True after a command that ends a script.
    is_over: bool,
}

impl<'a, O: Write, E: Write> Runner<'a, O, E> {
    /// Returns a run that ends at the first command that fails, unless it `keeps_going`.
    pub(super) const fn new(
        session: &'a mut Session,
        out: OutputStream<O>,
        err: OutputStream<E>,
        keeps_going: bool,
    ) -> Self {
        Self {
            session,
            out,
            err,
            worst: 0,
            typed: None,
            keeps_going,
            is_over: false,
        }
    }

    /// Makes the output follow the settings of the session.
    pub(super) fn set_look(&mut self) {
        let settings = self.session.settings();
        self.out
            .set_look(self.session.coordinates(), settings.form, settings.stones);
    }

    /// Runs commands up to the one that ends the run, or takes a position, and returns whether the session
    /// goes on. Errors name the line of a script. Where answers are JSON, a command that fails without one prints
    /// its error in place of it, so that scripts can match answers and commands.
    pub(super) fn run(&mut self, input: &Input, line: Option<u64>) -> io::Result<bool> {
        let stop = self.session.database.stop().clone();
        let statements = match input {
            Input::Commands(line) => split::statements(line),
            Input::Position(text) => vec![text.as_str()],
        };
        let mut statements = statements.into_iter().peekable();
        while let Some(statement) = statements.next() {
            let _running = stop.start();
            let done = match input {
                Input::Commands(_) => self.session.eval(statement),
                Input::Position(_) => self.session.all_or_nothing(|session| session.take_text(statement)),
            };
            if done.is_ok() && line.is_none() && statements.peek().is_none() {
                // The signal came too late, and nothing follows that it could stop.
                stop.forget();
            }
            let shown = done.as_ref().map_or_else(ShellError::shown, Some);
            if let Some(shown) = shown {
                self.set_look();
                show_paged(&mut self.out, shown, &stop, self.typed.as_mut())?;
                self.out.flush()?;
            }
            let has_answer = shown.is_some();
            // The signal may have come after the command was done.
            let failed = done
                .err()
                .or_else(|| stop.check().err().map(|stopped| StoreError::from(stopped).into()));
            if let Some(error) = failed {
                if self.session.is_json && !has_answer {
                    let document = json!({ "error": { "line": line, "message": error.to_string() } });
                    self.out.show(&json(&document).into())?;
                    self.out.flush()?;
                }
                let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
                self.err.show(&error_text(&format!("{place}{error}")))?;
                self.worst = self.worst.max(error.status());
                // The rest builds on what failed, or the user does not want it either.
                if !self.keeps_going || error.is_stop() {
                    self.is_over = true;
                    break;
                }
            }
            if self.session.is_over {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn script(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let (mut bytes, mut lines) = (Vec::new(), Lines::default());
        let mut begin = 1;
        for number in 1_u64.. {
            bytes.clear();
            let is_end = input.read_until(b'\n', &mut bytes)? == 0;
            let line = String::from_utf8_lossy(&bytes);
            let inputs = if is_end {
                lines.end().into_iter().collect()
            } else {
                lines.add(line.trim_end())
            };
            for (input, begin) in inputs.iter().zip([begin, number]) {
                if !self.run(input, Some(begin))? || self.is_over {
                    return Ok(());
                }
            }
            if is_end {
                break;
            }
            if lines.is_empty() {
                begin = number + 1;
            } else if !inputs.is_empty() {
                begin = number;
            }
        }
        Ok(())
    }
}

/// Runs the commands of `input`, separated by line ends or `;`, up to the end, `exit`, a
/// command that fails unless the run `keeps_going`, or one that the user stops. Returns the
/// exit status of the worst command. Errors go to standard error with the number of their line. A
/// closed pipe ends the run without an error.
pub fn run_script(session: &mut Session, input: impl BufRead, keeps_going: bool) -> io::Result<u8> {
    let mut runner = Runner::new(session, stdout(), stderr(), keeps_going);
    match runner.script(input) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(runner.worst),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::command::all;
    use crate::shell::commands::called as command;
    use crate::shell::testing::session;
    use bgo::internal::interrupt::Interrupt;
    use serde_json::Value;
    use std::collections::HashSet;
    use std::sync::OnceLock;
    use testkit::Text;

    fn run(script: &[u8]) -> (String, String, u8) {
        run_on(script, true)
    }

    fn run_on(script: &[u8], keeps_going: bool) -> (String, String, u8) {
        let mut session = session(&["pd dp pp dd"]);
        let stream = || OutputStream::with(Vec::new(), false, false);
        let mut runner = Runner::new(&mut session, stream(), stream(), keeps_going);
        runner.script(script).expect("no I/O error");
        let [out, err] = [runner.out.into_written(), runner.err.into_written()]
            .map(|written| String::from_utf8(written).expect("UTF-8"));
        (out, err, runner.worst)
    }

    #[test]
    fn the_first_error_ends_a_script() {
        for (script, error, status) in [
            ("play pd\nwhere player=nobody; search\nserach", "line 2: no player ", 1),
            ("play pd; marks 0; undo\nundo", "line 1: write 1 to 26", 2),
        ] {
            let (out, err, ended) = run_on(script.as_bytes(), false);
            assert!(err.starts_with(error) && !err.contains("line 3"), "{err}");
            assert_eq!(ended, status, "{script}");
            assert_eq!(out.matches("Total count: 1\n").count(), 1, "{out}");
        }
    }

    #[test]
    fn a_script_that_keeps_going_names_the_line_of_each_error() {
        let (out, err, status) = run(b"play pd; play pd\n\n# a comment; with more\nserach\nundo\r\n");
        assert_eq!(
            err,
            "line 1: white cannot play pd: the point is occupied\n\
             line 4: there is no command \"serach\"; the nearest is \"search\"\n"
        );
        assert_eq!(status, 2);
        // After the first move, with the refused move, and after undo.
        assert_eq!(out.matches("Total count: 1\n").count(), 3);
    }

    #[test]
    fn a_stop_after_the_last_command_is_done_says_nothing() {
        static STOP: OnceLock<Interrupt> = OnceLock::new();
        let mut session = session(&["pd dp"]);
        STOP.set(session.database.stop().clone()).expect("once");
        session.set_confirm(|_| {
            STOP.get().expect("is set").set();
            false
        });
        for (commands, line, said) in [
            ("remove --game 1", None, ""),
            ("remove --game 1; marks", None, "stopped\n"),
            ("remove --game 1", Some(1), "line 1: stopped\n"),
        ] {
            let stream = || OutputStream::with(Vec::new(), false, false);
            let mut runner = Runner::new(&mut session, stream(), stream(), false);
            runner
                .run(&Input::Commands(commands.to_owned()), line)
                .expect("no I/O error");
            let [out, err] = [runner.out.into_written(), runner.err.into_written()];
            assert_eq!(
                (&out[..], &err[..]),
                (&b"Nothing was removed.\n"[..], said.as_bytes()),
                "{commands}"
            );
        }
    }

    #[test]
    fn whatever_asks_can_be_stopped_and_loses_nothing() {
        let mut session = session(&["1990 pd dp pp dd", "1991 pd dd"]);
        for line in ["where year=1991", "play pd dp", "where year=1990", "open 1"] {
            session.eval(line).expect("is done");
        }
        let searched = session.eval("search").expect("an answer").without_styles();
        session.eval("open 1").expect("is done");
        for line in [
            "search",
            "search full",
            "years",
            "players",
            "games",
            "tree",
            "find year=1990",
            "show 1",
            "sgf 1",
            "duplicates --cut-short",
            "export x.csv",
            "export all.csv --all",
            "remove --game 1 --yes",
            "sql select count(*) from games",
            "open 2",
            "where player=0",
            "where year=1991",
            "where clear",
            "year 1991",
            "full on",
            "swap on",
            "follow on",
            "play pp",
            "setup X aa",
            "handicap 2",
            "clear",
            "size 9",
            "area corner 9",
            "pattern X./..",
            "opening sanrensei",
            "back",
        ] {
            session.database.stop().set();
            let error = session.eval(line).expect_err(line);
            assert!(error.is_stop(), "{line}: {error}");
            drop(session.database.stop().start());
            assert_eq!(session.board().moves().len(), 2, "{line}");
            assert_eq!(session.filter().conditions(), ["year=1990"], "{line}");
            assert_eq!(session.replay().map(|replay| replay.game.game), Some(1), "{line}");
            assert!(session.shows_game(), "{line}");
            let state = session.snapshot().and_then(|snapshot| snapshot.state());
            assert_eq!(state.expect("a state").games, 2, "{line}");
        }
        // With the settings, the area and the marks as they were.
        assert_eq!(session.eval("search").expect("an answer").without_styles(), searched);
        session.eval("where -").expect("the filter before");
        assert_eq!(session.filter().conditions(), ["year=1991"]);
    }

    #[test]
    fn a_script_of_json_has_a_document_on_each_line_and_no_board() {
        let mut session = session(&["1990 pd dp pp dd"]);
        session.is_json = true;
        let stream = || OutputStream::with(Vec::new(), false, false);
        let mut runner = Runner::new(&mut session, stream(), stream(), true);
        let script = "pd; search; year 1990; games --limit 1\nopen 1; next 2; search here; follow on; next\n\
            xx\ndd pd; undo; info; tree; setup * aa; board; remove --player 0 --year 1 --yes";
        runner.script(script.as_bytes()).expect("no I/O error");
        let [out, err] = [runner.out.into_written(), runner.err.into_written()]
            .map(|written| String::from_utf8(written).expect("UTF-8"));
        let documents = out.lines().map(serde_json::from_str::<Value>);
        let documents: Vec<_> = documents.map(|document| document.expect("JSON")).collect();
        let kinds = documents
            .iter()
            .map(|document| match document["error"]["line"].as_u64() {
                Some(line) => format!("error {line}"),
                None if document["next_moves"].is_array() => "moves".to_owned(),
                None => "other".to_owned(),
            });
        let kinds: Vec<_> = kinds.collect();
        let expected = [
            &[
                "moves", "moves", "moves", "other", "other", "other", "moves", "moves", "moves",
            ][..],
            &["error 3", "error 4", "moves", "other", "moves", "other", "other"],
            &["other"],
        ];
        assert_eq!(kinds, expected.concat(), "{out}");
        assert_eq!(documents[0], documents[1]);
        assert_eq!(
            documents[10]["error"]["message"],
            "black cannot play dd: the point is occupied"
        );
        err.says("line 4: black cannot play dd: the point is occupied\n");
    }

    #[test]
    fn every_command_of_a_json_script_prints_one_document() {
        let mut session = session(&["1990 pd dp pp dd", "2000 pd dp"]);
        session.is_json = true;
        std::fs::write(session.directory().join("c.sgf"), "(;SZ[9];B[cc])").expect("a file");
        let mut called = HashSet::from(["exit"]);
        for (line, part) in testkit::cases(
            r#"
            board => "board_hash":0,"key":"
            position => "board_size":19,"to_play":"B","question":""}
            play pd => "next_moves":
            dd qq pd => {"error":
            setup * aa => "to_play":"W","question":null}
            undo => "next_moves":
            swap => "question":"moves=pd"}
            swap on => "next_moves":
            swap => "question":"moves=pd swap=true"}
            swap off => "next_moves":
            rotations marks => "name":"identity","transform":0},{
            save line.sgf => {"path":"line.sgf"}
            save line.svg => {"path":"line.svg"}
            save - => {"sgf":"(;
            copy sgf => {"error":
            search --out search.txt => {"path":"search.txt"}
            open 1 => {"game":1,"move_number":1,"board_hash":
            next => "question":"moves=pd,dp"}
            prev => {"game":1,"move_number":1,
            goto 3 => {"game":1,"move_number":3,
            coordinates western => "coordinates":"western"
            coordinates => {"full":false,"marks":12,"form":"table","coordinates":"western","stones":null,"follow":false}
            marks 3 => "marks":3,
            stones circles => "stones":"circles"
            full => {"full":false,
            follow => "follow":false}
            follow on => "next_moves":
            novelty --min-games 1 => "next_moves":[{"move":"pp"
            novelty --limit 1 => "list":
            back => "next_moves":
            area => "question":"moves=pd"}
            area corner 9 => "anchor":"corner"
            area => "question":"moves=pd area=ka,si"}
            pattern X./.. => "anchor":"middle"
            pattern => "question":"moves=pd pattern=X./.."}
            opening sanrensei => "next_moves":
            clear => "next_moves":
            where => "question":""}
            where player=0 => "next_moves":
            year 1990 => "next_moves":
            where => "question":"player=0 year=1990.."}
            name mine => {"name":"mine","question":"player=0 year=1990.."}
            go => {"names":[{
            go mine => "next_moves":
            names => {"names":[{
            name --remove mine => {"removed":["mine"]}
            handicap 2 => "next_moves":
            size 9 => "next_moves":
            load c.sgf => "next_moves":
            tree => "next_moves":
            games => "list":
            players => "players":
            years => "years":
            compare year=1990 year=2000 => "first":
            openings => "openings":
            find => "list":
            show 1 => "sources":
            open 1 --with VIEWER => {"path":"
            player 0 => "departures":
            sgf 1 => {"sgf":"(;
            duplicates => "kept_apart":
            alias A 0 => "aliases":
            import c.sgf => "added":
            export games.sgf --all => "bytes":
            remove --game 1 --yes => "new_games":
            sql select 1 => "rows":
            info => "schema":
            check => "problems":
            optimize => "segments":
            help json => {"text":"Most commands
            play -h => {"text":"
            commands => {"text":"
            ls => {"names":["c.sgf",
            cd . => {"path":"
            cwd => {"path":"
            web -h => {"text":"
            demo -h => {"text":"
            "#,
        ) {
            let line = line.replace("VIEWER", if cfg!(unix) { "true" } else { "hostname" });
            let stream = || OutputStream::with(Vec::new(), false, false);
            let mut runner = Runner::new(&mut session, stream(), stream(), true);
            runner.script(line.as_bytes()).expect("no I/O error");
            let out = String::from_utf8(runner.out.into_written()).expect("UTF-8");
            assert_eq!(out.lines().count(), 1, "{line}: {out}");
            assert!(
                serde_json::from_str::<Value>(&out).is_ok_and(|out| out.is_object()),
                "{line}: {out}"
            );
            out.says(part);
            let keyword = line.split(' ').next().expect("a word");
            called.insert(command(keyword).expect("a command").get_name());
        }
        for command in all() {
            assert!(called.contains(command.get_name()), "{command}");
        }
    }

    #[test]
    fn exit_ends_a_script() {
        let (out, err, status) = run(b"cwd; exit; search\nsearch");
        assert_eq!((err.as_str(), status), ("", 0));
        assert!(!out.contains("Total"));
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error_like_any_other() {
        let (_, err, status) = run(b"\xff\x00\n\"\nboard");
        assert_eq!(err.lines().count(), 2, "{err}");
        assert_eq!(status, 2);
    }

    #[test]
    fn what_was_typed_does_not_steer_the_terminal() {
        let (_, err, _) = run(b"play \x1b[2J\nyear ..\x07");
        assert!(err.contains("\"?[2J\" is not a move"), "{err}");
        assert!(err.contains("\"..?\" is not a range"), "{err}");
    }

    #[test]
    fn the_worst_status_counts() {
        assert_eq!(run(b"board").2, 0);
        assert_eq!(run(b"undo\nboard").2, 1);
        assert_eq!(run(b"marks 0\nundo").2, 2);
    }
}
