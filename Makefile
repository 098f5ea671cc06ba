# All commands of the project. `make -n TARGET` prints the commands that a target runs.
.PHONY: demo check check-all dist consumer natives check-platform check-jdk check-api release-check lint fmt clean prerequisites

comma = ,
published = java/unitstr-natives java/unitstr java/unitstr-tvm java/unitstr-ffm java/unitstr-spark
published-poms = java/unitstr-bom

# Runs the tour: memory segments on JDK 25, then byte buffers on JDK 17.
demo: prerequisites
	@[ -d target/release ] || echo "Building; the first time this takes a few minutes." >&2
	@mvn -q -Pdemo -DskipTests -pl examples/segments,examples/buffers -am integration-test

# Builds and tests everything, once: Rust and C tests, unit tests, the contract suites by each binding, real libraries, packaged
# jars. Prints a line for each stage, and failures. `mvn verify` does the same and prints everything.
check: prerequisites ; @tools/check $(ARGS)

# Before a release: all runs of the contract suites, in which jni-on-17 and ffm-on-25 compare a million random texts of each
# charset with the JDK and try fifty times as many of others; and the benchmarks for a moment each. SEED is any text, by
# which other random records are tried.
check-all: prerequisites ; @tools/check -Pmatrix,full -Dunitstr.seed=$(SEED) $(ARGS)

# Puts the published artifacts into dist/ and into the local Maven repository. unitstr-natives has the libraries that `make
# natives` built, or only that of this machine; says which it lacks, and fails if the sources have changed since. If none is
# lacking, each platform has a jar, too. PUBLISH="-Prelease deploy -DaltDeploymentRepository=ID::URL" signs and uploads them.
all-natives = $(filter 7,$(words $(wildcard target/natives/*/*)))
dist: prerequisites
	@tools/natives check
	rm -rf dist java/*/target/*.jar java/*/target/*-cyclonedx.json java/*/target/classes java/*/target/reports # in which files that moved would stay
	mvn -q -DskipTests -Dnatives.option=--all $(if $(all-natives),-Pnatives) -pl $(subst $() ,$(comma),$(published) $(published-poms) java/unitstr-cli) -am $(or $(PUBLISH),install)
	mkdir -p dist/doc dist/bin dist/sbom
	cp java/unitstr-cli/target/bin/unitstr-cli.jar dist/bin # not into dist: its packages are also in other jars, so java -p dist would fail
	cp $(published:%=%/target/*.jar) $(or $(wildcard target/natives/linux-x86_64/libunitstr.so),target/release/libunitstr.so) rust/unitstr-c/include/unitstr.h LICENSE-APACHE LICENSE-MIT dist
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

# Builds projects that use the artifacts that dist installed, and runs them where programs are deployed.
consumer: dist ; tests/consumer/run && tests/consumer/deploy

lint:
	mvn -q -N spotless:check
	cargo fmt --all --check
	cargo clippy --quiet --locked --workspace --all-targets --features unitstr-c/test-panic,unitstr-c/test-abi,unitstr-c/whatwg -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --workspace --no-deps --features unitstr-c/whatwg

fmt:
	mvn -q -N spotless:apply
	cargo fmt --all

clean:
	mvn -q clean
	rm -rf dist

prerequisites: ; @tools/prerequisites
