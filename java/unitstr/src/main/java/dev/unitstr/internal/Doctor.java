package dev.unitstr.internal;

import dev.unitstr.spi.Abi;
import dev.unitstr.spi.Binding;
import dev.unitstr.spi.NativeAccess;
import dev.unitstr.spi.NativeLibrary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Examines an installation. */
public final class Doctor {
    private final StringBuilder text = new StringBuilder();

    private Doctor() {}

    /**
     * What was found.
     *
     * @param text lines for people, without a last line break
     * @param healthy whether a binding works and gave the right results
     */
    public record Findings(String text, boolean healthy) {}

    /**
     * Examines this one.
     *
     * @return what was found
     */
    public static Findings examine() {
        Doctor doctor = new Doctor();
        boolean healthy = doctor.report();
        return new Findings(doctor.text.toString().stripTrailing(), healthy);
    }

    private boolean report() {
        row("unitstr", Version.TEXT);
        row("platform", Platform.current().toString());
        row("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        row(
                "java",
                System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ", "
                        + System.getProperty("java.vendor") + ")");
        row("", System.getProperty("java.home"));
        Optional<Binding> chosen = choose();
        for (String name : List.of("ffm", "jni", "java")) {
            row("  " + name, state(name));
        }
        chosen.ifPresent(this::library);
        access();
        chosen.ifPresent(binding -> text.append("self-test\n"));
        List<String> failures = chosen.map(SelfTest::failures).orElse(List.of());
        failures.forEach(failure -> row("  FAILED", failure));
        if (chosen.isPresent() && failures.isEmpty()) {
            row("  ok", "every encoding agrees with the JDK");
        }
        return chosen.isPresent() && failures.isEmpty();
    }

    private Optional<Binding> choose() {
        String forced = System.getProperty("dev.unitstr.binding", "");
        String by = forced.isEmpty() ? "" : " (forced by -Ddev.unitstr.binding=" + forced + ")";
        try {
            Binding binding = Bindings.chosen();
            row("binding", binding.name() + by);
            return Optional.of(binding);
        } catch (IllegalStateException e) {
            row("binding", "none" + by);
            return Optional.empty();
        }
    }

    private static String state(String name) {
        return Bindings.attempts().stream()
                .filter(attempt -> attempt.name().equals(name))
                .findFirst()
                .map(attempt -> attempt.problem().map(Bindings::text).orElse("works"))
                .orElse("not tried");
    }

    private void library(Binding binding) {
        row("library", binding.library().orElse("none: plain Java needs none"));
        NativeLibrary.opened(binding.name()).ifPresent(opened -> {
            Abi.Header header = opened.header();
            row("  found by", opened.place());
            row("  version", opened.version());
            row(
                    "  ABI",
                    header.major() + "." + header.minor() + ", table of " + header.structSize()
                            + " bytes, features 0x" + Long.toHexString(header.features()) + " (this jar: " + Abi.MAJOR
                            + "."
                            + Abi.MINOR + ", at least " + Abi.MIN_STRUCT_SIZE + " bytes)");
            String refused = ": UNITSTR_ISA=" + System.getenv("UNITSTR_ISA") + " is refused";
            row("  kernels", header.isa() + (header.isaRefused() ? refused : ""));
        });
    }

    /** What the JVM says of each module that may make restricted calls. It does not decide: the calls do. */
    private void access() {
        Map<Module, Class<?>> callers = new LinkedHashMap<>();
        Bindings.ffm().ifPresent(ffm -> callers.put(ffm.getClass().getModule(), ffm.getClass()));
        callers.putIfAbsent(JniBinding.class.getModule(), JniBinding.class);
        text.append("native access\n");
        callers.forEach((module, caller) -> row(
                "  " + (module.isNamed() ? module.getName() : "class path"),
                access(module, NativeAccess.flag(caller))));
        Bindings.ffm().ifPresent(ffm -> opened(ffm.getClass().getModule()));
    }

    /** Whether the segments' binding may use the inside of strings, which it can do without. */
    private void opened(Module module) {
        String to = module.isNamed() ? module.getName() : "ALL-UNNAMED";
        row(
                "java.lang",
                String.class.getModule().isOpen("java.lang", module)
                        ? "opened: strings are written from the inside"
                        : "not opened; --add-opens java.base/java.lang=" + to + " makes short texts faster");
    }

    private static String access(Module module, String flag) {
        try {
            boolean enabled =
                    (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
            return enabled ? "enabled" : "not enabled: " + flag + " does, and silences the JVM's warning";
        } catch (ReflectiveOperationException e) {
            return "not restricted on this JVM";
        }
    }

    private void row(String name, String value) {
        List<String> lines = value.lines().collect(Collectors.toCollection(ArrayList::new));
        String label = name;
        for (String line : lines.isEmpty() ? List.of("") : lines) {
            text.append(String.format("%-14s%s%n", label, line).stripTrailing()).append('\n');
            label = "";
        }
    }
}
