//! Tables and headings in Markdown.

/// Returns a table. `texts` is the number of leading columns with text; the others are numbers, aligned to the right.
pub(crate) fn table(texts: usize, head: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule: Vec<String> = (0..head.len())
        .map(|column| if column < texts { "---" } else { "---:" }.to_owned())
        .collect();
    let mut out = line(head) + &line(&rule);
    out.extend(rows.iter().map(|row| line(row)));
    out
}

/// Returns the word for a goal that is reached or not.
pub(crate) fn reached(is_met: bool) -> String {
    if is_met { "yes" } else { "**no**" }.to_owned()
}

/// Returns titles as a row.
pub(crate) fn cells<const N: usize>(titles: [&str; N]) -> Vec<String> {
    titles.map(str::to_owned).to_vec()
}
