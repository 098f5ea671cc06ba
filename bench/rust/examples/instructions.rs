//! Runs each kernel on each text between two marks, for `bench/rust/instructions/run`, which counts the instructions
//! between them. Prints a line for each pair of marks: kernel, text, bytes, contender, number of texts.

use unitstr_bench::{Contender, as_bytes_mut, kernels, pool};

/// The sizes of texts in bytes.
const SIZES: [usize; 4] = [32, 80, 256, 4096];

/// The plugin sees this call of the system.
fn mark() {
    std::hint::black_box(std::process::id());
}

fn main() {
    for kernel in kernels() {
        for corpus in kernel.corpora {
            for size in SIZES.into_iter().filter(|size| kernel.shows_at(*size)) {
                let (pool, mut words) = pool(&kernel, *corpus, size);
                let to = as_bytes_mut(&mut words);
                let ours: (&str, Contender) = ("unitstr", kernel.ours);
                for (name, contender) in
                    kernel.others.iter().copied().filter(|other| other.0 == "simdutf").chain([ours])
                {
                    // What the first call does besides, such as choosing a tier, does not count.
                    pool.run(contender, to);
                    mark();
                    pool.run(contender, to);
                    mark();
                    println!("{}\t{}\t{size}\t{name}\t{}", kernel.name, corpus.name(), pool.count());
                }
            }
        }
    }
}
