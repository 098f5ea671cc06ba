# The front door: `make -n TARGET` shows what a target runs.
.PHONY: demo csv values check bench bench17 gates calibrate bench-jar bench-rust record-rust record-java record-gates history-rust report \
	record-report check-report live-tensorflow dist consumer lint fmt clean prerequisites

comma = ,
published = java/unitstr java/unitstr-ffm java/unitstr-natives

# The tour: memory segments on JDK 25, then byte buffers on JDK 17.
demo: prerequisites
	@[ -d target/release ] || echo "Building; the first time this takes a few minutes." >&2
	@mvn -q -Pdemo -DskipTests -pl examples/segments,examples/buffers -am integration-test

# A column of CSV files, written as a tensor, mapped, and decoded by one call and by many, with times.
csv: prerequisites
	@mvn -q -Pdemo -DskipTests -pl examples/csv -am integration-test

# Functions of libtvm_ffi, which is downloaded from PyPI (3 MB) unless it is there, or UNITSTR_TVM_FFI names one.
values: prerequisites
	@library=$${UNITSTR_TVM_FFI:-$$(tests/interop/tvm/fetch)/libtvm_ffi.so} && UNITSTR_TVM_FFI=$$library \
	  mvn -q -Pdemo -DskipTests -pl examples/values -am integration-test

# Everything that must hold: unit tests, the contract suites in fourteen runs, real libraries, packaged jars.
# make check ARGS=-Pfull tries a million random records for each charset on each JDK: some ten minutes more.
check: prerequisites ; mvn verify $(ARGS)

# make bench PLAN=short (smoke, short: 10 minutes, tensors: 10, record: 90; goes on where it was stopped, with FRESH=1
# anew), or JMH itself: make bench ARGS="-f 1 -p contender=unitstr -p binding=ffm -p arena=global Segments.read"
bench: bench-jar
	@$(jmh25) $(if $(PLAN),plan bench/plans/$(PLAN).txt bench/jmh/target/$(PLAN).json $(if $(FRESH),fresh),$(ARGS))

# Byte buffers on JDK 17.
bench17: bench-jar
	@"$$(tools/jdk 17)/bin/java" -jar bench/jmh-17/target/benchmarks.jar $(ARGS)

# What has to be reached beside the JDK (40 minutes): make gates ARGS="1 'read UTF-8'" for one fork, and only what matches;
# ARGS=judge judges what was measured before, also while it is measured; ARGS="again 1" measures what was short anew.
gates: bench-jar
	@$(jmh25) gates bench/plans/gates.txt bench/jmh/target/gates.json $(ARGS)

# Where the routes that unitstr chooses from cross on this machine.
calibrate: bench-jar
	@$(jmh25) calibrate bench/plans/calibrate.txt bench/jmh/target/calibrate.json

jmh25 = "$$(tools/jdk 25)/bin/java" -Dbench.jdk17="$$(tools/jdk 17)" -Dbench.revision="$$(git rev-parse --short HEAD)" \
	--sun-misc-unsafe-memory-access=allow -jar bench/jmh/target/benchmarks.jar

# Two versions of TensorFlow, and TFLite, downloaded from PyPI (540 MB) unless they are there.
live-tensorflow: prerequisites
	@mvn -q -DskipTests -pl tests/interop/tensorflow -am package
	@tests/interop/tensorflow/run

bench-jar: prerequisites ; @mvn -q -DskipTests -pl bench/jmh,bench/jmh-17 -am package

# The codecs alone, beside simdutf (needs a C++ compiler) and others: make bench-rust ARGS="--column both"
bench-rust: ; @cargo run --quiet --release --locked --package unitstr-bench --features anchors -- $(ARGS)

# The same, both tiers, as a record of this CPU in bench/record. Fails if a lost cell has no explanation there.
record-rust: ; @$(MAKE) --no-print-directory bench-rust ARGS="--record $(ARGS)"

# The codecs alone, each against its own past: make history-rust ARGS="--baseline main"
history-rust: ; @cargo bench --quiet --locked --package unitstr-bench -- $(ARGS)

# The plan "record" of Java, kept in bench/record. Goes on where it was stopped, with FRESH=1 anew.
record-java: bench-jar bench/report/node_modules/.package-lock.json
	@$(jmh25) plan bench/plans/record.txt bench/jmh/target/record.json $(if $(FRESH),fresh)
	@node bench/report/keep.js bench/jmh/target/record.json bench/record

# What `make gates` measured last, judged anew and kept in bench/record.
record-gates: bench-jar bench/report/node_modules/.package-lock.json
	@$(jmh25) gates bench/plans/gates.txt bench/jmh/target/gates.json judge || true # short ones have to be explained below
	@node bench/report/keep.js bench/jmh/target/gates.json bench/record
	@node bench/report/build.js --explained

# All results as one page, target/report/index.html: those of bench/record, or others:
# make report ARGS="--criterion target/criterion bench/jmh/target/results.json"
report: bench/report/node_modules/.package-lock.json ; @node bench/report/build.js $(ARGS)

# The page and two pictures of its ratios, for light and for dark, beside the results in bench/record. Fails if a cell of
# Java that is lost, or a gate that is short, has no reason in bench/report/explanations.json.
record-report: bench/report/node_modules/.package-lock.json
	@tools/prerequisites --browser
	@node bench/report/build.js --out bench/record/report.html --explained
	@node bench/report/picture.js bench/record/report.html bench/record/ratios

# The page opened in a browser, with made-up results; screenshots in target/report.
check-report: bench/report/node_modules/.package-lock.json
	@tools/prerequisites --browser
	npm --prefix bench/report run --silent lint
	npm --prefix bench/report test --silent

bench/report/node_modules/.package-lock.json: bench/report/package-lock.json
	@npm --prefix bench/report ci --silent --no-audit --no-fund
	@touch $@

# What is published, in dist/ and in the local Maven repository.
dist: prerequisites
	rm -rf dist java/*/target/*.jar
	mvn -q -DskipTests -Dspotless.check.skip -pl $(subst $() ,$(comma),$(published) java/unitstr-cli) -am install
	mkdir -p dist/doc dist/bin
	cp java/unitstr-cli/target/bin/unitstr-cli.jar dist/bin # it holds what the others hold, which stops java -p dist
	cp $(published:%=%/target/*.jar) target/release/libunitstr.so rust/unitstr-c/include/unitstr.h LICENSE-APACHE LICENSE-MIT dist
	mv dist/*-sources.jar dist/*-javadoc.jar dist/doc # a sources jar among the others stops java -p dist

# Three strangers' projects, built from what dist installed.
consumer: dist ; tests/consumer/run

lint:
	mvn -q -N spotless:check
	cargo fmt --all --check
	cargo clippy --quiet --locked --workspace --all-targets --features unitstr-c/test-panic,unitstr-c/test-abi -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --workspace --no-deps

fmt:
	mvn -q -N spotless:apply
	cargo fmt --all

clean:
	mvn -q clean
	rm -rf dist

prerequisites: ; @tools/prerequisites
