//! Checks that the modules of one folder do not use each other in a circle: one of them can then be read, and changed,
//! without the others. A folder and the files in it may use each other.

use crate::imports::{Source, Used, is_of_tests, sources, used_paths};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Module = Vec<String>;

/// The modules of a crate with the paths that they use.
struct Crate {
    modules: BTreeMap<Module, Vec<Used>>,
}

impl Crate {
    fn of(sources: &[Source]) -> Crate {
        let of_tests = only_for_tests(sources);
        let is_kept = |source: &&Source| {
            !source.module.iter().any(|name| is_of_tests(name))
                && !of_tests.iter().any(|module| source.module.starts_with(module))
        };
        let used = |source: &Source| {
            let used = used_paths(&source.module, &source.text).into_iter();
            (source.module.clone(), used.filter(|used| !used.is_test).collect())
        };
        Crate { modules: sources.iter().filter(is_kept).map(used).collect() }
    }

    /// Returns the module that a path leads to, through names that modules import from others.
    fn module_of(&self, path: &[String], left: usize) -> Module {
        for length in 1..=path.len() {
            if self.modules.contains_key(&path[..length]) {
                continue;
            }
            let (module, name) = (&path[..length - 1], &path[length - 1]);
            let imported = self.modules.get(module).into_iter().flatten();
            let other = imported.filter(|used| used.name == *name && used.path != path[..length]);
            if let (Some(used), 1..) = (other.into_iter().next(), left) {
                return self.module_of(&[&used.path, &path[length..]].concat(), left - 1);
            }
            return module.to_vec();
        }
        path.to_vec()
    }

    /// Returns for each folder which of its modules use which others.
    fn edges(&self) -> BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> {
        let mut edges: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (module, used) in &self.modules {
            for path in used {
                let other = self.module_of(&path.path, 10);
                let same = module.iter().zip(&other).take_while(|(a, b)| a == b).count();
                if let (Some(from), Some(to)) = (module.get(same), other.get(same)) {
                    let folder = edges.entry(module[..same].to_vec()).or_default();
                    folder.entry(from.clone()).or_default().insert(to.clone());
                }
            }
        }
        edges
    }
}

/// Returns the modules that are declared for tests only.
fn only_for_tests(sources: &[Source]) -> Vec<Module> {
    let declared = sources.iter().flat_map(|source| {
        let after = source.text.split("#[cfg(test)]\n").skip(1);
        let names =
            after.filter_map(|rest| rest.lines().next()?.strip_prefix("mod ")?.strip_suffix(';'));
        names.map(|name| [source.module.clone(), vec![name.to_owned()]].concat())
    });
    declared.collect()
}

/// Returns a circle of names that use each other.
fn circle(edges: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<&str>> {
    fn visit<'a>(
        at: &'a str,
        edges: &'a BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> bool {
        if let Some(start) = way.iter().position(|name| *name == at) {
            way.drain(..start);
            way.push(at);
            return true;
        }
        if !done.insert(at) {
            return false;
        }
        way.push(at);
        let others = edges.get(at).into_iter().flatten();
        if others.into_iter().any(|other| visit(other, edges, way, done)) {
            return true;
        }
        way.pop();
        false
    }
    let (mut way, mut done) = (Vec::new(), BTreeSet::new());
    edges.keys().any(|name| visit(name, edges, &mut way, &mut done)).then_some(way)
}

/// Returns the circles of a crate, one for each folder: the folder, and the names.
fn circles(sources: &[Source]) -> Vec<(String, String)> {
    let edges = Crate::of(sources).edges();
    let found = edges
        .iter()
        .filter_map(|(folder, edges)| Some((folder.join("::"), circle(edges)?.join(" -> "))));
    found.collect()
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(crates).expect("the folder of the crates can be read") {
        let entry = entry.expect("the entry can be read");
        let name = entry.file_name().to_string_lossy().into_owned();
        let found = circles(&sources(&entry.path().join("src"))).into_iter();
        wrong.extend(found.map(|(folder, circle)| format!("{name}, {folder}: {circle}")));
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 0, "no crates");
}

#[test]
fn circles_are_found_through_other_modules_and_names() {
    let source = |module: &str, text: &str| Source {
        module: module.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect(),
        path: Path::new(module).to_owned(),
        text: text.to_owned(),
    };
    let found = |sources: &[Source]| circles(sources);
    let root = source("", "mod a; mod b; mod c; pub use c::Thing;");
    let of = |a: &str, b: &str, c: &str| {
        found(&[root.clone(), source("a", a), source("b", b), source("c", c)])
    };
    assert_eq!(of("use crate::b::X;", "use crate::c::{Y, Z};", ""), []);
    let top = |circle: &str| vec![(String::new(), circle.to_owned())];
    assert_eq!(
        of("use crate::b::X;", "use crate::c::{Y};", "use super::a;"),
        top("a -> b -> c -> a")
    );
    // By the name that the root gives it.
    assert_eq!(of("fn f(x: crate::Thing) {}", "", "fn g() { crate::a::f() }"), top("a -> c -> a"));
    // Tests may use everything.
    assert_eq!(of("use crate::b;", "mod tests { use crate::a; }", ""), []);
    let inner = [
        source("a", "mod x; mod y; pub use x::One;"),
        source("a::x", "use super::y::Two;"),
        source("a::y", "use super::One;"),
    ];
    assert_eq!(found(&inner), [("a".to_owned(), "x -> y -> x".to_owned())]);
    let of_tests =
        [source("a", "#[cfg(test)]\nmod y;\nmod x;"), inner[1].clone(), inner[2].clone()];
    assert_eq!(found(&of_tests), []);
}
