package dev.unitstr.internal.binding;

import dev.unitstr.internal.library.LibrarySearch;
import dev.unitstr.internal.library.Locations;
import dev.unitstr.internal.library.NativeAccess;
import dev.unitstr.internal.library.Platform;
import dev.unitstr.internal.library.SearchEnvironment;
import dev.unitstr.internal.library.SearchReport;
import dev.unitstr.internal.library.SearchReport.NotLoaded;
import dev.unitstr.internal.library.Services;
import dev.unitstr.internal.library.Version;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Chooses a binding. */
public final class Bindings {
    private static final String PROPERTY = "dev.unitstr.binding";
    private static final List<String> NAMES = List.of("ffm", "jni", "java");
    private static final int FFM_SINCE = 22;
    private static final String FORCED = System.getProperty(PROPERTY, "");
    private static final String SILENCE = "-Ddev.unitstr.binding=java turns this message off.";

    /** Weak, so that the classes of a child loader can be unloaded. */
    private static final Map<Class<?>, InChild> IN_CHILDREN = Collections.synchronizedMap(new WeakHashMap<>());

    private Bindings() {}

    /**
     * What the classes of {@code dev.unitstr.ffm} use that a child of this class loader has. It refers to no class of the
     * child.
     *
     * @param ffm names their jar and class loader
     * @param binding the name of the binding
     * @param library the path of its library; empty for plain Java
     * @param problem the reason why it is not {@code ffm}; empty if it is
     */
    public record InChild(String ffm, String binding, Optional<String> library, Optional<String> problem) {}

    /**
     * A binding that was tried.
     *
     * @param name its name
     * @param problem the reason why it does not work; empty if it works
     */
    public record Attempt(String name, Optional<Throwable> problem) {}

    /**
     * Returns the binding of this JVM, chosen at the first call: the one that {@code -Ddev.unitstr.binding} names,
     * otherwise the first of {@code ffm}, {@code jni}, {@code java} that works. A binding works if this JVM did not
     * refuse to load and link it. If plain Java is chosen without having been named, one line in the log {@code
     * dev.unitstr} gives the reason, at level WARNING, or INFO where no native library is published for the platform.
     *
     * @return the binding, the same at each call
     * @throws IllegalStateException at each call, if the named binding does not work
     */
    public static Binding chosen() {
        return Chosen.BINDING != null ? Chosen.BINDING : open(FORCED);
    }

    /**
     * Returns the binding for the classes of {@code dev.unitstr.ffm}. It differs from {@link #chosen()} if this jar is
     * in a parent class loader, which cannot see the jar of those classes in its child.
     *
     * @param own the binding in the class loader of the caller
     * @return {@code own} if this class loader does not see its class, the configuration allows it, and it works;
     *     otherwise {@link #chosen()}. If that is plain Java, a line in the log says why {@code own} does not work
     * @throws IllegalStateException if the configuration names a binding that does not work
     */
    public static Binding chosen(Binding own) {
        boolean seen = ffm().filter(ffm -> ffm.getClass() == own.getClass()).isPresent();
        if (seen || !(FORCED.isEmpty() || FORCED.equals(own.name()))) {
            return chosen();
        }
        Optional<Throwable> problem = own.tryOpen();
        if (problem.isPresent() && !FORCED.isEmpty()) {
            throw none(List.of(own.name()), List.of(problem.get()));
        }
        Binding binding = problem.isEmpty() ? own : chosen();
        String ffm = "unitstr-ffm" + Locations.ofLoader(own.getClass());
        InChild inChild = new InChild(ffm, binding.name(), binding.library(), problem.map(Bindings::text));
        if (IN_CHILDREN.put(own.getClass(), inChild) == null && !binding.isNative()) {
            log(ffm, NativeAccess.flag(own.getClass()), List.of(new Attempt(own.name(), problem)));
        }
        return binding;
    }

    /**
     * Returns what the classes of {@code dev.unitstr.ffm} use in children of this class loader.
     *
     * @return one element for each child in which an operation was called
     */
    public static List<InChild> inChildren() {
        synchronized (IN_CHILDREN) {
            return List.copyOf(IN_CHILDREN.values());
        }
    }

    /**
     * Returns the first binding with one of these names that works in this JVM.
     *
     * @param names the names, best first: {@code ffm}, {@code jni}, {@code java}
     * @return the first that works
     * @throws IllegalStateException if none works; the message gives the reason for each, and the causes are suppressed
     *     exceptions
     */
    public static Binding open(String... names) {
        List<Throwable> problems = new ArrayList<>();
        for (String name : names) {
            Found found = Found.ALL.getOrDefault(
                    name, new Found(null, new IllegalStateException("unknown binding, must be ffm, jni or java")));
            Optional<Throwable> problem = found.problem();
            if (problem.isEmpty() && found.binding != null) {
                return found.binding;
            }
            problem.ifPresent(problems::add);
        }
        throw none(List.of(names), problems);
    }

