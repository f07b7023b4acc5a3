//! Parameters as plain text, for a terminal.

use super::markdown::{accepted, default};
use aqm_scenario::parameters::parameters;
use aqm_scenario::schema::describe::Shape;
use std::fmt::Write as _;

/// Describes the parameters at `path` or below it, all for an empty path. `None` if there are none.
pub fn help(path: &str) -> Option<String> {
    let below = format!("{path}.");
    let mut text = String::new();
    for parameter in parameters() {
        if !path.is_empty() && parameter.path != path && !parameter.path.starts_with(&below) {
            continue;
        }
        let field = &parameter.field;
        let live = if field.live { ", can change during a run" } else { "" };
        let _ = writeln!(text, "{} ({}{live})", parameter.path, field.label);
        let _ = writeln!(text, "  {}", plain(&field.help));
        match &field.shape {
            Shape::Choice { options, .. } => {
                for option in options {
                    let _ = writeln!(text, "    {}: {}", option.name, plain(&option.help));
                }
            }
            shape => {
                let _ = writeln!(
                    text,
                    "  Accepted: {}",
                    plain(&accepted(shape)).replace("<br>", "\n    ")
                );
            }
        }
        let default = default(&parameter);
        if !default.is_empty() {
            let _ = writeln!(text, "  Default: {}", plain(&default));
        }
        if !field.source.is_empty() {
            let _ = writeln!(text, "  Source: {}", field.source);
        }
    }
    (!text.is_empty()).then_some(text)
}

/// Markdown without its marks.
fn plain(text: &str) -> String {
    text.replace('`', "")
}
