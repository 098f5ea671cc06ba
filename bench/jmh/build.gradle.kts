plugins { java }

dependencies {
    implementation(project(":unitstr-ffm"))
    implementation(project(":unitstr-tvm"))
    implementation(project(":unitstr-bench-17"))
    implementation(libs.jmh.core)
    implementation(libs.agrona)
    implementation(libs.arrow.vector)
    implementation(libs.javacpp)
    implementation(libs.jna)
    implementation(libs.lwjgl)
    compileOnly(libs.checker.qual)
    runtimeOnly(libs.arrow.memory.unsafe)
    runtimeOnly(variantOf(libs.javacpp) { classifier("linux-x86_64") })
    runtimeOnly(variantOf(libs.lwjgl) { classifier("natives-linux") })
    annotationProcessor(libs.jmh.annprocess)
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }
tasks.compileJava { options.compilerArgs.add("-Xlint:-processing") }

tasks.register<JavaExec>("jmh") {
    group = "benchmark"
    description = "Runs the benchmarks of memory segments on JDK 25; arguments for JMH by --args."
    mainClass = "dev.unitstr.bench.Main"
    workingDir = rootDir // for the names of plans and results
    classpath = sourceSets.main.get().runtimeClasspath
    javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(25) }
}
