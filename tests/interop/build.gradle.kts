plugins { java }

dependencies {
    testImplementation(project(":unitstr"))
    testRuntimeOnly(project(":unitstr-tvm"))
    testRuntimeOnly(project(":unitstr-examples-segments"))
    testRuntimeOnly(project(":unitstr-examples-buffers"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testRuntimeOnly(libs.junit.platform.launcher)
    testImplementation(libs.felix.framework) // OsgiTest starts it
    testRuntimeOnly(libs.spring.boot.loader) // only run, by OneJarTest
}

val shimLibrary = layout.buildDirectory.file("libinteropshim.so").get().asFile.path

val cliJar = project(":unitstr-cli").layout.buildDirectory.file("bin/unitstr-cli.jar").get().asFile.path

val shim = tasks.register<Exec>("shim") {
    description = "Compiles the C code that imitates an old JNI binding of SQLite."
    commandLine("sh", "shim/compile", shimLibrary)
    inputs.dir("shim").withPropertyName("shim").withPathSensitivity(PathSensitivity.RELATIVE)
    outputs.file(shimLibrary).withPropertyName("library")
}

// The packaged jars; strings that a library returns by address and length; the search for the library.
val runs = listOf("jars-on-17", "addresses-on-17", "loading-on-17", "jars-on-25", "addresses-on-25", "loading-on-25")

// `test` is all of them on JDK 25 in one: for IDEs, and with --tests.
(runs + "test").forEach { name ->
    val run = if (name == "test") "jars-on-25" else name
    (if (name == "test") tasks.test else tasks.register<Test>(name)) {
        val (what, jdk) = run.split("-on-")
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Runs the interop tests on JDK $jdk: $what."
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(jdk) }
        val classes = when (run) {
            "jars-on-17" -> listOf("CliTest", "PackagedTest")
            "jars-on-25" -> listOf("ExportedApiTest", "PackagedTest", "PackagedSegmentsTest", "ShownCodeTest")
            "loading-on-17" -> listOf("CrashedTest", "LoadingTest", "ModulesTest", "OsgiTest", "OtherLibraryTest")
            "loading-on-25" ->
                listOf(
                    "CliTest", "CrashedTest", "LoadingTest", "ModulesTest", "OsgiTest", "OtherLibraryTest",
                    "LoadingDeniedTest", "OneJarTest", "SplitLoadersTest",
                )
            else -> listOf("AddressTest")
        }
        if (name in runs) filter { classes.forEach { includeTestsMatching("*.$it") } }
        inputs.files(
            fileTree("../../examples") { include("*/src/**") }, "shim", "../../rust/unitstr-c/include/unitstr.h", "../../abi",
            fileTree("../vectors"), fileTree("../../java/unitstr-cli/src/test/resources"),
            rootProject.file("target/test-panic/libunitstr.so"),
        ).withPropertyName("readByTests").withPathSensitivity(PathSensitivity.RELATIVE)
        systemProperty("unitstr.java", jdk)
        systemProperty("unitstr.shim", shimLibrary)
        systemProperty("unitstr.cli", cliJar)
        if (what == "addresses" || name !in runs) systemProperty("dev.unitstr.binding", if (jdk == "17") "jni" else "ffm")
        dependsOn(shim, ":unitstr-cli:cli", ":unitstr-natives:cargoBuildPanic")
    }
}

tasks.check { setDependsOn(runs) } // without `test`
