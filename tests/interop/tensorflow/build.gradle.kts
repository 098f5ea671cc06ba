plugins { java }

// This build only compiles it; `tests/interop/tensorflow/run` runs it.
dependencies {
    implementation(project(":unitstr-ffm"))
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }
