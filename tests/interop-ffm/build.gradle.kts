plugins { java }

dependencies {
    implementation(project(":unitstr-ffm"))
    implementation(project(":unitstr-examples-segments"))
    testImplementation(project(":unitstr-examples-csv"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testRuntimeOnly(project(":unitstr-natives"))
    testRuntimeOnly(libs.junit.platform.launcher)
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }

val runs = listOf("ffm-on-25").map { run ->
    tasks.register<Test>(run) {
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Strings of real libraries, by FFM on JDK 25."
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(25) }
        inputs.dir("../../examples/data").withPropertyName("data").withPathSensitivity(PathSensitivity.RELATIVE)
        systemProperty("unitstr.java", "25")
        systemProperty("dev.unitstr.binding", "ffm")
    }
}

tasks.test { enabled = false }
tasks.check { dependsOn(runs) }
