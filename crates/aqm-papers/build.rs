//! Lists the files of the papers, so that a new paper needs no change of code.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo"))
        .join("../../scenarios/papers");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut text = String::from("&[\n");
    for file in files {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file
            .strip_prefix(&root)
            .expect("below the folder")
            .to_string_lossy()
            .replace('\\', "/");
        writeln!(text, "    ({name:?}, include_str!({:?})),", file.display().to_string())
            .expect("a string");
    }
    text.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("papers.rs"), text).expect("the folder of the build can be written");
}

/// Collects all JSON files below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("the folder of the papers can be read") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
}
