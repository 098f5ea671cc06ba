plugins { java }

dependencies {
    implementation(project(":unitstr"))
    implementation(project(":unitstr-tvm"))
    implementation(libs.jspecify)
    implementation(libs.picocli)
    implementation(libs.gson)
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testRuntimeOnly(libs.junit.platform.launcher)
}

// Plain Java is fast enough.
configurations.runtimeClasspath { exclude(group = "dev.unitstr", module = "unitstr-natives") }

// One jar with all dependencies: users run it by java -jar.
val cli = tasks.register<Jar>("cli") {
    group = LifecycleBasePlugin.BUILD_GROUP
    description = "Packs the command line as one jar."
    archiveFileName = "unitstr-cli.jar"
    destinationDirectory = layout.buildDirectory.dir("bin")
    duplicatesStrategy = DuplicatesStrategy.EXCLUDE
    manifest {
        attributes(
            "Main-Class" to "dev.unitstr.cli.Main", "Multi-Release" to "true", "Enable-Native-Access" to "ALL-UNNAMED",
        )
    }
    from(sourceSets.main.get().output)
    val libraries = configurations.runtimeClasspath
    dependsOn(libraries)
    from({ libraries.get().map { zipTree(it) } }) {
        exclude("**/module-info.class", "META-INF/MANIFEST.MF", "META-INF/maven/**", "META-INF/proguard/**")
    }
}

tasks.assemble { dependsOn(cli) }

val runs = listOf("cli-on-17", "cli-on-25")

// `test` is one of them once more: for IDEs, and with --tests.
(runs + "test").forEach { name ->
    val run = if (name == "test") "cli-on-25" else name
    (if (name == "test") tasks.test else tasks.register<Test>(name)) {
        val jdk = run.substringAfter("-on-")
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Runs the tests of the command line on JDK $jdk."
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(jdk) }
        systemProperty("unitstr.java", jdk)
        inputs.files(fileTree("../../tests/vectors"), "../../examples/tokens.txt", "../../examples/tokens.tensor", "../../examples/arguments.json",
            "../../README.md", "README.md")
            .withPropertyName("readByTests").withPathSensitivity(PathSensitivity.RELATIVE)
    }
}

tasks.check { setDependsOn(runs) } // without `test`
