// The settings that all Java modules share. The script of a module has only its own.

import javax.xml.parsers.DocumentBuilderFactory
import org.w3c.dom.Element

val cargoVersion = providers.fileContents(layout.projectDirectory.file("Cargo.toml")).asText.map {
    Regex("(?m)^version = \"([^\"]+)\"").find(it)!!.groupValues[1]
}

// The descriptions of the published artifacts are in the poms only.
fun pom(file: File): Element =
    DocumentBuilderFactory.newInstance().newDocumentBuilder()
        .parse(providers.fileContents(layout.projectDirectory.file(file.path)).asText.get().byteInputStream()).documentElement

operator fun Element.get(name: String): Element = all(name).single()

fun Element.all(name: String): List<Element> =
    (0 until childNodes.length).map { childNodes.item(it) }.filterIsInstance<Element>().filter { it.tagName == name }

fun Element.text(name: String): String = this[name].textContent

val common = pom(file("pom.xml"))
val licences = common["licenses"].all("license")
val developer = common["developers"]["developer"]
val scm = common["scm"]

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
            // Gradle makes native calls in the JVM of javac. As in the pom, C2 would take half of the CPU time.
            options.forkOptions.jvmArgs =
                listOf("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
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
            // Gradle's reports name tests so; the default has the arguments, which differ from run to run.
            systemProperty("junit.jupiter.params.displayname.default", "{displayName}[{index}]")
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
                addBooleanOption("-no-fonts", true)
                isUse = true // pages of uses, as Maven has them by default
                addPathOption("-source-path").value = listOf(project.file("src/main/java"))
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

    // The headers that bnd-maven-plugin takes from the poms.
    plugins.withId("biz.aQute.bnd.builder") {
        val pom = pom(file("pom.xml"))
        tasks.named<Jar>("jar") {
            manifest {
                attributes(
                    "Bundle-Name" to pom.text("name"),
                    "Bundle-Description" to pom.text("description"),
                    "Bundle-Developers" to "${developer.text("id")};name=\"${developer.text("name")}\"",
                    "Bundle-DocURL" to common.text("url"),
                    "Bundle-License" to licences.joinToString(",") { licence ->
                        val name = licence.text("name").let { if ('.' in it) "\"$it\"" else it }
                        "$name;link=\"${licence.text("url")}\"" +
                            licence.all("comments").joinToString("") { ";description=\"${it.textContent}\"" }
                    },
                    "Bundle-SCM" to "url=\"${scm.text("url")}\",connection=\"${scm.text("connection")}\"," +
                        "developer-connection=\"${scm.text("developerConnection")}\",tag=HEAD",
                )
            }
        }
    }

    // `publishToMavenLocal`, for trials: `make dist` publishes, and has the libraries of all platforms.
    plugins.withType<MavenPublishPlugin> {
        val pom = pom(file("pom.xml"))
        configure<PublishingExtension> {
            publications.register<MavenPublication>("maven") {
                from(components[if (plugins.hasPlugin("java-platform")) "javaPlatform" else "java"])
                pom {
                    name = pom.text("name")
                    description = pom.text("description")
                    url = common.text("url")
                    licenses {
                        licences.forEach {
                            license {
                                name = it.text("name")
                                url = it.text("url")
                                distribution = it.text("distribution")
                            }
                        }
                    }
                    developers {
                        developer {
                            id = developer.text("id")
                            name = developer.text("name")
                            url = developer.text("url")
                        }
                    }
                    scm {
                        connection = scm.text("connection")
                        developerConnection = scm.text("developerConnection")
                        url = scm.text("url")
                    }
                }
            }
        }
    }
}
