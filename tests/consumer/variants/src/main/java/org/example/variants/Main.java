package org.example.variants;

import java.io.File;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.ModuleDependency;
import org.gradle.api.attributes.Usage;
import org.gradle.testfixtures.ProjectBuilder;

/** Lets Gradle find the jars of unitstr in the local Maven repository. */
public final class Main {
    private Main() {}

    /**
     * Prints the jars of unitstr that come along at run time, without their version.
     *
     * @param args a directory for Gradle, the version of unitstr, the artifact to depend on, and the classifiers of natives jars
     *     that replace the one that the artifact depends on
     */
    public static void main(String[] args) {
        int status = 1;
        try {
            System.out.println(jars(new File(args[0]), args[1], args[2], Arrays.copyOfRange(args, 3, args.length)));
            status = 0;
        } catch (RuntimeException e) {
            e.printStackTrace();
        }
        System.exit(status); // Gradle's threads go on
    }

    private static String jars(File directory, String version, String artifact, String... classifiers) {
        Project project = ProjectBuilder.builder()
                .withProjectDir(directory)
                .withGradleUserHomeDir(new File(directory, "home"))
                .build();
        project.getPluginManager().apply("java-library");
        project.getRepositories().mavenLocal();
        Configuration runtime = project.getConfigurations().detachedConfiguration();
        runtime.getAttributes()
                .attribute(Usage.USAGE_ATTRIBUTE, project.getObjects().named(Usage.class, Usage.JAVA_RUNTIME));
        ModuleDependency dependency =
                (ModuleDependency) project.getDependencies().create("dev.unitstr:" + artifact + ":" + version);
        runtime.getDependencies().add(dependency);
        for (String classifier : classifiers) {
            dependency.exclude(Map.of("module", "unitstr-natives"));
            runtime.getDependencies()
                    .add(project.getDependencies().create("dev.unitstr:unitstr-natives:" + version + ":" + classifier));
        }
        return runtime.getFiles().stream()
                .map(File::getName)
                .filter(name -> name.startsWith("unitstr"))
                .map(name -> name.replace("-" + version, "").replace(".jar", ""))
                .sorted()
                .collect(Collectors.joining(" "));
    }
}
