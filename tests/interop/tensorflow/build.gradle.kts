plugins { java }

// Only compiled here: `make live-tensorflow` runs it.
dependencies {
    implementation(project(":unitstr-ffm"))
    runtimeOnly(project(":unitstr-natives"))
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }
