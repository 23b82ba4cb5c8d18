#[path = "../../../../research/examples/load_batch.rs"]
#[allow(dead_code, reason = "its main is for the command line")]
mod load_batch;

use super::{assert_console, bgo, blocks, document, fields_of, home_with_games};
use crate::numpy::NumPy;
use bgo_research::formats::kgs::{DatasetReader, TrainingRecord};
use std::fs;
use testkit::Text;

#[test]
fn the_session_with_training_sets_is_real() {
    assert_console("docs/training-sets.md", home_with_games().path(), 1);
}

#[test]
fn the_document_about_training_sets_names_every_field() {
    let home = home_with_games();
    let text = document("docs/training-sets.md");
    let of_fields = text.split("## As JSON").nth(1).expect("a section");
    for arguments in [
        &["kgs-v1", "games.tgz"][..],
        &["kgs-v2", "--sets", "test", "--format", "npy", "games.tgz"],
        &["info", "data/kgsgo-test.dat"],
    ] {
        for field in fields_of(home.path(), &[&["dataset"], arguments].concat(), 5) {
            let is_named = of_fields.contains(&format!("`{field}`")) || of_fields.contains(&format!("\"{field}\""));
            assert!(is_named, "{arguments:?}: {field}");
        }
    }
}

/// The session makes the files that the example for NumPy reads.
#[test]
fn the_session_with_training_data_for_katago_is_real() {
    let home = home_with_games();
    assert_console("docs/katago.md", home.path(), 1);
    let Some(python) = NumPy::installed() else { return };
    // No move is on a stone; 361 is a pass.
    let code = blocks(&document("docs/katago.md"), "python").concat()
        + "assert planes.shape == (256, 22, 19, 19) and rows % 256 == 0\n"
        + "stones = planes[:, 1:3].any(axis=1).reshape(256, 361)\n"
        + "assert not stones[np.arange(256), played % 361][played < 361].any()\n"
        + "assert value.shape == (256, 3)\n";
    python.run(&code, &[], home.path());
}

#[test]
fn the_document_about_katago_names_every_field() {
    let home = home_with_games();
    let text = document("docs/katago.md");
    let of_fields = text.split("## As JSON").nth(1).expect("a section");
    for field in fields_of(home.path(), &["dataset", "katago", "--sample", "0.05", "games.tgz"], 5) {
        of_fields.says(format!("`{field}`"));
    }
}

/// The NumPy examples read the same records as the Rust reader.
#[test]
fn the_examples_for_numpy_work() {
    let Some(python) = NumPy::installed() else { return };
    let home = home_with_games();
    for arguments in [
        &["kgs-v1"][..],
        &["kgs-v2"],
        &["kgs-v2", "--format", "npz"],
        &["kgs-v2", "--format", "npy"],
    ] {
        bgo(home.path())
            .arg("dataset")
            .args(arguments)
            .args(["--quiet", "--sets", "all", "games.tgz"])
            .assert()
            .success();
    }
    let code = blocks(&document("docs/training-sets.md"), "python").concat()
        + "assert (v1[:256]['go'] == b'GO').all() and (v2[:256]['go'] == b'GO').all()\n"
        + "for set in arrays, {'planes': planes, 'labels': np.load('data/kgsgo-all-v2-labels.npy')}:\n"
        + "    assert (set['planes'][:256] == planes_v2).all() and (set['labels'][:256] == labels_v2).all()\n"
        + "for planes, labels in [(planes_v1, labels_v1), (planes_v2, labels_v2)]:\n"
        + "    print(planes.shape, planes[200].nonzero()[0].tolist(), planes[200].nonzero()[2].tolist(), labels.tolist())\n"
        + "print(len(one_game))\n";
    let shown = python.run(&code, &[], home.path());
    let mut expected = String::new();
    for (name, planes) in [("kgsgo-all.dat", 8), ("kgsgo-all-v2.dat", 7)] {
        let file = fs::File::open(home.path().join("data").join(name)).expect("opens");
        let reader = DatasetReader::new(file, name).expect("a data set");
        let records: Vec<_> = reader.take(256).collect::<Result<_, _>>().expect("intact");
        let set: Vec<(usize, usize)> = (0..planes)
            .flat_map(|plane| (0..361).map(move |point| (plane, point)))
            .filter(|(plane, point)| *plane == 7 || records[200].is_set(*plane, *point))
            .collect();
        let in_planes: Vec<usize> = set.iter().map(|(plane, _)| *plane).collect();
        let columns: Vec<usize> = set.iter().map(|(_, point)| point % 19).collect();
        let labels: Vec<u16> = records.iter().map(TrainingRecord::label).collect();
        expected += &format!("(256, {planes}, 19, 19) {in_planes:?} {columns:?} {labels:?}\n");
    }
    let list = fs::read_to_string(home.path().join("data/kgsgo-all-v2-npy-games.tsv")).expect("a list");
    let records = list
        .lines()
        .nth(5)
        .and_then(|line| line.rsplit('\t').next())
        .expect("a number");
    expected += &format!("{records}\n");
    assert_eq!(shown, expected);
}

#[test]
fn the_example_that_loads_batches_works() {
    let home = home_with_games();
    bgo(home.path())
        .args(["dataset", "kgs-v1", "--quiet", "--sets", "test", "games.tgz"])
        .assert()
        .success();
    let path = home.path().join("data/kgsgo-test.dat");
    let mut shown = Vec::new();
    load_batch::load(path.to_str().expect("a path"), 1000, &mut shown).expect("loads");
    let shown = String::from_utf8(shown).expect("text");
    let records = fs::metadata(&path).expect("is there").len() as usize / 365;
    assert_eq!(shown.lines().count(), records.div_ceil(1000), "{shown}");
    let last = format!("batch 2: planes ({}, 8, 19, 19), ", records - 1000);
    assert!(
        shown.lines().nth(1).is_some_and(|line| line.starts_with(&last)),
        "{shown}"
    );
}
