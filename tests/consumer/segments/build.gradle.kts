plugins { application }

java { toolchain { languageVersion = JavaLanguageVersion.of(25) } }

// [deployment: gradle]
dependencies {
    implementation("dev.unitstr:unitstr-ffm:0.1.0")
}
// [deployment: end]

tasks.compileJava { options.release = 22 }

// [deployment: access]
application { applicationDefaultJvmArgs = listOf("--enable-native-access=ALL-UNNAMED") } // `run`, and the script of `installDist`
tasks.test { jvmArgs("--enable-native-access=ALL-UNNAMED") }
// [deployment: end]

application {
    mainClass = "org.example.segments.Main"
    mainModule = "org.example.segments"
    // With a module-info.java, the modules have names.
    applicationDefaultJvmArgs = listOf("--enable-native-access=dev.unitstr.ffm,org.example.segments")
}

tasks.register<JavaExec>("runOnClassPath") {
    mainClass = application.mainClass
    classpath = sourceSets.main.get().runtimeClasspath
    modularity.inferModulePath = false
    javaLauncher = javaToolchains.launcherFor(java.toolchain)
    jvmArgs("--enable-native-access=ALL-UNNAMED")
}
