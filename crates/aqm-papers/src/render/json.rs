//! Writes reports as JSON. Numbers are not rounded; a number that is not known is null.

use super::answers;
use crate::report::{Axis, Figure, Finding, Goal, Measure, Plot, Report, TableCell, TableRow};
use crate::{Item, Paper};
use aqm_json::Value as Json;
use aqm_json::answer::{Answer as _, Types, known};

/// Returns reports with their items as one JSON object.
pub fn reports(reports: &[(&Item, Report)]) -> String {
    let one = |(item, report): &(&Item, Report)| {
        Json::object([
            ("paper", Json::string(item.paper.name.as_str())),
            ("table", Json::string(item.id.as_str())),
            ("title", Json::string(item.title.as_str())),
            ("report", value_of(report)),
        ])
    };
    let reports = Json::Array(reports.iter().map(one).collect());
    Json::object([("version", Json::count(2)), ("reports", reports)]).to_pretty()
}

/// Returns one report as JSON of [`answers::Report`], for the page.
pub fn report(report: &Report) -> String {
    value_of(report).to_compact()
}

/// Returns papers and their items as JSON of [`answers::Catalogue`], for the page.
pub fn catalogue<'a>(papers: impl IntoIterator<Item = &'a Paper>) -> String {
    let paper = |paper: &Paper| {
        let about = paper.about();
        let left_out = about.left_out.iter();
        answers::Paper {
            name: about.name.clone(),
            authors: about.authors.clone(),
            year: about.year.map(|year| year as u32),
            title: about.title.clone(),
            citation: about.citation.clone(),
            items: paper.items().iter().map(|one| item(one)).collect(),
            left_out: left_out
                .map(|one| answers::LeftOut { what: one.what.clone(), why: one.why.clone() })
                .collect(),
        }
    };
    let papers = papers.into_iter().map(paper).collect();
    answers::Catalogue { papers }.to_json().to_compact()
}

fn item(item: &Item) -> answers::Item {
    let runs = item.runs();
    answers::Item {
        name: item.name(),
        id: item.id.clone(),
        number: item.number.clone(),
        group: answers::ItemGroup {
            name: item.group.name.clone(),
            label: item.group.label.clone(),
            is_discipline: item.is_of_discipline,
        },
        label: item.label.clone(),
        title: item.title.clone(),
        runs: runs.len(),
        weight: runs.iter().map(crate::Run::weight).sum(),
    }
}

/// Returns the runs of an item as a JSON list of [`answers::ItemRun`], for the page.
pub fn runs(runs: &[crate::Run]) -> String {
    let run = |run: &crate::Run| answers::ItemRun {
        weight: run.weight(),
        lane: run.lane(),
        scenario: run.scenario().to_json(),
    };
    runs.iter().map(run).collect::<Vec<_>>().to_json().to_compact()
}

fn value_of(report: &Report) -> Json {
    let measure = |one: &Measure| answers::Measure {
        name: one.name.to_string(),
        unit: one.unit.to_string(),
        decimals: one.decimals,
    };
    let answer = answers::Report {
        notes: report.notes.clone(),
        published_by: report.published_by.unwrap_or("paper").to_owned(),
        other: report.other.as_deref().map(str::to_owned),
        measures: report.measures.iter().map(measure).collect(),
        x: report.x.as_ref().map(axis),
        rows: report.rows.iter().map(row).collect(),
        findings: report.findings.iter().map(finding).collect(),
        goals: report.goals.iter().map(goal).collect(),
        plots: report.plots.iter().map(plot).collect(),
    };
    answer.to_json()
}

fn row(row: &TableRow) -> answers::Row {
    let figure = |Figure { mean, sd, .. }: Figure| answers::Figure { mean, sd };
    let value = |value: &TableCell| {
        let ours =
            |Figure { mean, sd, ci95 }: Figure| answers::Ours { mean, sd, ci95, n: row.done };
        answers::Value {
            published: value.published.map(figure),
            other: value.other.map(figure),
            ours: value.ours.map(ours),
            tolerance: value.tolerance,
            within: value.within,
            deviation: value.deviation(),
            grade: value.grade(),
        }
    };
    answers::Row {
        at: row.at.clone(),
        x: row.x,
        queue: row.queue.clone(),
        runs: row.runs.clone(),
        scenario: row.scenario.clone(),
        values: row.values.iter().map(value).collect(),
    }
}

fn finding(finding: &Finding) -> answers::Finding {
    let check = finding.check.as_ref();
    answers::Finding {
        claim: finding.claim.clone(),
        state: finding.state().name(),
        evidence: check.map(|check| check.evidence.clone()),
        because: check.and_then(|check| check.because.clone()),
    }
}

fn goal(goal: &Goal) -> answers::Goal {
    let Goal { name, hits, of, least } = goal.clone();
    answers::Goal { name, hits, of, least, met: goal.is_met() }
}

fn axis(Axis { name, unit, log }: &Axis) -> answers::Axis {
    answers::Axis { name: name.to_string(), unit: unit.to_string(), log: *log }
}

fn plot(plot: &Plot) -> answers::Plot {
    let series = plot.series.iter().map(|series| answers::Series {
        name: series.name.clone(),
        queue: series.queue.clone(),
        kind: series.kind.name(),
        published: series.published,
        points: series.points.iter().map(|point| point.map(known).to_vec()).collect(),
        rows: series.rows.clone(),
    });
    let references = plot.references.iter().map(|reference| answers::Reference {
        axis: if reference.at_x { "x" } else { "y" },
        value: reference.value,
        label: reference.label.clone(),
    });
    answers::Plot {
        id: plot.id.clone(),
        title: plot.title.clone(),
        x: axis(&plot.x),
        y: axis(&plot.y),
        series: series.collect(),
        band: plot.band.clone(),
        references: references.collect(),
        own_scale: plot.own_scale,
    }
}

/// Returns the types of this crate's answers.
pub fn types() -> Types {
    let mut types = Types::of::<answers::Catalogue>();
    answers::ItemRun::describe(&mut types);
    answers::Report::describe(&mut types);
    types
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_json::answer::Type;

    fn element<'a>(value: &'a Json, member: &str, index: usize) -> &'a Json {
        let Some(Json::Array(list)) = value.get(member) else { panic!("no list {member}") };
        &list[index]
    }

    #[test]
    fn answers_are_of_their_types() {
        let mut types = Types::of::<answers::Report>();
        let report_type = Type::Named("Report");
        for item in crate::select(crate::papers(), None) {
            let runs = item.runs();
            let text = report(&item.report(&runs, runs.iter().map(|_| None).collect()));
            let value = aqm_json::parse(&text).unwrap();
            assert_eq!(types.misfit(&report_type, &value), None, "{}", item.name());
        }
        let of = answers::Catalogue::describe(&mut types);
        assert_eq!(types.misfit(&of, &aqm_json::parse(&catalogue(crate::papers())).unwrap()), None);
    }

    #[test]
    fn a_report_without_results_can_be_read() {
        let item = crate::find("schwardmann-2014/1b").unwrap();
        let runs = item.runs();
        let text = report(&item.report(&runs, runs.iter().map(|_| None).collect()));
        let value = aqm_json::parse(&text).unwrap();
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
        let item = crate::find("pan-2013-pie/14").unwrap();
        let value = aqm_json::parse(&report(&item.report(&item.runs(), Vec::new()))).unwrap();
        let ours = element(element(&value, "rows", 0), "values", 0).get("ours").unwrap();
        assert!(matches!(ours.get("mean"), Some(Json::Number(_))), "{ours:?}");
        assert_eq!(ours.get("n"), Some(&Json::number(0.0)));
    }

    #[test]
    fn the_catalogue_and_the_runs_can_be_read() {
        let paper = crate::paper("schwardmann-2014").unwrap();
        let items = paper.items();
        let value = aqm_json::parse(&catalogue([paper])).unwrap();
        let first = element(element(&value, "papers", 0), "items", 0);
        assert_eq!(first.get("name"), Some(&Json::string("schwardmann-2014/1a")));
        assert_eq!(first.get("runs"), Some(&Json::count(72)));
        assert_eq!(first.get("label"), Some(&Json::string("Table 1a")));
        let group = first.get("group").unwrap();
        assert_eq!(group.get("label"), Some(&Json::string("As published")));
        let inferred = element(element(&value, "papers", 0), "items", 3);
        assert_eq!(inferred.get("number"), Some(&Json::string("1a")));
        let list = aqm_json::parse(&runs(&items[0].runs())).unwrap();
        let Json::Array(list) = list else { panic!() };
        let Some(Json::String(scenario)) = list[0].get("scenario") else { panic!() };
        assert!(aqm_scenario::Scenario::parse(scenario).is_ok());
    }
}
