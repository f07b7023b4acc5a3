//! The file of hand-ins: a name and a link on each line.

use crate::commands::link;

/// Most characters of a name.
const MOST_NAME: usize = 100;

/// A line of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The name before the link; `line 3` without one.
    pub name: String,
    /// The hash of the link; `None` if the line has none.
    pub link: Option<String>,
}

/// Returns the lines that are not empty. The last link of a line counts, and what is before its address is the name. Comma,
/// semicolon, tab or space may stand between them.
pub fn lines(text: &str) -> Vec<Line> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    numbered.map(|(index, line)| read(line.trim(), index + 1)).collect()
}

fn read(line: &str, number: usize) -> Line {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '<' | '|');
    let at = link::start(line);
    let name = match at {
        None => line,
        Some(at) => {
            // The address of the page stands before the hash.
            let address = line[..at].rfind(is_between).map_or(0, |before| before + 1);
            let address = address
                + line[address..]
                    .chars()
                    .next()
                    .map_or(0, |c| if is_between(c) { c.len_utf8() } else { 0 });
            &line[..address.min(at)]
        }
    };
    let name = name.trim_matches(|c: char| is_between(c) || c == ':');
    let name: String = name.chars().filter(|c| !c.is_control()).take(MOST_NAME).collect();
    let name = if name.is_empty() { format!("line {number}") } else { name };
    Line { name, link: at.map(|at| line[at..].to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(String, Option<String>)> {
        lines(text).into_iter().map(|line| (line.name, line.link)).collect()
    }

    #[test]
    fn a_line_is_a_name_and_a_link() {
        let expected = |name: &str, link: &str| vec![(name.to_owned(), Some(link.to_owned()))];
        for line in [
            "Ada Lovelace https://host/aqm/#v1.abc",
            "Ada Lovelace, https://host/aqm/?x=1#v1.abc",
            "\u{feff}\"Ada Lovelace\";\"https://host/#v1.abc",
            "Ada Lovelace\t#v1.abc",
            "Ada Lovelace: <https://host/#v1.abc",
        ] {
            assert_eq!(names(line), expected("Ada Lovelace", "#v1.abc"), "{line}");
        }
        assert_eq!(names("https://host/#v1.abc"), expected("line 1", "#v1.abc"));
        assert_eq!(names("\n \nŁucja #v1.abc\r\n"), expected("Łucja", "#v1.abc"));
    }

    #[test]
    fn a_line_without_a_link_keeps_its_name() {
        assert_eq!(names("Ada, no link yet"), [("Ada, no link yet".to_owned(), None)]);
        assert_eq!(names(&"x".repeat(9999))[0].0.len(), MOST_NAME);
        assert_eq!(names("a\u{1b}[31mb #v1.x")[0].0, "a[31mb");
    }
}
