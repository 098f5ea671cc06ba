plugins { application }

java { toolchain { languageVersion = JavaLanguageVersion.of(25) } }

// [deployment: platform]
dependencies {
    implementation("dev.unitstr:unitstr-ffm:0.1.0") { exclude(module = "unitstr-natives") }
    implementation("dev.unitstr:unitstr-tvm:0.1.0") { exclude(module = "unitstr-natives") }
    runtimeOnly("dev.unitstr:unitstr-natives:0.1.0:linux-x86_64")
}
// [deployment: end]

tasks.compileJava { options.release = 22 }

application {
    mainClass = "org.example.values.Main"
    mainModule = "org.example.values"
    applicationDefaultJvmArgs = listOf("--enable-native-access=dev.unitstr.ffm")
}

tasks.register<JavaExec>("runOnClassPath") {
    mainClass = application.mainClass
    classpath = sourceSets.main.get().runtimeClasspath
    modularity.inferModulePath = false
    javaLauncher = javaToolchains.launcherFor(java.toolchain)
    jvmArgs("--enable-native-access=ALL-UNNAMED")
}
