package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The metadata that GraalVM's native-image reads from the jars: what native code looks up by JNI, the types of calls by
 * FFM, and resources. {@code -Dunitstr.update=true} writes the files anew, from the code.
 */
class NativeImageTest {
    private static final String FFM = "java/unitstr-ffm/src/main/java/dev/unitstr/ffm/internal/binding/";
    private static final String JNI = "java/unitstr/src/main/java/dev/unitstr/internal/binding/JniNatives.java";

    /** The members that version 1.2.0 of the published schema allows where these files use them. */
    private static final Set<String> MEMBERS = Set.of(
            "reflection",
            "type",
            "jniAccessible",
            "methods",
            "fields",
            "name",
            "resources",
            "glob",
            "foreign",
            "downcalls",
            "directUpcalls",
            "class",
            "method",
            "returnType",
            "parameterTypes",
            "options",
            "critical",
            "allowHeapAccess");

    @Test
    void jni() throws IOException {
        List<MatchResult> classes = lookups("FindClass\\)\\([^)]*c\"([^\"]+)\"");
        assertEquals(
                List.of("java/nio/Buffer", "java/lang/System"),
                classes.stream().map(one -> one.group(1)).toList(),
                "the classes that native code looks up by a constant name");
        assertEquals(1, lookups("FindClass\\)\\(self\\.env, name").size(), "and JniNatives, by a property");
        assertEquals(
                1, lookups("GetFieldID\\)\\(self\\.env, class, c\"address\"").size());
        List<MatchResult> methods = lookups("let \\(name, \\w+\\) = \\(c\"(\\w+)\"\\.as_ptr\\(\\), c\"([^\"]+)\"");
        assertEquals(
                Set.of("getProperty (Ljava/lang/String;)Ljava/lang/String;", "dispatch0 (J)J"),
                methods.stream().map(one -> one.group(1) + " " + one.group(2)).collect(Collectors.toSet()));
        assertEquals(methods.size(), lookups("GetStaticMethodID\\)").size());
        assertEquals(
                0,
                lookups("GetMethodID\\)|GetStaticFieldID\\)|ThrowNew\\)|DefineClass\\)")
                        .size());
        assertTrue(Checkout.text(JNI).contains("private static long dispatch0(long arguments)"));
        String scratch = "java/unitstr/src/main/java/dev/unitstr/internal/memory/Scratch.java";
        List<String> ofThread = Checkout.matches(scratch, "= ofThread\\(\"(\\w+)\"")
                .map(one -> method(one.group(1), ""))
                .toList();
        assertEquals(2, ofThread.size());
        same("java/unitstr/src/main/resources/META-INF/native-image/dev.unitstr/unitstr", """
                {
                  "reflection": [
                    {"type": "dev.unitstr.internal.binding.JniNatives", "jniAccessible": true, "methods": [{"name": "dispatch0", "parameterTypes": ["long"]}]},
                    {"type": "java.lang.Module", "methods": [{"name": "isNativeAccessEnabled", "parameterTypes": []}]},
                    {"type": "java.lang.System", "jniAccessible": true, "methods": [{"name": "getProperty", "parameterTypes": ["java.lang.String"]}]},
                    {"type": "java.lang.Thread", "methods": [%s]},
                    {"type": "java.nio.Buffer", "jniAccessible": true, "fields": [{"name": "address"}]}
                  ],
                  "resources": [
                    {"glob": "dev/unitstr/native/**"},
                    {"glob": "dev/unitstr/version.properties"}
                  ]
                }
                """.formatted(
                        String.join(", ", ofThread)));
    }

