//! Plain or gzipped CSV without quoting, with an optional first line that starts with `# `.

use crate::Error;
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

/// The first two bytes of a gzip file.
const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
/// Limits. A trace of a minute has a few thousand rows of 50 bytes.
const MAX_TEXT_BYTES: u64 = 64 << 20;
const MAX_ROWS: usize = 1_000_000;
const MAX_COLUMNS: usize = 100;
/// Columns that hold one letter.
const LETTERS: &[&str] = &["ev", "list", "queue"];
/// Columns that hold hexadecimal numbers.
const HEXADECIMAL: &[&str] = &["draw1", "draw2"];

/// Reads a text file, uncompressing it if it is gzipped.
pub fn read_text(path: &Path) -> Result<String, Error> {
    text_of(File::open(path))
}

/// Like [`read_text`], of an opened file.
pub fn text_of(file: io::Result<File>) -> Result<String, Error> {
    let text = file.and_then(|file| {
        let bytes = read_limited(file)?;
        let bytes = if bytes.starts_with(GZIP_MAGIC) {
            read_limited(MultiGzDecoder::new(&bytes[..]))?
        } else {
            bytes
        };
        String::from_utf8(bytes).map_err(io::Error::other)
    });
    text.map_err(|error| Error::new(error.to_string()))
}

/// Stops reading at the limit, so that `aqm replay /dev/zero` ends.
fn read_limited(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(io::Error::other(format!("more than {} MiB", MAX_TEXT_BYTES >> 20)));
    }
    Ok(bytes)
}

/// A CSV text.
pub struct Table<'a> {
    preamble: Option<&'a str>,
    names: Vec<&'a str>,
    text: &'a str,
    /// Number of the first row's line, from 0. Rows are split one by one, because all cells together
    /// would take many times the memory of the text.
    first: usize,
}

impl<'a> Table<'a> {
    /// Splits a text into its preamble, column names and rows.
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        // Some editors put a byte order mark first.
        let text = text.trim_start_matches('\u{feff}');
        let preamble = text.lines().next().filter(|line| line.starts_with('#'));
        let names = numbered(text, usize::from(preamble.is_some())).next();
        let (number, names) = names.ok_or_else(|| Error::new("no column names"))?;
        let wanted = cells_of(names).count();
        if wanted > MAX_COLUMNS {
            return Err(Error::new(format!("line {number}: more than {MAX_COLUMNS} columns")));
        }
        for (index, (line, cells)) in numbered(text, number).enumerate() {
            let found = cells_of(cells).count();
            if found != wanted {
                return Err(Error::new(format!(
                    "line {line}: {found} columns instead of {wanted}"
                )));
            }
            if index >= MAX_ROWS {
                return Err(Error::new(format!("line {line}: more than {MAX_ROWS} rows")));
            }
        }
        let preamble = preamble.map(|line| line.trim_start_matches('#').trim_start());
        Ok(Table { preamble, names: cells_of(names).collect(), text, first: number })
    }

    /// The text after `# ` on the first line.
    pub fn preamble(&self) -> Option<&'a str> {
        self.preamble
    }

    /// Names of the columns, in order.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.names.iter().copied()
    }

    /// Position of the column called `name`.
    pub fn column(&self, name: &str) -> Result<usize, Error> {
        let position = self.names.iter().position(|known| *known == name);
        position.ok_or_else(|| Error::new(format!("no column {name:?}")))
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = RowText<'_>> {
        let rows = numbered(self.text, self.first);
        rows.map(|(line, cells)| RowText { line, cells: cells_of(cells).collect() })
    }
}

/// The lines after the first `skipped` ones that are not blank, with their numbers.
fn numbered(text: &str, skipped: usize) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().skip(skipped).map(|(index, line)| (index + 1, line));
    lines.filter(|(_, line)| !line.trim().is_empty())
}

fn cells_of(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(str::trim)
}

/// A row of a [`Table`].
pub struct RowText<'a> {
    line: usize,
    cells: Vec<&'a str>,
}

impl RowText<'_> {
    /// The text in a column.
    pub fn text(&self, column: usize) -> &str {
        self.cells[column]
    }

    /// The decimal number in a column.
    pub fn number<T: FromStr>(&self, column: usize) -> Result<T, Error> {
        let text = self.text(column);
        text.parse().map_err(|_| self.error(&format!("{text:?} is not a number in range")))
    }

    /// The number in a column, or the code of the letter in a column of letters; `None` if the column is
    /// empty.
    pub fn value(&self, name: &str, column: usize) -> Result<Option<i128>, Error> {
        match self.text(column).as_bytes() {
            [] => Ok(None),
            [letter] if LETTERS.contains(&name) => Ok(Some((*letter).into())),
            _ if HEXADECIMAL.contains(&name) => Ok(self.hexadecimal(column)?.map(i128::from)),
            _ => self.number(column).map(Some),
        }
    }

    /// The hexadecimal number in a column; `None` if that is empty.
    pub fn hexadecimal(&self, column: usize) -> Result<Option<u64>, Error> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        let digits = text.trim_start_matches("0x");
        let number = u64::from_str_radix(digits, 16);
        number.map(Some).map_err(|_| self.error(&format!("{text:?} is not hexadecimal")))
    }

    /// An error that names this row's line.
    pub fn error(&self, message: &str) -> Error {
        Error::new(format!("line {}: {message}", self.line))
    }
}