    private static IllegalStateException none(List<String> names, List<Throwable> problems) {
        StringBuilder message = new StringBuilder("none of the requested bindings works: ");
        message.append(String.join(", ", names));
        List<String> texts = texts(problems);
        for (int i = 0; i < texts.size(); i++) {
            message.append("\n").append(names.get(i)).append(": ").append(texts.get(i));
        }
        IllegalStateException none = new IllegalStateException(message.toString());
        problems.forEach(none::addSuppressed);
        return none;
    }

    /**
     * Returns the bindings tried so far, by any caller.
     *
     * @return the bindings, in order of preference
     */
    public static List<Attempt> attempts() {
        return NAMES.stream()
                .filter(name -> Found.ALL.get(name).asked)
                .map(name -> new Attempt(name, Found.ALL.get(name).problem()))
                .toList();
    }

    /**
     * Tests whether native access was denied.
     *
     * @param problem the reason why a binding does not work
     * @return true if the option that {@link NativeAccess} names would help
     */
    public static boolean isDenied(Throwable problem) {
        for (Throwable e = problem; e != null; e = e.getCause()) {
            if (e instanceof IllegalCallerException) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns what to do so that a native binding works.
     *
     * @return a phrase that starts with a verb; empty if no binding failed and none was forced
     */
    public static Optional<String> advice() {
        return searches()
                .map(NotLoaded::advice)
                .findFirst()
                .or(() -> FORCED.isEmpty()
                        ? Optional.empty()
                        : Optional.of("remove -D" + PROPERTY + "=" + FORCED + ", so that unitstr chooses the binding"));
    }

    /**
     * Returns the operations of a binding on string tensors.
     *
     * @param binding the binding
     * @return the operations
     * @throws UnsupportedOperationException if the binding has none; the message says what is missing
     */
    public static TensorCalls tensorCalls(Binding binding) {
        TensorCalls calls = binding.tensorCalls();
        if (calls != null) {
            return calls;
        }
        throw missing(binding, TensorCalls.WHAT);
    }

    /**
     * Returns the exception for {@link Packed#E_UNSUPPORTED} from an operation that requires native code.
     *
     * @param binding the binding that returned it
     * @param what the operation, for the message
     * @return the exception; the message names the library, or says what to do
     */
    public static UnsupportedOperationException missing(Binding binding, String what) {
        return LibrarySearch.opened(binding.name())
                .map(opened -> new UnsupportedOperationException(what + ": not supported by the native library "
                        + opened.file() + ", version " + opened.version()))
                .orElseGet(() -> needsNative(what + ": not supported by plain Java"));
    }

    /**
     * Returns the exception for an operation that plain Java does not support.
     *
     * @param what says what is not supported
     * @return the exception; the message says what to do, and the cause is the first search for the native library, if
     *     there was one
     */
    public static UnsupportedOperationException needsNative(String what) {
        return new UnsupportedOperationException(
                what + "; this requires the native library of unitstr: "
                        + advice().orElse("UnitStr.doctor() describes the installation"),
                searches().findFirst().orElse(null));
    }

    private static Stream<NotLoaded> searches() {
        return attempts().stream()
                .flatMap(attempt -> attempt.problem().stream())
                .filter(NotLoaded.class::isInstance)
                .map(NotLoaded.class::cast);
    }

    /**
     * Returns the option that lets the best binding of this JVM work.
     *
     * @return {@code --enable-native-access=} and a module
     */
    private static String flag() {
        return NativeAccess.flag(ffm().<Class<?>>map(Binding::getClass).orElse(JniBinding.class));
    }

    /**
     * Returns the binding over the foreign function and memory API.
     *
     * @return the binding, whether or not it works; empty if its jar is missing or requires a newer JVM
     */
    public static Optional<Binding> ffm() {
        return Optional.ofNullable(Found.ALL.get("ffm").binding);
    }

    /**
     * Returns a readable description of a problem.
     *
     * @param problem the reason why a binding does not work
     * @return the message if it was written for people, otherwise the exception type and the message
     */
    public static String text(Throwable problem) {
        boolean written = problem instanceof UnsatisfiedLinkError || problem instanceof IllegalStateException;
        String message = problem.getMessage();
        return written && message != null && !message.isBlank() ? message : problem.toString();
    }

    /**
     * Returns readable descriptions of several problems, to be shown one after another.
     *
     * @param problems the reason why each binding does not work
     * @return the descriptions, each without text that an earlier one contains
     */
    public static List<String> texts(List<Throwable> problems) {
        List<String> texts = new ArrayList<>();
        String earlier = "";
        for (Throwable problem : problems) {
            String text = text(problem);
            texts.add(SearchReport.after(earlier, text));
            earlier = text;
        }
        return texts;
    }

    private static final class Chosen {
        static final @Nullable Binding BINDING = choose();

        private static @Nullable Binding choose() {
            if (!FORCED.isEmpty()) {
                Found forced = Found.ALL.get(FORCED);
                // Nothing is thrown here: if a static initialiser fails, only the first error contains the reason.
                return forced != null && forced.problem().isEmpty() ? forced.binding : null;
            }
            Binding best = open(NAMES.toArray(String[]::new));
            if (best.name().equals("java")) {
                log("unitstr" + Locations.ofLoader(Bindings.class), flag(), attempts());
            }
            return best;
        }
    }

    /**
     * Writes the line that explains the choice of plain Java.
     *
     * @param jar the jar that uses it
     * @param flag the option that lets its best binding work
     * @param attempts the bindings tried
     */
    private static void log(String jar, String flag, List<Attempt> attempts) {
        System.Logger log = System.getLogger("dev.unitstr");
        Platform platform = Platform.current();
        if (platform.artifact().isEmpty() && !LibrarySearch.isNamed(SearchEnvironment.JVM)) {
            String unpublished = " uses plain Java: no native library is published for the platform ";
            log.log(System.Logger.Level.INFO, jar + unpublished + platform + ". " + SILENCE);
        } else {
            log.log(System.Logger.Level.WARNING, fallback(jar, flag, attempts));
        }
    }

    private static String fallback(String jar, String flag, List<Attempt> attempts) {
        Map<String, List<String>> namesByReason = new LinkedHashMap<>();
        attempts.stream()
                .filter(a -> !a.name().equals("ffm") || Runtime.version().feature() >= FFM_SINCE) // not worth a message
                .forEach(a -> a.problem()
                        .ifPresent(problem -> namesByReason
                                .computeIfAbsent(line(problem), reason -> new ArrayList<>())
                                .add(a.name())));
        String reasons = namesByReason.entrySet().stream()
                .map(one -> String.join(", ", one.getValue()) + ": " + one.getKey())
                .collect(Collectors.joining("; "));
        boolean denied = attempts.stream()
                .anyMatch(a -> a.problem().filter(Bindings::isDenied).isPresent());
        return jar + " uses plain Java, without its native library. "
                + (denied ? "Add " + flag + " to the java command. " : "")
                + "(" + reasons + ") " + SILENCE;
    }

    /** Returns a problem in one line, with what to do. */
    private static String line(Throwable problem) {
        if (isDenied(problem)) {
            return "native access denied";
        }
        if (problem instanceof NotLoaded search) {
            return search.summary();
        }
        List<String> lines = text(problem).lines().toList();
        return lines.get(lines.size() - 1);
    }

    /** A binding, or the reason why there is none. */
    private static final class Found {
        static final Map<String, Found> ALL = new LinkedHashMap<>();

        static {
            ALL.put("ffm", ffm());
            ALL.put("jni", new Found(new JniBinding(), null));
            ALL.put("java", new Found(new JavaBinding(), null));
        }

        final @Nullable Binding binding;
        private final @Nullable Throwable absent;
        volatile boolean asked;

        Found(@Nullable Binding binding, @Nullable Throwable absent) {
            this.binding = binding;
            this.absent = absent;
        }

        Optional<Throwable> problem() {
            asked = true;
            return binding != null ? binding.tryOpen() : Optional.ofNullable(absent);
        }

        /** Does not try the loader on an old JDK: it could report only that the jar requires a newer one. */
        private static Found ffm() {
            int feature = Runtime.version().feature();
            if (feature < FFM_SINCE) {
                return new Found(
                        null,
                        new IllegalStateException("requires Java " + FFM_SINCE + " or later, this is Java " + feature));
            }
            List<Throwable> problems = new ArrayList<>();
            for (Binding one : Services.all(Binding.class, Bindings.class.getClassLoader(), problems::add)) {
                if (one.name().equals("ffm")) {
                    return new Found(one, null);
                }
            }
            IllegalStateException absent = new IllegalStateException(whyAbsent());
            problems.forEach(absent::addSuppressed);
            return new Found(null, absent);
        }

        private static String whyAbsent() {
            String artifact = "dev.unitstr:unitstr-ffm:" + Version.TEXT;
            List<Locations.Unreadable> jars = Locations.unreadable(
                    Bindings.class.getClassLoader(), name -> name.matches("unitstr-ffm-[0-9].*\\.jar"));
            if (!jars.isEmpty()) {
                return jars.get(0).jar() + ": " + jars.get(0).reason() + "; replace it by " + artifact;
            }
            return Locations.isImage()
                    ? "the module dev.unitstr.ffm is not in this run-time image: add --add-modules dev.unitstr.ffm to"
                            + " the jlink command that made it"
                    : artifact + " is neither on the class path nor on the module path"
                            + Locations.ofLoader(Bindings.class);
        }
    }
}
