plugins {
    `java-library`
    `maven-publish`
}

dependencies {
    api(project(":unitstr"))
}

val workspace = rootProject.layout.projectDirectory
val rustSources = workspace.asFileTree.matching {
    include(
        ".cargo/config.toml", "Cargo.toml", "Cargo.lock", "rust/**/*.rs", "rust/**/Cargo.toml", "rust/**/*.h",
        "bench/rust/Cargo.toml",
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

tasks.compileJava { options.javaModuleVersion = project.version.toString() }

tasks.processResources {
    from(cargoBuild) { into("dev/unitstr/native/1/linux-x86_64") }
}

tasks.jar {
    archiveClassifier = "linux-x86_64"
    val version = project.version.toString()
    manifest {
        from("src/main/manifest/MANIFEST.MF") { eachEntry { value = value.replace("\${project.version}", version) } }
    }
}

tasks.register<Exec>("nativesJars") {
    group = LifecycleBasePlugin.BUILD_GROUP
    description = "Packs the libraries of other platforms that `make natives` built."
    dependsOn(":unitstr:classes")
    workingDir = workspace.asFile
    commandLine(
        "tools/natives-jar", "java/unitstr/build/classes/java/main", "java/unitstr-natives/build/libs",
        "linux-aarch_64", "linux-x86_64-musl", "linux-aarch_64-musl", "osx-aarch_64", "osx-x86_64", "windows-x86_64", "all",
    )
    inputs.dir(workspace.dir("target/natives")).withPropertyName("libraries").withPathSensitivity(PathSensitivity.RELATIVE)
    outputs.dir(layout.buildDirectory.dir("libs")).withPropertyName("jars")
}

tasks.check { dependsOn(cargoTest, cTest) }
