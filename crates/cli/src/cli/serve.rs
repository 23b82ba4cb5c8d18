use super::global::Global;
use super::interrupt;
use super::output::tell;
use crate::web::{FAREWELL, Options, Server, host_name};
use anyhow::{Context, Result};
use axum::http::HeaderValue;
use bgo::store::Access;
use std::net::{Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

/// Serve the page and its API until Ctrl-C
#[derive(Debug, clap::Args)]
pub(super) struct ServeArgs {
    /// The address to listen on, such as localhost:5000; port 0 takes any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:5000", value_parser = address)]
    listen: Address,
    /// A name or IP address by which the server may be asked for, besides localhost and its own; can be repeated
    #[arg(long, value_name = "NAME", value_parser = host)]
    host: Vec<String>,
    /// The path below which everything is served
    #[arg(long, value_name = "PATH", default_value = "/", value_parser = base)]
    base: String,
    /// Another origin whose pages may use the API, such as `https://go.example`; can be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    allow_origin: Vec<HeaderValue>,
}

/// A host and a port.
#[derive(Clone, Debug)]
struct Address {
    text: String,
    /// The host, unless it is an IP address.
    name: Option<String>,
}

fn address(text: &str) -> Result<Address, &'static str> {
    let name = match text.rsplit_once(':') {
        _ if text.parse::<SocketAddr>().is_ok() => None,
        Some((name, port)) if is_name(name) && port.parse::<u16>().is_ok() => Some(host_name(name)),
        _ => return Err("an address is a host and a port, such as 127.0.0.1:5000, [::1]:5000 or localhost:5000"),
    };
    Ok(Address {
        text: text.to_owned(),
        name,
    })
}

fn host(text: &str) -> Result<String, &'static str> {
    let ipv6 = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match ipv6.is_some_and(|text| text.parse::<Ipv6Addr>().is_ok()) || is_name(text) {
        true => Ok(host_name(text)),
        false => Err("a host is a name or an IP address without a port, such as go.example or [2001:db8::1]"),
    }
}

fn is_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    !host_name(text).is_empty() && text.chars().all(is_plain)
}

/// Reads a path, and returns it with a slash at both ends.
fn base(text: &str) -> Result<String, &'static str> {
    const WRONG: &str = "a path is made of letters, digits and -._~ between slashes, such as /bgo/";
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    let path = text.strip_prefix('/').ok_or(WRONG)?;
    let path = path.strip_suffix('/').unwrap_or(path);
    let is_folder = |part: &str| !["", ".", ".."].contains(&part) && part.chars().all(is_plain);
    match path {
        "" => Ok("/".to_owned()),
        path if path.split('/').all(is_folder) => Ok(format!("/{path}/")),
        _ => Err(WRONG),
    }
}

/// Reads an origin as browsers send it.
fn origin(text: &str) -> Result<HeaderValue, &'static str> {
    const WRONG: &str = "an origin is a scheme and a host, and a port if there is one: https://go.example:8080";
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    match host {
        Some(host) if !host.is_empty() && host.chars().all(is_plain) => HeaderValue::from_str(text).map_err(|_| WRONG),
        _ => Err(WRONG),
    }
}

pub(super) fn run(global: &Global, args: &ServeArgs) -> Result<ExitCode> {
    let options = Options {
        database: global.open(Access::Read)?,
        address: args.listen.text.clone(),
        hosts: args.host.iter().chain(&args.listen.name).cloned().collect(),
        base: args.base.clone(),
        origins: args.allow_origin.clone(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("the server cannot start")?;
    let _running = interrupt::start()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let listening = Server::bind(options).await;
        let server = listening.with_context(|| format!("cannot listen on {}", args.listen.text))?;
        let address = server.address();
        if !address.ip().is_loopback() {
            tell(format_args!(
                "bgo: warning: {address} can be reached by other computers; anyone who can reach it can read the whole database"
            ));
        }
        tell(format_args!("listening on http://{address}{}", args.base));
        server.run(stop).await;
        Ok::<_, anyhow::Error>(())
    })?;
    // Nobody waits for the answers that are still being computed.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

/// Returns a future that is ready when the program is told to stop. A program that then does not
/// end, because the system lets its threads wait for something, is ended.
fn stop_signal() -> Result<impl Future<Output = ()>> {
    const LOOK: Duration = Duration::from_millis(50);
    let interrupt = interrupt::handled()?;
    let (tell, told) = tokio::sync::oneshot::channel();
    let obey = move || {
        while !interrupt.is_set() {
            sleep(LOOK);
        }
        let _ = tell.send(());
        sleep(2 * FAREWELL);
        std::process::exit(0);
    };
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(obey).context("the server cannot start")?;
    Ok(async {
        let _ = told.await;
    })
}
