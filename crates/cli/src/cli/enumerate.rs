//! `bgo enumerate`: every legal position of the small boards.

use super::interrupt;
use super::output::{JsonList, print, print_json};
use crate::args::one_of;
use crate::render::{CountBar, json, json_fields};
use anyhow::{Context, Result, ensure};
use bgo::internal::files::create_folder;
use bgo::internal::interrupt::Interrupt;
use bgo::internal::range::Range;
use bgo_research::enumerate::{
    Grid, KoCounts, PART_SIZE, PartRuns, PartSums, SmallPosition, count_legal, count_visited, ko_points, make_ko,
    make_legal, sum_parts,
};
use bgo_research::{ResearchError, Strictness};
use clap::Subcommand;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Find every legal position of boards up to 5x5, and count those of larger ones
///
/// A position is a serial: its digits in base 3 are the points, the upper left one the lowest,
/// 0 empty, 1 black, 2 white; Black is to play. Of the rotations and reflections of a position,
/// the one with the smallest serial is the reduced one.
#[derive(Debug, Subcommand)]
pub(super) enum EnumerateCommand {
    /// Make the files of legal and reduced positions: a bit for each serial
    ///
    /// Each part has a description beside it, with its counts and its MD5. Finished parts are not
    /// made again: after an interruption, rerun the command to continue. Parts can be made on
    /// several machines and put into one folder.
    Legal {
        /// The board: rows and columns, such as 3x4
        #[arg(long, value_name = "RxC")]
        size: Grid,
        /// The parts to make: A..B, A.., ..B or A, both ends included, counted from 0 [default: all]
        #[arg(long, value_name = "RANGE")]
        parts: Option<Range<u64>>,
        /// The number of serials in a part, a multiple of 8
        #[arg(long, value_name = "SERIALS", default_value_t = PART_SIZE)]
        part_size: u64,
        /// The folder for the files
        #[arg(long, value_name = "FOLDER")]
        out: PathBuf,
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
        /// Show no progress
        #[arg(long, short)]
        quiet: bool,
    },
    /// Make the files of points that a ko may forbid, from those of legal positions
    ///
    /// Four bytes for each serial, a bit for each point. A point counts if it is the only liberty
    /// of a single white stone and all its neighbours are white. By the strict rule, every other
    /// white string beside it must also have another liberty, as otherwise the position before the
    /// capture was illegal.
    Ko {
        /// The folder with the files of legal positions, where these go too
        #[arg(long, value_name = "FOLDER")]
        out: PathBuf,
        /// The parts to make: A..B, A.., ..B or A, both ends included [default: all with legal positions]
        #[arg(long, value_name = "RANGE")]
        parts: Option<Range<u64>>,
        /// The rule of the points
        #[arg(long, value_parser = one_of(&Strictness::ALL, Strictness::name), default_value = "compat")]
        ko: Strictness,
        /// Print the result as one JSON document
        #[arg(long)]
        json: bool,
        /// Show no progress
        #[arg(long, short)]
        quiet: bool,
    },
    /// Verify the finished parts in a folder and add them up
    Sum {
        /// The folder of the parts
        #[arg(value_name = "FOLDER")]
        folder: PathBuf,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
        /// Show no progress
        #[arg(long, short)]
        quiet: bool,
    },
    /// Count positions without writing files
    ///
    /// Legal positions are counted without visiting them, on boards up to 9x9. Reduced positions
    /// and those with a ko are visited, on boards up to 5x5, which takes long for 5x5.
    Count {
        /// The board: rows and columns, such as 3x4
        #[arg(long, value_name = "RxC")]
        size: Grid,
        /// Count only legal positions, without visiting any
        #[arg(long)]
        legal: bool,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
        /// Show no progress
        #[arg(long, short)]
        quiet: bool,
    },
    /// Show a position: its liberties, rotations, reflections, and points that a ko may forbid
    View {
        /// The serial of the position
        #[arg(value_name = "SERIAL")]
        serial: u64,
        /// The board: rows and columns, such as 3x4
        #[arg(long, value_name = "RxC")]
        size: Grid,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

pub(super) fn run(command: &EnumerateCommand) -> Result<ExitCode> {
    match command {
        EnumerateCommand::Legal {
            size,
            parts,
            part_size,
            out,
            json,
            quiet,
        } => {
            size.require_parts(*part_size)?;
            create_folder(out).with_context(|| format!("{} is not a folder and cannot be made one", out.display()))?;
            make(*json, *quiet, |tell, bar, stop| {
                make_legal(
                    *size,
                    *part_size,
                    parts.unwrap_or_default(),
                    out,
                    stop,
                    |part| {
                        let text = format!(
                            "{}  part {}: {} legal, {} of them reduced\n",
                            part.md5, part.part, part.content.legal, part.content.reduced
                        );
                        tell(&part, text)
                    },
                    |done, all| bar.tell(done, all),
                )
            })?;
        }
        EnumerateCommand::Ko {
            out,
            parts,
            ko,
            json,
            quiet,
        } => make(*json, *quiet, |tell, bar, stop| {
            make_ko(
                *ko,
                parts.unwrap_or_default(),
                out,
                stop,
                |part| {
                    let ko = &part.content.ko;
                    let text = format!(
                        "{}  part {}: {} points in {} positions, at most {}\n",
                        part.md5, part.part, ko.points, ko.positions, ko.most
                    );
                    tell(&part, text)
                },
                |done, all| bar.tell(done, all),
            )
        })?,
        EnumerateCommand::Sum { folder, json, quiet } => {
            let bar = CountBar::of_bytes(!quiet);
            let sums = until_stopped(|stop| sum_parts(folder, stop, |done, all| bar.tell(done, all)))?;
            drop(bar);
            let sums = sums?;
            if *json {
                print_json(&sums)?
            } else {
                print(sums_text(&sums))?
            }
        }
        EnumerateCommand::Count {
            size,
            legal,
            json,
            quiet,
        } => count(*size, *legal, *json, *quiet)?,
        EnumerateCommand::View { serial, size, json } => view(*size, *serial, *json)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn until_stopped<T>(work: impl FnOnce(&Interrupt) -> T) -> Result<T> {
    let stop = interrupt::handled()?;
    let _watch = stop.start();
    Ok(work(&stop))
}

/// Makes parts, and prints each as soon as it is finished.
fn make<P: Serialize>(
    json: bool,
    quiet: bool,
    work: impl FnOnce(&mut dyn FnMut(&P, String), &CountBar, &Interrupt) -> Result<(), ResearchError>,
) -> Result<()> {
    let bar = CountBar::new(!quiet, "serials");
    let mut list: Option<JsonList> = None;
    let mut told = Ok(());
    let done = until_stopped(|stop| {
        work(
            &mut |part, text| {
                if told.is_ok() {
                    told = if json { add_part(&mut list, part) } else { print(text) };
                }
            },
            &bar,
            stop,
        )
    })?;
    drop(bar);
    if let Some(list) = list {
        list.end()?;
    }
    told?;
    Ok(done?)
}

/// Adds a part to the JSON document, which begins with the first one.
fn add_part(list: &mut Option<JsonList>, part: &impl Serialize) -> Result<()> {
    let list = match list {
        Some(list) => list,
        None => list.insert(JsonList::begin("{\"parts\":[")?),
    };
    list.add(part)
}

fn sums_text(sums: &PartSums) -> String {
    let mut text = format!(
        "board      {} in parts of {} serials\nlegal      {}\nreduced    {}\n{}",
        sums.board,
        sums.part_size,
        sums.legal,
        sums.reduced,
        parts("parts", &sums.legal_parts, sums.parts)
    );
    if sums.ko_parts.finished > 0 {
        let ko = &sums.ko;
        text.push_str(&format!(
            "ko         {} points in {} positions, at most {}\n{}",
            ko.points,
            ko.positions,
            ko.most,
            parts("ko parts", &sums.ko_parts, sums.parts)
        ));
    }
    text
}

fn parts(name: &str, found: &PartRuns, all: u64) -> String {
    let missing: Vec<String> = found
        .missing
        .iter()
        .map(|(first, last)| {
            if first == last {
                first.to_string()
            } else {
                format!("{first}..{last}")
            }
        })
        .collect();
    if missing.is_empty() {
        return format!("{name:<10} all {all}, verified\n");
    }
    format!(
        "{name:<10} {} of {all}, verified; missing: {}\n",
        found.finished,
        missing.join(", ")
    )
}

fn count(size: Grid, only_legal: bool, is_json: bool, quiet: bool) -> Result<()> {
    let serials = 3_u128.checked_pow(size.points() as u32);
    let legal = count_legal(size);
    let mut visited = None;
    if size.is_small() && !only_legal {
        let bar = CountBar::new(!quiet, "serials");
        let counted = until_stopped(|stop| count_visited(size, stop, |done, all| bar.tell(done, all)))?;
        drop(bar);
        visited = Some(counted?);
    }
    if is_json {
        let visited = visited.map_or(json(&()), |(reduced, [ko, strict_ko])| {
            json_fields(&[
                ("reduced", json(&reduced)),
                ("ko", json(&ko)),
                ("strict_ko", json(&strict_ko)),
            ])
        });
        return print(json_fields(&[
            ("board", json(&size)),
            ("serials", json(&serials)),
            ("legal", json(&legal)),
            ("visited", visited),
        ]));
    }
    let serials = serials.map_or(format!("3^{}", size.points()), |serials| serials.to_string());
    let mut text = format!("board      {size}\nserials    {serials}\nlegal      {legal}\n");
    if let Some((reduced, counts)) = &visited {
        let [ko, strict_ko] = counts.each_ref().map(ko);
        text.push_str(&format!(
            "reduced    {reduced}\nko         {ko}\nstrict ko  {strict_ko}\n"
        ));
    }
    print(text)
}

fn ko(counts: &KoCounts) -> String {
    let first = match counts.first_with_most {
        Some(serial) => format!(" (first in {serial})"),
        None => String::new(),
    };
    format!(
        "{} points in {} positions, at most {}{first}",
        counts.points, counts.positions, counts.most
    )
}

fn view(grid: Grid, serial: u64, is_json: bool) -> Result<()> {
    grid.require_small()?;
    ensure!(
        serial < grid.serials(),
        "{grid} has no serial {serial}; they are below {}",
        grid.serials()
    );
    let position = SmallPosition::new(grid, serial);
    let columns = grid.columns();
    let symmetries = grid.symmetries();
    let orbit = symmetries
        .iter()
        .map(|symmetry| position.transformed(symmetry).serial(grid));
    let mut orbit: Vec<u64> = orbit.collect();
    orbit.sort_unstable();
    orbit.dedup();
    // The rows from the top, as X, O and dots.
    let marks: Vec<char> = (0..grid.points())
        .map(|point| ['.', 'X', 'O'][usize::from(position.digit(point))])
        .collect();
    // The number of liberties of the string on each point, row by row; null without a stone.
    let liberties = (0..grid.points()).map(|point| {
        let string = position.string(grid, point);
        (string != 0).then(|| position.liberties(grid, string).count_ones())
    });
    let liberties: Vec<Option<u32>> = liberties.collect();
    let (is_legal, is_reduced) = (position.is_legal(grid), position.is_reduced(grid));
    // The points that a ko may forbid to Black.
    let [ko, strict_ko]: [Vec<usize>; 2] = Strictness::ALL.map(|rule| {
        let set = ko_points(grid, position, rule);
        let points = (0..grid.points()).filter(|point| is_legal && set >> point & 1 == 1);
        points.collect()
    });
    if is_json {
        let rows: Vec<String> = marks.chunks(columns).map(|row| row.iter().collect()).collect();
        return print(json_fields(&[
            ("board", json(&grid)),
            ("serial", json(&serial)),
            ("rows", json(&rows)),
            ("legal", json(&is_legal)),
            ("reduced", json(&is_reduced)),
            ("orbit", json(&orbit)),
            ("liberties", json(&liberties)),
            ("ko", json(&ko)),
            ("strict_ko", json(&strict_ko)),
        ]));
    }
    let mut text = format!(
        "serial {serial} of {grid}: {}legal, {}reduced\n",
        if is_legal { "" } else { "not " },
        if is_reduced { "" } else { "not " }
    );
    for first in (0..grid.points()).step_by(columns) {
        let row = first..first + columns;
        for point in row.clone() {
            let mark = if ko.contains(&point) { 'k' } else { marks[point] };
            text.push_str(&format!(" {mark}"));
        }
        text.push_str("   ");
        for point in row {
            match liberties[point] {
                Some(liberties) => text.push_str(&format!(" {liberties}")),
                None => text.push_str(" ."),
            }
        }
        text.push('\n');
    }
    text.push_str(&format!(
        "orbit     {}\nko        {}\nstrict ko {}\n",
        listed(&orbit),
        listed(&ko),
        listed(&strict_ko)
    ));
    print(text)
}

fn listed(numbers: &[impl ToString]) -> String {
    if numbers.is_empty() {
        return "none".to_owned();
    }
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
