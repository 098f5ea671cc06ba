package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.UnitStr;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program and all of its jars in one file: a jar of Spring Boot, an application of jpackage. */
class OneJarTest {
    /** Prints the binding and nothing else: a warning of the JVM would be seen. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) {
            System.out.println(UnitStr.binding());
        }
    }

    private static final String CLASS = Program.class.getName().replace('.', '/') + ".class";
    private static final List<String> JARS =
            Jars.ALL.stream().filter(jar -> !jar.contains("-examples-")).toList();

    private Path temp;

    @BeforeEach
    void everythingInOneDirectory(@TempDir Path directory) throws IOException {
        temp = directory.toRealPath();
    }

    /** The launcher reads the jars inside of the jar; its manifest enables native access for all of them. */
    @Test
    void springBoot() throws Exception {
        Manifest manifest = manifest("org.springframework.boot.loader.launch.JarLauncher");
        manifest.getMainAttributes().putValue("Start-Class", Program.class.getName());
        manifest.getMainAttributes().putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        manifest.getMainAttributes().putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        Path jar = temp.resolve("boot.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                JarFile launcher = new JarFile(onClassPath("/spring-boot-loader-"))) {
            for (Enumeration<JarEntry> entries = launcher.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class")) {
                    add(out, entry.getName(), launcher.getInputStream(entry).readAllBytes());
                }
            }
            add(out, "BOOT-INF/classes/", new byte[0]);
            add(out, "BOOT-INF/classes/" + CLASS, program());
            for (String library : JARS) {
                add(out, "BOOT-INF/lib/" + Path.of(library).getFileName(), Files.readAllBytes(Path.of(library)));
            }
        }
        Jvm.Result result =
                Jvm.run("--illegal-native-access=deny", "-Ddev.unitstr.tmpdir=" + temp, "-jar", jar.toString());
        assertEquals("ffm", result.out().strip());
    }

    @Test
    void jpackage() throws Exception {
        Path input = Files.createDirectory(temp.resolve("input"));
        for (String library : JARS) {
            Files.copy(Path.of(library), input.resolve(Path.of(library).getFileName()));
        }
        try (OutputStream file = Files.newOutputStream(input.resolve("program.jar"));
                JarOutputStream out = new JarOutputStream(file, manifest(Program.class.getName()))) {
            add(out, CLASS, program());
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "jpackage").toString());
        command.addAll(List.of("--type", "app-image", "--name", "program", "--dest", temp.toString()));
        command.addAll(List.of("--input", input.toString(), "--main-jar", "program.jar"));
        command.addAll(List.of("--main-class", Program.class.getName())); // without it the other jars are ignored
        command.addAll(List.of("--runtime-image", runtime().toString()));
        command.addAll(List.of("--java-options", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of("--java-options", "-Ddev.unitstr.tmpdir=" + temp));
        assertEquals("", run(command));
        assertEquals(
                "ffm",
                run(List.of(temp.resolve("program/bin/program").toString())).strip());
    }

    /** A small one: jpackage by itself takes all modules of the JDK. */
    private Path runtime() throws IOException, InterruptedException {
        Path image = temp.resolve("runtime");
        String jlink = Path.of(System.getProperty("java.home"), "bin", "jlink").toString();
        assertEquals("", run(List.of(jlink, "--add-modules", "java.base,java.logging", "--output", image.toString())));
        return image;
    }

    private static Manifest manifest(String main) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        manifest.getMainAttributes().putValue("Enable-Native-Access", "ALL-UNNAMED");
        return manifest;
    }

    private static byte[] program() throws IOException {
        try (InputStream in = OneJarTest.class.getClassLoader().getResourceAsStream(CLASS)) {
            return in.readAllBytes();
        }
    }

    private static String onClassPath(String name) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains(name))
                .findFirst()
                .orElseThrow();
    }

    /** Not compressed: the launcher requires that of the jars inside. */
    private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
        CRC32 crc = new CRC32();
        crc.update(content);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(crc.getValue());
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.matches("UNITSTR_LIBRARY|JDK_JAVA_OPTIONS"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        return out;
    }
}
