use bgo::query::{CONDITIONS, Condition, Conditions, Filter};
use bgo::store::{Snapshot, StoreError};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::path::{Path, PathBuf};

/// Options for the conditions that games must meet. The board's size is one of
/// them only where no board says it (`SIZE`).
#[derive(Clone, Debug, Default)]
pub struct FilterArgs<const SIZE: bool = false>(Conditions);

impl<const SIZE: bool> FilterArgs<SIZE> {
    /// Returns the filter with these conditions in place of those of `base`.
    #[must_use]
    pub fn over(&self, base: &Filter) -> Filter {
        self.0.over(base)
    }

    /// Returns the filter with these conditions and no others.
    #[must_use]
    pub fn filter(&self) -> Filter {
        self.over(&Filter::default())
    }

    fn conditions() -> impl Iterator<Item = &'static Condition> {
        CONDITIONS.iter().filter(|condition| SIZE || condition.name != "size")
    }
}

impl<const SIZE: bool> Args for FilterArgs<SIZE> {
    fn augment_args(command: Command) -> Command {
        command.args(Self::conditions().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const SIZE: bool> FromArgMatches for FilterArgs<SIZE> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = Self::conditions().flat_map(|condition| {
            let values = matches.get_many::<String>(condition.name).into_iter().flatten();
            values.map(|value| (condition.name, value.as_str()))
        });
        let conditions = Conditions::read(given);
        Ok(Self(conditions.map_err(|error| {
            clap::Error::raw(ErrorKind::ValueValidation, error)
        })?))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn option(condition: &'static Condition) -> Arg {
    Arg::new(condition.name)
        .long(condition.name)
        .value_name(condition.value)
        .help(condition.help)
        .help_heading("Conditions on games")
        .action(if condition.repeats() {
            ArgAction::Append
        } else {
            ArgAction::Set
        })
        // A range may begin with a negative komi.
        .allow_hyphen_values(condition.value == "RANGE")
        .value_parser(|value: &str| condition.check(value).map(|()| value.to_owned()))
}

/// Returns the filter with archives named as questions find them. They are found as `remove`
/// finds them: by a path, which `path` makes of what was typed, or else by a name.
pub fn with_archives(
    mut filter: Filter,
    snapshot: &Snapshot,
    path: impl Fn(&Path) -> PathBuf,
) -> Result<Filter, StoreError> {
    for archive in &mut filter.archives {
        let row = find_archive(snapshot, Path::new(archive), &path)?;
        // What was typed stays, unless only the files of this computer tell what it means.
        if snapshot.find_stored_archive(Path::new(archive)).ok() != Some(row) {
            *archive = snapshot.archive_path(row)?;
        }
    }
    Ok(filter)
}

/// Finds an archive by what was typed, or by the path that `path` makes of it.
pub fn find_archive(snapshot: &Snapshot, archive: &Path, path: impl Fn(&Path) -> PathBuf) -> Result<i64, StoreError> {
    // A name is not a path from here, so the error is that of what was typed.
    let here = |error| snapshot.find_archive(&path(archive)).map_err(|_| error);
    snapshot.find_archive(archive).or_else(here)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::as_options;
    use clap::{CommandFactory, Parser};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        filter: FilterArgs<true>,
    }

    fn filter(base: &Filter, line: &str) -> Result<String, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let words = as_options(&words, &Line::command()).map_err(|error| error.to_string())?;
        let line = Line::try_parse_from([&["bgo".to_owned()][..], &words].concat()).map_err(|e| e.to_string())?;
        Ok(line.filter.over(base).to_string())
    }

    #[test]
    fn conditions_are_shown_as_they_were_typed() {
        for line in [
            "player=cho",
            "player=cho player=李 black=a white=b year=1990..2000 from=1990-05 to=2000 event=meijin result=B+ \
             rank=1p..9p komi=5.5.. handicap=..9 rules=chin size=9..13",
            "result=+1.5..2.5 komi=-5.5",
        ] {
            assert_eq!(filter(&Filter::default(), line), Ok(line.to_owned()));
        }
        let komi = filter(&Filter::default(), "--komi -5.5..6.5 --size 9");
        assert_eq!(komi, Ok("komi=-5.5..6.5 size=9".to_owned()));
    }

    #[test]
    fn later_conditions_take_the_place_of_earlier_ones() {
        let pairs = [("player", "cho"), ("year", "1990"), ("result", "B+")];
        let base = Conditions::read(pairs).expect("conditions").over(&Filter::default());
        assert_eq!(
            filter(&base, "year=2000.. black=go"),
            Ok("player=cho black=go year=2000.. result=B+".to_owned())
        );
    }

    #[test]
    fn each_condition_is_an_option() {
        let named = |command: Command| {
            let options = command.get_arguments().filter_map(|option| option.get_long());
            options.map(str::to_owned).collect::<Vec<_>>()
        };
        let all = CONDITIONS.each_ref().map(|condition| condition.name);
        assert_eq!(named(Line::command()), all);
        let without_size: Vec<&str> = all.into_iter().filter(|name| *name != "size").collect();
        assert_eq!(
            named(FilterArgs::<false>::augment_args(Command::new("bgo"))),
            without_size
        );
    }

    #[test]
    fn what_is_not_a_condition_is_refused() {
        for (line, said) in [
            ("plyer=cho", "there is no condition \"plyer\"; there are player, black,"),
            ("year=abc", "\"abc\" is not a range of years: write 1990..2000"),
            ("year=2000..1990", "2000 is after 1990; the earlier year comes first"),
            (
                "from=2005-13",
                "\"2005-13\" is not a date: write 2005, 2005-11 or 2005-11-03",
            ),
            ("result=maybe", "\"maybe\" is not a result: write B+"),
            ("rank=strong", "\"strong\" is not a range of ranks"),
            ("player=", "at least one character"),
            ("size=20", "\"20\" is not a range of board sizes: write 9..13"),
        ] {
            let error = filter(&Filter::default(), line).expect_err(line);
            assert!(error.contains(said), "{line}: {error}");
        }
    }
}
