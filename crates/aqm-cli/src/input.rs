//! Reading scenarios and plans from files and standard input.

use crate::failure::Failure;
use crate::files;
use crate::names::{is_stdin, name_of, visible};
use aqm_papers::Paper;
use aqm_papers::paper::{self, MAX_PAPER_BYTES};
use aqm_scenario::import::MAX_TRACE_BYTES;
use aqm_scenario::{MAX_SCENARIO_BYTES, Problem, Scenario, read_scenario};
use aqm_story::Story;
use aqm_sweep::Plan;
use aqm_sweep::Problems;
use aqm_sweep::plan::MAX_PLAN_BYTES;
use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::{self, Read, Write as _};
use std::path::{Component, Path, PathBuf};

/// Returns the file's name without directory and extension.
pub fn stem(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Reads one scenario; `-` means standard input.
pub fn read(path: &Path) -> Result<Scenario, Failure> {
    let mut scenarios = read_all(std::slice::from_ref(&path.to_owned()))?;
    Ok(scenarios.remove(0))
}

/// The content of a file.
pub enum Document {
    /// A scenario.
    Scenario(Box<Scenario>),
    /// A plan of a sweep.
    Plan(Box<Plan>),
    /// A paper, with its plans.
    Paper(Box<paper::Paper>),
    /// A story.
    Story(Box<Story>),
}

/// Reads a plan, or the plan that runs a scenario once; `-` means standard input.
pub fn read_plan(path: &Path) -> Result<Plan, Failure> {
    let read = read_document(path).map_err(|error| Failure::file(path, error))?;
    match read {
        Ok(Document::Scenario(scenario)) => Ok(Plan::of(*scenario)),
        Ok(Document::Plan(plan)) => Ok(*plan),
        Ok(Document::Paper(_)) => {
            let problem = Problem::whole("is a paper; run it with aqm reproduce.");
            Err(Failure::Problems(vec![(name_of(path), vec![problem])]))
        }
        Ok(Document::Story(_)) => {
            let problem = Problem::whole("is a story; compute its numbers with aqm story.");
            Err(Failure::Problems(vec![(name_of(path), vec![problem])]))
        }
        Err(problems) => Err(Failure::Problems(vec![(name_of(path), problems)])),
    }
}

/// Reads scenarios and plans, and reports the problems of all.
pub fn read_documents(paths: &[PathBuf]) -> Result<Vec<Document>, Failure> {
    all(paths, read_document)
}

/// Reads stories, and reports the problems of all.
pub fn read_stories(paths: &[PathBuf]) -> Result<Vec<Story>, Failure> {
    all(paths, |path| {
        let bytes = read_up_to(path, PAPER_LIMIT)?;
        Ok(utf8(bytes).and_then(|text| Story::open(&text, &|name| near(path, name))))
    })
}

/// Reads scenarios, and reports the problems of all.
pub fn read_all(paths: &[PathBuf]) -> Result<Vec<Scenario>, Failure> {
    all(paths, |path| read_up_to(path, SCENARIO_LIMIT).map(parse))
}

/// Names the file of each problem of a plan, and the case and values where it was found.
pub fn named(file: &Path, problems: Problems) -> Vec<(String, Vec<Problem>)> {
    let file = name_of(file);
    let with_label = |(label, problems): (aqm_sweep::Label, _)| match label.to_string() {
        label if label.is_empty() => (file.clone(), problems),
        label => (format!("{file} with {label}"), problems),
    };
    problems.into_iter().map(with_label).collect()
}

/// Prints notes about a sweep to standard error, so that a table on standard output stays as it is.
pub fn print_notes(notes: impl IntoIterator<Item = String>) {
    let mut stream = io::stderr().lock();
    for note in notes {
        // A table is worth more than a note that cannot be printed.
        let _ = writeln!(stream, "note: {}", visible(&note));
    }
}

/// Reads files, and reports the problems of all.
fn all<T>(
    paths: &[PathBuf],
    read: impl Fn(&Path) -> io::Result<Result<T, Vec<Problem>>>,
) -> Result<Vec<T>, Failure> {
    let (mut found, mut problems, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for path in paths {
        match read(path) {
            Err(error) => errors.push((name_of(path), error)),
            Ok(Ok(one)) => found.push(one),
            Ok(Err(of_file)) => problems.push((name_of(path), of_file)),
        }
    }
    if !errors.is_empty() {
        Err(Failure::Files(errors, problems))
    } else if !problems.is_empty() {
        Err(Failure::Problems(problems))
    } else {
        Ok(found)
    }
}

/// Bytes that are read of a file: a few more than its limit, so that `aqm check /dev/zero` ends.
const SCENARIO_LIMIT: u64 = MAX_SCENARIO_BYTES as u64 + 4;
const PAPER_LIMIT: u64 = MAX_PAPER_BYTES as u64 + 4;

fn read_document(path: &Path) -> io::Result<Result<Document, Vec<Problem>>> {
    let bytes = read_up_to(path, PAPER_LIMIT)?;
    let is_story = std::str::from_utf8(&bytes).is_ok_and(Story::is_story);
    Ok(if is_story || path.extension().is_some_and(|extension| extension == "md") {
        utf8(bytes)
            .and_then(|text| Story::open(&text, &|name| near(path, name)))
            .map(|story| Document::Story(Box::new(story)))
    } else if is_paper(&bytes) {
        utf8(bytes).and_then(|text| {
            aqm_papers::open(&text, &|name| beside(path, name))?;
            paper::Paper::parse(&text).map(|paper| Document::Paper(Box::new(paper)))
        })
    } else if bytes.len() > MAX_PLAN_BYTES {
        Err(vec![too_long(MAX_PLAN_BYTES)])
    } else if is_plan(&bytes) {
        utf8(bytes).and_then(|text| Plan::parse(&text)).map(|plan| Document::Plan(Box::new(plan)))
    } else {
        parse(bytes).map(|scenario| Document::Scenario(Box::new(scenario)))
    })
}

fn is_plan(bytes: &[u8]) -> bool {
    is(bytes, Plan::is_plan)
}

fn is_paper(bytes: &[u8]) -> bool {
    is(bytes, paper::Paper::is_paper)
}

fn is(bytes: &[u8], kind: fn(&aqm_json::Value) -> bool) -> bool {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    aqm_json::parse(text.trim_start_matches('\u{feff}')).is_ok_and(|value| kind(&value))
}

/// Reads the file of a paper, or the file `paper.json` of a folder. Plans are read from the same folder and the folders in it.
/// Also returns the paths of all files.
pub fn open_paper(path: &Path) -> Result<(Paper, Vec<PathBuf>), Failure> {
    let path = if path.is_dir() { path.join("paper.json") } else { path.to_owned() };
    let text = read_text(&path).map_err(|error| Failure::file(&path, error))?;
    let read = RefCell::new(vec![path.clone()]);
    let plan = |name: &str| {
        read.borrow_mut().push(path.with_file_name(name));
        beside(&path, name)
    };
    let paper = aqm_papers::open(&text, &plan)
        .map_err(|problems| Failure::Problems(vec![(name_of(&path), problems)]))?;
    Ok((paper, read.into_inner()))
}

/// Returns the text of a file in the folder of a paper.
fn beside(paper: &Path, name: &str) -> Option<String> {
    let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let folder = paper.parent().unwrap_or(Path::new(""));
    is_inside.then(|| read_text(&folder.join(name)).ok()).flatten()
}

/// Returns the text of a scenario that a story names, by its address relative to the story. Standard input has no place of its own.
fn near(story: &Path, address: &str) -> Option<String> {
    let is_local = !address.contains(':') && !Path::new(address).is_absolute();
    let folder = story.parent().filter(|_| !is_stdin(story))?;
    is_local.then(|| read_text(&folder.join(address)).ok()).flatten()
}

/// Reads a text that is at most a few bytes longer than a paper may be.
fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_up_to(path, PAPER_LIMIT)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "is not UTF-8"))
}

