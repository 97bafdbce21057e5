//! Rows as a Parquet file.

use crate::batch::{batch, schema};
use crate::{Row, SCHEMA};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use std::io::Write;

/// Facts that a file states besides its rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFacts {
    /// Name of the trace or of the pair: the value of the first column.
    pub subject: String,
    /// Unit of what the trace measures, such as `ns` or `bytes`.
    pub unit: String,
    /// Hash of the inputs, if the writer knows it. [`crate::Columns::read`] returns it again.
    pub inputs: Option<String>,
    /// Version of the program that writes the file.
    pub program: String,
}

/// Key of the hash of the inputs in the metadata of a file.
pub(crate) const INPUTS: &str = "diptych.inputs";

/// Rows that become one batch. A batch of calls takes some 8 MB.
const BATCH: usize = 1 << 16;
/// Rows that become one row group. The writer holds one in memory, encoded.
const ROW_GROUP: usize = 1 << 19;

/// Writes rows as a Parquet file, and returns their number. Memory does not grow with the rows.
///
/// # Errors
///
/// Fails if `out` does.
pub fn write<R: Row>(
    out: impl Write + Send,
    facts: &FileFacts,
    rows: impl IntoIterator<Item = R>,
) -> Result<u64, ParquetError> {
    let (schema, columns) = (schema::<R>(facts), R::columns());
    let mut writer = ArrowWriter::try_new(out, schema.clone(), Some(properties::<R>(facts)))?;
    let (mut rows, mut count) = (rows.into_iter(), 0);
    loop {
        let some: Vec<R> = rows.by_ref().take(BATCH).collect();
        if some.is_empty() {
            break;
        }
        count += some.len() as u64;
        writer.write(&batch(&schema, &columns, &facts.subject, &some)?)?;
    }
    writer.close()?;
    Ok(count)
}

fn properties<R: Row>(facts: &FileFacts) -> WriterProperties {
    let inputs = facts.inputs.clone().map(|hash| KeyValue::new(INPUTS.to_owned(), hash));
    let mut metadata = vec![
        KeyValue::new("diptych.table".to_owned(), R::TABLE.to_owned()),
        KeyValue::new("diptych.schema".to_owned(), SCHEMA.to_string()),
        KeyValue::new("diptych.unit".to_owned(), facts.unit.clone()),
    ];
    metadata.extend(inputs);
    WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .set_created_by(format!("diptych {}", facts.program))
        .set_key_value_metadata(Some(metadata))
        .build()
}
