//! The same on every tier of kernels that this CPU has.

use std::cell::Cell;
use std::process::Command;
use std::{env, thread};

use unitstr::kernels::{Isa, isa, isa_problem, with_isa};

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

/// The tier of a process in which `UNITSTR_ISA` has this value, and why it is not that value.
fn chosen(wanted: &str) -> (String, String) {
    let child = Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "--ignored", "--nocapture", "tiers::child"])
        .env("UNITSTR_ISA", wanted)
        .output()
        .expect("a process");
    let said = String::from_utf8(child.stdout).expect("text");
    let line = said.lines().find_map(|line| line.split_once("chosen: ")).expect("what the child prints").1;
    let (isa, problem) = line.split_once(' ').expect("two parts");
    (isa.to_owned(), problem.to_owned())
}

#[test]
#[ignore = "run by the test below, in a process with another environment"]
fn child() {
    println!("chosen: {} {}", isa().name(), isa_problem().unwrap_or_default());
}

#[test]
fn the_variable_chooses_and_refusals_say_why() {
    let (best, nothing) = chosen("");
    assert_eq!(nothing, "");
    let (isa, problem) = chosen("avx9");
    assert_eq!(isa, best);
    assert!(problem.starts_with("UNITSTR_ISA=avx9 is refused: it is none of"), "{problem}");
    for isa in Isa::ALL {
        let (name, problem) = chosen(isa.name());
        if isa.is_available() {
            assert_eq!((name.as_str(), problem.as_str()), (isa.name(), ""));
        } else {
            assert_eq!(name, best);
            assert!(problem.contains("this CPU lacks it"), "{problem}");
        }
    }
}

#[test]
fn a_thread_is_forced_alone() {
    let before = isa();
    for forced in Isa::ALL {
        assert_eq!(with_isa(forced, isa), forced.is_available().then_some(forced));
        assert_eq!(isa(), before);
    }
    with_isa(Isa::Scalar, || thread::scope(|scope| assert_eq!(scope.spawn(isa).join().unwrap(), before)));
}
