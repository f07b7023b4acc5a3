//! The table of a sweep as a Parquet file. It has the columns of the CSV.

use crate::parquet_table::{Column, ParquetTable};
use aqm_json::Value;
use aqm_sweep::{Sweep, Table, plain};
use parquet::errors::Result;
use std::io::Write;

/// Name of the metadata with the plan, as compact JSON.
const PLAN: &str = "aqm.plan";

/// Writes the table of a sweep, with its plan and the version of the simulator as metadata. The metadata shows which sweep the file
/// belongs to when its name has changed.
pub fn write(sweep: &Sweep, table: &Table, out: impl Write + Send) -> Result<()> {
    let columns = columns(sweep, table);
    let fields = columns.iter().map(|(name, column)| (name.as_str(), column));
    let metadata = vec![(PLAN, sweep.plan().to_json())];
    let mut file = ParquetTable::new(out, "sweep", fields, metadata)?;
    file.write(columns.into_iter().map(|(_, column)| column))?;
    file.close()?;
    Ok(())
}

/// Returns name and content of each column, in the order of the CSV.
fn columns(sweep: &Sweep, table: &Table) -> Vec<(String, Column)> {
    let rows = table.rows();
    let mut columns = Vec::new();
    if !sweep.plan().cases.is_empty() {
        columns.push(Column::Text(rows.iter().map(|row| row.cell.case.clone()).collect()));
    }
    for axis in 0..sweep.axes().len() {
        columns.push(parameter(rows.iter().map(|row| &row.cell.set[axis].1).collect()));
    }
    let queue = |row: &aqm_sweep::Row| row.cell.scenario.queues[row.lane].kind();
    columns.push(Column::Counts(rows.iter().map(|row| Some(row.lane as i64)).collect()));
    columns.push(Column::Text(rows.iter().map(|row| Some(queue(row).to_owned())).collect()));
    columns.push(Column::Counts(rows.iter().map(|row| Some(row.runs as i64)).collect()));
    let header = table.header();
    let numbers: Vec<Vec<Option<f64>>> = rows.iter().map(|row| table.numbers(row)).collect();
    for index in 0..header.len() - columns.len() {
        columns.push(Column::Numbers(numbers.iter().map(|row| row[index]).collect()));
    }
    header.into_iter().zip(columns).collect()
}

