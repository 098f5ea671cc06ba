import aQute.bnd.gradle.BundleTaskExtension

plugins {
    `java-library`
    `maven-publish`
    alias(libs.plugins.bnd) // reads bnd.bnd
}

java {
    withSourcesJar()
    withJavadocJar()
}

dependencies {
    runtimeOnly(project(":unitstr-natives")) // of all platforms
    compileOnlyApi(libs.jspecify)
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.gson)
    testRuntimeOnly(libs.junit.platform.launcher)
}

// Without invokedynamic, the first message of the library needs no bootstrap of string concatenation.
tasks.compileJava { options.compilerArgs.add("-XDstringConcat=inline") }

// The tests are of plain Java, and of a search that finds nothing.
configurations.testRuntimeClasspath { exclude(group = "dev.unitstr", module = "unitstr-natives") }

// In the module descriptor.
tasks.compileJava {
    options.javaModuleVersion = project.version.toString()
    options.javaModuleMainClass = "dev.unitstr.UnitStr"
}

// This lint would require `requires transitive` of jspecify; ExportedApiTest checks the other exported types.
tasks.compileJava { options.compilerArgs.add("-Xlint:-exports") }

tasks.processResources {
    val tokens = mapOf("project" to mapOf("version" to version.toString()))
    inputs.property("version", version.toString())
    expand(tokens)
}

tasks.jar {
    extensions.getByType<BundleTaskExtension>().properties.empty() // bnd.bnd uses none; the configuration cache refuses them
    // java -jar prints UnitStr.doctor().
    manifest { attributes("Main-Class" to "dev.unitstr.UnitStr", "Enable-Native-Access" to "ALL-UNNAMED") }
}

// On the oldest and on the newest supported JDK.
val runs = listOf("unit-on-17", "unit-on-25")

// `test` is one of them once more: for IDEs, and with --tests.
(runs + "test").forEach { name ->
    val run = if (name == "test") "unit-on-25" else name
    (if (name == "test") tasks.test else tasks.register<Test>(name)) {
        val jdk = run.substringAfter("-on-")
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Runs the unit tests on JDK $jdk."
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(jdk) }
        systemProperty("unitstr.java", jdk)
        inputs.dir("../../abi").withPropertyName("abi").withPathSensitivity(PathSensitivity.RELATIVE)
        inputs.files("../unitstr-natives/pom.xml", "../../rust/unitstr-c/src/query.rs")
            .withPropertyName("readByTests").withPathSensitivity(PathSensitivity.RELATIVE)
    }
}

tasks.check { setDependsOn(runs) } // without `test`
