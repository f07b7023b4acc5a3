//! Reads the files of papers.

use crate::code::{self, Does, RunSource, Values};
use crate::disciplines::{kinds, place, shown};
use crate::paper as file;
use crate::table::Table;
use crate::{About, Content, Group, Item, Paper, Planned};
use aqm_json::Value;
use aqm_scenario::Scenario;
use aqm_scenario::problem::{Problem, Reader, listed};
use aqm_sweep::Sweep;
use aqm_sweep::plan::Plan;
use std::sync::{Arc, OnceLock};

/// Path below `scenarios/papers` and text of each JSON file there.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/papers.rs"));

/// Name of the file of a paper in its folder.
pub(crate) const PAPER: &str = "paper.json";

/// Most runs of a table or figure, and of a paper.
const MAX_RUNS: usize = 20_000;
const MAX_ALL_RUNS: usize = 100_000;

/// Returns the papers of this repository.
///
/// # Panics
/// If a file is not valid.
pub fn papers() -> &'static [Paper] {
    static PAPERS: OnceLock<Vec<Paper>> = OnceLock::new();
    PAPERS.get_or_init(|| {
        let folders = FILES.iter().filter_map(|(path, text)| {
            let folder = path.strip_suffix(PAPER)?;
            Some((folder, *text))
        });
        let mut papers: Vec<(u64, Paper)> = folders
            .map(|(folder, text)| {
                let place = file::Paper::parse(text).map_or(0, |paper| paper.place);
                let beside = |name: &str| {
                    let path = [folder, name].concat();
                    FILES
                        .iter()
                        .find(|(other, _)| *other == path)
                        .map(|(_, text)| (*text).to_owned())
                };
                let paper = open(text, &beside).unwrap_or_else(|problems| {
                    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                    panic!("{folder}{PAPER}: {}", problems.join("\n"))
                });
                (place, paper)
            })
            .collect();
        papers.sort_by(|(a, one), (b, other)| (a, one.name()).cmp(&(b, other.name())));
        papers.into_iter().map(|(_, paper)| paper).collect()
    })
}

/// Returns the paper of this repository with this name.
pub fn paper(name: &str) -> Option<&'static Paper> {
    papers().iter().find(|paper| paper.name() == name)
}

/// Reads a paper with all its plans. `beside` returns the text of a file in the same folder. All problems are reported at once; a
/// problem in another file has the name of the file before its place.
pub fn open(text: &str, beside: &dyn Fn(&str) -> Option<String>) -> Result<Paper, Vec<Problem>> {
    let paper = file::Paper::parse(text)?;
    let mut reader = Reader::new("");
    let mut others = Vec::new();
    let about = Arc::new(About {
        name: paper.name.clone(),
        authors: paper.authors.clone(),
        year: paper.year,
        title: paper.title.clone(),
        citation: paper.citation.clone(),
        left_out: paper.left_out.clone(),
        numbers: paper.numbers.clone(),
    });
    let mut items = Vec::new();
    reader.member("items", |reader| {
        let mut runs = 0;
        for (index, item) in paper.items.iter().enumerate() {
            let found = reader.item(index, |reader| {
                let item = with_numbers(item, &paper, reader);
                content(&item, beside, &mut others, reader)
            });
            runs += found.iter().map(|(_, content)| content.planned_runs()).sum::<usize>();
            if runs > MAX_ALL_RUNS {
                // Each run is a scenario that was checked: the rest of a large paper would take minutes.
                let message = format!("makes more than {MAX_ALL_RUNS} runs of the paper.");
                reader.item(index, |reader| reader.problem_in("plan", message));
                break;
            }
            items.extend(
                found
                    .into_iter()
                    .map(|(discipline, content)| made(&paper, &about, item, &discipline, content))
                    .map(Arc::new),
            );
        }
    });
    let mut problems = reader.into_problems();
    problems.append(&mut others);
    problems.truncate(Reader::MAX_PROBLEMS);
    if problems.is_empty() {
        // The reports of a discipline belong together.
        items.sort_by_key(
            |item| {
                if item.is_of_discipline { place(&item.group.name) + 1 } else { 0 }
            },
        );
        Ok(Paper { about, items })
    } else {
        Err(problems)
    }
}

/// Returns the item with its published numbers, if it names another item that has them.
fn with_numbers(item: &file::Item, paper: &file::Paper, reader: &mut Reader) -> file::Item {
    let mut item = item.clone();
    if let Value::String(id) = &item.published {
        match paper.items.iter().find(|other| other.id == *id) {
            Some(other) if matches!(other.published, Value::Object(_)) => {
                item.published = other.published.clone();
            }
            _ => {
                let message =
                    format!("is '{id}'; expected an object, or the name of an item that has one.");
                reader.problem_in("published", message);
                item.published = Value::Null;
            }
        }
    }
    item
}

/// Returns an item under its reading, or of a discipline.
fn made(
    paper: &file::Paper,
    about: &Arc<About>,
    item: &file::Item,
    discipline: &str,
    content: Content,
) -> Item {
    let reading = paper.reading_of(item);
    let is_of_discipline = item.each_discipline;
    let group = if is_of_discipline {
        Group { name: discipline.to_owned(), label: shown(discipline) }
    } else {
        reading.map_or_else(Group::default, |reading| Group {
            name: reading.name.clone(),
            label: reading.label.clone(),
        })
    };
    let of_reading = reading.map_or(&[][..], |reading| &reading.notes);
    let file = match (&item.plan, item.scenarios.first()) {
        (Some(Value::String(path)), _) => path.clone(),
        (_, Some(first)) => {
            first.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned() + "/"
        }
        _ => String::new(),
    };
    Item {
        paper: Arc::clone(about),
        id: if is_of_discipline { format!("{discipline}/{}", item.id) } else { item.id.clone() },
        number: item.number().to_owned(),
        group,
        is_of_discipline,
        label: item.label.clone(),
        title: item.title.clone(),
        notes: [&paper.notes[..], of_reading, &item.notes].concat(),
        tag: reading.map_or_else(String::new, |reading| reading.tag.clone()),
        file,
        content,
    }
}

type Beside<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Returns the content of an item, for each discipline if it has several.
fn content(
    item: &file::Item,
    beside: Beside<'_>,
    others: &mut Vec<Problem>,
    reader: &mut Reader,
) -> Vec<(String, Content)> {
    if item.code.is_empty() {
        return table(item, None, beside, others, reader);
    }
    let code = match code::find(&item.code).map(|code| code.does) {
        Some(Does::Report(whole)) => {
            if !item.measures.is_empty() {
                let message = format!("must be empty: '{}' makes the whole report.", item.code);
                reader.problem_in("measures", message);
            }
            whole
        }
        Some(Does::Values(values)) => return table(item, Some(values), beside, others, reader),
        None => {
            let message = format!("is '{}'; expected {}.", item.code, listed(&code::names()));
            reader.problem_in("code", message);
            return Vec::new();
        }
    };
    if let RunSource::Made(_) = code.runs {
        let disciplines = if item.each_discipline { kinds() } else { vec![String::new()] };
        let one = |discipline: String| {
            let content =
                Content::Code { code, planned: Planned::None, discipline: discipline.clone() };
            (discipline, content)
        };
        return disciplines.into_iter().map(one).collect();
    }
    let planned = if item.scenarios.is_empty() {
        sweep(item, beside, others, reader).map(|sweep| Planned::Sweep(Box::new(sweep)))
    } else {
        scenarios(item, beside, others, reader).map(Planned::Scenarios)
    };
    let content = planned.map(|planned| Content::Code { code, planned, discipline: String::new() });
    content.map(|content| (String::new(), content)).into_iter().collect()
}

/// Returns a table that the file describes. `values` are those that a function reads.
fn table(
    item: &file::Item,
    values: Option<Values>,
    beside: Beside<'_>,
    others: &mut Vec<Problem>,
    reader: &mut Reader,
) -> Vec<(String, Content)> {
    if item.measures.is_empty() {
        reader.problem_in("measures", "is missing; expected 1 to 20 measures.");
        return Vec::new();
    }
    let sweep = sweep(item, beside, others, reader);
    let table = sweep.and_then(|sweep| Table::read(item, values, sweep, reader));
    table.map(|table| (String::new(), Content::Table(Box::new(table)))).into_iter().collect()
}

/// Reads the plan of an item: in the file of the paper, or beside it.
fn sweep(
    item: &file::Item,
    beside: Beside<'_>,
    others: &mut Vec<Problem>,
    reader: &mut Reader,
) -> Option<Sweep> {
    let (prefix, plan) = match &item.plan {
        Some(Value::String(path)) => {
            let Some(text) = beside(path) else {
                let message = format!(
                    "is '{path}', which is not beside the file of the paper. Open both together, or put the plan itself here."
                );
                reader.problem_in("plan", message);
                return None;
            };
            (Some(path.as_str()), Plan::parse(&text))
        }
        Some(plan) => (None, Plan::from_value(plan)),
        None => {
            reader.problem_in("plan", "is missing; expected a plan or the path of its file.");
            return None;
        }
    };
    let read = plan.and_then(|plan| {
        Sweep::new(plan).map_err(|cells| {
            let one = |(label, problems): (_, Vec<Problem>)| -> Vec<Problem> {
                let label = format!("{label}");
                let at = |problem: Problem| Problem {
                    message: if label.is_empty() {
                        problem.message
                    } else {
                        format!("{} ({label})", problem.message)
                    },
                    path: if problem.path.is_empty() {
                        String::new()
                    } else {
                        format!("scenario.{}", problem.path)
                    },
                };
                problems.into_iter().map(at).collect()
            };
            cells.into_iter().flat_map(one).collect()
        })
    });
    match read {
        Ok(sweep) if sweep.runs() <= MAX_RUNS => Some(sweep),
        Ok(sweep) => {
            reader.problem_in(
                "plan",
                format!("has {} runs; expected at most {MAX_RUNS}.", sweep.runs()),
            );
            None
        }
        Err(problems) => {
            report(problems, prefix, others, reader);
            None
        }
    }
}

/// Reports problems of a plan: below the member `plan`, or with the name of its file.
fn report(
    problems: Vec<Problem>,
    path: Option<&str>,
    others: &mut Vec<Problem>,
    reader: &mut Reader,
) {
    for Problem { path: inner, message } in problems {
        match path {
            Some(path) if inner.is_empty() => {
                others.push(Problem { path: path.to_owned(), message })
            }
            Some(path) => others.push(Problem { path: format!("{path}: {inner}"), message }),
            None => reader.member("plan", |reader| {
                let dot = if inner.is_empty() || inner.starts_with('[') { "" } else { "." };
                reader.at(&[dot, &inner].concat(), |reader| reader.problem(message));
            }),
        }
    }
}

fn scenarios(
    item: &file::Item,
    beside: Beside<'_>,
    others: &mut Vec<Problem>,
    reader: &mut Reader,
) -> Option<Vec<Scenario>> {
    let mut found = Vec::new();
    for (index, path) in item.scenarios.iter().enumerate() {
        match beside(path).map(|text| Scenario::parse(&text)) {
            Some(Ok(scenario)) => found.push(scenario),
            Some(Err(problems)) => report(problems, Some(path), others, reader),
            None => reader.member("scenarios", |reader| {
                reader.item(index, |reader| {
                    reader.problem(format!(
                        "is '{path}', which is not beside the file of the paper."
                    ));
                });
            }),
        }
    }
    (found.len() == item.scenarios.len()).then_some(found)
}

#[cfg(test)]
mod tests;
