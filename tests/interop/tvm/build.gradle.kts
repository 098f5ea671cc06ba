plugins { java }

// This build only compiles it; tests/interop/tvm/run runs it.
dependencies {
    implementation(project(":unitstr-tvm"))
}
