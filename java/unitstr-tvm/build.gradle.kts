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
    api(project(":unitstr"))
    compileOnlyApi(libs.jspecify)
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testRuntimeOnly(libs.junit.platform.launcher)
}

// As in unitstr.
tasks.compileJava {
    options.compilerArgs.addAll(listOf("-XDstringConcat=inline", "-Xlint:-exports"))
    options.javaModuleVersion = project.version.toString()
}

tasks.jar { extensions.getByType<BundleTaskExtension>().properties.empty() } // as in unitstr

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
    }
}

tasks.check { setDependsOn(runs) } // without `test`
