//! `bgo serve`: the page and its API.

use super::global::Global;
use super::listen::{Listening, listen, reachable};
use super::output::tell;
use super::{browser, interrupt};
use crate::web::{self, Changes, FAREWELL, Permission, Presence, Site, host_name};
use anyhow::{Context, Result, bail, ensure};
use axum::http::HeaderValue;
use bgo::internal::store::{Access, Database};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// Serve the page and its API until Ctrl-C
///
/// The page can import and remove games if the server listens on this computer alone and no option for a
/// proxy is given (--host, --base, --allow-origin).
#[derive(Debug, clap::Args)]
pub(super) struct ServeArgs {
    /// The address and port to listen on, such as localhost:5000; port 0 takes any free port [default:
    /// 127.0.0.1:5000, or the next port that is free]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: Option<String>,
    /// Open the page in the browser; if the database is served already, open that page
    // The address with the token would be seen by all users of the computer.
    #[arg(long, conflicts_with = "allow_import")]
    open: bool,
    /// The query of the address that is opened
    #[arg(long, hide = true, requires = "open", default_value = "")]
    at: String,
    /// End a minute after the last page is closed, five minutes after the start if none is opened, or by the page's
    /// menu
    #[arg(long, conflicts_with_all = ["host", "base", "allow_origin", "allow_import"])]
    until_closed: bool,
    /// The time that the server then waits, in milliseconds
    #[arg(long, hide = true, default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..))]
    linger: u64,
    /// A name or IP address that requests may use for the server, besides localhost and that of --listen; can be
    /// repeated
    #[arg(long, value_name = "NAME", value_parser = host)]
    host: Vec<String>,
    /// The path below which everything is served
    #[arg(long, value_name = "PATH", default_value = "/", value_parser = base)]
    base: String,
    /// Another origin whose pages may use the API, such as `https://go.example`; can be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    allow_origin: Vec<HeaderValue>,
    /// Print an address with a token; whoever opens it can import and remove games
    #[arg(long)]
    allow_import: bool,
    /// Allow no imports or removals
    #[arg(long, conflicts_with = "allow_import")]
    read_only: bool,
}

impl ServeArgs {
    /// Returns who may change the database if the server listens on an address.
    fn permission(&self, ip: IpAddr) -> Result<Permission> {
        let is_for_others = !self.host.is_empty() || self.base != "/" || !self.allow_origin.is_empty();
        if self.allow_import {
            Permission::with_token().context("the system has no random numbers for a token")
        } else if self.read_only || is_for_others || !ip.is_loopback() {
            Ok(Permission::Nobody)
        } else {
            Ok(Permission::OwnPage)
        }
    }
}

pub(super) fn serve(global: &Global, args: ServeArgs) -> Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("the server cannot start")?;
    let _running = interrupt::start()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let listener = match listen(args.listen.as_deref(), &args.base, &global.database_path()?).await? {
            Listening::Free(listener) => listener,
            Listening::Served(page) if args.open => {
                tell(format_args!("this database is served already; opening {page}"));
                browser::open(&page_at(&page, &args.at));
                return Ok(());
            }
            Listening::Served(page) => bail!("this database is served already: open {page}"),
        };
        let address = listener.local_addr().context("the server has no address")?;
        ensure!(
            !args.until_closed || address.ip().is_loopback(),
            "--until-closed is for pages on this computer; {address} can be reached by others"
        );
        let permission = args.permission(address.ip())?;
        let database = open(global, &permission)?;
        if !address.ip().is_loopback() {
            tell(format_args!(
                "bgo: warning: {address} can be reached by other computers; anyone who can reach it can read the whole database"
            ));
        }
        let token = match &permission {
            Permission::Token(token) => format!("#token={token}"),
            Permission::Nobody | Permission::OwnPage => String::new(),
        };
        let changes = Changes::new(&database, permission);
        let presence = args.until_closed.then(Arc::<Presence>::default);
        let mut hosts = args.host;
        // The host of the address, unless it is an IP address.
        let listen = args.listen.filter(|listen| listen.parse::<SocketAddr>().is_err());
        if let Some((name, _)) = listen.as_deref().and_then(|listen| listen.rsplit_once(':')) {
            hosts.push(host_name(name));
        }
        let site = Site {
            database,
            changes: changes.clone(),
            presence: presence.clone(),
            ip: address.ip(),
            hosts,
            base: args.base.clone(),
            origins: args.allow_origin,
        };
        tell(format_args!("listening on http://{address}{}{token}", args.base));
        if presence.is_some() {
            tell("until the page is closed, or ended by its menu");
        }
        if args.open {
            let page = format!("http://{}{}", reachable(address), args.base);
            let page = page_at(&page, &args.at);
            std::thread::spawn(move || browser::open(&page));
        }
        let told = async {
            let Some(presence) = presence else {
                stop.await;
                return changes.stop();
            };
            let linger = Duration::from_millis(args.linger);
            tokio::select! {
                () = stop => {}
                () = presence.over(linger, || changes.is_running()) => {}
            }
            presence.end();
            changes.stop();
        };
        web::serve(listener, site.app(), told).await;
        changes.end(FAREWELL).await;
        Ok::<_, anyhow::Error>(())
    })?;
    // Nobody waits for the answers that are still being computed.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

