//! The simulator behind a thin wasm-bindgen facade.

use wasm_bindgen::prelude::wasm_bindgen;

/// Version of the engine, as in `Cargo.toml`.
#[wasm_bindgen(js_name = engineVersion)]
#[must_use]
pub fn engine_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
