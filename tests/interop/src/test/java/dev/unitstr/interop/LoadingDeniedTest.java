package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged jars where native access is denied, which JDK 24 is the first to do. */
class LoadingDeniedTest {
    private LoadingJvm denied;

    @BeforeEach
    void everythingInOneDirectory(@TempDir Path directory) throws IOException {
        denied = new LoadingJvm(directory.toRealPath())
                .jars(LoadingJvm.LIBRARY_JARS)
                .without("--enable-native-access=ALL-UNNAMED")
                .option("--illegal-native-access=deny");
    }

    @Test
    void onTheClassPath() throws Exception {
        String printed = denied.run("use");
        assertTrue(printed.lines().toList().contains("java right none: plain Java needs none"), printed);
        List<String> said = printed.lines()
                .filter(line -> line.contains("unitstr uses plain Java"))
                .toList();
        assertEquals(1, said.size(), printed);
        assertTrue(said.get(0).contains("Add --enable-native-access=ALL-UNNAMED to the java command."), printed);
        assertTrue(said.get(0).contains(" (ffm, jni: native access denied) -Ddev.unitstr.binding=java "), printed);
        String reasons = denied.run("open", "ffm", "jni");
        String flag = "--enable-native-access=ALL-UNNAMED";
        assertEquals(2 + 1, reasons.split(": native access denied, needs " + flag + "\n", -1).length, reasons);
        String address = denied.run("address");
        assertTrue(address.contains("library of unitstr: add " + flag + " to the java command"), address);
        assertEquals(2 + 1, reasons.split("to do: add " + flag + " to the java command\n", -1).length, reasons);
    }

    /** One module is named, the one of the binding. */
    @ParameterizedTest
    @CsvSource({"ffm, dev.unitstr.ffm", "jni, dev.unitstr"})
    void onTheModulePath(String binding, String module) throws Exception {
        LoadingJvm forced = denied.with("-Ddev.unitstr.binding=" + binding);
        String[] doctor = {
            "--module-path", Jars.path(LoadingJvm.LIBRARY_JARS), "--module", "dev.unitstr/dev.unitstr.UnitStr"
        };
        String flag = "--enable-native-access=" + module;
        String printed = forced.command(doctor);
        assertTrue(printed.contains("to do: add " + flag + " to the java command\n"), printed);
        assertTrue(printed.endsWith("\nto do         add " + flag + " to the java command\n"), printed);
        assertTrue(printed.contains("\n  " + module + (binding.equals("ffm") ? "  " : " ") + "not enabled; "), printed);
        printed = forced.with(flag).command(doctor);
        assertTrue(printed.contains("\n  " + module + (binding.equals("ffm") ? "  " : " ") + "enabled\n"), printed);
        assertTrue(printed.contains("\nbinding       " + binding + " "), printed);
        assertTrue(printed.contains("\n  ok          "), printed);
    }
}
