//! An engine made for tests, and short ways to score with it.

use super::boards::{BOARD, records, run};
use crate::world::{Ran, World, document};
use bgo::internal::position_file::PositionRecord;
use bgo_research::formats::positions::{ScoredPosition, read_scored};
use serde_json::Value;
use std::fs;

/// A shell script that scores every position as 5 points. Where the record
/// contains the second argument, it does what the first argument says instead.
/// It appends its process id to the file `engines` for every position. The
/// engines of `together` wait until four of them are running.
const ENGINE: &str = r#"
while read -r id command rest; do
  case "$command" in
    list_commands) printf "=$id loadsgf\nestimate_score\nfinal_score\n\n" ;;
    loadsgf)
      echo $$ >> engines
      if grep -q -F "$2" "$rest"; then
        case "$1" in
          crash) echo "assertion failed" >&2; exit 3 ;;
          hang) cat > /dev/null ;;
          babble) printf 'I think that Black is ahead\n' ;;
          refuse) printf "?$id cannot load\n\n" ;;
          together)
            touch "together.$$"
            until [ "$(ls together.* | wc -l)" -ge 4 ]; do sleep 0.05; done
            printf "=$id\n\n" ;;
          *) printf "=$id\n\n" ;;
        esac
      else
        printf "=$id\n\n"
      fi ;;
    estimate_score)
      if [ "$1" = nonsense ]; then printf "=$id about even\n\n"
      elif [ "$1" = huge ]; then printf "=$id B+999\n\n"
      else printf "=$id B+5.0 (upper bound: -4.0, lower: -6.0)\n\n"; fi ;;
    final_score) printf "=$id B+5.0\n\n" ;;
    *) printf "?$id unknown command\n\n" ;;
  esac
done
"#;

/// Writes the engine and the given number of positions, each with one more
/// white stone in the first row.
pub fn positions(world: &World, count: usize) -> Vec<PositionRecord> {
    let boards: String = (0..count)
        .map(|n| format!("{}\n", BOARD.replacen('.', "O", n)))
        .collect();
    world.write("b.txt", boards);
    run(world, &["parse", "b.txt", "--out", "p.dat", "--overwrite"]);
    world.write("engine.sh", ENGINE);
    records(world, "p.dat")
}

pub fn engine(does: &str, with: &str) -> String {
    format!("sh engine.sh {does} {with}")
}

/// Scores with an engine; `arguments` is the rest of the command line.
pub fn score(world: &World, engine: &str, arguments: &str) -> Ran {
    let mut command = world.bgo(["positions", "score", "--engine", engine]);
    Ran::new(command.args(arguments.split_whitespace()))
}

/// Scores with an engine that never fails and returns the printed document.
pub fn score_json(world: &World, arguments: &str) -> Value {
    let ran = score(world, &engine("good", "x"), &format!("{arguments} --json --quiet"));
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments}");
    document(&ran.out)
}

/// Returns the records of the queue of `s.dat`.
pub fn queue(world: &World) -> Vec<PositionRecord> {
    records(world, "s_queue.dat")
}

/// Returns the scores of a file, none if it is missing.
pub fn scored(world: &World, name: &str) -> Vec<ScoredPosition> {
    let bytes = fs::read(world.path(name)).unwrap_or_default();
    read_scored(&bytes[..], name).collect::<Result<_, _>>().expect("sound")
}
