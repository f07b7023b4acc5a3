//! What happened to each packet, in a file of `aqm run` or `aqm testbed`.

use crate::failure::Failure;
use crate::output::Output;
use crate::parquet_table::{Column, ParquetTable, is_parquet};
use aqm_experiment::packet_report::{
    ColumnType, PACKETS_CSV_HEADER, packet_columns, packet_values, write_packet_row,
};
use aqm_json::Value;
use aqm_link::Links;
use aqm_scenario::Scenario;
use aqm_sim::log::PacketRow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Rows of a row group of Parquet. Memory holds one row group.
const GROUP: usize = 50_000;

/// A file of packets: Parquet if its name ends with `.parquet`, otherwise CSV.
pub struct PacketFile {
    path: PathBuf,
    form: Form,
}

enum Form {
    Csv { out: Output, line: String },
    Parquet { table: Box<ParquetTable<Output>>, columns: Vec<Column>, rows: usize },
}

impl PacketFile {
    /// Creates the file. The metadata of a Parquet file have the link to the scenario.
    pub fn create(file: &Path, scenario: &Scenario) -> Result<Self, Failure> {
        let form = Form::create(file, scenario).map_err(|error| Failure::file(file, error))?;
        Ok(PacketFile { path: file.to_owned(), form })
    }

    /// Returns the failure of a write to this file.
    pub fn failure(&self, error: io::Error) -> Failure {
        Failure::file(&self.path, error)
    }

    /// Writes a row. `group` is `None` for a burst.
    pub fn write(
        &mut self,
        scenario: &Scenario,
        lane: usize,
        group: Option<usize>,
        row: &PacketRow,
    ) -> io::Result<()> {
        let queue = (lane, scenario.queues[lane].kind());
        match &mut self.form {
            Form::Csv { out, line } => {
                line.clear();
                write_packet_row(line, &scenario.link, queue, group, row);
                out.write_all(line.as_bytes())
            }
            Form::Parquet { table, columns, rows } => {
                let values = packet_values(&scenario.link, queue, group, row);
                columns.iter_mut().zip(values).for_each(|(column, value)| push(column, value));
                *rows += 1;
                if *rows == GROUP { write_group(table, columns, rows) } else { Ok(()) }
            }
        }
    }

    /// Writes what is left, and ends the file.
    pub fn finish(self) -> Result<(), Failure> {
        let out = self.form.ended().map_err(|error| Failure::file(&self.path, error))?;
        out.finish()
    }
}

impl Form {
    fn create(file: &Path, scenario: &Scenario) -> io::Result<Self> {
        let mut out = Output::open(file)?;
        if !is_parquet(file) {
            writeln!(out, "{PACKETS_CSV_HEADER}")?;
            return Ok(Form::Csv { out, line: String::new() });
        }
        let columns: Vec<Column> = packet_columns().map(|(_, of)| empty(of)).collect();
        let fields = packet_columns().map(|(name, _)| name).zip(&columns);
        let metadata = vec![
            ("aqm.title", scenario.title.clone()),
            ("aqm.link", Links::default().write(scenario, None)),
            ("aqm.seed", scenario.seed.to_string()),
            ("aqm.units", "names that end with _s: s; bytes: bytes".to_owned()),
        ];
        let table = ParquetTable::new(out, "packets", fields, metadata)?;
        Ok(Form::Parquet { table: Box::new(table), columns, rows: 0 })
    }

    /// Writes what is left. Returns what it was written to.
    fn ended(self) -> io::Result<Output> {
        match self {
            Form::Csv { out, .. } => Ok(out),
            Form::Parquet { mut table, mut columns, mut rows } => {
                if rows > 0 {
                    write_group(&mut table, &mut columns, &mut rows)?;
                }
                Ok(table.close()?)
            }
        }
    }
}

fn write_group(
    table: &mut ParquetTable<Output>,
    columns: &mut [Column],
    rows: &mut usize,
) -> io::Result<()> {
    let full = columns.iter_mut().zip(packet_columns());
    table.write(full.map(|(column, (_, of))| std::mem::replace(column, empty(of))))?;
    *rows = 0;
    Ok(())
}

fn empty(of: ColumnType) -> Column {
    match of {
        ColumnType::Text => Column::Text(Vec::new()),
        ColumnType::Count => Column::Counts(Vec::new()),
        ColumnType::Seconds => Column::Numbers(Vec::new()),
    }
}

fn push(column: &mut Column, value: Value) {
    let number = |value: &Value| match value {
        Value::Number(number) => Some(*number),
        _ => None,
    };
    match column {
        Column::Text(texts) => texts.push(match value {
            Value::String(text) => Some(text),
            _ => None,
        }),
        Column::Counts(counts) => counts.push(number(&value).map(|number| number as i64)),
        Column::Numbers(numbers) => numbers.push(number(&value)),
        Column::Flags(_) => unreachable!("packets have no flags"),
    }
}
