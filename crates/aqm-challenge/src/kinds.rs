//! The kinds of lanes that challenges set free.

use aqm_json::Value;
use aqm_scenario::model::Lane;
use aqm_scenario::paths::read_index;
use aqm_scenario::problem::Reader;
use aqm_scenario::schema::{Detail, Json as _};

/// Returns the path of a lane if `path` is that of its kind: `queues.0` of `queues.0.kind`.
pub fn lane_of_kind(path: &str) -> Option<&str> {
    let lane = path.strip_suffix(".kind")?;
    lane.strip_prefix("queues.").and_then(read_index).map(|_| lane)
}

/// Returns a lane of a kind with default parameters, all of them written; `None` for an unknown kind.
pub fn lane_of(kind: &Value) -> Option<Value> {
    let value = Value::object([("kind", kind.clone())]);
    let lane = Lane::read(&value, &mut Reader::new(""))?;
    Some(lane.write(Detail::Full))
}
