//! The same on every tier of kernels that this CPU has.

use std::cell::Cell;

use unitstr::kernels::{Isa, with_isa};

/// The tiers to run on.
pub fn available() -> Vec<Isa> {
    Isa::ALL.into_iter().filter(|isa| isa.is_available()).collect()
}

/// Runs `body` on each tier; inside of another such run, on that one's.
pub fn on_each(mut body: impl FnMut()) {
    thread_local! {
        static INSIDE: Cell<bool> = const { Cell::new(false) };
    }
    if INSIDE.replace(true) {
        return body();
    }
    for isa in available() {
        with_isa(isa, &mut body).expect("it is available");
    }
    INSIDE.set(false);
}
