package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stranger's module: compiled with our jars alone, and linked into a run-time image. */
class ModulesTest {
    private static final String JARS = Jars.path(LoadingJvm.LIBRARY_JARS);

    private Path temp;

    @BeforeEach
    void everythingInOneDirectory(@TempDir Path directory) throws IOException {
        temp = directory.toRealPath();
    }

    @Test
    void compilesWithTheseJarsAlone() throws Exception {
        assertEquals("", compile());
    }

    @Test
    void anImageNeedsOneOption() throws Exception {
        assertEquals("", compile());
        String module = "dev.unitstr.natives";
        link("image", "app");
        String printed = run("image");
        assertTrue(printed.contains(" to do: add --add-modules " + module + " to the jlink command "), printed);
        assertTrue(printed.endsWith("\njava\n"), printed);
        link("whole", "app," + module);
        assertTrue(run("whole").endsWith("\n" + Jars.BEST + "\n"), run("whole"));
    }

    private String compile() throws IOException, InterruptedException {
        Path source = Files.createDirectories(temp.resolve("app"));
        Files.writeString(
                source.resolve("module-info.java"),
                "module app { requires dev.unitstr" + (Jars.FFM ? ".ffm" : "") + "; requires dev.unitstr.tvm; }");
        Path main = source.resolve("Main.java");
        Files.writeString(main, """
                package app;
                import dev.unitstr.*;
                import dev.unitstr.tensor.*;
                import dev.unitstr.values.*;
                import java.nio.ByteBuffer;
                public class Main {
                    public static void main(String[] args) {
                        StringTensor tensor = StringTensor.of(ByteBuffer.allocate(24), 1, TensorLayout.TF24);
                        String first = tensor.get(0);
                        Rfc97List list = Rfc97List.create();
                        System.out.println(UnitStr.doctor());
                        System.out.println(UnitStr.binding());
                    }
                }
                """);
        return tool(
                "javac",
                "-Xlint:all",
                "-Werror",
                "-p",
                JARS,
                "-d",
                temp.resolve("out").toString(),
                source.resolve("module-info.java").toString(),
                main.toString());
    }

    private void link(String image, String modules) throws IOException, InterruptedException {
        String path = JARS + File.pathSeparator + temp.resolve("out");
        assertEquals(
                "",
                tool(
                        "jlink",
                        "-p",
                        path,
                        "--add-modules",
                        modules,
                        "--output",
                        temp.resolve(image).toString()));
    }

    private String run(String image) throws IOException, InterruptedException {
        return process(List.of(
                temp.resolve(image).resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=dev.unitstr" + (Jars.FFM ? ".ffm" : ""),
                "-Ddev.unitstr.tmpdir=" + temp,
                "-m",
                "app/app.Main"));
    }

    private static String tool(String name, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", name).toString());
        command.add("-J-XX:TieredStopAtLevel=1"); // it starts faster
        command.addAll(List.of(args));
        return process(command);
    }

    private static String process(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.matches("UNITSTR_LIBRARY|JDK_JAVA_OPTIONS"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        return out;
    }
}
