//! Signs of life during a long run, so that the page can tell a slow run from a dead worker.

use wasm_bindgen::prelude::*;

/// Work between two signs of life, in packets: a fraction of a second, also of a slow discipline on a slow machine.
pub(crate) const PACKETS: u64 = 200_000;

#[wasm_bindgen]
extern "C" {
    /// A function of the page without arguments.
    #[wasm_bindgen(typescript_type = "() => void")]
    pub type Alive;

    #[wasm_bindgen(method)]
    fn call(this: &Alive, receiver: &JsValue);
}

/// Calls the function, if there is one.
pub(crate) fn tell(alive: Option<&Alive>) {
    if let Some(alive) = alive {
        alive.call(&JsValue::NULL);
    }
}
