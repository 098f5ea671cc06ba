package org.example.variants;

import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.ModuleDependency;
import org.gradle.api.attributes.AttributeContainer;
import org.gradle.api.attributes.Usage;
import org.gradle.nativeplatform.MachineArchitecture;
import org.gradle.nativeplatform.OperatingSystemFamily;
import org.gradle.testfixtures.ProjectBuilder;

/** Lets Gradle choose natives jars, for several platforms, from the local Maven repository. */
public final class Main {
    private final Project project;
    private final String natives;

    private Main(File directory, String version) {
        project = ProjectBuilder.builder()
                .withProjectDir(directory)
                .withGradleUserHomeDir(new File(directory, "home"))
                .build();
        project.getPluginManager().apply("java-library");
        project.getRepositories().mavenLocal();
        natives = "dev.unitstr:unitstr-natives:" + version;
    }

    /**
     * Prints what was asked for, and the jars.
     *
     * @param args a directory for Gradle, the version of unitstr, and the classifier of the only natives jar, if there is one only
     */
    public static void main(String[] args) {
        int status = 1;
        try {
            Main main = new Main(new File(args[0]), args[1]);
            if (args.length > 2) {
                main.show("linux", "x86-64", "");
                main.show("", "", "");
                main.show("", "", "", ":" + args[2]);
            } else {
                main.run();
            }
            status = 0;
        } catch (RuntimeException e) {
            e.printStackTrace();
        }
        System.exit(status); // Gradle's threads go on
    }

    private void run() {
        for (String os : List.of("linux", "macos", "windows")) {
            for (String architecture : List.of("x86-64", "aarch64")) {
                show(os, architecture, "");
            }
        }
        show("linux", "x86-64", "-musl");
        show("linux", "aarch64", "-musl");
        show("linux", "x86-64", "-all");
        show("", "", "");
        show("", "", "", ":linux-x86_64");
        show("", "", "", ":linux-x86_64-musl", ":osx-aarch_64");
    }

    private void show(String os, String architecture, String capability, String... classifiers) {
        Configuration asked = project.getConfigurations().detachedConfiguration();
        AttributeContainer attributes = asked.getAttributes();
        attributes.attribute(Usage.USAGE_ATTRIBUTE, project.getObjects().named(Usage.class, Usage.JAVA_RUNTIME));
        if (!os.isEmpty()) {
            attributes.attribute(
                    OperatingSystemFamily.OPERATING_SYSTEM_ATTRIBUTE,
                    project.getObjects().named(OperatingSystemFamily.class, os));
            attributes.attribute(
                    MachineArchitecture.ARCHITECTURE_ATTRIBUTE,
                    project.getObjects().named(MachineArchitecture.class, architecture));
        }
        for (String classifier : classifiers.length == 0 ? new String[] {""} : classifiers) {
            ModuleDependency dependency =
                    (ModuleDependency) project.getDependencies().create(natives + classifier);
            dependency.setTransitive(false);
            if (!capability.isEmpty()) {
                dependency.capabilities(all -> all.requireCapability("dev.unitstr:unitstr-natives" + capability));
            }
            asked.getDependencies().add(dependency);
        }
        List<String> jars = asked.getFiles().stream().map(File::getName).toList();
        System.out.println(String.join(
                " ",
                Stream.of(List.of(os, architecture, capability), List.of(classifiers), List.of("->"), jars)
                        .flatMap(List::stream)
                        .filter(text -> !text.isEmpty())
                        .toList()));
    }
}
