//! `aqm generate`: writes the files that are generated from the scenario format and from the experiments of papers, and
//! the digests and pictures of the scenarios.

use crate::failure::Failure;
use crate::{input, output};
use aqm_json::answer::Types;
use aqm_papers::paper::Paper;
use aqm_papers::render;
use aqm_report::golden;
use aqm_scenario::schema::Record as _;
use aqm_stability::view;
use aqm_story::{Story, answers};
use aqm_trust::Trust;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// Root of the repository.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Write nothing. List the stale files, and exit with code 3 if there are any.
    #[arg(long)]
    check: bool,
    /// Leave out the files that need runs: digests, pictures and tables of the behaviour.
    #[arg(long)]
    definitions: bool,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let mut files: Vec<(String, String)> = Vec::new();
    files.extend(aqm_generate::files().into_iter().map(|file| (file.path.to_owned(), file.text)));
    files.extend(aqm_papers::files::files().into_iter().map(|file| (file.path, file.text)));
    let schema = aqm_generate::json_schema("AQM Playground paper, version 1", &Paper::record());
    files.push(("scenarios/paper.schema.json".to_owned(), schema));
    files.extend(types().map(|(path, text)| (path.to_owned(), text)));
    files.extend([aqm_export::Target::page_list()].map(|(path, text)| (path.to_owned(), text)));
    files.extend(stories(&options.root)?);
    if !options.definitions {
        files.extend(of_runs(&options.root)?);
        let behaviour = aqm_validation::behaviour::file();
        files.push((behaviour.path, behaviour.text));
    }
    let mut errors = Vec::new();
    for (path, text) in files {
        let path = options.root.join(path);
        if fs::read_to_string(&path).is_ok_and(|present| present == text) {
            continue;
        }
        let name = path.display().to_string();
        if options.check {
            errors.push((name, io::Error::other(aqm_generate::STALE)));
            continue;
        }
        let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
        match parent.and_then(|()| output::write(&path, text.as_bytes())) {
            Ok(()) => writeln!(out, "{name}: written")?,
            Err(error) => errors.push((name, error)),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::Files(errors, Vec::new())) }
}

/// Returns the types of the answers about papers, stability and trust.
fn types() -> [(&'static str, String); 3] {
    let mut theory = aqm_json::typescript::types(&view::types());
    for (name, help, words) in view::words() {
        aqm_json::typescript::add_words(&mut theory, help, name, &words, words.len());
    }
    [
        (
            "web/src/sections/papers/report.generated.ts",
            aqm_json::typescript::types(&render::json::types()),
        ),
        ("web/src/core/model/stability.generated.ts", theory),
        (
            "web/src/live/trust/trust.generated.ts",
            aqm_json::typescript::types(&Types::of::<Trust>()),
        ),
    ]
}

/// Returns the types of stories, and the list of those in the folder `stories`.
fn stories(root: &Path) -> Result<Vec<(String, String)>, Failure> {
    let folder = root.join("stories");
    let fail = |error| Failure::Files(vec![(folder.display().to_string(), error)], Vec::new());
    let mut paths = Vec::new();
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => Some(entries),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(fail(error)),
    };
    for entry in entries.into_iter().flatten() {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            paths.push(path);
        }
    }
    paths.sort();
    let mut stories: Vec<_> = paths.iter().zip(input::read_stories(&paths)?).collect();
    stories.sort_by_key(|(_, story)| story.place.unwrap_or(u32::MAX));
    let entry = |(path, story): &(&PathBuf, Story)| answers::entry(&input::stem(path), story);
    let entries: Vec<_> = stories.iter().map(entry).collect();
    Ok(answers::files(&entries).map(|(path, text)| (path.to_owned(), text)).into())
}

/// Runs all scenarios, and returns the files of their digests and pictures.
fn of_runs(root: &Path) -> Result<impl Iterator<Item = (String, String)>, Failure> {
    let mut found = Vec::new();
    scenarios(&root.join("scenarios"), "", &mut found)?;
    found.sort();
    let (names, paths): (Vec<String>, Vec<PathBuf>) = found.into_iter().unzip();
    let scenarios: Vec<_> = names.into_iter().zip(input::read_all(&paths)?).collect();
    Ok(golden::files(&scenarios).into_iter().map(|(path, text)| (path.to_owned(), text)))
}

/// Adds names and paths of the scenarios in `folder` and below. `place` is its path below `scenarios`.
fn scenarios(
    folder: &Path,
    place: &str,
    found: &mut Vec<(String, PathBuf)>,
) -> Result<(), Failure> {
    let fail = |error| Failure::Files(vec![(folder.display().to_string(), error)], Vec::new());
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let file = format!("{place}{file}");
        if path.is_dir() {
            scenarios(&path, &format!("{file}/"), found)?;
        } else if let Some(name) = golden::name(&file) {
            found.push((name.to_owned(), path));
        }
    }
    Ok(())
}
