package dev.unitstr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.JavaBinding;
import dev.unitstr.internal.library.Child;
import dev.unitstr.internal.library.Elf;
import dev.unitstr.internal.library.Locations;
import dev.unitstr.internal.library.NativeBundle;
import dev.unitstr.internal.library.Platform;
import dev.unitstr.internal.library.Version;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    @Test
    void plainJavaIsHealthy() throws Exception {
        Child.Result result = new Child().options("-Ddev.unitstr.binding=java").run(UnitStr.class);
        assertEquals(0, result.exit(), result.out());
        List<String> lines = result.out().lines().toList();
        assertEquals("unitstr       " + Version.TEXT + ", " + Locations.of(UnitStr.class), lines.get(0));
        assertEquals("unitstr-ffm   none", lines.get(1));
        assertEquals("natives jar   none", lines.get(2));
        assertEquals("platform      " + Platform.current(), lines.get(3));
        assertTrue(lines.contains("binding       java (forced by -Ddev.unitstr.binding=java)"), result::out);
        assertTrue(lines.contains("  ffm         not tried"), result::out);
        assertTrue(lines.contains("  jni         not tried"), result::out);
        assertTrue(lines.contains("  java        works"), result::out);
        assertTrue(lines.contains("library       none: plain Java needs none"), result::out);
        assertEquals("  ok          all encodings give the same results as the JDK", lines.get(lines.size() - 1));
    }

    @Test
    void aBindingThatIsMissingIsNot() throws Exception {
        Child.Result result = new Child()
                .options("-Ddev.unitstr.binding=jni", "-Ddev.unitstr.library.file=/gone.so")
                .run(UnitStr.class);
        assertEquals(1, result.exit(), result.out());
        List<String> lines = result.out().lines().toList();
        assertTrue(lines.contains("binding       none (forced by -Ddev.unitstr.binding=jni)"), result::out);
        assertTrue(lines.contains("                1. dev.unitstr.library.file /gone.so: no such file"), result::out);
        assertFalse(result.out().contains("self-test"), result::out);
    }

    @Test
    void everyCopyIsListed(@TempDir Path temp) throws Exception {
        Path jar = temp.resolve("a b.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("dev/unitstr/UnitStr.class"));
        }
        Path natives = temp.resolve("natives");
        Path resource = natives.resolve(NativeBundle.resource("linux-x86_64"));
        Files.createDirectories(resource.getParent());
        Files.write(resource, Elf.library(1));
        List<String> lines = new Child()
                .on(jar)
                .on(natives)
                .options("-Ddev.unitstr.binding=java", "-Dos.name=Linux", "-Dos.arch=amd64")
                .run(UnitStr.class)
                .out()
                .lines()
                .toList();
        assertEquals("              another copy: " + jar, lines.get(1));
        assertEquals("natives jar   " + natives, lines.get(3));
    }

    @Test
    void theSelfTestFindsNothingWrongWithPlainJava() {
        assertEquals(List.of(), SelfTest.failures(new JavaBinding()));
    }

    @Test
    void theSelfTestFindsAWrongByte() {
        List<String> failures = SelfTest.failures(wrong("encode", 5));
        assertTrue(failures.contains("UTF-16LE: encoding differs from the JDK's for plain"), failures::toString);
    }

    @Test
    void theSelfTestFindsAWrongChar() {
        List<String> failures = SelfTest.failures(wrong("decode", 3));
        assertTrue(failures.contains("UTF-16LE: decoding differs from the JDK's for plain"), failures::toString);
    }

    @Test
    void theSelfTestOutlivesABindingThatFails() {
        Binding failing = (Binding) Proxy.newProxyInstance(
                Binding.class.getClassLoader(), new Class<?>[] {Binding.class}, (proxy, method, args) -> {
                    if (method.getName().equals("isNative")) {
                        return true;
                    }
                    throw new UnsatisfiedLinkError(method.getName());
                });
        assertEquals(Encoding.values().length, SelfTest.failures(failing).size());
    }

    /** Plain Java, but an operation takes UTF-16LE for UTF-16BE. */
    private static Binding wrong(String operation, int index) {
        JavaBinding right = new JavaBinding();
        return (Binding) Proxy.newProxyInstance(
                Binding.class.getClassLoader(), new Class<?>[] {Binding.class}, (proxy, method, args) -> {
                    if (method.getName().equals(operation) && args[index].equals(Encoding.UTF_16LE.id())) {
                        args[index] = Encoding.UTF_16BE.id();
                    }
                    try {
                        return method.invoke(right, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
