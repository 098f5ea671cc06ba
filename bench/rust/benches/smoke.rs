//! The verbs by criterion: `cargo bench --package unitstr-bench`. It keeps a history, which the table of the program
//! does not: `-- --save-baseline NAME` and `-- --baseline NAME`. To compare with others, use the table: there they take
//! turns.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use unitstr_bench::{kernels, pool};

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(20))
        .measurement_time(Duration::from_millis(60))
        .configure_from_args();
    for kernel in kernels() {
        let mut group = criterion.benchmark_group(&kernel.name);
        for corpus in kernel.corpora {
            for size in [32, 4096] {
                let (pool, mut room) = pool(&kernel, *corpus, size);
                let to = unitstr_bench::as_bytes_mut(&mut room);
                group.throughput(Throughput::Bytes(pool.bytes as u64));
                group.bench_function(BenchmarkId::new(corpus.name(), size), |bencher| {
                    bencher.iter(|| pool.run(kernel.ours, to));
                });
            }
        }
        group.finish();
    }
    criterion.final_summary();
}
