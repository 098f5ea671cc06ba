package dev.unitstr.internal.binding;

import dev.unitstr.internal.library.LibrarySearch;
import dev.unitstr.internal.library.Locations;
import dev.unitstr.internal.library.NativeAccess;
import dev.unitstr.internal.library.Platform;
import dev.unitstr.internal.library.SearchEnvironment;
import dev.unitstr.internal.library.SearchReport;
import dev.unitstr.internal.library.Services;
import dev.unitstr.internal.library.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chooses a binding. */
public final class Bindings {
    private static final String PROPERTY = "dev.unitstr.binding";
    private static final List<String> NAMES = List.of("ffm", "jni", "java");
    private static final int FFM_SINCE = 22;
    private static final String FORCED = System.getProperty(PROPERTY, "");
    private static final String SILENCE = "-Ddev.unitstr.binding=java silences this line.";

    private Bindings() {}

    /**
     * A binding that was asked for.
     *
     * @param name its name
     * @param problem what keeps it from working; empty if it works
     */
    public record Attempt(String name, Optional<Throwable> problem) {}

    /**
     * The binding of this JVM, chosen at the first call: the one that {@code -Ddev.unitstr.binding} names, else the
     * first of {@code ffm}, {@code jni}, {@code java} that works. A binding works if what this JVM may refuse was done
     * and was not refused. If it comes to plain Java unasked, one line in the log of {@code dev.unitstr} says why: at the
     * level WARNING, or INFO where no native library is published for the platform.
     *
     * @return the same each time
     * @throws IllegalStateException if one is named and does not work, at each call
     */
    public static Binding chosen() {
        return Chosen.BINDING != null ? Chosen.BINDING : open(FORCED);
    }

    /**
     * The binding for the classes of {@code dev.unitstr.ffm}. It differs from {@link #chosen()} where this jar is in a
     * parent class loader, which cannot see the jar of those classes in its child.
     *
     * @param own the binding that the caller's class loader has
     * @return {@code own} if this class loader does not see its class, it may be chosen, and it works; otherwise
     *     {@link #chosen()}
     * @throws IllegalStateException if a binding is forced that does not work
     */
    public static Binding chosen(Binding own) {
        boolean seen = ffm().filter(ffm -> ffm.getClass() == own.getClass()).isPresent();
        if (seen || !(FORCED.isEmpty() || FORCED.equals(own.name()))) {
            return chosen();
        }
        Optional<Throwable> problem = own.tryOpen();
        if (problem.isEmpty()) {
            return own;
        }
        if (FORCED.isEmpty()) {
            return chosen();
        }
        throw none(List.of(own.name()), List.of(problem.get()));
    }

    /**
     * The first binding with one of these names that works here.
     *
     * @param names the names, best first: {@code ffm}, {@code jni}, {@code java}
     * @return the first that works
     * @throws IllegalStateException if none works; what was wrong with each is in its message and suppressed in it
     */
    public static Binding open(String... names) {
        List<Throwable> problems = new ArrayList<>();
        for (String name : names) {
            Found found = Found.ALL.getOrDefault(
                    name, new Found(null, new IllegalStateException("not a binding: there are ffm, jni, java")));
            Optional<Throwable> problem = found.problem();
            if (problem.isEmpty() && found.binding != null) {
                return found.binding;
            }
            problem.ifPresent(problems::add);
        }
        throw none(List.of(names), problems);
    }

