package dev.unitstr.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * JNI finds a native method by its name alone: an older library would be called with arguments that it does not have. So
 * a name keeps its descriptor, as an entry of the table keeps its type; another descriptor needs another name.
 */
class NativeMethodsTest {
    @Test
    void areThoseOfTheList() throws IOException, URISyntaxException, ClassNotFoundException {
        Map<String, String> listed = new TreeMap<>();
        for (String line : Files.readAllLines(Path.of("..", "..", "abi", "jni-v1.txt"))) {
            if (!line.startsWith("#")) {
                String[] fields = line.split("\t");
                assertEquals(null, listed.put(fields[1], fields[2]), fields[1]);
            }
        }
        Map<String, String> declared = new TreeMap<>();
        for (Class<?> type : internals()) {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isNative(method.getModifiers())) {
                    String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                            .toMethodDescriptorString();
                    declared.put(type.getSimpleName() + "." + method.getName(), descriptor);
                }
            }
        }
        listed.keySet().retainAll(declared.keySet()); // the library has more, for older jars
        assertEquals(listed, declared);
    }

    private static List<Class<?>> internals() throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes = Path.of(JniBinding.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.list(classes.resolve("dev/unitstr/internal"))) {
            Stream<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> "dev.unitstr.internal." + name.substring(0, name.length() - ".class".length()));
            List<Class<?>> types = new ArrayList<>();
            for (String name : names.toList()) {
                types.add(Class.forName(name, false, JniBinding.class.getClassLoader()));
            }
            return types;
        }
    }
}
