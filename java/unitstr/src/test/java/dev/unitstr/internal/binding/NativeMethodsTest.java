package dev.unitstr.internal.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The native methods that the jar declares are those that the library binds, and stand in one class: the library is told
 * the name of one.
 */
class NativeMethodsTest {
    @Test
    void areThoseOfTheList() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("..", "..", "abi", "jni-v1.txt"))) {
            if (!line.startsWith("#")) {
                String[] fields = line.split("\t");
                assertEquals(null, listed.put(fields[0], fields[1]), fields[0]);
            }
        }
        Map<String, String> declared = new TreeMap<>();
        for (Method method : JniNatives.class.getDeclaredMethods()) {
            if (Modifier.isNative(method.getModifiers())) {
                String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .toMethodDescriptorString();
                declared.put(method.getName(), descriptor);
            }
        }
        assertEquals(listed, declared);
        assertEquals(listed.size(), JniNatives.COUNT);
    }

    @Test
    void noOtherClassHasAny() throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes = Path.of(JniNatives.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(
                            path -> path.toString().endsWith(".class") && !path.endsWith("module-info.class"))
                    .toList()) {
                String name = classes.relativize(file).toString().replace('/', '.');
                Class<?> type = Class.forName(
                        name.substring(0, name.length() - ".class".length()), false, JniNatives.class.getClassLoader());
                boolean natives = Stream.of(type.getDeclaredMethods())
                        .anyMatch(method -> Modifier.isNative(method.getModifiers()));
                assertEquals(type == JniNatives.class, natives, name);
            }
        }
    }

    /** What relocating a package rewrites are texts that begin with its name. */
    @Test
    void thePropertyIsNotRelocated() {
        assertFalse(JniNatives.PROPERTY.contains("dev.unitstr") || JniNatives.PROPERTY.contains("dev/unitstr"));
    }
}
