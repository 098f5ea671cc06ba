plugins { java }

dependencies {
    implementation(project(":unitstr"))
    implementation(project(":unitstr-tvm"))
    implementation(libs.jmh.core)
    implementation(libs.gson)
    annotationProcessor(libs.jmh.annprocess)
    runtimeOnly(project(":unitstr-ffm"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testRuntimeOnly(libs.junit.platform.launcher)
}

tasks.compileJava { options.compilerArgs.add("-Xlint:-processing") }

val rivals = tasks.register<Exec>("rivals") {
    val library = layout.buildDirectory.file("rivals/dev/unitstr/bench/librivals.so")
    inputs.dir("src/main/c")
    inputs.file(rootProject.file("rust/unitstr-values/tests/fake.c"))
    outputs.dir(layout.buildDirectory.dir("rivals"))
    commandLine("src/main/c/build", library.get().asFile)
}

sourceSets.main { resources.srcDir(rivals.map { layout.buildDirectory.dir("rivals").get() }) }

listOf(17, 25).forEach { jdk ->
    tasks.register<JavaExec>("jmhOn$jdk") {
        group = "benchmark"
        description = "Runs the benchmarks of byte buffers on JDK $jdk; arguments for JMH by --args."
        mainClass = "dev.unitstr.bench.Main"
        workingDir = rootDir // for the names of plans and results
        classpath = sourceSets.main.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(jdk) }
    }
}
