plugins { java }

dependencies {
    implementation(project(":unitstr-ffm"))
    implementation(project(":unitstr-examples-segments"))
    testImplementation(project(":unitstr-examples-csv"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.arrow.c.data)
    testImplementation(libs.arrow.vector)
    testCompileOnly(libs.checker.qual)
    testRuntimeOnly(libs.arrow.memory.unsafe)
    testRuntimeOnly(libs.tree.sitter.json) { isTransitive = false } // native code only
    testRuntimeOnly(libs.junit.platform.launcher)
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }

val runs = listOf("ffm-on-25")

// `test` is one of them once more: for IDEs, and with --tests.
(runs + "test").forEach { name ->
    (if (name == "test") tasks.test else tasks.register<Test>(name)) {
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Strings of real libraries, by FFM on JDK 25."
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(25) }
        inputs.files("../../examples/data", "shim").withPropertyName("data").withPathSensitivity(PathSensitivity.RELATIVE)
        // unitstr makes no JNI calls in this module, and Arrow's cause many warnings.
        jvmArgs = jvmArgs.orEmpty() - "-Xcheck:jni"
        systemProperty("unitstr.java", "25")
        systemProperty("dev.unitstr.binding", "ffm")
    }
}

tasks.check { setDependsOn(runs) } // without `test`
