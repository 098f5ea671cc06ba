plugins { java }

// This build only compiles it; `tests/interop/tensorflow/run` runs it.
dependencies {
    implementation(project(":unitstr-ffm"))
    runtimeOnly(project(":unitstr-natives"))
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }
