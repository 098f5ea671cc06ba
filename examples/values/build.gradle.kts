plugins { `java-library` }

dependencies {
    implementation(project(":unitstr-ffm"))
    implementation(project(":unitstr-tvm"))
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }

tasks.register<JavaExec>("values") {
    group = "application"
    description = "Calls libtvm_ffi, which UNITSTR_TVM_FFI names, and is called back, on JDK 25."
    mainClass = "dev.unitstr.examples.values.Tour"
    classpath = sourceSets.main.get().runtimeClasspath
    javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(25) }
    jvmArgs("--enable-native-access=ALL-UNNAMED")
}
