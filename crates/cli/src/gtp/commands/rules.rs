//! Commands about the rules. The engine stores the rules and returns them; no answer depends on
//! them, except whether `play` accepts suicide.

use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::reply::{Reply, done, text};
use crate::gtp::request::Arguments;
use bgo_research::formats::katago::Rules;

pub(super) fn kata_get_rules(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    text(engine.game.terms.rules.json()?)
}

pub(super) fn kata_set_rules(engine: &mut Engine, words: Arguments<'_>) -> Result<Reply, Failure> {
    engine.game.terms.rules = Rules::read(words.text().trim())?;
    done()
}

pub(super) fn kata_set_rule(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    let (field, value) = (words.word()?, words.word()?);
    engine.game.terms.rules = engine.game.terms.rules.with(field, value)?;
    done()
}

/// Sets the rules by their names on KGS, where the Chinese rules have positional superko.
pub(super) fn kgs_rules(engine: &mut Engine, mut words: Arguments<'_>) -> Result<Reply, Failure> {
    engine.game.terms.rules = Rules::read(match words.word()? {
        "chinese" => "chinese-kgs",
        name => name,
    })?;
    done()
}
