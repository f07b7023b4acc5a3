//! The subcommand `digest`.

use super::{SCENARIO, json, output};
use std::path::PathBuf;

#[test]
fn digest_agrees_with_run() {
    let report = json(&["run", "-", "--json"]);
    let lines = output(&["digest", "-"]);
    let list = json(&["digest", "-", "--json"]);
    for (index, line) in lines.lines().enumerate() {
        let digest = report["lanes"][index]["digest"].as_str().unwrap();
        assert_eq!(line.split_whitespace().next(), Some(digest));
        assert_eq!(list["-"][index], digest);
    }
}

#[test]
fn digests_of_different_files_have_different_names() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("digests");
    let file = |name: &str, seed: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, SCENARIO.replace(r#""version""#, &format!("{seed}\"version\"")))
            .unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (a, b) = (file("a/x.json", ""), file("b/x.json", r#""seed": 2, "#));
    let y = file("y.json", "");
    let printed = output(&["digest", "--json", &a, &y, &b, &a]);
    let names: Vec<&str> =
        printed.lines().filter_map(|line| line.trim().split('"').nth(1)).collect();
    assert_eq!(names, [&a, "y", &b]);
    let digests: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(digests[&a], digests["y"]);
    assert_ne!(digests[&a], digests[&b]);
    assert_eq!(json(&["digest", "--json", &a, &y]).as_object().unwrap().len(), 2);
    assert!(json(&["digest", "--json", &a, &y])["x"].is_array());
}
