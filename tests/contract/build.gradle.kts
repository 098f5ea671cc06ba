plugins { `java-library` }

dependencies {
    api(project(":unitstr"))
    api(project(":unitstr-tvm"))
    api(platform(libs.junit.bom))
    api(libs.junit.jupiter)
    implementation(libs.gson)
    testRuntimeOnly(libs.junit.platform.launcher)
    testRuntimeOnly(project(":unitstr-ffm"))
}

// The others have the options of the property compiler, see tests/pom.xml.
val compiledByDefault = listOf("jni-on-17", "java-on-25")

// The others run with -Pmatrix.
val inCheck = listOf("java-on-17", "jni-on-17")

// One run per binding and JDK, and two with a tier of kernels forced. Tags select the tests of a run.
val runs = mapOf(
    "java-on-17" to "java",
    "jni-on-17" to "jni",
    "jni-scalar-on-17" to "jni & tier",
    "java-on-25" to "java & jdk",
    "jni-on-25" to "jni & jdk",
    "jni-avx2-on-25" to "jni & tier",
    "ffm-on-25" to "ffm"
)

// `test` is one of them once more: for IDEs, and with --tests.
(runs.keys + "test").forEach { name ->
    val run = if (name == "test") "jni-on-25" else name
    (if (name == "test") tasks.test else tasks.register<Test>(name)) {
        val panicLibrary = rootProject.file("target/test-panic/libunitstr.so")
        val (kind, jdk) = run.split("-on-")
        val tag = kind.substringBefore("-")
        val isa = kind.substringAfter("-", "")
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Runs the contract suites on JDK $jdk: $kind."
        testClassesDirs = sourceSets.main.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(jdk) }
        useJUnitPlatform { includeTags(if (name == "test") tag else runs.getValue(run)) }
        systemProperty("unitstr.java", jdk)
        systemProperty("unitstr.run", tag)
        if (isa.isNotEmpty()) {
            systemProperty("unitstr.isa", isa)
            environment("UNITSTR_ISA", isa)
        }
        if (run !in compiledByDefault) {
            jvmArgs(providers.gradleProperty("compiler").get().split(" "))
        }
        systemProperty("unitstr.panic.library", panicLibrary.path)
        inputs.files("../vectors", "../../abi", "../../rust/unitstr-values/tests/fake.c", panicLibrary).withPropertyName("readByTests")
        dependsOn(":unitstr-natives:cargoBuildPanic")
        systemProperty("dev.unitstr.binding", tag)
    }
}

tasks.check { setDependsOn(runs.keys.filter { it in inCheck || providers.gradleProperty("matrix").isPresent }) } // without `test`
