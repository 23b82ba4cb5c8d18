use super::{assert_console, bgo, blocks, document, home_with_database};
use testkit::Text;

#[test]
fn the_commands_and_sessions_in_the_document_about_gtp_are_real() {
    let home = home_with_database();
    assert_console("docs/gtp.md", home.path(), 3);
    let sessions = blocks(&document("docs/gtp.md"), "text gtp");
    assert!(!sessions.is_empty());
    for session in sessions {
        let (typed, shown): (Vec<&str>, Vec<&str>) = session.lines().partition(|line| line.starts_with("> "));
        let typed: String = typed.iter().map(|line| format!("{}\n", &line[2..])).collect();
        let shown: String = shown.iter().map(|line| format!("{line}\n")).collect();
        let output = bgo(home.path()).arg("gtp").write_stdin(typed).output().expect("runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), shown);
    }
}

#[test]
fn the_document_about_gtp_names_every_command_and_option() {
    let home = home_with_database();
    let text = document("docs/gtp.md");
    let listed = bgo(home.path())
        .arg("gtp")
        .write_stdin("list_commands\n")
        .output()
        .expect("runs");
    let listed = String::from_utf8(listed.stdout).expect("UTF-8");
    for command in listed.trim_start_matches("= ").split_whitespace() {
        assert!(
            text.contains(&format!("`{command}`")) || text.contains(&format!("| `{command} ")),
            "{command}"
        );
    }
    let help = bgo(home.path()).args(["gtp", "--help"]).output().expect("runs");
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let (own, _) = help.split_once("Filters:").expect("conditions");
    let options = own
        .split_whitespace()
        .filter(|word| word.starts_with("--") && *word != "--help");
    assert!(options.clone().count() >= 6, "{own}");
    for option in options {
        text.says(format!("`{option}"));
    }
}
