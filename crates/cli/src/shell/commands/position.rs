use bgo::position_file::PositionId;
use bgo::query::Line;
use crate::shell::command::{Command, Output, parse};
use crate::shell::{Session, ShellError};
use clap::Args;

#[derive(Args, Debug)]
struct PositionArgs {
    /// Its id: 20 hex digits
    #[arg(value_name = "ID")]
    id: PositionId,
}

/// Puts an imported position on the search board.
pub struct Position;

impl Command for Position {
    fn name(&self) -> &'static str {
        "Position"
    }

    fn keywords(&self) -> &'static [&'static str] {
        &["position"]
    }

    fn summary(&self) -> &'static str {
        "Puts a position of an imported file on the search board"
    }

    fn arguments(&self, parser: clap::Command) -> clap::Command {
        PositionArgs::augment_args(parser)
    }

    fn examples(&self) -> &'static [(&'static str, &'static str)] {
        &[(
            "position 31846ceb8015dc920057",
            "that with this id; \"bgo positions import\" adds files of them",
        )]
    }

    fn run(&self, words: &[String], session: &mut Session) -> Result<Output, ShellError> {
        let PositionArgs { id } = parse(self, words)?;
        session.set_line(Line::from_imported(&session.snapshot()?, id)?);
        Ok(session.search()?.into())
    }
}

#[cfg(test)]
mod tests {
    use bgo::position_file::{PositionId, PositionRecord};
    use bgo::go::{Board, BoardSize, Color, Point};
    use crate::shell::testing::{failure, session, shown};
    use bgo::store::StoreError;
    use std::path::Path;
    use std::sync::Arc;

    #[test]
    fn an_imported_position_is_searched() {
        let mut session = session(&["pd dp"]);
        let mut board = Board::new(BoardSize::MAX);
        board.set(Point::new(3, 3), Some(Color::Black));
        let id = PositionId::new(0x17, Color::White);
        let record = Ok::<_, StoreError>(PositionRecord::new(id, &board, None));
        let added = session.database().add_positions(
            Path::new("p.dat"),
            BoardSize::MAX,
            std::iter::once(record),
            Arc::default(),
            |_| {},
        );
        assert!(added.is_ok(), "{added:?}");
        let searched = shown(&mut session, &format!("position {id}"));
        assert!(searched.ends_with("a - 1\nTotal count: 1\n"), "{searched}");
        assert_eq!(session.line().to_play(), Color::White);
        let other = PositionId::new(0x18, Color::White);
        assert_eq!(
            failure(&mut session, &format!("position {other}")),
            format!("no position with the id {other} was imported")
        );
        assert!(failure(&mut session, "position x").contains("\"x\" is no id of a position"));
    }
}
