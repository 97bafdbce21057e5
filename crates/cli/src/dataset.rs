//! A folder of Parquet files that many runs of the command fill: `DIR/TABLE/KEY=VALUE/…/NAME.parquet`.
//!
//! Labels are folders, as Hive, Spark, DuckDB and others read them, and become columns there. Each trace or pair has one
//! file in each table, so that commands can write at the same time and a file is whole or absent.

mod label;

pub(crate) use label::{DatasetName, Label};

use crate::error::CliError;
use crate::output_file::OutputFile;
use diptych_tables::{FileFacts, Row};
use std::io;
use std::path::{Path, PathBuf};

/// The files of one trace or one pair.
#[derive(Debug, Clone)]
pub(crate) struct Dataset {
    root: PathBuf,
    /// Folders of the labels below a table.
    labels: PathBuf,
    name: DatasetName,
    /// Hash of the inputs, to be kept in the files.
    inputs: Option<String>,
}

impl Dataset {
    /// Names the files. Labels must have different keys.
    pub(crate) fn new(
        root: &Path,
        labels: &[Label],
        name: DatasetName,
        inputs: Option<String>,
    ) -> Result<Self, CliError> {
        label::check_keys(labels).map_err(CliError::Usage)?;
        let labels = labels.iter().map(Label::folder).collect();
        Ok(Self { root: root.to_owned(), labels, name, inputs })
    }

    /// Returns the path of the file of a table.
    pub(crate) fn path<R: Row>(&self) -> PathBuf {
        self.root.join(R::TABLE).join(&self.labels).join(self.name.file())
    }

    /// Writes the file of a table, and returns the number of rows. A file of that name is replaced.
    pub(crate) fn write<R: Row>(
        &self,
        unit: &str,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<u64, CliError> {
        let path = self.path::<R>();
        let folder = path.parent().unwrap_or(&self.root);
        std::fs::create_dir_all(folder)
            .map_err(|error| CliError::Unwritable(format!("{} cannot be made: {error}", folder.display())))?;
        let facts = FileFacts {
            subject: self.name.text().to_owned(),
            unit: unit.to_owned(),
            inputs: self.inputs.clone(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
        };
        let file = OutputFile::new(&path, [])?;
        file.write_with(|out| diptych_tables::write(out, &facts, rows).map_err(io::Error::other))
    }

    /// Removes the file of a table that has no rows to write, which an earlier run may have left.
    pub(crate) fn remove<R: Row>(&self) -> Result<(), CliError> {
        let path = self.path::<R>();
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(CliError::Unwritable(format!("{} cannot be removed: {error}", path.display())))
            }
            _ => Ok(()),
        }
    }
}
