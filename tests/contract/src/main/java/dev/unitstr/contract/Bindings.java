package dev.unitstr.contract;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.text.RegionStrings;
import java.util.List;

/** The bindings behind the verbs, for what no verb can pass on. */
public final class Bindings {
    private static final List<String> NAMES = Run.denied()
            ? List.of("java")
            : Runtime.version().feature() < 22 ? List.of("java", "jni") : List.of("java", "jni", "ffm");

    private Bindings() {}

    /** Those that must work in this JVM. */
    public static List<String> names() {
        return NAMES;
    }

    public static List<Binding> all() {
        return NAMES.stream().map(Bindings::named).toList();
    }

    public static Binding ofThisRun() {
        return named(Run.binding());
    }

    public static Binding named(String name) {
        return RegionStrings.using(name).binding();
    }
}
