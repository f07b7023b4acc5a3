//! Plain or gzipped CSV without quoting, with an optional first line that starts with `# `.

use crate::Error;
use flate2::read::MultiGzDecoder;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

/// The first two bytes of a gzip file.
const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];

/// Reads a text file, uncompressing it if it is gzipped.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(path).map_err(|error| Error::new(error.to_string()))?;
    let text = if bytes.starts_with(GZIP_MAGIC) {
        let mut text = String::new();
        MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text).map(|_| text)
    } else {
        String::from_utf8(bytes).map_err(std::io::Error::other)
    };
    text.map_err(|error| Error::new(error.to_string()))
}

/// A CSV text.
pub struct Table<'a> {
    preamble: Option<&'a str>,
    names: Vec<&'a str>,
    /// The lines with their numbers in the file.
    lines: Vec<(usize, Vec<&'a str>)>,
}

impl<'a> Table<'a> {
    /// Splits a text into its preamble, column names and rows.
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        // Some editors put a byte order mark first.
        let lines = text.trim_start_matches('\u{feff}').lines().enumerate();
        let mut lines = lines.map(|(index, line)| (index + 1, line)).peekable();
        let preamble = lines.next_if(|(_, line)| line.starts_with('#'));
        let mut lines = lines.filter(|(_, line)| !line.trim().is_empty());
        let names = lines.next().ok_or_else(|| Error::new("no column names"))?.1;
        let cells_of = |line: &'a str| line.split(',').map(str::trim).collect();
        let names: Vec<&str> = cells_of(names);
        let lines: Vec<(usize, Vec<&str>)> =
            lines.map(|(number, line)| (number, cells_of(line))).collect();
        if let Some((number, cells)) = lines.iter().find(|(_, cells)| cells.len() != names.len()) {
            let (found, wanted) = (cells.len(), names.len());
            return Err(Error::new(format!("line {number}: {found} columns instead of {wanted}")));
        }
        let preamble = preamble.map(|(_, line)| line.trim_start_matches('#').trim_start());
        Ok(Table { preamble, names, lines })
    }

    /// What follows `# ` on the first line.
    pub fn preamble(&self) -> Option<&'a str> {
        self.preamble
    }

    /// Position of the column called `name`.
    pub fn column(&self, name: &str) -> Result<usize, Error> {
        let position = self.names.iter().position(|known| *known == name);
        position.ok_or_else(|| Error::new(format!("no column {name:?}")))
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = RowText<'_>> {
        self.lines.iter().map(|(line, cells)| RowText { line: *line, cells })
    }
}

/// A row of a [`Table`].
pub struct RowText<'a> {
    line: usize,
    cells: &'a [&'a str],
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
