//! Errors of the library as exceptions, with the library's sentences.

use arrow_schema::ArrowError;
use bgo::internal::archive::ArchiveError;
use bgo::internal::dataset::DatasetError;
use bgo::internal::import::{ImportError, ReadFailure};
use bgo::internal::query::QueryError;
use bgo::internal::sql::SqlError;
use bgo::internal::store::StoreError;
use bgo_research::{DamagedFile, ErrorKind, ResearchError};
use pyo3::PyErr;
use std::io;
use thiserror::Error;

/// The exceptions, which Python defines because some have two bases.
mod exceptions {
    pyo3::import_exception!(bgo._errors, Error);
    pyo3::import_exception!(bgo._errors, MissingError);
    pyo3::import_exception!(bgo._errors, NotFoundError);
    pyo3::import_exception!(bgo._errors, ReadError);
    pyo3::import_exception!(bgo._errors, SqlError);
    pyo3::import_exception!(bgo._errors, UsageError);
}

/// A reason that a call has no answer.
#[derive(Debug, Error)]
pub enum Fault {
    /// An argument makes no sense.
    #[error("{0}")]
    Usage(String),
    /// The database was closed.
    #[error("the database is closed; open it again")]
    Closed,
    /// A handler of a signal raised an exception.
    #[error(transparent)]
    Raised(#[from] PyErr),
    /// The process was forked from one that worked.
    #[error(
        "this process was forked from one in which bgo had begun to work, whose threads and open files a fork does \
         not have; start processes by \"spawn\" or \"forkserver\", as in multiprocessing.get_context(\"spawn\")"
    )]
    Forked,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Query(#[from] QueryError),
    #[error(transparent)]
    Sql(#[from] SqlError),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Read(#[from] ReadFailure),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Training(#[from] ResearchError),
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    #[error(transparent)]
    Positions(#[from] DamagedFile),
    /// No question has the name.
    #[error("{0}")]
    NoName(String),
    /// A course in a table cannot be read.
    #[error("the table courses of the dataset is damaged: a course cannot be read")]
    Course,
    /// A thread could not be started, or a document not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Fault {
    /// Makes the fault of an argument.
    pub fn usage(why: impl ToString) -> Self {
        Self::Usage(why.to_string())
    }
}

impl From<ArrowError> for Fault {
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::ExternalError(inner) => match inner.downcast() {
                Ok(fault) => *fault,
                Err(inner) => Self::Io(io::Error::other(inner)),
            },
            error => Self::Io(io::Error::other(error)),
        }
    }
}

impl From<Fault> for ArrowError {
    fn from(fault: Fault) -> Self {
        Self::ExternalError(Box::new(fault))
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Self::Io(error.into())
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        use exceptions as py;
        if let Fault::Raised(error) = fault {
            return error;
        }
        let said = fault.to_string();
        let exception: fn(String) -> Self = match fault {
            Fault::Usage(_) | Fault::Closed | Fault::Training(ResearchError::Refused(ErrorKind::Setting, _)) => {
                py::UsageError::new_err
            }
            Fault::NoName(_) => py::NotFoundError::new_err,
            Fault::Store(error) => of_store(&error),
            Fault::Query(error) | Fault::Training(ResearchError::Query(error)) => of_query(&error),
            Fault::Sql(SqlError::Store(error)) => of_store(&error),
            Fault::Sql(_) => py::SqlError::new_err,
            Fault::Import(ImportError::Store(error)) => of_store(&error),
            Fault::Import(ImportError::File(error)) => of_io(&error.source),
            Fault::Import(ImportError::Missing(_)) => py::MissingError::new_err,
            Fault::Import(ImportError::NotAFile(_) | ImportError::NoAnalyses(_)) => py::ReadError::new_err,
            Fault::Read(ReadFailure::Archive(error))
            | Fault::Archive(error)
            | Fault::Training(ResearchError::Archive(error)) => of_archive(&error),
            Fault::Read(_) | Fault::Dataset(_) | Fault::Positions(_) | Fault::Course => py::ReadError::new_err,
            Fault::Raised(_) | Fault::Forked | Fault::Import(_) | Fault::Training(_) | Fault::Io(_) => {
                py::Error::new_err
            }
        };
        exception(said)
    }
}

fn of_store(error: &StoreError) -> fn(String) -> PyErr {
    match error {
        StoreError::Missing(_) => exceptions::MissingError::new_err,
        StoreError::NoSuchGame(_) | StoreError::NotImported { .. } => exceptions::NotFoundError::new_err,
        StoreError::SeveralImported { .. } => exceptions::UsageError::new_err,
        StoreError::IsFolder(_)
        | StoreError::NotAFile(_)
        | StoreError::Empty(_)
        | StoreError::NotADatabase(_)
        | StoreError::Newer { .. }
        | StoreError::OtherHashTable { .. }
        | StoreError::OtherSchema { .. }
        | StoreError::Damaged { .. } => exceptions::ReadError::new_err,
        _ => exceptions::Error::new_err,
    }
}

fn of_query(error: &QueryError) -> fn(String) -> PyErr {
    match error {
        QueryError::Store(error) => of_store(error),
        QueryError::Unknown { .. } | QueryError::NoSuchGame { .. } | QueryError::NoSuchPosition(_) => {
            exceptions::NotFoundError::new_err
        }
        _ => exceptions::UsageError::new_err,
    }
}

fn of_archive(error: &ArchiveError) -> fn(String) -> PyErr {
    match &error.fault {
        bgo::internal::archive::ArchiveFault::Io(error) => of_io(error),
        _ => exceptions::ReadError::new_err,
    }
}

fn of_io(error: &io::Error) -> fn(String) -> PyErr {
    match error.kind() {
        io::ErrorKind::NotFound => exceptions::MissingError::new_err,
        _ => exceptions::ReadError::new_err,
    }
}
