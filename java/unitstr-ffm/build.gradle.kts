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
    compileOnly(project(":unitstr-tvm")) // only the packages of values need it
    compileOnlyApi(libs.jspecify)
}

// Without invokedynamic, the first message of the library needs no bootstrap of string concatenation.
tasks.compileJava { options.compilerArgs.add("-XDstringConcat=inline") }

// This lint would require `requires transitive` of jspecify; ExportedApiTest checks the other exported types.
tasks.compileJava { options.compilerArgs.add("-Xlint:-exports") }

tasks.withType<JavaCompile>().configureEach { options.release = 22 }

tasks.processResources {
    val tokens = mapOf("project" to mapOf("version" to version.toString()))
    inputs.property("version", version.toString())
    expand(tokens)
}

tasks.jar { extensions.getByType<BundleTaskExtension>().properties.empty() } // as in unitstr

tasks.compileJava {
    options.javaModuleVersion = project.version.toString()
    // Sets the class file version of the descriptor to 61, so that JDK 17 can read it on its module path. The format
    // is the same in both versions.
    val descriptor = destinationDirectory.file("module-info.class")
    doLast {
        val file = descriptor.get().asFile
        file.writeBytes(file.readBytes().also { it[7] = 61 })
    }
}
