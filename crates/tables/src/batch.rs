//! Rows as Arrow record batches.

use crate::{Column, FileFacts, Row, SCHEMA, Values};
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Metadata, Schema};
use std::sync::Arc;

/// Returns the schema of a file. Units and meanings are metadata of the fields.
pub(crate) fn schema<R: Row>(facts: &FileFacts) -> Arc<Schema> {
    let about = if R::SUBJECT == "trace" { "Name of the trace" } else { "Name of the pair" };
    let subject = Field::new(R::SUBJECT, DataType::Utf8, false);
    let subject = subject.with_metadata(metadata("", about));
    let fields = R::columns().into_iter().map(|column| {
        let unit = if column.unit == Column::<R>::MEASURED { facts.unit.as_str() } else { column.unit };
        let (kind, is_optional) = data_type(&column.values);
        Field::new(column.name, kind, is_optional).with_metadata(metadata(unit, column.about))
    });
    let fields: Vec<Field> = std::iter::once(subject).chain(fields).collect();
    let of_table = [
        ("diptych.table".to_owned(), R::TABLE.to_owned()),
        ("diptych.schema".to_owned(), SCHEMA.to_string()),
    ];
    Arc::new(Schema::new_with_metadata(fields, of_table.into_iter().collect::<Metadata>()))
}

fn metadata(unit: &str, about: &str) -> Metadata {
    let unit = (!unit.is_empty()).then(|| ("unit".to_owned(), unit.to_owned()));
    unit.into_iter().chain([("about".to_owned(), about.to_owned())]).collect()
}

fn data_type<R>(values: &Values<R>) -> (DataType, bool) {
    let (kind, is_optional) = values.kind();
    let kind = match kind {
        "boolean" => DataType::Boolean,
        "int64" => DataType::Int64,
        "double" => DataType::Float64,
        _ => DataType::Utf8,
    };
    (kind, is_optional)
}

/// Returns rows as a batch.
pub(crate) fn batch<R: Row>(
    schema: &Arc<Schema>,
    columns: &[Column<R>],
    subject: &str,
    rows: &[R],
) -> Result<RecordBatch, ArrowError> {
    let first: ArrayRef = Arc::new(StringArray::from_iter_values(rows.iter().map(|_| subject)));
    let arrays = std::iter::once(first).chain(columns.iter().map(|column| array(&column.values, rows)));
    RecordBatch::try_new(Arc::clone(schema), arrays.collect())
}

fn array<R>(values: &Values<R>, rows: &[R]) -> ArrayRef {
    let rows = rows.iter();
    match values {
        Values::Truth(of) => Arc::new(rows.map(|row| Some(of(row))).collect::<BooleanArray>()),
        Values::SomeTruth(of) => Arc::new(rows.map(of).collect::<BooleanArray>()),
        Values::Whole(of) => Arc::new(Int64Array::from_iter_values(rows.map(of))),
        Values::SomeWhole(of) => Arc::new(rows.map(of).collect::<Int64Array>()),
        Values::Number(of) => Arc::new(Float64Array::from_iter_values(rows.map(of))),
        Values::SomeNumber(of) => Arc::new(rows.map(of).collect::<Float64Array>()),
        Values::Text(of) => Arc::new(StringArray::from_iter_values(rows.map(of))),
        Values::SomeText(of) => Arc::new(rows.map(of).collect::<StringArray>()),
    }
}
