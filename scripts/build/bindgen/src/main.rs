//! Writes the JavaScript of a wasm package. wasm-pack calls this command.

use std::env::args;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["--version"] => println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION")),
        [file, "--out-dir", folder, "--typescript", "--target", "web"] => {
            Bindgen::new()
                .input_path(file)
                .web(true)?
                .typescript(true)
                .omit_default_module_path(false)
                .generate(folder)?;
        }
        _ => bail!(
            "expected FILE --out-dir FOLDER --typescript --target web, as wasm-pack gives them"
        ),
    }
    Ok(())
}
