//! Killing the program at random moments.

use crate::games::{Game, corpus, games};
use crate::job::{Job, Kind};
use crate::{random, setting};
use std::time::{Duration, Instant};
use testkit::Rng;

/// The total number of kills, unless `BGO_KILLS` is set.
const KILLS: usize = 10;

/// Returns how long a job takes: the shortest of three runs.
fn length(job: &Job) -> Duration {
    let times = (0..3).map(|_| {
        job.reset();
        let started = Instant::now();
        job.place.succeed(&job.arguments());
        started.elapsed()
    });
    times.min().expect("a time")
}

/// Kills a job at `count` random moments, spread over its length.
fn kill(job: &Job, count: usize, rng: &mut Rng) {
    let length = length(job);
    let mut killed = 0;
    for number in 0..count {
        let moment = length.mul_f64((number as f64 + rng.below(1000) as f64 / 1000.0) / count as f64);
        println!("{:?}: killing it after {moment:?} of {length:?}", job.kind);
        job.reset();
        let mut seen = None;
        let started = Instant::now();
        let mut process = job.place.start(&job.arguments());
        std::thread::sleep(moment.saturating_sub(started.elapsed()));
        if job.kind != Kind::Create && rng.one_in(2) {
            // Games that another process has seen are committed and must be kept.
            seen = Some(job.games());
        }
        killed += usize::from(process.try_wait().expect("is asked").is_none());
        process.kill().expect("is killed");
        process.wait().expect("ends");
        job.verify(seen);
    }
    println!("{:?}: {killed} of {count} runs were killed before they ended", job.kind);
}

fn kill_all(games: &[Game], count: usize) {
    let mut rng = random();
    for kind in Kind::ALL {
        kill(&Job::new(kind, games), count.div_ceil(Kind::ALL.len()), &mut rng);
    }
}

#[test]
fn whatever_is_killed_leaves_a_sound_database() {
    kill_all(&games(100), setting("BGO_KILLS", KILLS));
}

/// Runs only if `BGO_KILLS` is set, because it takes minutes.
#[test]
fn real_games_survive_too() {
    let count = setting("BGO_KILLS", 0);
    if count == 0 {
        println!("skipped: BGO_KILLS is not set");
    } else if let Some(mut games) = corpus("tygem-5k.tgz") {
        games.truncate(2000);
        kill_all(&games, count);
    }
}
