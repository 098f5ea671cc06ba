plugins { `java-library` }

dependencies {
    api(project(":unitstr"))
    api(platform(libs.junit.bom))
    api(libs.junit.jupiter)
    implementation(libs.gson)
    testRuntimeOnly(libs.junit.platform.launcher)
    testRuntimeOnly(project(":unitstr-ffm"))
    testRuntimeOnly(project(":unitstr-natives"))
}

// The others have the options of the property compiler, see tests/pom.xml.
val compiledByDefault = listOf("java-on-17", "jni-on-17")

// One run per binding and JDK, and two with a tier of kernels forced. A tag selects the tests of a run.
val runs = listOf("java-on-17", "jni-on-17", "jni-scalar-on-17", "java-on-25", "jni-on-25", "jni-avx2-on-25", "ffm-on-25").map { run ->
    tasks.register<Test>(run) {
        val panicLibrary = rootProject.file("target/test-panic/release/libunitstr.so")
        val (kind, jdk) = run.split("-on-")
        val tag = kind.substringBefore("-")
        val isa = kind.substringAfter("-", "")
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Runs the contract suites on JDK $jdk: $kind."
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(jdk) }
        useJUnitPlatform { includeTags(tag) }
        systemProperty("unitstr.java", jdk)
        systemProperty("unitstr.run", tag)
        if (isa.isNotEmpty()) {
            systemProperty("unitstr.isa", isa)
            environment("UNITSTR_ISA", isa)
            useJUnitPlatform { excludeTags("any-isa") }
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

tasks.test { enabled = false }
tasks.check { dependsOn(runs) }
