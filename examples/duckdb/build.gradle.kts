plugins { `java-library` }

// This build only compiles it; tests/interop/duckdb/run downloads DuckDB and runs it.
dependencies {
    implementation(project(":unitstr-ffm"))
    implementation(libs.commons.csv)
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }
