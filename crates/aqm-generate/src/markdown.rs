//! A page with all parameters.

use aqm_json::shown;
use aqm_json::typescript::NOTICE;
use aqm_scenario::model::{CongestionControl, Queue, Traffic};
use aqm_scenario::parameters::{Parameter, parameters};
use aqm_scenario::schema::Json as _;
use aqm_scenario::schema::describe::Shape;
use std::fmt::Write as _;

pub fn text() -> String {
    let mut text = format!("<!-- {NOTICE} -->\n\n# Parameters\n\n");
    text.push_str(
        "All parameters of a scenario with accepted values and defaults. `live` parameters can change \
         during a run. A default\nwith \"always\" is the only value that the variant accepts. \
         \"Off\" is `null` in a file.\n[scenario-format.md](scenario-format.md) describes the whole format and all other rules.\n",
    );
    let all = parameters();
    add_section(&mut text, "Run", "", "", &all);
    add_section(&mut text, "Path: `link`", "", "link.", &all);
    add_kinds(&mut text, "Queue", "queues", &Queue::shape(), &all);
    let help = "Members that every lane in `queues` can have, whatever its discipline.";
    add_section(&mut text, "Lane", help, "queues.*.", &all);
    add_kinds(&mut text, "Traffic", "traffic", &Traffic::shape(), &all);
    let shape = CongestionControl::shape();
    add_kinds(&mut text, "Congestion control", "cc", &shape, &all);
    let burst = "An extra source that sends at a constant bit rate for a limited time. It is the value of a change of `burst`.";
    add_section(&mut text, "Burst", burst, "burst.", &all);
    text
}

fn add_kinds(text: &mut String, noun: &str, prefix: &str, shape: &Shape, all: &[Parameter]) {
    let Shape::Tagged { variants, .. } = shape else { return };
    for variant in variants {
        let prefix = format!("{prefix}.{}.", variant.name);
        let title = format!("{noun}: `{}`", variant.name);
        add_section(text, &title, &variant.help, &prefix, all);
    }
}

/// Adds the parameters below `prefix`. An empty prefix stands for those without a dot in their path.
fn add_section(text: &mut String, title: &str, help: &str, prefix: &str, all: &[Parameter]) {
    let _ = writeln!(text, "\n## {title}");
    if !help.is_empty() {
        let _ = writeln!(text, "\n{help}");
    }
    let belongs = |path: &str| match prefix {
        "" => !path.contains('.'),
        prefix => path.starts_with(prefix),
    };
    let parameters: Vec<_> = all.iter().filter(|one| belongs(&one.path)).collect();
    if parameters.is_empty() {
        return;
    }
    text.push_str("\n| parameter | meaning | accepted | default | live | source |\n");
    text.push_str("| --- | --- | --- | --- | --- | --- |\n");
    for parameter in parameters {
        let field = &parameter.field;
        let _ = writeln!(
            text,
            "| `{}` | **{}.** {} | {} | {} | {} | {} |",
            parameter.path.strip_prefix(prefix).unwrap_or(&parameter.path),
            field.label,
            field.help,
            accepted(&field.shape),
            default(parameter),
            if field.live { "yes" } else { "" },
            field.source
        );
    }
}

/// Describes the accepted values.
pub fn accepted(shape: &Shape) -> String {
    let range = |min, max, unit: &str| {
        format!("{} to {} {unit}", shown(min), shown(max)).trim_end().to_owned()
    };
    match shape {
        Shape::Number(number) => range(number.min, number.max, number.unit),
        Shape::Integer(one) => range(one.min as f64, one.max as f64, one.unit),
        Shape::Flag => "`true`, `false`".to_owned(),
        Shape::Text(text) => format!("a text of at most {} characters", text.chars),
        Shape::Choice { options, .. } => {
            let lines = options.iter().map(|one| format!("`{}`: {}", one.name, one.help));
            lines.collect::<Vec<_>>().join("<br>")
        }
        Shape::Tagged { word: true, variants, .. } => {
            let lines = variants.iter().map(|one| format!("`{}`: {}", one.name, one.help));
            format!(
                "{}<br>or an object with `kind` and parameters",
                lines.collect::<Vec<_>>().join("<br>")
            )
        }
        Shape::Tagged { name: "Queue", .. } => "an object like those in `queues`".to_owned(),
        Shape::Tagged { word: false, variants, tag, .. } => {
            let lines = variants.iter().map(|one| format!("`{}`: {}", one.name, one.help));
            format!("an object with `{tag}`:<br>{}", lines.collect::<Vec<_>>().join("<br>"))
        }
        Shape::List { item, min, max } => {
            format!(
                "a list of {} to {}: {}",
                shown(*min as f64),
                shown(*max as f64),
                accepted(item)
            )
        }
        Shape::Record(record) => {
            let names = record.fields.iter().map(|field| format!("`{}`", field.name));
            format!("an object with {}", names.collect::<Vec<_>>().join(", "))
        }
        Shape::Maybe(inner) => format!("{}, or `null`", accepted(inner)),
        Shape::Way(inner) => accepted(inner),
        other => unreachable!("{other:?} has no control"),
    }
}

/// Describes the default, with those of other variants.
pub fn default(parameter: &Parameter) -> String {
    let Some(default) = &parameter.field.default else {
        let is_required = parameter.field.is_required() && !parameter.is_alternative;
        return if is_required { "required".to_owned() } else { String::new() };
    };
    let mut text = default.to_string();
    for (variant, value) in &parameter.variant_defaults {
        let always = if parameter.fixed_in.contains(variant) { "always " } else { "" };
        let _ = write!(text, "; `{variant}`: {always}{value}");
    }
    let is_listed =
        |variant: &str| parameter.variant_defaults.iter().any(|(name, _)| *name == variant);
    for variant in parameter.fixed_in.iter().filter(|variant| !is_listed(variant)) {
        let _ = write!(text, "; `{variant}`: always {default}");
    }
    text
}