    private static IllegalStateException none(List<String> names, List<Throwable> problems) {
        StringBuilder message = new StringBuilder("no binding works of those asked for: ");
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
     * What was tried so far, by whomever.
     *
     * @return the bindings that were asked for, in order of preference
     */
    public static List<Attempt> attempts() {
        return NAMES.stream()
                .filter(name -> Found.ALL.get(name).asked)
                .map(name -> new Attempt(name, Found.ALL.get(name).problem()))
                .toList();
    }

    /**
     * Whether native access was denied.
     *
     * @param problem what kept a binding from working
     * @return whether the option that {@link NativeAccess} names would help
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
     * The option that lets the best binding of this JVM work.
     *
     * @return {@code --enable-native-access=} and a module
     */
    public static String flag() {
        return NativeAccess.flag(ffm().<Class<?>>map(Binding::getClass).orElse(JniBinding.class));
    }

    /**
     * The binding over the foreign function and memory interface.
     *
     * @return the binding, whether it works or not; empty if its jar is missing or for a newer JVM
     */
    public static Optional<Binding> ffm() {
        return Optional.ofNullable(Found.ALL.get("ffm").binding);
    }

    /**
     * What is wrong, in words.
     *
     * @param problem what kept a binding from working
     * @return its message if that was written for people, else its type too
     */
    public static String text(Throwable problem) {
        boolean written = problem instanceof UnsatisfiedLinkError || problem instanceof IllegalStateException;
        String message = problem.getMessage();
        return written && message != null && !message.isBlank() ? message : problem.toString();
    }

    /**
     * What is wrong with several bindings, in words, to be shown one after another.
     *
     * @param problems what kept each of them from working
     * @return their texts, each without what an earlier one says
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
                // Nothing is thrown here: a static initialiser that fails tells its reason only once.
                return forced != null && forced.problem().isEmpty() ? forced.binding : null;
            }
            Binding best = open(NAMES.toArray(String[]::new));
            if (best.name().equals("java")) {
                System.Logger log = System.getLogger("dev.unitstr");
                if (Platform.current().artifact().isEmpty() && !LibrarySearch.isNamed(SearchEnvironment.JVM)) {
                    log.log(System.Logger.Level.INFO, unpublished(Platform.current()));
                } else {
                    log.log(System.Logger.Level.WARNING, fallback(attempts()));
                }
            }
            return best;
        }
    }

    private static String unpublished(Platform platform) {
        return "unitstr works in plain Java: no native library is published for the platform " + platform + ". "
                + SILENCE;
    }

    /**
     * The line that says why plain Java does the work.
     *
     * @param attempts what was tried
     * @return one line
     */
    static String fallback(List<Attempt> attempts) {
        Map<String, List<String>> namesByReason = new LinkedHashMap<>();
        attempts.stream()
                .filter(a -> !a.name().equals("ffm") || Runtime.version().feature() >= FFM_SINCE) // no news there
                .forEach(a -> a.problem()
                        .ifPresent(problem -> namesByReason
                                .computeIfAbsent(line(problem), reason -> new ArrayList<>())
                                .add(a.name())));
        String reasons = namesByReason.entrySet().stream()
                .map(one -> String.join(", ", one.getValue()) + ": " + one.getKey())
                .collect(Collectors.joining("; "));
        boolean denied = attempts.stream()
                .anyMatch(a -> a.problem().filter(Bindings::isDenied).isPresent());
        return "unitstr works in plain Java, without its native library. "
                + (denied ? "Add " + flag() + " to the java command. " : "")
                + "(" + reasons + ") " + SILENCE;
    }

    /** The line of a message that counts: the last one says what to do. */
    private static String line(Throwable problem) {
        if (isDenied(problem)) {
            return "native access denied";
        }
        List<String> lines = text(problem).lines().toList();
        return lines.get(lines.size() - 1);
    }

    /** A binding, or why there is none. */
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

        /** On an old JDK the loader is not asked: all it could say is that the jar is for a newer one. */
        private static Found ffm() {
            int feature = Runtime.version().feature();
            if (feature < FFM_SINCE) {
                return new Found(
                        null, new IllegalStateException("needs Java " + FFM_SINCE + " or newer, this is " + feature));
            }
            List<Throwable> problems = new ArrayList<>();
            for (Binding one : Services.all(Binding.class, Bindings.class.getClassLoader(), problems::add)) {
                if (one.name().equals("ffm")) {
                    return new Found(one, null);
                }
            }
            IllegalStateException absent = new IllegalStateException(
                    Locations.isImage()
                            ? "the module dev.unitstr.ffm is not in this run-time image: add --add-modules"
                                    + " dev.unitstr.ffm to the jlink command that made it"
                            : "dev.unitstr:unitstr-ffm:" + Version.TEXT
                                    + " is neither on the class path nor on the module path");
            problems.forEach(absent::addSuppressed);
            return new Found(null, absent);
        }
    }
}
