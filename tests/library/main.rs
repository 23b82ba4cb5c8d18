//! The library on whole archives, compared with independent implementations.

mod analyses_twin;
mod archives;
mod archives_inside;
mod corpora;
mod database;
mod dataset;
mod encodings;
mod foreign;
mod openings;
mod patterns;
mod record_rules;
mod record_twin;
mod replaced;
mod selection;
mod seven_zip;
mod sgf_twin;
mod stopping;
mod stored;
mod twin;
mod variations;
