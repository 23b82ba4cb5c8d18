//! Three systems for researchers around the games of bgo: 9x9 position files
//! with engine scores, KGS training sets, and the enumeration of small boards.

pub mod formats;

pub mod positions;

pub mod dataset;

pub mod enumerate;
