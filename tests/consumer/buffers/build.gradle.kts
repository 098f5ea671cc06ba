plugins { application }

java { toolchain { languageVersion = JavaLanguageVersion.of(17) } }

// [deployment: gradle]
dependencies {
    implementation("dev.unitstr:unitstr:0.1.0")
}
// [deployment: end]

tasks.compileJava { options.release = 17 }

application {
    mainClass = "org.example.buffers.Main"
    mainModule = "org.example.buffers"
    applicationDefaultJvmArgs = listOf("--enable-native-access=dev.unitstr")
}

tasks.register<JavaExec>("runOnClassPath") {
    mainClass = application.mainClass
    classpath = sourceSets.main.get().runtimeClasspath
    modularity.inferModulePath = false
    javaLauncher = javaToolchains.launcherFor(java.toolchain)
    jvmArgs("--enable-native-access=ALL-UNNAMED")
}
