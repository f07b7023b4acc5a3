//! Tables as Parquet files.
//!
//! Only the column writers of the crate are used: a table of a few columns needs neither Arrow nor compression
//! (docs/decisions/dependencies.md).

use aqm_report::golden;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Name of the metadata with the version of the simulator.
pub const VERSION: &str = "aqm.version";

/// Returns whether the name of a file ends with `.parquet`.
pub fn is_parquet(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

/// A column; `None` is null.
pub enum Column {
    Text(Vec<Option<String>>),
    Flags(Vec<Option<bool>>),
    Counts(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
}

impl Column {
    /// Returns the field of the schema. Every column may have nulls.
    fn field(&self, name: &str) -> Result<Type> {
        let (physical, logical) = match self {
            Column::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Column::Flags(_) => (Physical::BOOLEAN, None),
            Column::Counts(_) => (Physical::INT64, None),
            Column::Numbers(_) => (Physical::DOUBLE, None),
        };
        Type::primitive_type_builder(name, physical)
            .with_logical_type(logical)
            .with_repetition(Repetition::OPTIONAL)
            .build()
    }

    fn write(self, writer: &mut SerializedColumnWriter) -> Result<()> {
        match self {
            Column::Text(texts) => {
                let bytes =
                    |text: Option<String>| text.map(|text| ByteArray::from(text.into_bytes()));
                values::<ByteArrayType>(writer, texts.into_iter().map(bytes))
            }
            Column::Flags(flags) => values::<BoolType>(writer, flags.into_iter()),
            Column::Counts(counts) => values::<Int64Type>(writer, counts.into_iter()),
            Column::Numbers(numbers) => values::<DoubleType>(writer, numbers.into_iter()),
        }
    }
}

/// Writes a column. Its definition level is 1 where there is a value, and 0 for null.
fn values<T: DataType>(
    writer: &mut SerializedColumnWriter,
    values: impl Iterator<Item = Option<T::T>> + Clone,
) -> Result<()> {
    let levels: Vec<i16> = values.clone().map(|value| i16::from(value.is_some())).collect();
    let known: Vec<T::T> = values.flatten().collect();
    writer.typed::<T>().write_batch(&known, Some(&levels), None)?;
    Ok(())
}

/// Writes a Parquet file, one row group after the other.
pub struct ParquetTable<W: Write + Send> {
    file: SerializedFileWriter<W>,
}

impl<W: Write + Send> ParquetTable<W> {
    /// Begins a file. Only names and types of `columns` are written, no values. The version of the simulator is added to the
    /// metadata.
    pub fn new<'a>(
        out: W,
        name: &str,
        columns: impl Iterator<Item = (&'a str, &'a Column)>,
        metadata: Vec<(&str, String)>,
    ) -> Result<Self> {
        let fields = columns.map(|(name, column)| column.field(name).map(Arc::new));
        let fields = fields.collect::<Result<Vec<_>>>()?;
        let schema = Type::group_type_builder(name).with_fields(fields).build()?;
        let version = golden::version();
        let created_by = format!("aqm {version}");
        let pairs = metadata.into_iter().chain([(VERSION, version)]);
        let pairs = pairs.map(|(name, value)| KeyValue::new(name.to_owned(), value)).collect();
        let properties = WriterProperties::builder()
            .set_created_by(created_by)
            .set_key_value_metadata(Some(pairs))
            .build();
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
        Ok(ParquetTable { file })
    }

    /// Writes a row group.
    pub fn write(&mut self, columns: impl IntoIterator<Item = Column>) -> Result<()> {
        let mut group = self.file.next_row_group()?;
        for column in columns {
            let mut writer = group.next_column()?.expect("one writer for each column");
            column.write(&mut writer)?;
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes the end of the file. Returns what it was written to.
    pub fn close(self) -> Result<W> {
        self.file.into_inner()
    }
}
