//! `aqm generate`: writes what is made from the definition of the scenario format.

use crate::failure::Failure;
use aqm_scenario::generate;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Options {
    /// The repository.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Only say which files are stale, with exit code 3 if there are any.
    #[arg(long)]
    check: bool,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let mut errors = Vec::new();
    for file in generate::files() {
        let path = options.root.join(file.path);
        if fs::read_to_string(&path).is_ok_and(|text| text == file.text) {
            continue;
        }
        let name = path.display().to_string();
        if options.check {
            errors.push((name, std::io::Error::other(generate::STALE)));
            continue;
        }
        let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
        match parent.and_then(|()| fs::write(&path, &file.text)) {
            Ok(()) => writeln!(out, "{name}: written")?,
            Err(error) => errors.push((name, error)),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Failure::Files(errors, Vec::new())) }
}
