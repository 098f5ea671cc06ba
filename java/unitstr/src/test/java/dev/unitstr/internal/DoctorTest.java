package dev.unitstr.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitStr;
import dev.unitstr.spi.Binding;
import dev.unitstr.spi.Encoding;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorTest {
    @Test
    void plainJavaIsHealthy() throws Exception {
        Child.Result result = new Child().options("-Ddev.unitstr.binding=java").run(UnitStr.class);
        assertEquals(0, result.exit(), result.out());
        List<String> lines = result.out().lines().toList();
        assertEquals("unitstr       " + Version.TEXT, lines.get(0));
        assertEquals("platform      " + Platform.current(), lines.get(1));
        assertTrue(lines.contains("binding       java (forced by -Ddev.unitstr.binding=java)"), result::out);
        assertTrue(lines.contains("  ffm         not tried"), result::out);
        assertTrue(lines.contains("  jni         not tried"), result::out);
        assertTrue(lines.contains("  java        works"), result::out);
        assertTrue(lines.contains("library       none: plain Java needs none"), result::out);
        assertEquals("  ok          every encoding agrees with the JDK", lines.get(lines.size() - 1));
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
