use super::global::Global;
use super::interrupt;
use super::output::tell;
use crate::web::{Options, Server};
use anyhow::{Context, Result};
use axum::http::HeaderValue;
use bgo::store::Access;
use std::net::SocketAddr;
use std::process::ExitCode;

/// Serve the page and its API until Ctrl-C
#[derive(Debug, clap::Args)]
pub(super) struct ServeArgs {
    /// The address to listen on; port 0 takes any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:5000", value_parser = address)]
    listen: SocketAddr,
    /// Another origin whose pages may use the API, such as `https://go.example`; can be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    allow_origin: Vec<HeaderValue>,
}

fn address(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "an address is an IP address and a port, such as 127.0.0.1:5000 or [::1]:5000")
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
        address: args.listen,
        origins: args.allow_origin.clone(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("the server cannot start")?;
    // If the database was brought up to date, its handlers of signals are there, too.
    let _running = interrupt::interrupt().start();
    runtime.block_on(async {
        let stop = stop_signal()?;
        let listening = Server::bind(options).await;
        let server = listening.with_context(|| format!("cannot listen on {}", args.listen))?;
        let address = server.address();
        if !address.ip().is_loopback() {
            tell(format_args!(
                "bgo: warning: {address} can be reached by other computers; anyone who can reach it can read the whole database"
            ));
        }
        tell(format_args!("listening on http://{address}/"));
        server.run(stop).await;
        Ok::<_, anyhow::Error>(())
    })?;
    // Nobody waits for the answers that are still being computed.
    runtime.shutdown_background();
    Ok(ExitCode::SUCCESS)
}

/// Returns a future that is ready when the program is told to stop.
fn stop_signal() -> Result<impl Future<Output = ()>> {
    let wait = "Ctrl-C cannot be handled";
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupt = signal(SignalKind::interrupt()).context(wait)?;
        let mut terminate = signal(SignalKind::terminate()).context(wait)?;
        Ok(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    {
        let _ = wait;
        Ok(async {
            let _ = tokio::signal::ctrl_c().await;
        })
    }
}
