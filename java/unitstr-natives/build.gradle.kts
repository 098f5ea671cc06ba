plugins {
    `java-library`
    `maven-publish`
}

val workspace = rootProject.layout.projectDirectory
val rustSources = workspace.asFileTree.matching {
    include(
        ".cargo/config.toml", "Cargo.toml", "Cargo.lock", "rust/**/*.rs", "rust/**/Cargo.toml", "rust/**/*.h",
        "bench/rust/Cargo.toml", "tests/fuzz/Cargo.toml",
    )
}

val cargoBuild = tasks.register<Exec>("cargoBuild") {
    group = LifecycleBasePlugin.BUILD_GROUP
    description = "Builds the native library."
    workingDir = workspace.asFile
    commandLine("tools/rust", "build")
    inputs.files(rustSources).withPropertyName("rustSources").withPathSensitivity(PathSensitivity.RELATIVE)
    outputs.file(workspace.file("target/release/libunitstr.so")).withPropertyName("library")
}

val cargoBuildPanic = tasks.register<Exec>("cargoBuildPanic") {
    group = LifecycleBasePlugin.BUILD_GROUP
    description = "Builds the native library with a way to make it panic, for the contract suites; it is in no jar."
    workingDir = workspace.asFile
    commandLine("tools/rust", "panic")
    inputs.files(rustSources).withPropertyName("rustSources").withPathSensitivity(PathSensitivity.RELATIVE)
    outputs.file(workspace.file("target/test-panic/libunitstr.so")).withPropertyName("library")
}

val cargoTest = tasks.register<Exec>("cargoTest") {
    group = LifecycleBasePlugin.VERIFICATION_GROUP
    description = "Runs the tests of the Rust workspace."
    workingDir = workspace.asFile
    commandLine("tools/rust", "test")
}

val cTest = tasks.register<Exec>("cTest") {
    group = LifecycleBasePlugin.VERIFICATION_GROUP
    description = "Compiles a C program against unitstr.h and runs it on the library."
    dependsOn(cargoBuild)
    workingDir = workspace.asFile
    commandLine(workspace.file("tests/c/run").asFile.path)
}

val content = tasks.register<Exec>("content") {
    description = "Compiles the provider, and collects what the jar holds."
    dependsOn(cargoBuild)
    val directory = layout.buildDirectory.dir("content")
    workingDir = workspace.asFile
    commandLine("tools/natives-jar", directory.get().asFile.path)
    inputs.files("src", cargoBuild).withPropertyName("content").withPathSensitivity(PathSensitivity.RELATIVE)
    outputs.dir(directory).withPropertyName("directory")
}

// tools/natives-jar compiles: the provider implements an interface of unitstr, which depends on this module.
sourceSets.main {
    java.setSrcDirs(listOf<File>())
    resources.setSrcDirs(listOf(content))
}

tasks.processResources { exclude("META-INF/LICENSE-*") } // the script of all modules adds them

tasks.jar {
    val version = project.version.toString()
    manifest {
        from("src/main/manifest/MANIFEST.MF") { eachEntry { value = value.replace("\${project.version}", version) } }
    }
}

tasks.check { dependsOn(cargoTest, cTest) }
