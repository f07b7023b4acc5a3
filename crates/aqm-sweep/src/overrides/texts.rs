//! What replaces the values of a parameter, in data and in words.

use aqm_json::shown;
use aqm_scenario::problem::Problem;

/// What replaces a value of the plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// A timed change of the scenario sets the field, or a field that contains it.
    Change {
        /// Index of the change.
        index: usize,
        /// Path that it sets.
        set: String,
    },
    /// A timed change sets a field inside the value.
    Part {
        /// Index of the change.
        index: usize,
        /// Path that it sets.
        set: String,
    },
    /// The link has a schedule of rates, which `link.rateMbps` does not change.
    Schedule,
    /// The group of the field is muted or has no flows.
    Silence {
        /// Index of the group.
        group: usize,
    },
    /// Lanes set a congestion control of their own for the group of the field.
    Senders {
        /// Indices of these lanes.
        lanes: Vec<usize>,
    },
    /// The lane of the field sets a congestion control for no sender.
    NoSender {
        /// Index of the lane.
        lane: usize,
    },
    /// The lane of the field does not run.
    Lane {
        /// Index of the lane.
        lane: usize,
    },
    /// The varied change comes after the end of the run.
    End,
}

/// A parameter of a plan whose values something replaces, for all combinations or for some of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Override {
    /// Index of the parameter.
    pub axis: usize,
    /// Path of the parameter.
    pub path: String,
    /// What replaces its values.
    pub by: By,
    /// Earliest time at which it does, s.
    pub from_s: f64,
    /// Latest time at which it ends, s; infinite if the values never count again.
    pub until_s: f64,
    /// Longest warm-up of these combinations, s.
    pub warmup_s: f64,
    /// Number of combinations in which it does.
    pub cells: usize,
    /// Number of all combinations.
    pub of: usize,
    /// Number of combinations that measure nothing of the values for this reason.
    pub lost: usize,
    /// Whether no combination measures anything of the values, for this reason or another one.
    pub is_whole: bool,
}

impl Override {
    /// Returns what replaces the values, and when.
    pub fn cause(&self) -> String {
        let from = [" at ", &shown(self.from_s), " s"].concat();
        match &self.by {
            By::Change { index, set } => format!("changes[{index}] sets {set}{from}"),
            By::Part { index, set } => {
                format!("changes[{index}] sets {set}{from}, a part of {}", self.path)
            }
            By::Schedule => {
                format!("link.schedule sets the bandwidth from {} s on", shown(self.from_s))
            }
            By::Silence { group } => {
                let until = match self.until_s {
                    end if end.is_finite() => format!(" to {} s", shown(end)),
                    _ => " on".to_owned(),
                };
                format!("traffic[{group}] sends nothing from {} s{until}", shown(self.from_s))
            }
            By::Senders { lanes } => {
                let verb = if lanes.len() == 1 { "sets" } else { "set" };
                format!("{} {verb} the congestion control in place of the group's", ccs(lanes))
            }
            By::NoSender { lane } => {
                format!("queues[{lane}] sets the congestion control of no group that sends")
            }
            By::Lane { lane } => format!("'lanes' leaves out queues[{lane}]"),
            By::End => format!("the run ends before the change{from}"),
        }
    }

    /// Returns the rest of a sentence that starts with the path of the parameter in the plan.
    pub fn message(&self) -> String {
        let cause = self.cause();
        let cells = match self.cells {
            all if all == self.of => String::new(),
            some => format!(" In {some} of {} combinations.", self.of),
        };
        if self.is_whole {
            let warmup = match self.by {
                By::Change { .. } if self.from_s > 0.0 => {
                    format!(", within the warm-up of {} s", shown(self.warmup_s))
                }
                _ => String::new(),
            };
            let cure = self.cure();
            return format!(
                "varies {}, which has no effect: {cause}{warmup}.{cells} {cure}",
                self.path
            );
        }
        let effect = match self.by {
            By::Part { .. } => String::new(),
            By::Schedule => {
                "; link.rateMbps still sizes buffers in ms and bdp and sets up disciplines"
                    .to_owned()
            }
            By::Silence { .. } | By::NoSender { .. } => {
                "; the values then have no effect".to_owned()
            }
            By::Senders { .. } => "; the values have no effect there".to_owned(),
            _ => "; the values have no effect from then on".to_owned(),
        };
        format!("varies {}: {cause}{effect}.{cells}", self.path)
    }

    fn cure(&self) -> String {
        match &self.by {
            By::Change { index, .. } | By::Part { index, .. } => {
                format!("Remove that change, or vary changes.{index}.to.")
            }
            By::Schedule => "Remove the schedule, or vary a part of it.".to_owned(),
            By::Silence { group } => {
                format!("Let traffic[{group}] send, or vary another parameter.")
            }
            By::Senders { lanes } => {
                let them = if lanes.len() == 1 { "it" } else { "them" };
                format!("Remove {them}, or vary {}.", cc_path(lanes[0]))
            }
            By::NoSender { lane } => {
                format!(
                    "Give queues[{lane}] a group over TCP that sends, or vary another parameter."
                )
            }
            By::Lane { lane } => format!("Add {lane} to 'lanes', or vary another parameter."),
            By::End => "Let the change come earlier, or the run last longer.".to_owned(),
        }
    }

    /// Returns a problem or a note at the parameter's place in the plan.
    pub fn problem(&self) -> Problem {
        Problem { path: format!("vary[{}]", self.axis), message: self.message() }
    }
}

fn cc_path(lane: usize) -> String {
    format!("queues.{lane}.cc")
}

/// Lists the fields with the congestion controls of lanes.
fn ccs(lanes: &[usize]) -> String {
    let names: Vec<_> = lanes.iter().map(|lane| format!("queues[{lane}].cc")).collect();
    names.join(" and ")
}
