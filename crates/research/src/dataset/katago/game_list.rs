//! The list of the games of a set, and the checksum of all that determines its files.

use super::super::arrays::one_line;
use super::super::choice::Split;
use super::super::error::DatasetError;
use super::set::KatagoSet;
use bgo::files::hex;
use md5::{Digest, Md5};

/// The version of the content of rows. Other content must get another number, so that no file of an
/// interrupted run is continued with it.
const CONTENT: u32 = 2;

/// Returns the MD5 of all data that determine the files.
pub fn fingerprint(set: &KatagoSet) -> String {
    let options = &set.options;
    let mut md5 = Md5::new();
    md5.update(CONTENT.to_le_bytes());
    md5.update(options.rules.name());
    for number in [
        options.side,
        options.file_rows,
        options.batch,
        usize::from(options.in_order),
    ] {
        md5.update((number as u64).to_le_bytes());
    }
    let choice = &options.choice;
    md5.update(choice.seed.to_le_bytes());
    md5.update(choice.sample.to_le_bytes());
    md5.update(choice.validation.to_le_bytes());
    let (shard, shards) = choice.shard;
    for number in [choice.epoch, shard, shards, u64::from(choice.symmetry)] {
        md5.update(number.to_le_bytes());
    }
    set.games.iter().for_each(|game| md5.update(game.digest));
    hex(md5)
}

/// Returns the list of games, with split, input, file and rows separated by tabs.
pub fn list_of_games(set: &KatagoSet, head: &str) -> Result<String, DatasetError> {
    let mut list = format!("{head}\nsplit\tinput\tfile\trows\n");
    for split in Split::ALL {
        for place in &set.splits[split as usize].games {
            let game = &set.games[*place as usize];
            let (member, _) = set.text(game)?;
            let input = one_line(&set.inputs[game.input as usize].input);
            let (folder, member) = (split.folder(), one_line(&member));
            list.push_str(&format!("{folder}\t{input}\t{member}\t{}\n", game.rows));
        }
    }
    Ok(list)
}
