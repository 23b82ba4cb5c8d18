//! The limits of `bgo sql`: each has a message, and no query exhausts memory.

use crate::world::{World, game};
#[cfg(target_os = "linux")]
use std::io::Read;
#[cfg(target_os = "linux")]
use std::process::Stdio;
#[cfg(target_os = "linux")]
use std::time::Duration;
use testkit::Text;
#[cfg(target_os = "linux")]
use testkit::usage;

const ENDLESS: &str = "with recursive n(i) as (select 1 union all select i + 1 from n)";

fn world() -> World {
    World::with(&[&game("PB[Ann]PW[Bob]", "pd dp"), &game("PB[Bob]", "dd")])
}

#[test]
fn every_limit_has_a_sentence() {
    let world = world();
    let nested = format!("select {}1{}", "(select ".repeat(600), ")".repeat(600));
    let compound = vec!["select 1"; 300].join(" union all ");
    let columns = format!("select {}", vec!["1"; 600].join(", "));
    let arguments = format!("select max({})", vec!["1"; 200].join(", "));
    let deep = format!("select {}", vec!["1"; 300].join(" + "));
    let pattern = format!("select 'a' like '{}'", "a".repeat(2000));
    let long = format!("select '{}'", "a".repeat(70_000));
    let smaller = "; make the query smaller, docs/sql.md has the limits";
    for (query, says) in [
        ("select zeroblob(1000000000)", "is longer than 16777216 bytes"),
        (
            "select length(printf('%999999999d', 1))",
            "is longer than 16777216 bytes",
        ),
        (nested.as_str(), smaller),
        (&compound, smaller),
        (&columns, smaller),
        (&arguments, smaller),
        (&deep, smaller),
        (&long, "the query is longer than 64 KiB"),
        (&pattern, "LIKE or GLOB pattern too complex"),
    ] {
        // A command line of Windows has at most 32,767 characters.
        if cfg!(windows) && query.len() > 32_000 {
            continue;
        }
        world.sentence(["sql", query]).says(says);
    }
    let endless = format!("{ENDLESS} select count(*) from n");
    world
        .sentence(["sql", "--timeout", "1", &endless])
        .begins("the query was not answered within 1 s; ");
    let command = format!("sql --timeout 1 \"{endless}\"; sql select 7");
    let ran = world.run(["shell", "--keep-going", "-c", &command]);
    ran.err.says("was not answered within 1 s");
    ran.out.ends("7\n");
    assert_eq!(world.run(["sql", "--timeout", "0", "select 1"]).status, 2);
}

#[test]
fn the_longest_name_that_counts_can_be_read() {
    let world = World::new();
    let name = "n".repeat(bgo::internal::record::MAX_LETTERS);
    world.write("a.sgf", game(&format!("EV[{name}{name}]"), "pd"));
    world.ok(["import", "-q", "a.sgf"]);
    assert_eq!(
        world.ok(["sql", "--csv", "select event from games"]).len(),
        "event\r\n\r\n".len() + name.len()
    );
    world
        .ok(["sql", "--csv", "select * from games order by game"])
        .says(&name);
}

#[test]
fn the_shell_shows_no_answer_without_end() {
    let command = format!("sql --csv {ENDLESS} select i from n; sql select 7");
    let ran = world().run(["shell", "--keep-going", "-c", &command]);
    ran.err
        .says("the answer is longer than 16 MiB, the most that the shell shows");
    ran.out.ends("7\n");
}

/// Measures the memory of queries that ask for gigabytes. They may answer with a value
/// or a message about a limit.
#[test]
#[cfg(target_os = "linux")]
fn nasty_queries_take_little_memory() {
    const MOST: u64 = 400 << 10;
    let world = world();
    let bounded = ENDLESS.replace("from n)", "from n where i < 30000000)");
    let big = "hex(zeroblob(8000000))";
    let wide = |count: usize| {
        let columns: Vec<String> = (0..count)
            .map(|i| format!("hex(zeroblob({}))", 8_000_000 + i))
            .collect();
        columns.join(", ")
    };
    let ors: Vec<String> = (0..150)
        .map(|i| format!("black = hex(zeroblob({}))", 8_000_000 + i))
        .collect();
    let queries = [
        format!("{bounded} select length(group_concat(i)) from n"),
        format!("{bounded} select length(json_group_array('0123456789012345678901234567890123456789')) from n"),
        format!("{bounded} select length(json_group_object(i, 'a long value of many letters')) from n"),
        format!("select length(replace({big}, '0', {big}))"),
        format!("select {}", wide(400)),
        format!("select max({})", wide(90)),
        format!("select count(*) from games where {}", ors.join(" or ")),
        format!("with a as materialized (select {big} as x) select {} from a", vec!["x"; 400].join(", ")),
        format!("{ENDLESS} select count(*) from (select distinct {big} || i from n limit 40)"),
        format!("{bounded} select count(*) from (select i, row_number() over (order by -i) from n)"),
        format!("{bounded} select i, sum(i) over (rows between unbounded preceding and unbounded following) from n limit 1"),
        "with recursive n(i, x) as (select 1, hex(zeroblob(500000)) union select i + 1, x || i from n limit 300) select count(*) from n".to_owned(),
        "with recursive n(x) as (select 'ab' union all select x || x from n) select max(length(x)) from n".to_owned(),
        format!("{} select count(*) from (select a.i, b.i from n as a, n as b order by a.i + b.i desc)",
            ENDLESS.replace("from n)", "from n where i < 2500)")),
        format!("select * from json_each('[' || substr(replace({big}, '0', '1,'), 1, 14000000) || '1]') order by 1"),
        format!("select {} from games as a, games as b order by 1", vec![big; 20].join(", ")),
    ];
    for query in &queries {
        // A time limit, as on a server.
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bgo"));
        let child = command
            .args(["sql", "--csv", "--timeout", "5", query])
            .env("BGO_DB", world.database_path())
            .current_dir(world.folder())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = child.expect("starts");
        let mut peak = 0;
        let mut out = child.stdout.take().expect("piped");
        let reader = std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        while child.try_wait().expect("waits").is_none() {
            peak = peak.max(usage(child.id()).map_or(0, |(peak, _)| peak));
            if peak > MOST {
                child.kill().expect("is ended");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        reader.join().expect("reads").expect("reads");
        let mut said = String::new();
        child
            .stderr
            .take()
            .expect("piped")
            .read_to_string(&mut said)
            .expect("UTF-8");
        println!("{:>4} MiB  {:.60}  {}", peak >> 10, query, said.trim());
        assert!(peak <= MOST, "{} MiB: {query:.200}", peak >> 10);
        let is_sentence = said.is_empty() || (said.starts_with("bgo: ") && said.lines().count() == 1);
        assert!(is_sentence && !said.contains("panicked"), "{said}");
    }
}