    @Test
    void ffm() throws IOException {
        String list = FFM + "Downcall.java";
        Set<String> downcalls = Checkout.matches(
                        list, "(?m)^    [A-Z_]+\\([\\w.]+, (true|false), \"\\((\\w*)\\)(\\w)\"\\)")
                .map(one -> call(one.group(2), one.group(3))
                        + (one.group(1).equals("true")
                                ? ", \"options\": {\"critical\": {\"allowHeapAccess\": true}}"
                                : ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                Checkout.matches(list, "(?m)^    [A-Z_]+\\(").count(),
                Checkout.matches(list, "(?m)^    [A-Z_]+\\([\\w.]+, (true|false), \"\\((\\w*)\\)(\\w)\"\\)")
                        .count(),
                "every constant was read");
        MatchResult upcall = Checkout.matches(list, "UPCALL = \"\\((\\w+)\\)(\\w)\"")
                .findFirst()
                .orElseThrow();
        String name = "dev.unitstr.ffm.internal.binding.FfmValues";
        String types = upcall.group(1)
                .chars()
                .mapToObj(c -> c == 'J' ? "\"long\"" : "\"int\"")
                .collect(Collectors.joining(", "));
        same("java/unitstr-ffm/src/main/resources/META-INF/native-image/dev.unitstr/unitstr-ffm", """
                {
                  "reflection": [
                    {"type": "dev.unitstr.ffm.CallTexts", "methods": [
                      %s
                    ]},
                    {"type": "%s", "methods": [{"name": "upcall", "parameterTypes": [%s]}]}
                  ],
                  "resources": [
                    {"glob": "dev/unitstr/ffm/version.properties"}
                  ],
                  "foreign": {
                    "downcalls": [
                      {%s}
                    ],
                    "directUpcalls": [
                      {"class": "%s", "method": "upcall", %s}
                    ]
                  }
                }
                """.formatted(
                        steps(),
                        name,
                        types,
                        String.join("},\n      {", downcalls),
                        name,
                        call(upcall.group(1), upcall.group(2))));
    }

    /** Returns the methods that StringCalls looks up by a name that is a parameter, with their parameter types. */
    private static String steps() throws IOException {
        String calls = "java/unitstr-ffm/src/main/java/dev/unitstr/ffm/StringCalls.java";
        Map<String, String> imported = Checkout.matches(calls, "(?m)^import ([\\w.]+\\.(\\w+));")
                .collect(Collectors.toMap(one -> one.group(2), one -> one.group(1)));
        Set<String> methods = Checkout.matches(
                        calls, "=\\s+step\\(\\s*\"(\\w+)\",\\s*[\\w\\[\\]]+\\.class((?:,\\s*[\\w\\[\\]]+\\.class)*)\\)")
                .map(one -> method(
                        one.group(1),
                        Pattern.compile("[\\w\\[\\]]+(?=\\.class)")
                                .matcher(one.group(2))
                                .results()
                                .map(type -> "\"" + qualified(type.group(), imported) + "\"")
                                .collect(Collectors.joining(", "))))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Checkout.matches(calls, "=\\s+step\\(").count(), methods.size(), "every step was read");
        return String.join(",\n      ", methods);
    }

    private static String qualified(String type, Map<String, String> imported) {
        return switch (type) {
            case "int", "long" -> type;
            case "String", "String[]" -> "java.lang." + type;
            default -> imported.getOrDefault(type, "dev.unitstr.ffm." + type);
        };
    }

    private static String method(String name, String types) {
        return "{\"name\": \"" + name + "\", \"parameterTypes\": [" + types + "]}";
    }

    /** The binding makes no call that is not in the list. */
    @Test
    void everyCallIsInTheList() throws IOException {
        for (String file : Checkout.files(FFM, ".java")) {
            String text = Checkout.text(file);
            assertEquals(file.endsWith("/Downcall.java"), text.contains("FunctionDescriptor.of"), file);
            assertEquals(file.endsWith("/LibraryTable.java"), text.contains(".downcallHandle("), file);
            assertEquals(file.endsWith("/FfmValues.java"), text.contains(".upcallStub("), file);
        }
        assertTrue(Checkout.text(FFM + "FfmValues.java").contains("Downcall.type(Downcall.UPCALL)"));
    }

    private static List<MatchResult> lookups(String regex) throws IOException {
        Stream<MatchResult> all = Stream.empty();
        for (String file : Checkout.files("rust/unitstr-jni/src", ".rs")) {
            all = Stream.concat(all, Checkout.matches(file, regex));
        }
        return all.toList();
    }

    private static String call(String parameters, String result) {
        String types = parameters.chars().mapToObj(NativeImageTest::type).collect(Collectors.joining(", "));
        return "\"returnType\": " + type(result.charAt(0)) + ", \"parameterTypes\": [" + types + "]";
    }

    private static String type(int letter) {
        return switch (letter) {
            case 'J' -> "\"jlong\"";
            case 'I' -> "\"jint\"";
            case 'P', 'A' -> "\"void*\"";
            default -> throw new AssertionError(letter);
        };
    }

    private static void same(String directory, String expected) throws IOException {
        Path file = Checkout.ROOT.resolve(directory).resolve("reachability-metadata.json");
        if (Boolean.getBoolean("unitstr.update")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, expected);
        }
        assertEquals(expected, Files.readString(file));
        assertFalse(expected.contains("$"), "the builds would expand it");
        Set<String> members = Checkout.found(Checkout.ROOT.relativize(file).toString(), "\"(\\w+)\":");
        assertTrue(MEMBERS.containsAll(members), members::toString);
    }
}
