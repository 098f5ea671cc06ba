package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitStr;
import dev.unitstr.spi.Binding;
import dev.unitstr.spi.RegionStrings;
import org.junit.jupiter.api.Test;

/** That this run is what its name says: else the other suites prove nothing. */
public abstract class EnvironmentContract {
    private final Class<?> code;

    /** @param code a class of the artifact under test */
    protected EnvironmentContract(Class<?> code) {
        this.code = code;
    }

    @Test
    void runsOnTheJavaItSays() {
        assertEquals(
                System.getProperty("unitstr.java"),
                String.valueOf(Runtime.version().feature()));
    }

    @Test
    void runsThisCheckoutsCode() { // and not some that was installed once
        for (Class<?> one : new Class<?>[] {code, UnitStr.class}) {
            assertTrue(
                    Checkout.codeOf(one).startsWith(Checkout.root()),
                    () -> Checkout.codeOf(one).toString());
        }
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
