package dev.unitstr;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Bindings;
import dev.unitstr.internal.binding.JniBinding;
import dev.unitstr.internal.library.Abi;
import dev.unitstr.internal.library.LibrarySearch;
import dev.unitstr.internal.library.Locations;
import dev.unitstr.internal.library.NativeAccess;
import dev.unitstr.internal.library.Platform;
import dev.unitstr.internal.library.SearchEnvironment;
import dev.unitstr.internal.library.SearchReport.Candidate;
import dev.unitstr.internal.library.SearchReport.NotLoaded;
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
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Examines the installation. Collects the same facts twice: as lines of text, and as a tree for JSON. */
final class Doctor {
    /** The exit status if a native binding works and passed the self-test. */
    static final int NATIVE = 0;
    /** The exit status if no binding works, or the binding in use failed the self-test. */
    static final int BROKEN = 1;
    /** The exit status if plain Java works and no native binding is in use. */
    static final int PLAIN_JAVA = 2;

    private static final int COLUMN = 14;
    private static final String FORCE = "dev.unitstr.binding";

    private final StringBuilder text = new StringBuilder();
    private final Map<String, @Nullable Object> facts = new LinkedHashMap<>();
    private int status;

    private Doctor() {}

    /**
     * The result of the examination.
     *
     * @param text the report, without a final line break
     * @param json the same facts as JSON
     * @param status {@link #NATIVE}, {@link #BROKEN} or {@link #PLAIN_JAVA}
     */
    public record Findings(String text, String json, int status) {}

    /**
     * Examines this installation.
     *
     * @return the report
     */
    public static Findings examine() {
        Doctor doctor = new Doctor();
        doctor.report();
        return new Findings(doctor.text.toString().stripTrailing(), Json.write(doctor.facts), doctor.status);
    }

    private void report() {
        Map<Module, Class<?>> callers = callers();
        callers.values().forEach(NativeAccess::wasEnabled); // before loading, which may change the state
        facts.put("status", null); // known at the end
        jars();
        system();
        settings();
        String forced = System.getProperty(FORCE, "");
        Optional<Binding> chosen = choose(forced);
        states();
        children();
        facts.put("library", null);
        chosen.ifPresent(this::library);
        access(callers);
        List<String> failures = chosen.map(this::test).orElse(List.of());
        boolean works = chosen.isPresent() && failures.isEmpty();
        status = !works ? BROKEN : chosen.get().isNative() ? NATIVE : PLAIN_JAVA;
        facts.put("status", status);
        Optional<String> action = status == NATIVE ? flag(chosen.get()) : action(failures);
        action.ifPresent(what -> row("to do", what));
        facts.put("toDo", action.orElse(null));
    }

