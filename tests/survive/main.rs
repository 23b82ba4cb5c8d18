//! What becomes of a database when an import, a merge, a removal or an
//! optimization does not run to its end, when others use the file meanwhile,
//! and when the file is damaged. Whatever happens, what was committed is
//! there, every game in the file is fully indexed, and nothing wrong is
//! presented as right.

mod place;
mod stop;
