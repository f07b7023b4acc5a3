//! `aqm reproduce`: prints published tables and figures beside simulated ones.

use crate::failure::Failure;
use crate::output::Output;
use crate::{files, input, progress};
use aqm_papers::{Paper, RFC7928, render};
use aqm_validation::{pages, papers as results};
use std::cell::OnceCell;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// The paper, or the file of one (a path that ends with .json). Default: all papers.
    #[arg(value_name = "PAPER|FILE")]
    paper: Option<String>,
    /// Run all papers. This is the default.
    #[arg(long, conflicts_with_all = ["paper", "table"])]
    all: bool,
    /// Run only this table or figure, such as 1b. 1 selects 1a, 1b and 1c.
    #[arg(long, value_name = "T")]
    table: Option<String>,
    /// Discipline of the report of RFC 7928, such as pie. Default: a comparison of all disciplines.
    #[arg(long, value_name = "Q")]
    queue: Option<String>,
    /// Number of parallel simulations. Default: one per core.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print Markdown.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Also write the JSON object to this file.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Also write the points of all figures as CSV to this file.
    #[arg(long, value_name = "FILE")]
    series: Option<PathBuf>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let queue = options.queue.as_deref();
    let (opened, mut inputs) = (OnceCell::new(), Vec::new());
    let papers: Vec<&Paper> = match options.paper.as_deref() {
        None => aqm_papers::papers().iter().collect(),
        Some(name) if is_file(name) => {
            let (paper, read) = input::open_paper(Path::new(name))?;
            inputs = read;
            vec![opened.get_or_init(|| paper)]
        }
        Some(name) => vec![paper(name)?],
    };
    if queue.is_some() && !matches!(papers.as_slice(), [only] if only.name() == RFC7928) {
        return Err(Failure::Usage("--queue needs the paper rfc7928".to_owned()));
    }
    let items = aqm_papers::chosen(&papers, options.table.as_deref(), queue);
    if let (true, Some(queue)) = (items.is_empty(), queue) {
        let known = papers.iter().flat_map(|paper| paper.items());
        let mut known: Vec<&str> = known
            .filter(|item| item.is_of_discipline)
            .map(|item| item.group.name.as_str())
            .collect();
        known.dedup();
        return Err(Failure::Usage(format!(
            "there is no report for '{queue}' and this section; expected one of {} and a section of 4 to 9",
            known.join(", ")
        )));
    }
    if items.is_empty() {
        let table = options.table.as_deref().unwrap_or_default();
        let known = papers.iter().flat_map(|paper| paper.items());
        let known: Vec<&str> = known.map(|item| item.id.as_str()).collect();
        return Err(Failure::Usage(format!(
            "'{table}' is no table or figure of this paper; expected one of {}",
            known.join(", ")
        )));
    }
    let named = [("--save", &options.save), ("--series", &options.series)];
    let named = named.map(|(option, file)| file.as_deref().map(|file| (option, file)));
    let outputs: Vec<_> = named.into_iter().flatten().collect();
    files::check_apart(&inputs, &outputs)?;
    let [save, series] = [open(&options.save)?, open(&options.series)?];
    let jobs = options.jobs.or_else(|| std::thread::available_parallelism().ok());
    let bar = progress::Bar::new("reproduce");
    let threads = jobs.map_or(1, NonZeroUsize::get);
    let reports = aqm_papers::reproduce(&items, threads, &|share| bar.show(share));
    bar.clear();
    let text = match (options.markdown, options.json) {
        (true, _) => markdown(&papers, &render::json::reports(&reports))?,
        (_, true) => render::json::reports(&reports),
        _ => render::text::reports(&reports),
    };
    // The runs took minutes: print the results if they cannot be saved, and save them if they cannot be printed.
    let saved = save.map_or(Ok(()), |file| written(file, &render::json::reports(&reports)));
    let series = series.map_or(Ok(()), |file| written(file, &render::csv::series(&reports)));
    let printed = out.write_all(text.as_bytes());
    saved?;
    series?;
    Ok(printed?)
}

/// Returns the reports as Markdown: for each paper its page of docs/validation, without remarks.
fn markdown(papers: &[&Paper], reports: &str) -> Result<String, Failure> {
    let page = |paper: &&Paper| results::results(paper, reports).and_then(|one| pages::paper(&one));
    let has = |paper: &&&Paper| reports.contains(&format!("\"{}\"", paper.name()));
    let pages = papers.iter().filter(has).map(page).collect::<Result<_, _>>();
    pages.map_err(|error| Failure::Unreadable(error.to_string()))
}

/// Opens a file of results.
fn open(file: &Option<PathBuf>) -> Result<Option<Output>, Failure> {
    let Some(file) = file else { return Ok(None) };
    Output::open(file).map(Some).map_err(|error| Failure::file(file, error))
}

/// Writes a file of results.
fn written(mut file: Output, text: &str) -> Result<(), Failure> {
    file.write_all(text.as_bytes()).map_err(|error| file.failure(error))?;
    file.finish()
}

/// Returns whether the argument is the path of a file, not the name of a paper.
fn is_file(name: &str) -> bool {
    name.ends_with(".json") || name.contains(['/', '\\'])
}

fn paper(name: &str) -> Result<&'static Paper, Failure> {
    let papers = aqm_papers::papers();
    // The name without its last part is unambiguous too: pan-2013 for pan-2013-pie.
    let is = |paper: &&Paper| paper.name().starts_with(name) && !name.is_empty();
    let mut matching = papers.iter().filter(is);
    match (matching.next(), matching.next()) {
        (Some(paper), None) => Ok(paper),
        _ => {
            let known: Vec<&str> = papers.iter().map(Paper::name).collect();
            Err(Failure::Usage(format!(
                "there is no paper '{name}'; expected one of {}, or the path of a file that ends with .json",
                known.join(", ")
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paper_has_a_name_or_a_path() {
        for (name, expected) in [("pan-2013", false), ("my.json", true), ("papers/mine", true)] {
            assert_eq!(is_file(name), expected, "{name}");
        }
        assert_eq!(paper("pan-2013").unwrap().name(), "pan-2013-pie");
        assert!(paper("").is_err() && paper("nobody").is_err());
    }
}
