//! Makes the one call of the `wasm-bindgen` command that this repository needs:
//! `aqm-bindgen --target web --out-dir FOLDER FILE.wasm`. The published command also has a test
//! runner with an HTTP server and client, and takes several times as long to build.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["--version"] => println!("aqm-bindgen {}", wasm_bindgen_shared::version()),
        ["--target", "web", "--out-dir", folder, file] => {
            Bindgen::new().input_path(file).web(true)?.typescript(true).generate(folder)?;
        }
        _ => return Err("expected --version, or --target web --out-dir FOLDER FILE.wasm".into()),
    }
    Ok(())
}