/// Returns the address of the page at the place that a query describes.
fn page_at(page: &str, query: &str) -> String {
    if query.is_empty() {
        page.to_owned()
    } else {
        format!("{page}?{query}")
    }
}

/// Opens the database to read. If games may be imported, makes one that is missing.
fn open(global: &Global, permission: &Permission) -> Result<Database> {
    let path = global.database_path()?;
    if permission.is_given() && !path.exists() {
        drop(global.open(Access::Write)?);
        tell(format_args!("made {}, which has no games yet", path.display()));
    }
    global.open(Access::Read)
}

/// Returns a future that is ready when the program is told to stop. A program that then does not
/// end, because the system lets its threads wait for something, is ended.
fn stop_signal() -> Result<impl Future<Output = ()>> {
    const LOOK: Duration = Duration::from_millis(50);
    let interrupt = interrupt::handled()?;
    let (tell, told) = tokio::sync::oneshot::channel();
    let thread = std::thread::Builder::new().name("signals".to_owned());
    let started = thread.spawn(move || {
        while !interrupt.is_set() {
            sleep(LOOK);
        }
        let _ = tell.send(());
        sleep(2 * FAREWELL);
        std::process::exit(0);
    });
    started.context("the server cannot start")?;
    Ok(async {
        let _ = told.await;
    })
}

fn address(text: &str) -> Result<String, &'static str> {
    let is_address = match text.rsplit_once(':') {
        _ if text.parse::<SocketAddr>().is_ok() => true,
        Some((name, port)) => is_name(name) && port.parse::<u16>().is_ok(),
        None => false,
    };
    if is_address {
        Ok(text.to_owned())
    } else {
        Err("an address is a host and a port, such as 127.0.0.1:5000, [::1]:5000 or localhost:5000")
    }
}

fn host(text: &str) -> Result<String, &'static str> {
    let ipv6 = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    if ipv6.is_some_and(|text| text.parse::<Ipv6Addr>().is_ok()) || is_name(text) {
        Ok(host_name(text))
    } else {
        Err(
            "a host is a name or an IP address without a port, such as go.example or [2001:db8::1]; --listen takes one with a port",
        )
    }
}

fn is_name(text: &str) -> bool {
    !host_name(text).is_empty() && has_only(text, "-._")
}

fn has_only(text: &str, others: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
}

/// Reads a path, and returns it with a slash at both ends.
fn base(text: &str) -> Result<String, &'static str> {
    const WRONG: &str = "a path is made of letters, digits and -._~ between slashes, such as /bgo/";
    let path = text.strip_prefix('/').ok_or(WRONG)?;
    let path = path.strip_suffix('/').unwrap_or(path);
    if path.is_empty() {
        Ok("/".to_owned())
    } else if path
        .split('/')
        .all(|folder| !["", ".", ".."].contains(&folder) && has_only(folder, "-._~"))
    {
        Ok(format!("/{path}/"))
    } else {
        Err(WRONG)
    }
}

/// Reads an origin as browsers send it.
fn origin(text: &str) -> Result<HeaderValue, &'static str> {
    const WRONG: &str = "an origin is a scheme and a host, and a port if there is one: https://go.example:8080";
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && has_only(host, "-.:[]") => HeaderValue::from_str(text).map_err(|_| WRONG),
        _ => Err(WRONG),
    }
}
