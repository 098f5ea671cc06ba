plugins {
    `java-library`
    `maven-publish`
}

java {
    withSourcesJar()
    withJavadocJar()
}

// Spark has its own copy of every jar of compileOnly. Only those that the compiler needs are named.
dependencies {
    api(project(":unitstr"))
    compileOnlyApi(libs.jspecify)
    compileOnly(libs.spark.catalyst) { isTransitive = false }
    compileOnly(libs.spark.common.utils) { isTransitive = false }
    compileOnly(libs.spark.core) { isTransitive = false }
    compileOnly(libs.spark.sql.api) { isTransitive = false }
    compileOnly(libs.spark.execution) { isTransitive = false }
    compileOnly(libs.spark.unsafe) { isTransitive = false }
    compileOnly(libs.hadoop.client.api) { isTransitive = false }
    compileOnly(libs.scala.library)
    compileOnly(libs.kryo.shaded) { isTransitive = false }
    compileOnly(libs.arrow.vector)
    compileOnly(libs.checker.qual)
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testRuntimeOnly(libs.junit.platform.launcher)
    // What Spark's classes need in the tests, which have no session.
    testRuntimeOnly(libs.arrow.memory.unsafe)
    testRuntimeOnly(libs.json4s.ast)
    testRuntimeOnly(libs.icu4j)
    testRuntimeOnly(libs.log4j.api)
}

configurations.testImplementation { extendsFrom(configurations.compileOnly.get()) }

// Scala's class files name annotations that are not on the class path.
tasks.withType<JavaCompile>().configureEach { options.compilerArgs.add("-Xlint:-classfile") }

tasks.jar { manifest { attributes("Automatic-Module-Name" to "dev.unitstr.spark") } }

val runs = listOf("spark-on-17", "spark-on-25")

// `test` is one of them once more: for IDEs, and with --tests.
(runs + "test").forEach { name ->
    val run = if (name == "test") "spark-on-25" else name
    (if (name == "test") tasks.test else tasks.register<Test>(name)) {
        val jdk = run.substringAfter("-on-")
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Runs the tests of Spark's data sources, without a Spark session, on JDK $jdk."
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(jdk) }
        systemProperty("unitstr.java", jdk)
    }
}

tasks.check { setDependsOn(runs) } // without `test`
