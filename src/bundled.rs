//! Files of the repository that the program carries. They are here because a published package
//! reaches no file outside its own folder, and this package's folder is the whole repository.

/// The archive `selfplay.tgz`: a few hundred games that GNU Go played against itself.
pub const GAMES: &[u8] = include_bytes!("../fixtures/selfplay.tgz");

/// The document with the recipes.
pub const RECIPES: &str = include_str!("../docs/recipes.md");
