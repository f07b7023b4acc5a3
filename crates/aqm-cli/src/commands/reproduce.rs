//! `aqm reproduce`: prints published tables and figures beside simulated ones.

use crate::failure::Failure;
use crate::progress;
use aqm_reproduce::{Paper, render, render_csv, render_json};
use aqm_validation::{pages, papers};
use std::fs::{self, File};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// The paper. Default: all papers.
    #[arg(value_parser = paper)]
    paper: Option<Paper>,
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
    if queue.is_some() && options.paper != Some(Paper::Rfc7928) {
        return Err(Failure::Usage("--queue needs the paper rfc7928".to_owned()));
    }
    let items = aqm_reproduce::chosen(options.paper, options.table.as_deref(), queue);
    if let (true, Some(queue)) = (items.is_empty(), queue) {
        let known = aqm_reproduce::select(options.paper, None);
        let mut known: Vec<&str> =
            known.iter().filter_map(|item| item.id.split_once('/')).map(|(kind, _)| kind).collect();
        known.dedup();
        return Err(Failure::Usage(format!(
            "there is no report for '{queue}' and this section; expected one of {} and a section of 4 to 9",
            known.join(", ")
        )));
    }
    if items.is_empty() {
        let table = options.table.as_deref().unwrap_or_default();
        let known: Vec<&str> =
            aqm_reproduce::select(options.paper, None).iter().map(|item| item.id).collect();
        return Err(Failure::Usage(format!(
            "'{table}' is no table or figure of this paper; expected one of {}",
            known.join(", ")
        )));
    }
    let files =
        |file: &Path, error| Failure::Files(vec![(file.display().to_string(), error)], vec![]);
    for file in [&options.save, &options.series].into_iter().flatten() {
        check_writable(file).map_err(|error| files(file, error))?;
    }
    let jobs = options.jobs.or_else(|| std::thread::available_parallelism().ok());
    let bar = progress::Bar::new("reproduce");
    let threads = jobs.map_or(1, NonZeroUsize::get);
    let reports = aqm_reproduce::reproduce(&items, threads, &|share| bar.show(share));
    bar.clear();
    let text = match (options.markdown, options.json) {
        (true, _) => markdown(&render_json::reports(&reports))?,
        (_, true) => render_json::reports(&reports),
        _ => render::text(&reports),
    };
    // The runs took minutes: print the results if they cannot be saved, and save them if they cannot be printed.
    let save = |file: &Option<PathBuf>, text: &dyn Fn() -> String| match file {
        Some(file) => fs::write(file, text()).map_err(|error| files(file, error)),
        None => Ok(()),
    };
    let saved = save(&options.save, &|| render_json::reports(&reports));
    let series = save(&options.series, &|| render_csv::series(&reports));
    let printed = out.write_all(text.as_bytes());
    saved?;
    series?;
    Ok(printed?)
}

/// Returns the reports as Markdown: for each paper its page of docs/validation, without remarks.
fn markdown(reports: &str) -> Result<String, Failure> {
    let page =
        |paper: Paper| papers::results(paper.name(), reports).and_then(|one| pages::paper(&one));
    let own = Paper::ALL.into_iter().filter(|paper| reports.contains(&format!("\"{paper}\"")));
    own.map(page).collect::<Result<_, _>>().map_err(|error| Failure::Unreadable(error.to_string()))
}

/// Returns an error if `file` cannot be written later. Changes no file.
fn check_writable(file: &Path) -> io::Result<()> {
    match File::options().write(true).create_new(true).open(file) {
        Ok(_) => fs::remove_file(file),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            File::options().write(true).open(file).map(|_| ())
        }
        Err(error) => Err(error),
    }
}

fn paper(name: &str) -> Result<Paper, String> {
    // The name without its last part is unambiguous too: pan-2013 for pan-2013-pie.
    let is = |paper: &Paper| paper.name().starts_with(name) && !name.is_empty();
    let mut matching = Paper::ALL.into_iter().filter(is);
    match (matching.next(), matching.next()) {
        (Some(paper), None) => Ok(paper),
        _ => Err(format!("expected one of {}", Paper::ALL.map(Paper::name).join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_see_whether_a_file_can_be_written_leaves_it_alone() {
        let folder = std::env::temp_dir().join(format!("aqm-reproduce-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("papers.json");
        check_writable(&file).unwrap();
        assert!(!file.exists());
        fs::write(&file, "kept").unwrap();
        check_writable(&file).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "kept");
        assert!(check_writable(&folder).is_err());
        assert!(check_writable(&folder.join("none/papers.json")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
