//! `bgo gtp`: sessions of the Go Text Protocol.

mod analysis;
mod commands;
mod database;
mod failures;
mod genmove;
mod gnu_go;
mod noise;
mod talk;
