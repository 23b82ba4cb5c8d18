//! `bgo dataset`, from archives to training sets.

#[path = "../cli/world.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod world;

mod arrays;
mod games;
mod looked_at;
mod made;
mod published;
mod resumed;
mod split;
