package dev.unitstr.internal.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServicesTest {
    @Test
    void whatFailsIsPassedOver() {
        UnsupportedClassVersionError hasNext = new UnsupportedClassVersionError("hasNext");
        ServiceConfigurationError next = new ServiceConfigurationError("next");
        Iterator<String> iterator = new Iterator<>() {
            private final Iterator<Supplier<String>> steps = List.<Supplier<String>>of(
                            () -> throwing(hasNext),
                            () -> "",
                            () -> "one",
                            () -> "",
                            () -> throwing(next),
                            () -> "",
                            () -> "two")
                    .iterator();

            @Override
            public boolean hasNext() {
                if (!steps.hasNext()) {
                    return false;
                }
                steps.next().get();
                return true;
            }

            @Override
            public String next() {
                return steps.next().get();
            }
        };
        List<Throwable> problems = new ArrayList<>();
        assertEquals(List.of("one", "two"), Services.all(iterator, problems::add));
        assertEquals(List.of(hasNext, next), problems);
    }

    @Test
    void anIteratorThatFailsForEverIsLeft() {
        Iterator<String> iterator = new Iterator<>() {
            @Override
            public boolean hasNext() {
                throw new ServiceConfigurationError("again");
            }

            @Override
            public String next() {
                throw new AssertionError();
            }
        };
        List<Throwable> problems = new ArrayList<>();
        assertEquals(List.of(), Services.all(iterator, problems::add));
        assertEquals(100, problems.size());
    }

    /** As a jar for a newer JDK would be, on an old one's class path. */
    @Test
    void providersThatCannotBeRead(@TempDir Path classes) throws Exception {
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(NativeBundle.class.getName()),
                "gone.Provider\nNewer\n" + ServicesMain.class.getName() + "\n" + ServicesMain.Bundle.class.getName()
                        + "\n");
        byte[] newer = {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, (byte) 200, 0, 1, 0, 0};
        Files.write(classes.resolve("Newer.class"), newer);
        Child.Result result = new Child().on(classes).run(ServicesMain.class);
        List<String> lines = result.out().lines().toList();
        assertEquals(4, lines.size(), result::toString);
        assertEquals("ServiceConfigurationError", lines.get(0));
        assertTrue(
                lines.get(1).matches("UnsupportedClassVersionError|ServiceConfigurationError|ClassFormatError"),
                lines.get(1));
        assertEquals("ServiceConfigurationError", lines.get(2));
        assertEquals("found Bundle", lines.get(3));
    }

    private static String throwing(Error e) {
        throw e;
    }
}
