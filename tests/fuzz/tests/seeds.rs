//! The seeds through every target, without a fuzzer and without a sanitizer.

use arbitrary::{Arbitrary, Unstructured};
use unitstr_fuzz::{BYTES_TARGETS, Case, TARGETS};

#[test]
fn every_seed_in_every_target() {
    let seeds = concat!(env!("CARGO_MANIFEST_DIR"), "/seeds");
    let mut count = 0;
    for entry in std::fs::read_dir(seeds).expect("the seeds") {
        let path = entry.expect("a seed").path();
        let bytes = std::fs::read(&path).expect("a seed");
        let case = Case::arbitrary_take_rest(Unstructured::new(&bytes)).expect("a case");
        for (name, target) in TARGETS {
            eprintln!("{name} {}", path.display());
            target(&case);
        }
        for (name, target) in BYTES_TARGETS {
            eprintln!("{name} {}", path.display());
            target(&bytes);
        }
        count += 1;
    }
    assert!(count >= 20, "only {count} seeds");
}
