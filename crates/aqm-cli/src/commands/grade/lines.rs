//! The file of hand-ins: a name and a link on each line.

use aqm_link as link;

/// Most characters of a name.
const MOST_NAME: usize = 100;

/// A line of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<'a> {
    /// The name before the link; `line 3` without one.
    pub name: String,
    /// The hash of the link.
    ///
    /// # Errors
    /// The reason why the line has none.
    pub link: Result<&'a str, &'static str>,
}

/// Returns the lines that are not empty. The last link of a line counts, and what is before its address is the name. Comma,
/// semicolon, tab or space may stand between them.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    numbered.map(|(index, line)| read(line.trim(), index + 1))
}

fn read(line: &str, number: usize) -> Line<'_> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '<' | '|');
    let (at, link) = match link::start(line) {
        Some(at) => (Some(at), Ok(&line[at..])),
        None => match line.rfind("#story") {
            Some(at) => (Some(at), Err(link::IS_STORY)),
            None => (None, Err("the line has no link")),
        },
    };
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
    Line { name, link }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(String, Option<String>)> {
        lines(text).map(|line| (line.name, line.link.ok().map(str::to_owned))).collect()
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

    #[test]
    fn a_link_to_a_story_is_called_that() {
        let line = lines("Ada https://host/aqm/#story/own/1").next().unwrap();
        assert_eq!((line.name.as_str(), line.link), ("Ada", Err(link::IS_STORY)));
        assert_eq!(names("Ada https://host/#story/1 #v1.abc")[0].1.as_deref(), Some("#v1.abc"));
    }
}
