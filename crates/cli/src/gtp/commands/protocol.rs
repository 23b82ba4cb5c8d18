use crate::gtp::engine::{Engine, Pose};
use crate::gtp::failure::Failure;
use crate::gtp::reply::{Reply, done, text};
use crate::gtp::request::Arguments;

pub(super) fn protocol_version(_: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    text("2")
}

pub(super) fn name(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    text(match engine.pose {
        None => "bgo",
        Some(Pose::LeelaZero) => "Leela Zero",
        Some(Pose::Katago) => "KataGo",
    })
}

pub(super) fn version(engine: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    text(match engine.pose {
        None => env!("CARGO_PKG_VERSION"),
        // Versions whose commands and forms of analysis are these.
        Some(Pose::LeelaZero) => "0.17",
        Some(Pose::Katago) => "1.15.0",
    })
}

pub(super) fn quit(_: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    Ok(Reply::End)
}

/// Ends an analysis, as any line does.
pub(super) fn stop(_: &mut Engine, _: Arguments<'_>) -> Result<Reply, Failure> {
    done()
}
