//! Files that `bgo analyses import` reads, and those that it refuses.

use crate::world::{World, document, game};
use testkit::{Text, gzip};

const QUERY: &str =
    r#"{"id":"a","moves":[["B","C3"],["W","G7"]],"rules":"chinese","komi":7,"boardXSize":9,"boardYSize":9}"#;
const RESPONSE: &str = r#"{"id":"a","turnNumber":2,"rootInfo":{"winrate":0.75,"visits":100},"moveInfos":[]}"#;

fn both() -> String {
    format!("{QUERY}\n{RESPONSE}\n")
}

#[test]
fn a_file_of_other_contents_is_refused_in_one_sentence_that_names_the_right_command() {
    let world = World::new();
    let record = game("SZ[9]", "cg gc");
    let pretty = serde_json::to_string_pretty(&document(QUERY)).expect("a document");
    let without_mark: Vec<u8> = both().encode_utf16().flat_map(u16::to_le_bytes).collect();
    let others = (0..5000).map(|number| format!("{{\"number\":{number}}}\n"));
    for (name, bytes) in [
        ("games.tgz", testkit::tgz(&[("a.sgf", record.as_bytes())])),
        ("games.tar", testkit::tar(&[("a.sgf", record.as_bytes())])),
        ("a.sgf", record.clone().into_bytes()),
        ("notes.txt", b"a\ntext\n".to_vec()),
        ("pretty.json", pretty.into_bytes()),
        ("utf-16.jsonl", without_mark),
        ("other.jsonl", others.collect::<String>().into_bytes()),
        ("zeros", vec![0; 1 << 20]),
    ] {
        world.write(name, bytes);
        let sentence = world.sentence(["analyses", "import", name]);
        sentence.says(format!("{name} is not a file of analyses: "));
        sentence.says("; `bgo import` reads game records");
    }
    assert!(!world.database_path().exists());
}

#[test]
fn a_missing_file_and_a_folder_are_told_apart() {
    let world = World::new();
    world.write("folder/x", "");
    world
        .sentence(["analyses", "import", "x.jsonl"])
        .ends("x.jsonl does not exist");
    world
        .sentence(["analyses", "import", "folder"])
        .says("folder is not a regular file");
    assert!(!world.database_path().exists());
}

#[test]
fn an_import_of_games_says_which_command_reads_analyses() {
    let world = World::new();
    world.write("x.jsonl", both());
    world.write("x.jsonl.gz", gzip(both().as_bytes()));
    world.write("other.jsonl", "{\"a\":1}\n");
    for file in ["x.jsonl", "x.jsonl.gz"] {
        world.sentence(["import", file]).says("; `bgo analyses import` reads");
        let ran = world.run(["shell", "-c", &format!("import {file}")]);
        ran.err.says("; `bgo analyses import` reads");
    }
    assert!(!world.sentence(["import", "other.jsonl"]).contains("analyses import"));
}
