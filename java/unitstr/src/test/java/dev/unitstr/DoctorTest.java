package dev.unitstr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.JavaBinding;
import dev.unitstr.internal.library.Child;
import dev.unitstr.internal.library.Elf;
import dev.unitstr.internal.library.Locations;
import dev.unitstr.internal.library.NativeBundle;
import dev.unitstr.internal.library.Platform;
import dev.unitstr.internal.library.Version;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {
    @Test
    void plainJavaHasAStatusOfItsOwn() throws Exception {
        Child.Result result = new Child().options("-Ddev.unitstr.binding=java").run(UnitStr.class);
        assertEquals(2, result.exit(), result.out());
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
        assertTrue(lines.contains("settings      -Ddev.unitstr.binding=java"), result::out);
        assertEquals(
                List.of(
                        "  ok          all encodings give the same results as the JDK",
                        "to do         remove -Ddev.unitstr.binding=java, so that unitstr chooses the binding"),
                lines.subList(lines.size() - 2, lines.size()));
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

    /** The reader is strict: what it takes, every reader of JSON takes. */
    @Test
    void theJsonHasTheSameFacts() throws Exception {
        Child.Result result = new Child()
                .options("-Ddev.unitstr.library.file=/gone \"é\\.so", "-Dos.name=Linux", "-Dos.arch=amd64")
                .run(UnitStr.class, "--json");
        assertEquals(2, result.exit(), result.out());
        JsonObject facts = parse(result.out());
        assertEquals(2, facts.get("status").getAsInt());
        assertEquals("java", facts.get("binding").getAsString());
        assertTrue(facts.get("library").isJsonNull());
        assertEquals(List.of(), facts.getAsJsonArray("selfTestFailures").asList());
        JsonObject unitstr = facts.getAsJsonArray("jars").get(0).getAsJsonObject();
        assertEquals(Version.TEXT, unitstr.get("version").getAsString());
        assertEquals(
                Locations.of(UnitStr.class),
                unitstr.getAsJsonArray("paths").get(0).getAsString());
        assertTrue(facts.getAsJsonObject("platform")
                .get("classifier")
                .getAsString()
                .startsWith("linux-x86_64"));
        String property = "-Ddev.unitstr.library.file";
        assertEquals(
                "/gone \"é\\.so",
                facts.getAsJsonObject("settings").get(property).getAsString());
        JsonObject jni = facts.getAsJsonArray("bindings").get(1).getAsJsonObject();
        assertEquals("jni", jni.get("name").getAsString());
        assertEquals("failed", jni.get("state").getAsString());
        assertFalse(jni.get("denied").getAsBoolean());
        JsonObject only = jni.getAsJsonArray("candidates").get(0).getAsJsonObject();
        assertEquals(1, jni.getAsJsonArray("candidates").size());
        assertEquals(
                "dev.unitstr.library.file /gone \"é\\.so", only.get("place").getAsString());
        assertEquals("no such file", only.get("reason").getAsString());
        String toDo = "correct dev.unitstr.library.file, or remove it so that the other places are tried";
        assertEquals(toDo, jni.get("toDo").getAsString());
        assertEquals(toDo, facts.get("toDo").getAsString());
    }

    @Test
    void helpIsNoFailure() throws Exception {
        Child.Result result = new Child().run(UnitStr.class, "--help");
        assertEquals(0, result.exit(), result.err());
        assertTrue(result.out().startsWith("Usage: ") && result.out().contains("--json"), result.out());
    }

    @Test
    void otherArgumentsAreRefused() throws Exception {
        for (String[] arguments : new String[][] {{"--jsn"}, {"--json", "--json"}}) {
            Child.Result result = new Child().run(UnitStr.class, arguments);
            assertEquals(3, result.exit());
            assertEquals("", result.out());
            assertEquals(
                    "cannot use " + String.join(" ", arguments) + ": the only arguments are --json and --help",
                    result.err().strip());
        }
    }

    @Test
    void jsonOfEveryKind() throws IOException {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("a", List.of(List.of(), Map.of(), "\u0001\n\"\\\ud83d\ude00{", 1L, true));
        tree.put("b", null);
        String written = Json.write(tree);
        JsonObject read = parse(written);
        assertEquals(
                "[[],{},\"\\u0001\\n\\\"\\\\\ud83d\ude00{\",1,true]",
                read.get("a").toString());
        assertTrue(read.get("b").isJsonNull());
        assertEquals("{}", Json.write(Map.of()));
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
        Path tvm = temp.resolve("tvm");
        Files.createDirectories(tvm.resolve("dev/unitstr/tvm"));
        Files.createFile(tvm.resolve("dev/unitstr/tvm/Value.class"));
        List<String> lines = new Child()
                .on(jar)
                .on(natives)
                .on(tvm)
                .options("-Ddev.unitstr.binding=java", "-Dos.name=Linux", "-Dos.arch=amd64")
                .run(UnitStr.class)
                .out()
                .lines()
                .toList();
        assertEquals("              another copy: " + jar, lines.get(1));
        assertEquals("natives jar   " + natives, lines.get(3));
        assertEquals("unitstr-tvm   " + tvm, lines.get(4));
    }

    @Test
    void theWorkingDirectoryIsNotOnTheModulePath(@TempDir Path temp) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", "dev.unitstr");
        new JarOutputStream(Files.newOutputStream(temp.resolve("unitstr.jar")), manifest).close();
        Child child = new Child().in(temp).options("-Ddev.unitstr.binding=java");
        assertEquals(
                "unitstr-ffm   none",
                child.run(UnitStr.class).out().lines().toList().get(1));
        assertEquals(
                "              another copy: " + temp.resolve("unitstr.jar"),
                child.options("-p", temp.toString())
                        .run(UnitStr.class)
                        .out()
                        .lines()
                        .toList()
                        .get(1));
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

    private static JsonObject parse(String json) throws IOException {
        try (JsonReader reader = new JsonReader(new StringReader(json))) {
            reader.setStrictness(Strictness.STRICT);
            JsonObject object = new Gson().getAdapter(JsonObject.class).read(reader);
            assertEquals(JsonToken.END_DOCUMENT, reader.peek());
            return object;
        }
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
