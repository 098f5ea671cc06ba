# All commands of the project. `make -n TARGET` prints the commands that a target runs.
.PHONY: demo csv values check check-all bench bench-checks bench17 gates calibrate bench-jar bench-rust record-rust record-java record-gates \
	history-rust report \
	record-report check-report live-tensorflow live-spark dist consumer natives check-platform check-platforms \
	check-jdk check-api release-check lint fmt clean prerequisites

comma = ,
published = java/unitstr java/unitstr-ffm java/unitstr-natives java/unitstr-spark
published-poms = java/unitstr-bom

# Runs the tour: memory segments on JDK 25, then byte buffers on JDK 17.
demo: prerequisites
	@[ -d target/release ] || echo "Building; the first time this takes a few minutes." >&2
	@mvn -q -Pdemo -DskipTests -pl examples/segments,examples/buffers -am integration-test

# Writes a column of CSV files as a tensor, maps it, decodes it with one call and with many, and prints times.
csv: prerequisites
	@mvn -q -Pdemo -DskipTests -pl examples/csv -am integration-test

# Calls functions of libtvm_ffi: the one that UNITSTR_TVM_FFI names, or else one that it downloads once from PyPI (3 MB).
values: prerequisites
	@library=$${UNITSTR_TVM_FFI:-$$(tests/interop/tvm/fetch)/libtvm_ffi.so} && UNITSTR_TVM_FFI=$$library \
	  mvn -q -Pdemo -DskipTests -pl examples/values -am integration-test

# Builds and tests everything, once: Rust and C tests, unit tests, the contract suites by each binding, real libraries, packaged
# jars. Prints a line for each stage, and failures. `mvn verify` does the same and prints everything.
check: prerequisites ; @tools/check $(ARGS)

# Before a release: all runs of the contract suites, in which jni-on-17 and ffm-on-25 compare a million random texts of each
# charset with the JDK and try fifty times as many of others; and the benchmarks for a moment each. SEED is any text, by
# which other random records are tried.
check-all: prerequisites ; @tools/check -Pmatrix,full -Dunitstr.seed=$(SEED) $(ARGS)

# Runs a plan of bench/plans on JDK 25: make bench PLAN=short (10 minutes; also rivals, smoke, values, tensors, columns: 10;
# record: 45). If it was stopped, it continues; FRESH=1 starts again. Wrong text of another library is a result where
# bench/plans/wrong-text.tsv lists the cell; elsewhere, it fails the run. Or runs JMH with arguments:
# make bench ARGS="-f 1 -p contender=unitstr -p binding=ffm -p arena=global Segments.read"
bench: bench-jar
	@$(jmh25) $(if $(PLAN),plan bench/plans/$(PLAN).txt bench/jmh/target/$(PLAN).json $(if $(FRESH),fresh),$(ARGS))

# Compares the results of each cell of these plans with the JDK's, and measures nothing: a second for each measurement of a
# plan. make bench-checks PLAN="short values"; without PLAN, the cells of other libraries (4 minutes).
bench-checks: bench-jar
	@$(jmh25) checks bench/jmh/target/checks.json $(patsubst %,bench/plans/%.txt,$(or $(PLAN),rivals))

# Runs JMH on JDK 17, with byte buffers.
bench17: bench-jar
	@"$$(tools/jdk 17)/bin/java" -jar bench/jmh-17/target/benchmarks.jar $(ARGS)

# Measures the gates, which are goals for speed relative to the JDK (55 minutes). The JVMs of a cell take turns of 20 ms, so a
# busy machine does little harm. ARGS="3 'read UTF-8'": three forks, only matching cells. ARGS=judge: no new measurement,
# judges the results so far. ARGS="again 1": only the gates that failed.
gates: bench-jar
	@$(jmh25) gates bench/plans/gates.txt bench/jmh/target/gates.json $(ARGS)

# Measures the text lengths from which on a native call is faster than Java, which set the thresholds of ReadRoute and
# WriteRoute, and writes their table for this CPU to bench/record (5 minutes).
calibrate: bench-jar
	@$(jmh25) calibrate bench/plans/calibrate.txt bench/jmh/target/calibrate.json bench/record

jmh25 = "$$(tools/jdk 25)/bin/java" -Dbench.jdk17="$$(tools/jdk 17)" -Dbench.revision="$$(git rev-parse --short HEAD)" \
	--sun-misc-unsafe-memory-access=allow -jar bench/jmh/target/benchmarks.jar

# Tests with two versions of TensorFlow and with TFLite. Downloads them once from PyPI (540 MB).
live-tensorflow: prerequisites
	@mvn -q -DskipTests -pl tests/interop/tensorflow -am package
	@tests/interop/tensorflow/run

# Tests with Spark, writes and reads 100,000,000 strings (5 GB of disk), and measures; writes tests/spark/RESULTS.md. Downloads
# PySpark once from PyPI (450 MB).
live-spark: prerequisites
	@mvn -q -DskipTests -pl java/unitstr-spark -am package
	@tests/spark/run record

bench-jar: prerequisites ; @mvn -q -DskipTests -pl bench/jmh,bench/jmh-17 -am package

# Measures the codecs without Java, and simdutf (needs a C++ compiler) and others: make bench-rust ARGS="--column both"
bench-rust: ; @cargo run --quiet --release --locked --package unitstr-bench --features anchors -- $(ARGS)

# Does the same with both tiers, and writes the record of this CPU to bench/record. Fails if a slower cell has no reason there.
record-rust: ; @$(MAKE) --no-print-directory bench-rust ARGS="--record $(ARGS)"

# Compares the codecs with their own earlier results: make history-rust ARGS="--baseline main"
history-rust: ; @cargo bench --quiet --locked --package unitstr-bench -- $(ARGS)

# Runs the plan "record" of Java and writes the results to bench/record. If it was stopped, it continues; FRESH=1 starts again.
record-java: bench-jar bench/report/node_modules/.package-lock.json
	@$(jmh25) plan bench/plans/record.txt bench/jmh/target/record.json $(if $(FRESH),fresh)
	@node bench/report/keep.js bench/jmh/target/record.json bench/record

# Judges the last results of `make gates` again, and writes them to bench/record.
record-gates: bench-jar bench/report/node_modules/.package-lock.json
	@$(jmh25) gates bench/plans/gates.txt bench/jmh/target/gates.json judge || true # the last line checks the reasons
	@node bench/report/keep.js bench/jmh/target/gates.json bench/record
	@node bench/report/build.js --explained

# Writes one page with all results, target/report/index.html: those of bench/record, or others:
# make report ARGS="--criterion target/criterion bench/jmh/target/results.json"
report: bench/report/node_modules/.package-lock.json ; @node bench/report/build.js $(ARGS)

# Writes the page and two pictures of its ratios, for light and for dark, to bench/record, and prints what README.md and
# docs/coming-from.md say of the record. Fails if a lost cell of Java or a failed gate has no reason in
# bench/report/explanations.json. Look at the pictures before you commit them.
record-report: bench/report/node_modules/.package-lock.json
	@tools/prerequisites --browser
	@node bench/report/build.js --out bench/record/report.html --explained
	@node bench/report/picture.js bench/record/report.html bench/record/ratios
	@node bench/report/numbers.js

# Opens the page in a browser, with synthetic results; puts screenshots into target/report.
check-report: bench/report/node_modules/.package-lock.json
	@tools/prerequisites --browser
	npm --prefix bench/report run --silent lint
	npm --prefix bench/report test --silent

bench/report/node_modules/.package-lock.json: bench/report/package-lock.json
	@npm --prefix bench/report ci --silent --no-audit --no-fund
	@touch $@

