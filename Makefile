# The front door: `make -n TARGET` shows what a target runs.
.PHONY: demo check bench bench17 bench-rust record-rust history-rust dist consumer lint fmt clean prerequisites

published = java/unitstr,java/unitstr-ffm,java/unitstr-natives

# The tour: memory segments on JDK 25, then byte buffers on JDK 17.
demo: prerequisites
	@[ -d target/release ] || echo "Building; the first time this takes a few minutes." >&2
	@mvn -q -Pdemo -DskipTests -pl examples/segments,examples/buffers -am integration-test

# Everything that must hold: unit tests, the contract suites in nine runs, real libraries, packaged jars.
# make check ARGS=-Pfull tries a million random records for each charset on each JDK: some ten minutes more.
check: prerequisites ; mvn verify $(ARGS)

# make bench ARGS="-f 1 SomeBenchmark"
bench: prerequisites ; @mvn -q -Pbench -DskipTests -pl bench/jmh -am integration-test -Djmh.args="$(ARGS)"

# The same for byte buffers on JDK 17. On another JDK: java -jar bench/jmh-17/target/benchmarks.jar
bench17: prerequisites ; @mvn -q -Pbench -DskipTests -pl bench/jmh-17 -am integration-test -Djmh.args="$(ARGS)"

# The codecs alone, beside simdutf (needs a C++ compiler) and others: make bench-rust ARGS="--column both"
bench-rust: ; @cargo run --quiet --release --locked --package unitstr-bench --features anchors -- $(ARGS)

# The same, both tiers, as a record of this CPU in bench/record. Fails if a lost cell has no explanation there.
record-rust: ; @$(MAKE) --no-print-directory bench-rust ARGS="--record $(ARGS)"

# The codecs alone, each against its own past: make history-rust ARGS="--baseline main"
history-rust: ; @cargo bench --quiet --locked --package unitstr-bench -- $(ARGS)

# What is published, in dist/ and in the local Maven repository.
dist: prerequisites
	rm -rf dist java/*/target/*.jar
	mvn -q -DskipTests -Dspotless.check.skip -pl $(published) -am install
	mkdir -p dist/doc
	cp java/*/target/*.jar target/release/libunitstr.so rust/capi/include/unitstr.h LICENSE-APACHE LICENSE-MIT dist
	mv dist/*-sources.jar dist/*-javadoc.jar dist/doc # a sources jar among the others stops java -p dist

# Two strangers' projects, built from what dist installed.
consumer: dist ; tests/consumer/run

lint:
	mvn -q -N spotless:check
	cargo fmt --all --check
	cargo clippy --quiet --locked --workspace --all-targets --features unitstr-capi/test-panic -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --workspace --no-deps

fmt:
	mvn -q -N spotless:apply
	cargo fmt --all

clean:
	mvn -q clean
	rm -rf dist

prerequisites: ; @tools/prerequisites
