//! Columns of a Parquet file, read again.

use crate::INPUTS;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, RecordBatch};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use parquet::file::reader::ChunkReader;
use std::fmt;

/// Some columns of a file.
#[derive(Debug)]
pub struct Columns {
    batches: Vec<RecordBatch>,
    /// Names of the columns that were read, in their order.
    pub names: Vec<String>,
    /// Hash of the inputs, if the file has one.
    pub inputs: Option<String>,
}

/// A file that cannot be read as a table.
#[derive(Debug)]
pub enum ReadError {
    /// The file is damaged or no Parquet file.
    Damaged(ParquetError),
    /// The file lacks a column, or has it with another type.
    NoColumn(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Damaged(error) => write!(f, "not a whole Parquet file: {error}"),
            Self::NoColumn(name) => write!(f, "no column `{name}` of the expected type"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<ParquetError> for ReadError {
    fn from(error: ParquetError) -> Self {
        Self::Damaged(error)
    }
}

fn inputs(about: &ParquetMetaData) -> Option<String> {
    let entries = about.file_metadata().key_value_metadata().into_iter().flatten();
    entries.into_iter().find(|entry| entry.key == INPUTS).and_then(|entry| entry.value.clone())
}

/// Fails if a column lies outside the file. The library panics on negative places and sizes, which only a damaged or
/// hostile file has.
fn check_ranges(about: &ParquetMetaData, bytes: u64) -> Result<(), ReadError> {
    let outside = || ReadError::Damaged(ParquetError::General("a column lies outside the file".to_owned()));
    for group in about.row_groups() {
        for column in group.columns() {
            let begin = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
            let length = u64::try_from(column.compressed_size()).ok();
            let end =
                u64::try_from(begin).ok().zip(length).and_then(|(begin, length)| begin.checked_add(length));
            let counts = [group.num_rows(), column.num_values(), column.data_page_offset()];
            if end.is_none_or(|end| end > bytes) || counts.iter().any(|count| *count < 0) {
                return Err(outside());
            }
        }
    }
    Ok(())
}

impl Columns {
    /// Reads all columns of a file, or those with the given names.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no whole Parquet file.
    pub fn read(file: impl ChunkReader + 'static, names: Option<&[&str]>) -> Result<Self, ReadError> {
        let bytes = file.len();
        let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
        check_ranges(builder.metadata(), bytes)?;
        let inputs = inputs(builder.metadata());
        let mask = match names {
            Some(names) => ProjectionMask::columns(builder.parquet_schema(), names.iter().copied()),
            None => ProjectionMask::all(),
        };
        let fields = builder.schema().fields().iter().map(|field| field.name().clone());
        let names = fields.filter(|name| names.is_none_or(|names| names.contains(&name.as_str()))).collect();
        let reader = builder.with_projection(mask).build()?;
        let batches: Result<Vec<RecordBatch>, _> = reader.collect();
        Ok(Self { batches: batches.map_err(ParquetError::from)?, names, inputs })
    }

    /// Returns the hash of the inputs of a file, if it has one. Reads the end of the file only.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no whole Parquet file.
    pub fn inputs_of(file: &(impl ChunkReader + 'static)) -> Result<Option<String>, ReadError> {
        let about = ParquetMetaDataReader::new().parse_and_finish(file)?;
        Ok(inputs(&about))
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a column of text.
    ///
    /// # Errors
    ///
    /// Fails if there is no such column.
    pub fn text(&self, name: &str) -> Result<Vec<Option<&str>>, ReadError> {
        // Other programs write text with long offsets.
        self.collect(name, |array| match array.as_string_opt::<i32>() {
            Some(texts) => Some(texts.iter().collect()),
            None => Some(array.as_string_opt::<i64>()?.iter().collect()),
        })
    }

    /// Returns a column of whole numbers.
    ///
    /// # Errors
    ///
    /// Fails if there is no such column.
    pub fn whole(&self, name: &str) -> Result<Vec<Option<i64>>, ReadError> {
        self.collect(name, |array| Some(array.as_primitive_opt::<Int64Type>()?.iter().collect()))
    }

    /// Returns a column of numbers.
    ///
    /// # Errors
    ///
    /// Fails if there is no such column.
    pub fn number(&self, name: &str) -> Result<Vec<Option<f64>>, ReadError> {
        self.collect(name, |array| Some(array.as_primitive_opt::<Float64Type>()?.iter().collect()))
    }

    /// Returns a column of truths.
    ///
    /// # Errors
    ///
    /// Fails if there is no such column.
    pub fn truth(&self, name: &str) -> Result<Vec<Option<bool>>, ReadError> {
        self.collect(name, |array| Some(array.as_boolean_opt()?.iter().collect()))
    }

    /// Returns a column of text or whole numbers as text, empty for none.
    ///
    /// # Errors
    ///
    /// Fails if there is no such column.
    pub fn as_text(&self, name: &str) -> Result<Vec<String>, ReadError> {
        let of_number = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
        match (self.text(name), self.whole(name)) {
            (Ok(texts), _) => Ok(texts.into_iter().map(|text| text.unwrap_or_default().to_owned()).collect()),
            (_, Ok(numbers)) => Ok(numbers.into_iter().map(of_number).collect()),
            (Err(error), _) => Err(error),
        }
    }

    fn collect<'a, T>(
        &'a self,
        name: &str,
        of: impl Fn(&'a dyn Array) -> Option<Vec<T>>,
    ) -> Result<Vec<T>, ReadError> {
        let missing = || ReadError::NoColumn(name.to_owned());
        let mut all = Vec::with_capacity(self.len());
        for batch in &self.batches {
            let array = batch.column_by_name(name).ok_or_else(missing)?;
            all.extend(of(array.as_ref()).ok_or_else(missing)?);
        }
        Ok(all)
    }
}
