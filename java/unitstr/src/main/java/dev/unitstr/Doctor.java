package dev.unitstr;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.JniBinding;
import dev.unitstr.internal.library.Abi;
import dev.unitstr.internal.library.Locations;
import dev.unitstr.internal.library.NativeAccess;
import dev.unitstr.internal.library.NativeLibrary;
import dev.unitstr.internal.library.Platform;
import dev.unitstr.internal.library.SearchEnvironment;
import dev.unitstr.internal.library.Version;
import java.io.File;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Examines the installation. */
final class Doctor {
    private static final int COLUMN = 14;

    private final StringBuilder text = new StringBuilder();

    private Doctor() {}

    /**
     * The result of the examination.
     *
     * @param text the report, without a final line break
     * @param healthy whether a binding works and passed the self-test
     */
    public record Findings(String text, boolean healthy) {}

    /**
     * Examines this installation.
     *
     * @return the report
     */
    public static Findings examine() {
        Doctor doctor = new Doctor();
        boolean healthy = doctor.report();
        return new Findings(doctor.text.toString().stripTrailing(), healthy);
    }

    private boolean report() {
        Map<Module, Class<?>> callers = callers();
        callers.values().forEach(NativeAccess::wasEnabled); // before loading, which may change the state
        jars();
        row("platform", Platform.current().toString());
        row("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        row(
                "java",
                System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ", "
                        + System.getProperty("java.vendor") + ")");
        row("", System.getProperty("java.home"));
        Optional<Binding> chosen = choose();
        states();
        chosen.ifPresent(this::library);
        access(callers);
        chosen.ifPresent(binding -> text.append("self-test\n"));
        List<String> failures = chosen.map(SelfTest::failures).orElse(List.of());
        failures.forEach(failure -> row("  FAILED", failure));
        if (chosen.isPresent() && failures.isEmpty()) {
            row("  ok", "all encodings give the same results as the JDK");
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

    /** Adds a row for each jar, with other copies of it that could be mistaken for the one in use. */
    private void jars() {
        ClassLoader loader = Doctor.class.getClassLoader();
        Set<String> jars = new LinkedHashSet<>(List.of(Locations.of(UnitStr.class)));
        jars.addAll(copies(loader, Locations.resource(UnitStr.class), "dev.unitstr"));
        jar("unitstr", Version.TEXT + ", ", jars);
        Optional<Binding> ffm = Bindings.ffm();
        jars.clear();
        ffm.ifPresent(binding -> jars.add(Locations.of(binding.getClass())));
        jars.addAll(copies(loader, "dev/unitstr/ffm/SegmentStrings.class", "dev.unitstr.ffm"));
        jar("unitstr-ffm", ffm.map(Doctor::version).orElse(""), jars);
        jars.clear();
        Platform.current()
                .classifiers()
                .forEach(name -> SearchEnvironment.JVM
                        .bundled(
                                name,
                                ffm.map(Object::getClass)
                                        .map(Class::getClassLoader)
                                        .orElse(loader))
                        .forEach(bundled -> jars.add(bundled.jar())));
        jar("natives jar", "", jars);
    }

    private static String version(Binding binding) {
        String version = binding.jarVersion();
        return version.equals(Version.TEXT)
                ? version + ", "
                : version + " (must be " + Version.TEXT + ", the version of unitstr), ";
    }

    private void jar(String name, String version, Set<String> jars) {
        row(name, jars.isEmpty() ? "none" : version + String.join("\nanother copy: ", jars));
    }

    /**
     * Returns the jars that the class loader finds, and those on the module path, where a module hides others with its
     * name.
     */
    private static List<String> copies(ClassLoader loader, String resource, String module) {
        List<String> copies = new ArrayList<>();
        Locations.all(loader, resource).forEach(url -> copies.add(Locations.root(url, resource)));
        for (String entry : System.getProperty("jdk.module.path", "").split(File.pathSeparator)) {
            try {
                ModuleFinder.of(Path.of(entry))
                        .find(module)
                        .flatMap(ModuleReference::location)
                        .ifPresent(uri -> copies.add(Path.of(uri).toString()));
            } catch (FindException | IllegalArgumentException e) {
                // The JVM does not use an invalid entry either.
            }
        }
        return copies;
    }

    private void states() {
        List<Bindings.Attempt> attempts = Bindings.attempts();
        List<Bindings.Attempt> failed =
                attempts.stream().filter(a -> a.problem().isPresent()).toList();
        List<String> texts =
                Bindings.texts(failed.stream().map(a -> a.problem().get()).toList());
        for (String name : List.of("ffm", "jni", "java")) {
            String state = attempts.stream().anyMatch(a -> a.name().equals(name)) ? "works" : "not tried";
            for (int i = 0; i < failed.size(); i++) {
                if (failed.get(i).name().equals(name)) {
                    state = texts.get(i);
                }
            }
            row("  " + name, state);
        }
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

    /** Returns the modules that may make restricted calls, with a class of each. */
    private static Map<Module, Class<?>> callers() {
        Map<Module, Class<?>> callers = new LinkedHashMap<>();
        Bindings.ffm().ifPresent(ffm -> callers.put(ffm.getClass().getModule(), ffm.getClass()));
        callers.putIfAbsent(JniBinding.class.getModule(), JniBinding.class);
        return callers;
    }

    /**
     * Adds the native access of each module that may make restricted calls. For information only: whether the calls
     * succeed decides.
     */
    private void access(Map<Module, Class<?>> callers) {
        text.append("native access\n");
        callers.forEach(
                (module, caller) -> row("  " + (module.isNamed() ? module.getName() : "class path"), access(caller)));
        Bindings.ffm().ifPresent(ffm -> opened(ffm.getClass().getModule()));
    }

    /** Adds whether the FFM binding may read the backing arrays of strings, which is optional. */
    private void opened(Module module) {
        String to = module.isNamed() ? module.getName() : "ALL-UNNAMED";
        row(
                "java.lang",
                String.class.getModule().isOpen("java.lang", module)
                        ? "opened: the backing arrays of strings are read directly"
                        : "not opened; --add-opens java.base/java.lang=" + to + " makes short texts faster");
    }

    private static String access(Class<?> caller) {
        return NativeAccess.wasEnabled(caller)
                .map(enabled -> enabled
                        ? "enabled"
                        : "not enabled; " + NativeAccess.flag(caller) + " enables it and prevents the JVM's warning")
                .orElse("not restricted on this JVM");
    }

    private void row(String name, String value) {
        List<String> lines = value.lines().collect(Collectors.toCollection(ArrayList::new));
        String label = name;
        for (String line : lines.isEmpty() ? List.of("") : lines) {
            String column = String.format(label.length() < COLUMN ? "%-" + COLUMN + "s" : "%s  ", label);
            text.append((column + line).stripTrailing()).append('\n');
            label = "";
        }
    }
}
