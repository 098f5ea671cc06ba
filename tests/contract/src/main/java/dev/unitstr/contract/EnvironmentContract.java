package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitStr;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.library.Abi;
import dev.unitstr.internal.library.LibrarySearch;
import dev.unitstr.internal.text.RegionStrings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That this run is what its name says: else the other suites prove nothing. */
@EveryRun
@Tag("jdk")
@Tag("route")
@Tag("tier")
class EnvironmentContract {
    @Test
    void runsOnTheJavaItSays() {
        assertEquals(
                System.getProperty("unitstr.java"),
                String.valueOf(Runtime.version().feature()));
    }

    @Test
    void runsThisCheckoutsCode() throws IOException { // and not some that was installed once
        for (Class<?> one : new Class<?>[] {Kinds.HERE.code(), UnitStr.class}) {
            assertTrue(
                    Checkout.codeOf(one).startsWith(Checkout.root()),
                    () -> Checkout.codeOf(one).toString());
        }
        Path kinds = Checkout.codeOf(Kinds.HERE.getClass());
        assertTrue(kinds.startsWith(Path.of("").toRealPath()), kinds::toString); // those of this module
    }

    @Test
    void forcesTheBindingItSays() {
        assertEquals(Run.denied() ? null : Run.name(), System.getProperty("dev.unitstr.binding"));
    }

    @Test
    void usesTheBindingItSays() {
        assertEquals(Run.binding(), UnitStr.binding());
        assertEquals(Run.binding(), RegionStrings.chosen().binding().name());
    }

    /** A CPU without the tier has nothing to prove; that it lacks it, the system has to say, not the library. */
    @Test
    void usesTheKernelsItSays() throws IOException {
        assertTrue(Run.isa().isEmpty() || Run.isa().equals(Optional.ofNullable(System.getenv("UNITSTR_ISA"))));
        Optional<LibrarySearch.Opened<?>> opened = LibrarySearch.opened(Run.binding());
        assertEquals(!Run.binding().equals("java"), opened.isPresent());
        String wanted = System.getenv().getOrDefault("UNITSTR_ISA", "");
        if (opened.isEmpty() || wanted.isEmpty()) {
            return;
        }
        Abi.Header header = opened.get().header();
        if (header.isaRefused()) {
            assertFalse(wanted.equals("scalar"), "every CPU has it");
            String flag = Map.of("avx2", "avx2", "neon", "asimd").getOrDefault(wanted, "avx512_vbmi2");
            String cpu = Files.readString(Path.of("/proc/cpuinfo"));
            assertFalse(cpu.matches("(?s).*\\s" + flag + "\\s.*"), "refused, although the CPU has it: " + wanted);
        } else {
            assertEquals(wanted, header.isa());
        }
    }

    @Test
    void versionsAgree() {
        for (Binding binding : Bindings.all()) {
            assertEquals(UnitStr.version(), binding.version(), binding::name);
        }
    }

    @Test
    void saysWhereItsLibraryLies() {
        for (Binding binding : Bindings.all()) {
            assertEquals(!binding.name().equals("java"), binding.library().isPresent(), binding::name);
        }
    }

    @Test
    void isToldByTheDoctor() {
        String report = UnitStr.doctor();
        assertTrue(report.contains(UnitStr.version()), report);
        assertTrue(report.contains(Run.binding()), report);
    }
}