/// Returns the values of a parameter. If all are numbers, or all are true or false, the column has that type; null stays null.
/// Otherwise they are texts, as in CSV.
fn parameter(values: Vec<&Value>) -> Column {
    let known = || values.iter().filter(|value| !matches!(value, Value::Null));
    if known().all(|value| matches!(value, Value::Number(_))) {
        let number = |value: &&Value| match value {
            Value::Number(number) => Some(*number),
            _ => None,
        };
        Column::Numbers(values.iter().map(number).collect())
    } else if known().all(|value| matches!(value, Value::Bool(_))) {
        let flag = |value: &&Value| match value {
            Value::Bool(flag) => Some(*flag),
            _ => None,
        };
        Column::Flags(values.iter().map(flag).collect())
    } else {
        Column::Text(values.into_iter().map(|value| Some(plain(value))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parquet_table::VERSION;
    use aqm_report::golden;
    use aqm_sweep::Measured;
    use aqm_sweep::Plan;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::Field;

    const SCENARIO: &str = r#"{ "version": 1, "durationS": 2, "link": { "rateMbps": 5, "rttMs": 20,
        "buffer": { "packets": 60 } }, "queues": [{ "kind": "red" }, { "kind": "codel" }],
        "traffic": [{ "kind": "bulk" }] }"#;

    /// Returns the fields of each row, and the metadata with a name.
    fn read(
        sweep: &Sweep,
        measured: &[Option<Measured>],
    ) -> (Vec<Vec<(String, Field)>>, [String; 2]) {
        let mut bytes = Vec::new();
        write(sweep, &sweep.table(measured), &mut bytes).expect("it is written");
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).expect("it is Parquet");
        let metadata = reader.metadata().file_metadata();
        let pairs = metadata.key_value_metadata().expect("metadata");
        let named = |name: &str| {
            let pair = pairs.iter().find(|pair| pair.key == name).expect("it is there");
            pair.value.clone().expect("it has a value")
        };
        let texts = [named(PLAN), named(VERSION)];
        let rows = reader.get_row_iter(None).expect("rows").map(|row| {
            let row = row.expect("a row");
            row.get_column_iter().map(|(name, field)| (name.clone(), field.clone())).collect()
        });
        (rows.collect(), texts)
    }

    fn sweep(members: &str) -> Sweep {
        let text = format!(r#"{{ "version": 1, "scenario": {SCENARIO}, {members} }}"#);
        Sweep::new(Plan::parse(&text).expect("it is valid")).expect("it expands")
    }

    #[test]
    fn a_file_has_the_header_and_the_exact_numbers_of_the_table() {
        let sweep = sweep(
            r#""cases": [{ "name": "DSL, \"slow\"" }, { "name": "fibre", "set": { "link.rttMs": 2 } }],
               "vary": [{ "path": "link.rateMbps", "values": [1, 5] }], "seeds": { "count": 2 },
               "measures": ["queueDelayMs.mean", "queueDelayMs.max", "packets.sent", "groups.0.mos"]"#,
        );
        let measured: Vec<_> = (0..sweep.runs()).map(|run| Some(sweep.measure(run))).collect();
        let (rows, [plan, version]) = read(&sweep, &measured);
        assert_eq!(plan, sweep.plan().to_json());
        assert_eq!(version, golden::version());
        let table = sweep.table(&measured);
        assert_eq!(rows.len(), table.rows().len());
        for (row, own) in rows.iter().zip(table.rows()) {
            let names: Vec<&str> = row.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, table.header());
            let fields: Vec<&Field> = row.iter().map(|(_, field)| field).collect();
            assert_eq!(*fields[0], Field::Str(own.cell.case.clone().expect("a case")));
            assert_eq!(*fields[1], Field::Double(own.cell.scenario.link.rate_mbps));
            assert_eq!(*fields[2], Field::Long(own.lane as i64));
            assert_eq!(*fields[3], Field::Str(["red", "codel"][own.lane].to_owned()));
            assert_eq!(*fields[4], Field::Long(2));
            let numbers = table.numbers(own).into_iter();
            let expected: Vec<_> =
                numbers.map(|number| number.map_or(Field::Null, Field::Double)).collect();
            assert_eq!(fields[5..].iter().copied().cloned().collect::<Vec<_>>(), expected);
            // Bulk flows have no opinion score.
            assert!(matches!(fields[5], Field::Double(_)) && *fields[10] == Field::Null);
        }
    }

    #[test]
    fn parameters_keep_their_types() {
        let sweep = sweep(
            r#""vary": [{ "path": "queues.0.ecn", "values": [true, false] },
                { "path": "queues.0.weight", "values": [null, 0.5] }], "lanes": [0]"#,
        );
        let (rows, _) = read(&sweep, &vec![None; sweep.runs()]);
        let pairs: Vec<_> = rows.iter().map(|row| [row[0].1.clone(), row[1].1.clone()]).collect();
        assert_eq!(pairs[0], [Field::Bool(true), Field::Null]);
        assert_eq!(pairs[3], [Field::Bool(false), Field::Double(0.5)]);
        // Without results, every number is null and no run counts.
        assert_eq!(rows[0][4], ("seeds".to_owned(), Field::Long(0)));
        assert!(rows.iter().all(|row| row[5..].iter().all(|(_, field)| *field == Field::Null)));
        let sweep = self::sweep(
            r#""vary": [{ "path": "queues.0", "values": [{ "kind": "pie", "targetMs": 5 }, { "kind": "duk" }] }]"#,
        );
        let (rows, _) = read(&sweep, &vec![None; sweep.runs()]);
        let pie = r#"{"kind":"pie","targetMs":5}"#;
        assert_eq!(rows[0][0], ("queues.0".to_owned(), Field::Str(pie.to_owned())));
    }
}
