plugins { `java-library` }

java {
    withSourcesJar()
    withJavadocJar()
}

dependencies {
    api(project(":unitstr"))
    compileOnlyApi(libs.jspecify)
}

// The first use of the library should not have to start invokedynamic for its messages.
tasks.compileJava { options.compilerArgs.add("-XDstringConcat=inline") }

// The lint would have users need jspecify's jar to compile; ExportedApiTest checks the rest of what it checks.
tasks.compileJava { options.compilerArgs.add("-Xlint:-exports") }

tasks.withType<JavaCompile>().configureEach { options.release = 22 }

tasks.processResources {
    val tokens = mapOf("project" to mapOf("version" to version.toString()))
    inputs.property("version", version.toString())
    expand(tokens)
}

tasks.compileJava {
    // The descriptor alone is marked as JDK 17 can read it (class file version 61): that keeps the jar
    // harmless on a JDK 17 module path. Its format is the same in both versions.
    val descriptor = destinationDirectory.file("module-info.class")
    doLast {
        val file = descriptor.get().asFile
        file.writeBytes(file.readBytes().also { it[7] = 61 })
    }
}
