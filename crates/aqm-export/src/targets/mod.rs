//! One file per target.

mod mininet;
mod nest;
mod ns3;
mod shell;

use crate::plan::Plan;
use crate::{Header, Target};

/// Returns the text of a script.
pub fn write(plan: &Plan<'_>, header: &Header<'_>, not_carried: &[String]) -> String {
    match plan.target {
        Target::Tc | Target::Flent => shell::write(plan, header, not_carried),
        Target::Mininet => mininet::write(plan, header, not_carried),
        Target::Nest => nest::write(plan, header, not_carried),
        Target::Ns3 => ns3::write(plan, header, not_carried),
    }
}

/// Returns the lines of the header, each behind `comment`.
fn header(plan: &Plan<'_>, header: &Header<'_>, not_carried: &[String], comment: &str) -> String {
    let scenario = plan.scenario;
    let title = if scenario.title.is_empty() { "A scenario" } else { &scenario.title };
    let mut lines = vec![
        one_line(title),
        String::new(),
        format!(
            "Made by AQM Playground {} from a scenario with seed {}.",
            header.version, scenario.seed
        ),
    ];
    if let Some(link) = header.link.filter(|link| !link.is_empty()) {
        lines.push(format!("Link: {}", one_line(link)));
    }
    let lanes: Vec<_> =
        plan.lanes.iter().map(|lane| format!("{} {}", lane.number, lane.name())).collect();
    lines.push(format!("Lanes: {}.", lanes.join(", ")));
    lines.push(format!("Duration: {} s.", scenario.duration_s));
    lines.push(String::new());
    lines.push("Does not carry over:".to_owned());
    lines.extend(not_carried.iter().map(|sentence| format!("- {}", one_line(sentence))));
    let line = |text: String| format!("{comment} {text}").trim_end().to_owned() + "\n";
    lines.into_iter().map(line).collect()
}

/// Returns a text from a scenario without line breaks, so that it cannot leave its comment.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c })
        .collect()
}

/// Returns the names of traffic groups for comments.
fn group_name(plan: &Plan<'_>, group: usize) -> String {
    use aqm_scenario::model::Traffic;
    let Some(traffic) = plan.scenario.traffic.get(group) else { return "bursts".to_owned() };
    let kind = match traffic {
        Traffic::Bulk(_) => "TCP",
        Traffic::Cbr(_) => "CBR",
        Traffic::Poisson(_) => "Poisson",
        Traffic::Short(_) => "short flows",
        Traffic::Web(_) => "web",
        Traffic::Video(_) => "video",
        Traffic::Voip(_) => "calls",
        Traffic::Limited(_) => "limited TCP",
        Traffic::OnOff(_) => "on/off",
    };
    format!("group {group}, {kind}")
}
