use bgo::record::{GameRecord, Rejection, decoded_trees, parts};

/// Returns the first game of a file.
pub fn first_record(bytes: &[u8]) -> Result<GameRecord, Rejection> {
    for part in parts(bytes) {
        // No text has such a character, and other files may have "(;" somewhere.
        if part.decoded.text.contains('\0') {
            break;
        }
        if let Some(tree) = decoded_trees(&part.decoded).next() {
            return tree.game;
        }
    }
    Err(Rejection::NoGame)
}
