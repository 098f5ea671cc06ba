plugins { java }

dependencies {
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.archunit)
    testRuntimeOnly(project(":unitstr")) // ArrowsTest reads the classes of these
    testRuntimeOnly(project(":unitstr-tvm"))
    testRuntimeOnly(project(":unitstr-ffm"))
    testRuntimeOnly(libs.junit.platform.launcher)
}

tasks.test {
    useJUnitPlatform { excludeTags("reports") }
    // The files that the tests read. Without this list, the build cache would return an old result.
    inputs.files(rootProject.layout.projectDirectory.asFileTree.matching {
        include("**/*.gradle.kts", "**/pom.xml", "**/Cargo.toml", "*.md", "gradle/libs.versions.toml")
        include("tests/consumer/**", "tools/prerequisites", "java/unitstr-cli/README.md")
        include("java/*/src/main/resources/META-INF/native-image/**", "rust/unitstr-jni/src/**")
        include("docs/**", "java/*/src/main/java/**", "bench/record/java-*.json", "bench/jmh*/src/**", "bench/plans/**")
        include("tests/c/guide.c", "tests/interop-ffm/src/**", "tests/interop/tvm/src/**", "tests/drift/*.tsv")
        exclude("**/target", "**/build")
    }).withPropertyName("builds").withPathSensitivity(PathSensitivity.RELATIVE)
}

val reports = tasks.register<Test>("reports") {
    group = LifecycleBasePlugin.VERIFICATION_GROUP
    description = "Checks that every run of the other test modules ran, with the same tests in the runs of one module."
    testClassesDirs = sourceSets.test.get().output.classesDirs
    classpath = sourceSets.test.get().runtimeClasspath
    useJUnitPlatform { includeTags("reports") }
    javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(25) } // it loads the classes of all jars
    systemProperty("unitstr.build", "gradle")
    systemProperty("unitstr.matrix.skip", !providers.gradleProperty("matrix").isPresent)
    outputs.upToDateWhen { false }
    listOf("unitstr", "unitstr-tvm", "unitstr-ffm").forEach { dependsOn(":$it:javadocJar", ":$it:jar") }
    listOf(
        "unitstr", "unitstr-tvm", "unitstr-cli", "unitstr-spark", "unitstr-contract", "unitstr-contract-ffm",
        "unitstr-interop", "unitstr-interop-ffm",
    ).forEach { dependsOn(":$it:check") }
}

tasks.check { dependsOn(reports) }
