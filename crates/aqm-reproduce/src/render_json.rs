//! Writes reports as JSON. Numbers are not rounded; a number that is not known is null.

use crate::report::{Axis, Figure, Finding, Goal, Measure, Plot, Report, Row, Value};
use crate::{Item, Paper};
use aqm_scenario::json::Value as Json;

/// Returns reports with their items as one JSON object.
pub fn reports(reports: &[(&'static Item, Report)]) -> String {
    let one = |(item, report): &(&'static Item, Report)| {
        Json::object([
            ("paper", Json::string(item.paper.name())),
            ("table", Json::string(item.id)),
            ("title", Json::string(item.title)),
            ("report", value_of(report)),
        ])
    };
    let reports = Json::Array(reports.iter().map(one).collect());
    Json::object([("version", Json::count(2)), ("reports", reports)]).to_pretty()
}

/// Returns one report as JSON, for the page.
pub fn report(report: &Report) -> String {
    value_of(report).to_compact()
}

/// Returns all papers and their items as JSON, for the page: names, titles, numbers of runs and their weights.
pub fn catalogue(items: &[&'static Item]) -> String {
    let paper = |paper: &Paper| {
        let own = items.iter().filter(|item| item.paper == *paper).map(|item| {
            let runs = item.runs();
            let weight: f64 = runs.iter().map(crate::Run::weight).sum();
            Json::object([
                ("name", Json::string(item.name())),
                ("id", Json::string(item.id)),
                ("title", Json::string(item.title)),
                ("runs", Json::count(runs.len() as u64)),
                ("weight", Json::number(weight)),
            ])
        });
        let left_out = paper.left_out().iter().map(|left_out| {
            Json::object([
                ("what", Json::string(left_out.what)),
                ("why", Json::string(left_out.why)),
            ])
        });
        let (authors, year) = paper.authors();
        Json::object([
            ("name", Json::string(paper.name())),
            ("authors", Json::string(authors)),
            ("year", year.map_or(Json::Null, |year| Json::count(year.into()))),
            ("title", Json::string(paper.title())),
            ("citation", Json::string(paper.citation())),
            ("items", Json::Array(own.collect())),
            ("leftOut", Json::Array(left_out.collect())),
        ])
    };
    let papers = Paper::ALL.iter().map(paper);
    Json::object([("papers", Json::Array(papers.collect()))]).to_compact()
}

/// Returns the runs of an item as JSON, for the page.
pub fn runs(runs: &[crate::Run]) -> String {
    let run = |run: &crate::Run| {
        Json::object([
            ("weight", Json::number(run.weight())),
            ("lane", Json::count(run.lane() as u64)),
            ("scenario", Json::string(run.scenario().to_json())),
        ])
    };
    Json::Array(runs.iter().map(run).collect()).to_compact()
}

fn value_of(report: &Report) -> Json {
    let list = |values: Vec<Json>| Json::Array(values);
    let goals = report.goals.iter().map(goal).collect();
    Json::object([
        ("notes", list(report.notes.iter().map(|note| Json::string(note.as_str())).collect())),
        ("publishedBy", Json::string(report.published_by.unwrap_or("paper"))),
        ("other", report.other.map_or(Json::Null, Json::string)),
        ("measures", list(report.measures.iter().map(measure).collect())),
        ("x", report.x.as_ref().map_or(Json::Null, axis)),
        ("rows", list(report.rows.iter().map(row).collect())),
        ("findings", list(report.findings.iter().map(finding).collect())),
        ("goals", list(goals)),
        ("plots", list(report.plots.iter().map(plot).collect())),
    ])
}

fn figure(figure: Figure) -> Json {
    Json::object([("mean", Json::number(figure.mean)), ("sd", Json::optional(figure.sd))])
}

fn measure(measure: &Measure) -> Json {
    Json::object([
        ("name", Json::string(measure.name)),
        ("unit", Json::string(measure.unit)),
        ("decimals", Json::count(measure.decimals as u64)),
    ])
}

fn row(row: &Row) -> Json {
    let known = |value: Option<Figure>| value.map_or(Json::Null, figure);
    let value = |value: &Value| {
        let ours = Json::object([
            ("mean", Json::number(value.ours.mean)),
            ("sd", Json::optional(value.ours.sd)),
            ("ci95", Json::optional(value.ours.ci95)),
            ("n", Json::count(row.done as u64)),
        ]);
        Json::object([
            ("published", known(value.published)),
            ("other", known(value.other)),
            ("ours", if row.done == 0 && !row.runs.is_empty() { Json::Null } else { ours }),
            ("tolerance", Json::optional(value.tolerance)),
            ("within", value.within.map_or(Json::Null, Json::Bool)),
        ])
    };
    Json::object([
        ("at", Json::string(row.at.as_str())),
        ("x", Json::optional(row.x)),
        ("queue", Json::string(row.queue.as_str())),
        ("runs", indices(&row.runs)),
        ("scenario", row.scenario.as_deref().map_or(Json::Null, Json::string)),
        ("values", Json::Array(row.values.iter().map(value).collect())),
    ])
}

fn indices(list: &[usize]) -> Json {
    Json::Array(list.iter().map(|&index| Json::count(index as u64)).collect())
}

fn finding(finding: &Finding) -> Json {
    // Evidence of numbers that are not there yet would be wrong.
    let known = |text: &str| if finding.waits { Json::Null } else { Json::string(text) };
    Json::object([
        ("claim", Json::string(finding.claim.as_str())),
        ("state", Json::string(finding.state().name())),
        ("evidence", known(&finding.evidence)),
        ("because", finding.because.as_deref().map_or(Json::Null, known)),
    ])
}

fn goal(goal: &Goal) -> Json {
    Json::object([
        ("name", Json::string(goal.name.as_str())),
        ("hits", Json::count(goal.hits as u64)),
        ("of", Json::count(goal.of as u64)),
        ("least", Json::number(goal.least)),
        ("met", Json::Bool(goal.is_met())),
    ])
}

fn axis(axis: &Axis) -> Json {
    Json::object([
        ("name", Json::string(axis.name)),
        ("unit", Json::string(axis.unit)),
        ("log", Json::Bool(axis.log)),
    ])
}

fn plot(plot: &Plot) -> Json {
    let series = plot.series.iter().map(|series| {
        let points =
            series.points.iter().map(|point| Json::Array(point.map(Json::number).to_vec()));
        Json::object([
            ("name", Json::string(series.name.as_str())),
            ("queue", series.queue.as_deref().map_or(Json::Null, Json::string)),
            ("kind", Json::string(series.kind.name())),
            ("published", Json::Bool(series.published)),
            ("points", Json::Array(points.collect())),
            ("rows", indices(&series.rows)),
        ])
    });
    let references = plot.references.iter().map(|reference| {
        Json::object([
            ("axis", Json::string(if reference.at_x { "x" } else { "y" })),
            ("value", Json::number(reference.value)),
            ("label", Json::string(reference.label.as_str())),
        ])
    });
    Json::object([
        ("id", Json::string(plot.id.as_str())),
        ("title", Json::string(plot.title.as_str())),
        ("x", axis(&plot.x)),
        ("y", axis(&plot.y)),
        ("series", Json::Array(series.collect())),
        ("band", Json::string(plot.band.as_str())),
        ("references", Json::Array(references.collect())),
        ("ownScale", Json::Bool(plot.own_scale)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_scenario::json;

    fn element<'a>(value: &'a Json, member: &str, index: usize) -> &'a Json {
        let Some(Json::Array(list)) = value.get(member) else { panic!("no list {member}") };
        &list[index]
    }

    #[test]
    fn a_report_without_results_can_be_read() {
        let item = crate::select(Some(Paper::Schwardmann2014), Some("1b"))[0];
        let runs = item.runs();
        let text = report(&item.report(&runs, runs.iter().map(|_| None).collect()));
        let value = json::parse(&text).unwrap();
        let row = element(&value, "rows", 0);
        assert_eq!(row.get("x"), Some(&Json::number(5.0)));
        let axis = value.get("x").unwrap();
        assert_eq!(axis.get("unit"), Some(&Json::string("ms")));
        assert_eq!(axis.get("log"), Some(&Json::Bool(true)));
        let delay = element(row, "values", 0);
        assert_eq!(delay.get("ours"), Some(&Json::Null));
        assert_eq!(delay.get("published").unwrap().get("mean"), Some(&Json::number(4.66)));
        let finding = element(&value, "findings", 0);
        assert_eq!(finding.get("state"), Some(&Json::string("waiting")));
        assert_eq!(finding.get("evidence"), Some(&Json::Null));
    }

    #[test]
    fn a_computed_value_needs_no_run() {
        let item = crate::select(Some(Paper::Pan2013), Some("14"))[0];
        let value = json::parse(&report(&item.report(&item.runs(), Vec::new()))).unwrap();
        let ours = element(element(&value, "rows", 0), "values", 0).get("ours").unwrap();
        assert!(matches!(ours.get("mean"), Some(Json::Number(_))), "{ours:?}");
        assert_eq!(ours.get("n"), Some(&Json::number(0.0)));
    }

    #[test]
    fn the_catalogue_and_the_runs_can_be_read() {
        let items = crate::select(Some(Paper::Schwardmann2014), None);
        let value = json::parse(&catalogue(&items)).unwrap();
        let first = element(element(&value, "papers", 0), "items", 0);
        assert_eq!(first.get("name"), Some(&Json::string("schwardmann-2014/1a")));
        assert_eq!(first.get("runs"), Some(&Json::count(72)));
        let list = json::parse(&runs(&items[0].runs())).unwrap();
        let Json::Array(list) = list else { panic!() };
        let Some(Json::String(scenario)) = list[0].get("scenario") else { panic!() };
        assert!(aqm_scenario::Scenario::parse(scenario).is_ok());
    }
}