# Puts the published artifacts into dist/ and into the local Maven repository, with the natives jars of all platforms if
# `make natives` has built all of them; fails if the sources have changed since. PUBLISH="-Prelease deploy
# -DaltDeploymentRepository=ID::URL" signs and uploads them.
all-natives = $(filter 7,$(words $(wildcard target/natives/*/*)))
dist: prerequisites
	$(if $(all-natives),tools/natives check)
	rm -rf dist java/*/target/*.jar java/*/target/*.module java/*/target/*-cyclonedx.json java/*/target/classes # in which files that moved would stay
	mvn -q -DskipTests $(if $(all-natives),-Pnatives) -pl $(subst $() ,$(comma),$(published) $(published-poms) java/unitstr-cli) -am $(or $(PUBLISH),install)
	mkdir -p dist/doc dist/bin dist/sbom
	cp java/unitstr-cli/target/bin/unitstr-cli.jar dist/bin # not into dist: its packages are also in other jars, so java -p dist would fail
	cp $(published:%=%/target/*.jar) target/$(if $(all-natives),natives/linux-x86_64,release)/libunitstr.so rust/unitstr-c/include/unitstr.h LICENSE-APACHE LICENSE-MIT dist
	cp java/*/target/*-cyclonedx.json dist/sbom # the parts of each jar, as CycloneDX
	tools/doctor-jar dist dist/bin/unitstr-doctor.jar
	mv dist/*-sources.jar dist/*-javadoc.jar dist/doc # sources jars in dist would make java -p dist fail

# Builds the native library for every platform that this machine can build for: make natives. P=windows-x86_64 builds one;
# P=all fails if one cannot be built.
# Downloads zig from PyPI and Rust's standard libraries by rustup (600 MB). Then `make dist` publishes all of them.
natives: ; @tools/natives $(P)

# Tests one of them with qemu-user, Wine or musl: make check-platform P=linux-aarch_64 (or linux-x86_64, linux-x86_64-musl,
# linux-aarch_64-musl, windows-x86_64, and for Rust alone linux-s390_64). PART="c doctor" runs only these parts; see tests/platforms.
check-platform: ; @tests/platforms/run $(P) $(PART)

# Runs the contract suites on another version of Java, with every binding that it has: make check-jdk V=21. Uses a JDK that
# tools/jdk finds; otherwise it unpacks one of Debian, without installing it.
check-jdk: prerequisites
	@tools/rust build
	@UNITSTR_LIBRARY="$(CURDIR)/target/release/libunitstr.so" MAJORS=$(V) RUNS="java jni ffm" tests/platforms/run linux-x86_64 java

# Runs short tests of all libraries that `make natives` built and this machine can run: the C tests, and doctor() in a JVM.
check-platforms: ; @tests/platforms/smoke

# Checks what would be published (tools/release-check --help lists the checks), and that a second build makes the same files.
# That build publishes to a directory, signed with a key that is made for this.
release-check:
	@tools/natives all
	@$(MAKE) --no-print-directory dist && rm -rf target/dist target/repository && cp -R dist target/dist
	@tools/check-api
	@tools/throw-away-key sh -c '$(MAKE) --no-print-directory dist \
	  PUBLISH="-Prelease deploy -DaltDeploymentRepository=check::file:\"$(CURDIR)\"/target/repository" && \
	  tools/release-check target/dist target/repository'

# Compares the public API with the lists in abi/, and with the last release, or another dist/: make check-api OLD=DIRECTORY
check-api: dist ; @tools/surface && tools/check-api $(OLD)

# Builds three projects that use the artifacts that dist installed, and runs them where programs are deployed.
consumer: dist ; tests/consumer/run && tests/consumer/deploy

lint:
	mvn -q -N spotless:check
	cargo fmt --all --check
	cargo clippy --quiet --locked --workspace --all-targets --features unitstr-c/test-panic,unitstr-c/test-abi,unitstr-c/whatwg -- -D warnings
	cargo clippy --quiet --locked --manifest-path tests/fuzz/Cargo.toml --target-dir target/fuzz --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --workspace --no-deps --features unitstr-c/whatwg

fmt:
	mvn -q -N spotless:apply
	cargo fmt --all

clean:
	mvn -q clean
	rm -rf dist

prerequisites: ; @tools/prerequisites
