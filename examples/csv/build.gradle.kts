plugins { `java-library` }

dependencies {
    implementation(project(":unitstr-ffm"))
    implementation(libs.commons.csv)
}

tasks.withType<JavaCompile>().configureEach { options.release = 22 }

tasks.register<JavaExec>("csv") {
    group = "application"
    description = "Writes a column of CSV files as a tensor and reads it, on JDK 25."
    mainClass = "dev.unitstr.examples.csv.CsvColumn"
    classpath = sourceSets.main.get().runtimeClasspath
    javaLauncher = javaToolchains.launcherFor { languageVersion = JavaLanguageVersion.of(25) }
    jvmArgs("--enable-native-access=ALL-UNNAMED")
}
