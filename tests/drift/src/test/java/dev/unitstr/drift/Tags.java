package dev.unitstr.drift;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** JUnit's tags, read from class files: the classes of other modules are not loaded here. */
final class Tags {
    private Tags() {}

    /** Returns the tags of each test class of a module, with those of the classes that it extends. */
    static Map<String, Set<String>> ofTests(String module) {
        Path tests = classes(module, "test");
        List<Path> all = List.of(tests, classes("tests/contract", "main"));
        Map<String, Set<String>> tags = new TreeMap<>();
        for (JavaClass type : new ClassFileImporter().importPaths(all)) {
            if (type.getSimpleName().endsWith("Test") && isIn(tests, type)) {
                Set<String> found = new TreeSet<>();
                Stream.concat(Stream.of(type), type.getAllRawSuperclasses().stream())
                        .flatMap(one -> one.getAnnotations().stream())
                        .forEach(annotation -> add(annotation, found));
                tags.put(type.getSimpleName(), found);
            }
        }
        return tags;
    }

    private static void add(JavaAnnotation<?> annotation, Set<String> found) {
        if (annotation.getRawType().isEquivalentTo(Tag.class)) {
            found.add((String) annotation.get("value").orElseThrow());
        } else if (annotation.getRawType().isEquivalentTo(org.junit.jupiter.api.Tags.class)) {
            Stream.of((Object[]) annotation.get("value").orElseThrow())
                    .forEach(one -> add((JavaAnnotation<?>) one, found));
        } else if (annotation.getRawType().getPackageName().startsWith("dev.unitstr.")) {
            annotation.getRawType().getAnnotations().forEach(one -> add(one, found));
        }
    }

    private static boolean isIn(Path directory, JavaClass type) {
        return type.getSource()
                .orElseThrow()
                .getUri()
                .toString()
                .startsWith(directory.toUri().toString());
    }

    private static Path classes(String module, String part) {
        String maven = part.equals("test") ? "target/test-classes" : "target/classes";
        return Checkout.ROOT.resolve(module).resolve(Report.GRADLE ? "build/classes/java/" + part : maven);
    }
}
