//! `bgo dataset`, from archives to training sets.

mod arrays;
mod games;
mod katago;
mod looked_at;
mod made;
mod published;
mod resumed;
mod split;