/// Reads a text of at most `most` bytes.
pub fn read_text_up_to(path: &Path, most: u64) -> io::Result<String> {
    let bytes = read_up_to(path, most + 1)?;
    if bytes.len() as u64 > most {
        let message = format!("has more than {} KiB, the most that are read", most / 1024);
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "is not UTF-8"))
}

/// Reads a trace, or at most a few bytes more than its limit.
pub fn read_trace(path: &Path) -> io::Result<Vec<u8>> {
    read_up_to(path, MAX_TRACE_BYTES as u64 + 4)
}

/// Reads at most `limit` bytes of a file, a device, or a pipe until its writer closes it.
pub fn read_up_to(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stdin(path) {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        files::open(path, OpenOptions::new().read(true))?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

fn parse(bytes: Vec<u8>) -> Result<Scenario, Vec<Problem>> {
    if bytes.len() > MAX_SCENARIO_BYTES {
        return Err(vec![too_long(MAX_SCENARIO_BYTES)]);
    }
    read_scenario(&utf8(bytes)?).and_then(aqm_challenge::checked)
}

fn too_long(most: usize) -> Problem {
    Problem::whole(format!("has more than {most} bytes, the most that are read."))
}

fn utf8(bytes: Vec<u8>) -> Result<String, Vec<Problem>> {
    String::from_utf8(bytes)
        .map_err(|error| vec![Problem::whole(format!("is not UTF-8: {error}."))])
}