    private void system() {
        Platform platform = Platform.current();
        Map<String, @Nullable Object> system = tree("platform");
        row("platform", platform.toString());
        row("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        system.put("classifier", platform.classifier().orElse(null));
        for (String name : List.of("os.name", "os.version", "os.arch")) {
            system.put(name, System.getProperty(name));
        }
        if (platform.os().equals(Optional.of("linux"))) {
            String library = platform.isMusl() ? "musl" : "glibc";
            row("C library", library);
            system.put("cLibrary", library);
        }
        row(
                "java",
                System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ", "
                        + System.getProperty("java.vendor") + ")");
        row("", System.getProperty("java.home", "")); // not set in a native image
        Map<String, @Nullable Object> java = tree("java");
        for (String name : List.of("java.version", "java.vm.name", "java.vendor", "java.home")) {
            java.put(name, System.getProperty(name));
        }
    }

    /** Adds the properties and variables of unitstr. */
    private void settings() {
        Map<String, String> set = new TreeMap<>();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("dev.unitstr."))
                .forEach(name -> set.put("-D" + name, System.getProperty(name)));
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("UNITSTR_")) {
                set.put(name, value);
            }
        });
        if (!set.isEmpty()) {
            row(
                    "settings",
                    set.entrySet().stream()
                            .map(one -> one.getKey() + "=" + one.getValue())
                            .collect(Collectors.joining("\n")));
        }
        facts.put("settings", set);
    }

    private Optional<Binding> choose(String forced) {
        String by = forced.isEmpty() ? "" : " (forced by -D" + FORCE + "=" + forced + ")";
        Optional<Binding> chosen;
        try {
            chosen = Optional.of(Bindings.chosen());
        } catch (IllegalStateException e) {
            chosen = Optional.empty();
        }
        String name = chosen.map(Binding::name).orElse("none");
        row("binding", name + by);
        facts.put("binding", name);
        return chosen;
    }

    private List<String> test(Binding binding) {
        List<String> failures = SelfTest.failures(binding);
        text.append("self-test\n");
        failures.forEach(failure -> row("  FAILED", failure));
        if (failures.isEmpty()) {
            row("  ok", "all encodings give the same results as the JDK");
        }
        facts.put("selfTestFailures", failures);
        return failures;
    }

    /** Returns the option that a native binding lacks. */
    private static Optional<String> flag(Binding binding) {
        return NativeAccess.wasEnabled(binding.getClass())
                .filter(enabled -> !enabled)
                .map(enabled -> "add " + NativeAccess.flag(binding.getClass()) + " to the java command: without it,"
                        + " this JVM prints a warning, and later ones refuse native access");
    }

    /** Returns what lets the best binding work. */
    private static Optional<String> action(List<String> failures) {
        if (!failures.isEmpty()) {
            return Optional.of("report the failures above; until they are resolved, use -D" + FORCE + "=java");
        }
        return Bindings.advice();
    }

    @SuppressWarnings("unchecked") // written only here
    private List<Object> list(String name) {
        return (List<Object>) facts.computeIfAbsent(name, key -> new ArrayList<>());
    }

    private Map<String, @Nullable Object> tree(String name) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        facts.put(name, tree);
        return tree;
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
        Set<String> tvm = new LinkedHashSet<>(copies(loader, "dev/unitstr/tvm/Value.class", "dev.unitstr.tvm"));
        if (!tvm.isEmpty()) {
            jar("unitstr-tvm", "", tvm);
        }
    }

    private static String version(Binding binding) {
        String version = binding.jarVersion();
        return version.equals(Version.TEXT)
                ? version + ", "
                : version + " (must be " + Version.TEXT + ", the version of unitstr), ";
    }

    private void jar(String name, String version, Set<String> jars) {
        row(name, jars.isEmpty() ? "none" : version + String.join("\nanother copy: ", jars));
        Map<String, @Nullable Object> jar = new LinkedHashMap<>();
        jar.put("name", name);
        jar.put("version", version.isEmpty() ? null : version.replaceFirst("[ ,].*", ""));
        jar.put("paths", List.copyOf(jars)); // the first is in use
        list("jars").add(jar);
    }

    /**
     * Returns the jars that the class loader finds, and those on the module path, where a module hides others with its
     * name.
     */
    private static List<String> copies(ClassLoader loader, String resource, String module) {
        List<String> copies = new ArrayList<>();
        Locations.all(loader, resource).forEach(url -> copies.add(Locations.root(url, resource)));
        String path = System.getProperty("jdk.module.path");
        // As in the JVM, an empty entry is the current directory, but no property is no entry.
        for (String entry : path == null ? new String[0] : path.split(File.pathSeparator)) {
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
            Map<String, @Nullable Object> binding = new LinkedHashMap<>();
            binding.put("name", name);
            binding.put("state", state);
            for (int i = 0; i < failed.size(); i++) {
                if (failed.get(i).name().equals(name)) {
                    state = texts.get(i);
                    binding.put("state", "failed");
                    failure(binding, failed.get(i).problem().get());
                }
            }
            row("  " + name, state);
            list("bindings").add(binding);
        }
    }

    private static void failure(Map<String, @Nullable Object> binding, Throwable problem) {
        binding.put("denied", Bindings.isDenied(problem));
        if (problem instanceof NotLoaded search) {
            List<Object> candidates = new ArrayList<>();
            for (Candidate one : search.candidates()) {
                Map<String, String> candidate = new LinkedHashMap<>();
                candidate.put("place", one.place());
                candidate.put("reason", one.reason());
                candidates.add(candidate);
            }
            binding.put("candidates", candidates);
            binding.put("toDo", search.advice());
        } else {
            binding.put("reason", Bindings.text(problem));
        }
    }

    /** Adds what segments use where this class loader does not see unitstr-ffm. */
    private void children() {
        List<Object> children = list("childLoaders");
        for (Bindings.InChild child : Bindings.inChildren()) {
            String library = child.library().map(file -> "\nlibrary " + file).orElse("");
            String problem = child.problem().map(why -> "\n" + why).orElse("");
            row("segments", child.binding() + ", for " + child.ffm() + library + problem);
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("ffm", child.ffm());
            one.put("binding", child.binding());
            one.put("library", child.library().orElse(null));
            one.put("problem", child.problem().orElse(null));
            children.add(one);
        }
    }

    private void library(Binding binding) {
        row("library", binding.library().orElse("none: plain Java needs none"));
        LibrarySearch.opened(binding.name()).ifPresent(opened -> {
            Abi.Header header = opened.header();
            row("  found by", opened.place());
            row("  version", opened.version());
            String abi = header.major() + "." + header.minor();
            String features = "0x" + Long.toHexString(header.features());
            row(
                    "  ABI",
                    abi + ", table of " + header.structSize() + " bytes, features " + features + " (this jar: "
                            + Abi.MAJOR + "." + Abi.MINOR + ", at least " + Abi.MIN_STRUCT_SIZE + " bytes)");
            String refused = ": UNITSTR_ISA=" + System.getenv("UNITSTR_ISA") + " is refused";
            row("  kernels", header.isa() + (header.isaRefused() ? refused : ""));
            Map<String, @Nullable Object> library = tree("library");
            library.put("file", opened.file().toString());
            library.put("foundBy", opened.place());
            library.put("version", opened.version());
            library.put("abi", abi);
            library.put("tableBytes", header.structSize());
            library.put("features", features);
            library.put("kernels", header.isa());
            library.put("kernelsRefused", header.isaRefused());
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
        callers.forEach((module, caller) -> {
            String name = module.isNamed() ? module.getName() : "class path";
            row("  " + name, access(caller));
            Map<String, @Nullable Object> one = new LinkedHashMap<>();
            one.put("module", name);
            one.put("enabled", NativeAccess.wasEnabled(caller).orElse(null)); // null: not restricted on this JVM
            one.put("option", NativeAccess.flag(caller));
            list("nativeAccess").add(one);
        });
        Bindings.ffm().ifPresent(ffm -> opened(ffm.getClass().getModule()));
    }

    /** Adds whether the FFM binding may read the backing arrays of strings, which is optional. */
    private void opened(Module module) {
        String to = module.isNamed() ? module.getName() : "ALL-UNNAMED";
        boolean isOpen = String.class.getModule().isOpen("java.lang", module);
        facts.put("javaLangIsOpen", isOpen);
        row(
                "java.lang",
                isOpen
                        ? "opened: the backing arrays of strings are read directly"
                        : "not opened; --add-opens java.base/java.lang=" + to
                                + " makes reading chars above U+00FF faster");
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
