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
    runtimeOnly(project(":unitstr-natives"))
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
}

// Scala's class files name annotations that are not on the class path.
tasks.compileJava { options.compilerArgs.add("-Xlint:-classfile") }

tasks.jar { manifest { attributes("Automatic-Module-Name" to "dev.unitstr.spark") } }
