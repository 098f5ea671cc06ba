plugins { java }

// This build only compiles it; tests/interop/duckdb/run downloads DuckDB and runs it.
dependencies {
    implementation(project(":unitstr-examples-duckdb"))
    implementation(project(":unitstr-ffm"))
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }
