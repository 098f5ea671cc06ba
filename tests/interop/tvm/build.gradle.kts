plugins { java }

// Only compiled here: tests/interop/tvm/run runs it.
dependencies {
    implementation(project(":unitstr"))
}
