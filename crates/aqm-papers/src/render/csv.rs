//! Writes the series of all plots as CSV, one line for each point. Numbers are not rounded; one that is not known is empty.

use crate::Item;
use crate::report::{Plot, Report, Series};
use aqm_report::csv;
use std::fmt::Write as _;

const HEAD: &str =
    "paper,table,figure,title,series,queue,kind,published,xName,xUnit,yName,yUnit,x,y,low,high";

/// Returns the points of all plots of these reports. A series without a band has no `low` and `high`, and a gap has a line
/// without `y`.
pub fn series(reports: &[(&Item, Report)]) -> String {
    let mut out = format!("{HEAD}\n");
    for (item, report) in reports {
        for plot in &report.plots {
            for series in &plot.series {
                let head = head(item, plot, series);
                for point in &series.points {
                    // Writing to a string cannot fail.
                    let _ = writeln!(out, "{head},{}", numbers(*point).join(","));
                }
            }
        }
    }
    out
}

fn head(item: &Item, plot: &Plot, series: &Series) -> String {
    let published = if series.published { "true" } else { "false" };
    let fields = [
        &item.paper.name,
        &item.id,
        &plot.id,
        &plot.title,
        &series.name,
        series.queue.as_deref().unwrap_or_default(),
        series.kind.name(),
        published,
        &plot.x.name,
        &plot.x.unit,
        &plot.y.name,
        &plot.y.unit,
    ];
    fields.map(csv::field).join(",")
}

fn numbers([x, y, low, high]: [f64; 4]) -> [String; 4] {
    let has_band = low != y || high != y;
    let shown = |value: f64, is_known: bool| {
        if is_known && value.is_finite() { value.to_string() } else { String::new() }
    };
    [shown(x, true), shown(y, true), shown(low, has_band), shown(high, has_band)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Axis, SeriesKind};

    #[test]
    fn each_point_has_a_line_with_its_figure() {
        let item = crate::find("pan-2013-pie/7").unwrap();
        let plot = Plot {
            id: "7".to_owned(),
            title: "PIE, \"RED\"".to_owned(),
            x: Axis::linear("time", "s"),
            y: Axis::linear("queue delay", "ms"),
            series: vec![
                Series {
                    name: "pie".to_owned(),
                    queue: Some("pie".to_owned()),
                    points: vec![[0.25, 20.5, 19.0, 21.0], [0.75, f64::NAN, f64::NAN, f64::NAN]],
                    ..Series::default()
                },
                Series {
                    name: "text".to_owned(),
                    kind: SeriesKind::Points,
                    published: true,
                    points: vec![[1.0, 20.0, 20.0, 20.0]],
                    ..Series::default()
                },
            ],
            ..Plot::default()
        };
        let report = Report { plots: vec![plot], ..Report::default() };
        let common = "pan-2013-pie,7,7,\"PIE, \"\"RED\"\"\"";
        let axes = "time,s,queue delay,ms";
        let expected = [
            HEAD.to_owned(),
            format!("{common},pie,pie,line,false,{axes},0.25,20.5,19,21"),
            format!("{common},pie,pie,line,false,{axes},0.75,,,"),
            format!("{common},text,,points,true,{axes},1,20,,"),
        ];
        assert_eq!(series(&[(item, report)]).lines().collect::<Vec<_>>(), expected);
    }
}
