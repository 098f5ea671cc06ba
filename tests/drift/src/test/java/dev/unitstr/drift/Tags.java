package dev.unitstr.drift;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** JUnit's tags, read from class files: the classes of other modules are not loaded here. */
final class Tags {
    private Tags() {}

    /** Returns the tags of each suite of a module: of its own ones, and of the contracts, which both modules have. */
    static Map<String, Set<String>> ofTests(String module) {
        Path contracts = classes("tests/contract", "main");
        Path own = module.equals("tests/contract") ? contracts : classes(module, "test");
        Map<String, Set<String>> tags = new TreeMap<>();
        for (JavaClass type : new ClassFileImporter().importPaths(contracts, own)) {
            String name = type.getSimpleName();
            if (name.endsWith("Contract") || (name.endsWith("Test") && isIn(own, type))) {
                Set<String> found = new TreeSet<>();
                type.getAnnotations().forEach(annotation -> add(annotation, found));
                tags.put(name, found);
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
