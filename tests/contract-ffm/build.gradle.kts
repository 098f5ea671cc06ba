plugins { `java-library` }

dependencies {
    api(project(":unitstr-ffm"))
    api(project(":unitstr-tvm"))
    api(project(":unitstr-contract"))
    api(platform(libs.junit.bom))
    api(libs.junit.jupiter)
    testRuntimeOnly(libs.junit.platform.launcher)
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }

// The others have the options of the property compiler, see tests/pom.xml.
val compiledByDefault = listOf("jni-on-25", "ffm-on-25")

// The others run with -Pmatrix.
val inCheck = listOf("ffm-on-25")

// One run per binding, two with a tier of kernels forced, one with java.lang opened, one with native access denied.
val runs = mapOf(
    "java-on-25" to "java",
    "jni-on-25" to "jni",
    "ffm-on-25" to "ffm",
    "ffm-scalar-on-25" to "ffm & tier",
    "ffm-avx2-on-25" to "ffm & tier",
    "ffm-opened-on-25" to "ffm & route",
    "denied-on-25" to "denied & route"
)

// `test` is one of them once more: for IDEs, and with --tests.
(runs.keys + "test").forEach { name ->
    val run = if (name == "test") "ffm-on-25" else name
    (if (name == "test") tasks.test else tasks.register<Test>(name)) {
        val panicLibrary = rootProject.file("target/test-panic/libunitstr.so")
        val (kind, jdk) = run.split("-on-")
        val tag = kind.substringBefore("-")
        val isa = kind.substringAfter("-", "")
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Runs the segment suites on JDK $jdk: $kind."
        testClassesDirs = sourceSets.test.get().output.classesDirs + files("../contract/build/classes/java/main")
        include("**/*Contract.class", "**/ffm/*Test.class") // the suites of both modules, and those of segments
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(jdk) }
        useJUnitPlatform { includeTags(if (name == "test") tag else runs.getValue(run)) }
        systemProperty("unitstr.java", jdk)
        systemProperty("unitstr.run", tag)
        if (isa == "opened") {
            systemProperty("unitstr.opened", true)
            jvmArgs("--add-opens=java.base/java.lang=ALL-UNNAMED")
        } else if (isa.isNotEmpty()) {
            systemProperty("unitstr.isa", isa)
            environment("UNITSTR_ISA", isa)
        }
        if (run !in compiledByDefault) {
            jvmArgs(providers.gradleProperty("compiler").get().split(" "))
        }
        systemProperty("unitstr.panic.library", panicLibrary.path)
        inputs.files("../vectors", "../../abi", "../../rust/unitstr-values/tests/fake.c", panicLibrary).withPropertyName("readByTests")
        dependsOn(":unitstr-natives:cargoBuildPanic")
        if (tag == "denied") {
            jvmArgs = jvmArgs.orEmpty() - "--enable-native-access=ALL-UNNAMED" - "-Xcheck:jni" + "--illegal-native-access=deny"
        } else {
            systemProperty("dev.unitstr.binding", tag)
        }
    }
}

tasks.check { setDependsOn(runs.keys.filter { it in inCheck || providers.gradleProperty("matrix").isPresent }) } // without `test`
