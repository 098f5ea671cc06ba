// The settings that all Java modules share. The script of a module has only its own.

val cargoVersion = providers.fileContents(layout.projectDirectory.file("Cargo.toml")).asText.map {
    Regex("(?m)^version = \"([^\"]+)\"").find(it)!!.groupValues[1]
}

subprojects {
    group = "dev.unitstr"
    version = cargoVersion.get()

    plugins.withType<JavaPlugin> {
        configure<JavaPluginExtension> {
            toolchain { languageVersion = JavaLanguageVersion.of(25) }
        }
        tasks.withType<JavaCompile>().configureEach {
            options.release.convention(17)
            options.encoding = "UTF-8"
            options.compilerArgs.addAll(listOf("-Xlint:all", "-Werror", "-parameters"))
        }
        // A runtime class path may contain the FFM jar: JDK 17 does not load its classes.
        listOf("runtimeClasspath", "testRuntimeClasspath").forEach {
            configurations.named(it) {
                attributes.attribute(TargetJvmVersion.TARGET_JVM_VERSION_ATTRIBUTE, 25)
            }
        }
        tasks.withType<Test>().configureEach {
            useJUnitPlatform()
            jvmArgs("-Xcheck:jni", "--enable-native-access=ALL-UNNAMED", "--add-opens=java.base/java.nio=ALL-UNNAMED")
            jvmArgs("-XX:MaxJavaStackTraceDepth=24") // the suites throw millions of exceptions
            // The JVM also writes its own output (-Xcheck:jni) to a file, in which tests/drift searches for warnings.
            val log = layout.buildDirectory.file("jvm-$name.log").get().asFile
            jvmArgs("-XX:+UnlockDiagnosticVMOptions", "-XX:+LogVMOutput", "-XX:LogFile=$log")
            outputs.file(log).withPropertyName("jvmLog")
            systemProperties(providers.systemPropertiesPrefixedBy("unitstr.").get()) // -Dunitstr.full=true and others
            testLogging { events("failed", "skipped") }
        }
        tasks.withType<Javadoc>().configureEach {
            exclude("**/internal/**") // exported to modules of unitstr only; the module descriptor still names them
            (options as StandardJavadocDocletOptions).apply {
                addBooleanOption("Xdoclint:all", true)
                addBooleanOption("Werror", true)
                sourcepath = listOf(project.file("src/main/java"))
            }
        }
        // Default since Gradle 9.
        tasks.withType<AbstractArchiveTask>().configureEach {
            isPreserveFileTimestamps = false
            isReproducibleFileOrder = true
        }
        tasks.withType<Jar>().configureEach {
            metaInf { from(rootProject.files("LICENSE-APACHE", "LICENSE-MIT")) }
        }
    }
}
