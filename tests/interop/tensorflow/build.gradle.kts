plugins { java }

// This build only compiles it; `make live-tensorflow` runs it.
dependencies {
    implementation(project(":unitstr-ffm"))
    runtimeOnly(project(":unitstr-natives"))
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }
