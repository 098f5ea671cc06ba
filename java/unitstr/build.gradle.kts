plugins { `java-library` }

java {
    withSourcesJar()
    withJavadocJar()
}

dependencies {
    compileOnlyApi(libs.jspecify)
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testRuntimeOnly(libs.junit.platform.launcher)
}

// The first use of the library should not have to start invokedynamic for its messages.
tasks.compileJava { options.compilerArgs.add("-XDstringConcat=inline") }

// The lint would have users need jspecify's jar to compile; ExportedApiTest checks the rest of what it checks.
tasks.compileJava { options.compilerArgs.add("-Xlint:-exports") }

tasks.processResources {
    val tokens = mapOf("project" to mapOf("version" to version.toString()))
    inputs.property("version", version.toString())
    expand(tokens)
}

tasks.jar { // java -jar prints what UnitStr.doctor() says
    manifest { attributes("Main-Class" to "dev.unitstr.UnitStr", "Enable-Native-Access" to "ALL-UNNAMED") }
}

// On the oldest JDK that is promised, and on the newest.
val runs = listOf("unit-on-17", "unit-on-25").map { run ->
    tasks.register<Test>(run) {
        val jdk = run.substringAfter("-on-")
        group = LifecycleBasePlugin.VERIFICATION_GROUP
        description = "Runs the unit tests on JDK $jdk."
        testClassesDirs = sourceSets.test.get().output.classesDirs
        classpath = sourceSets.test.get().runtimeClasspath
        javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(jdk) }
        systemProperty("unitstr.java", jdk)
        inputs.dir("../../abi").withPropertyName("abi").withPathSensitivity(PathSensitivity.RELATIVE)
        inputs.files("../unitstr-natives/pom.xml", "../../rust/unitstr-c/src/query.rs")
            .withPropertyName("readByTests").withPathSensitivity(PathSensitivity.RELATIVE)
    }
}

tasks.test { enabled = false }
tasks.check { dependsOn(runs) }
