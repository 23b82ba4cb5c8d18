//! The formats of the rows of the file: conversion between bytes and values,
//! without SQLite.

pub mod analysis_moves;
pub mod analysis_sums;
pub mod block;
pub mod bytes;
pub mod checksum;
pub mod compress;
pub mod course;
pub mod game_columns;
pub mod pack;
pub mod posting;
pub mod totals;
