//! The command line itself: its help, completions and manual pages.

use crate::world::{Ran, World, game};
use std::fs;
use testkit::Text;

/// Returns the headings of a help text, in their order.
fn headings(help: &str) -> Vec<&str> {
    help.lines()
        .filter_map(|line| {
            line.strip_suffix(':')
                .filter(|line| line.starts_with(char::is_uppercase))
        })
        .collect()
}

#[test]
fn help_has_the_commands_own_options_first_and_the_global_ones_last() {
    let world = World::new();
    for (command, expected) in [
        ("info", &["Options", "Global options"][..]),
        ("import", &["Arguments", "Options", "Filters", "Global options"]),
        ("remove", &["Options", "Filters", "Global options"]),
    ] {
        let help = world.ok([command, "-h"]);
        assert_eq!(headings(&help), expected, "{command}");
        let (_, global) = help.split_once("Global options:").expect("a heading");
        assert!(global.contains("--db") && global.contains("--color"), "{help}");
        assert!(!global.contains("--json"), "{help}");
    }
}

#[test]
fn every_shell_gets_completions_of_every_command() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = world.ok(["completions", shell]);
        for word in ["search", "duplicates", "enumerate", "overwrite", "min-games"] {
            script.says(word);
        }
    }
    assert_eq!(world.run(["completions", "cmd"]).status, 2);
    assert!(!world.database_path().exists());
}

#[cfg(unix)]
#[test]
fn bash_accepts_its_completions_and_completes_a_command() {
    let world = World::new();
    world.write("completions", world.ok(["completions", "bash"]));
    let script = "set -e; . ./completions; COMP_WORDS=(bgo optim); COMP_CWORD=1; _bgo bgo optim bgo; \
                  echo \"${COMPREPLY[@]}\"";
    match std::process::Command::new("bash")
        .args(["--norc", "-c", script])
        .current_dir(world.folder())
        .output()
    {
        Err(_) => eprintln!("skipped: bash is not installed"),
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout), "optimize\n", "{output:?}"),
    }
}

#[test]
fn each_command_has_a_manual_page() {
    let world = World::new();
    let page = world.ok(["man"]);
    assert!(page.contains(".TH bgo 1") && page.contains("GLOBAL OPTIONS"), "{page}");
    assert_eq!(world.ok(["man", "--out", "man1"]), "");
    assert_eq!(fs::read_to_string(world.path("man1/bgo.1")).expect("a page"), page);
    fs::read_to_string(world.path("man1/bgo-positions-merge.1"))
        .expect("a page")
        .says("Join position files");
    // What is there already is no obstacle, but another page is.
    world.ok(["man", "--out", "man1"]);
    world.write("man1/bgo-search.1", "precious");
    world
        .sentence(["man", "--out", "man1"])
        .ends("already exists; --overwrite replaces it");
    world.ok(["man", "--out", "man1", "--overwrite"]);
}

#[test]
fn coordinates_are_named_by_an_option_or_a_variable() {
    let world = World::with(&[&game("", "pd dp")]);
    let shown = |option: &[&str], variable: &str| {
        let mut command = world.bgo(["search", "pd", "--full"]);
        Ran::new(command.args(option).env("BGO_COORDINATES", variable))
    };
    for (option, variable, name) in [
        (&[][..], "", " dp "),
        (&[], "western", " D4 "),
        (&["--coordinates", "sgf"], "western", " dp "),
        (&["--coordinates", "western"], "", " D4 "),
    ] {
        let ran = shown(option, variable);
        assert!(
            ran.status == 0 && ran.out.contains(name),
            "{option:?} {variable}: {ran:?}"
        );
    }
    let ran = shown(&[], "eastern");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(
        ran.err,
        "bgo: BGO_COORDINATES is \"eastern\": it must be sgf, western or empty\n"
    );
}
