use bgo::record::{GameRecord, Rejection, decode, game_trees};

/// Returns the first game of a file.
pub fn first_record(bytes: &[u8]) -> Result<GameRecord, Rejection> {
    let text = decode(bytes).text;
    // No text has such a character, and other files may have "(;" somewhere.
    let text = if text.contains('\0') { "" } else { &*text };
    game_trees(text).next().map_or(Err(Rejection::NoGame), |tree| tree.game)
}
