package dev.unitstr.internal.library;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a search for the library tried, in order, and what there is to do about it. */
public final class SearchReport {
    private static final String TITLE = NativeLibrary.FILE + " was not loaded\n";
    private static final String BINDING = "  binding: ";

    private final String head;
    private final List<String> tried = new ArrayList<>();
    private final List<Throwable> causes = new ArrayList<>();
    private String advice = "name the file with -Ddev.unitstr.library.file";
    private @Nullable Throwable denied;

    /**
     * An empty report.
     *
     * @param binding the binding that searches
     * @param platform the platform
     */
    public SearchReport(String binding, Platform platform) {
        head = TITLE + "  platform: " + platform + "\n  java: " + System.getProperty("java.version") + " ("
                + System.getProperty("java.vendor") + ")\n" + BINDING + binding;
    }

    /**
     * Shortens the report of a search after that of another binding, which is shown before it.
     *
     * @param text the message of an error
     * @param earlier the message that is shown before
     * @return {@code text} if one of them is not the report of a search; else what differs
     */
    public static String after(String earlier, String text) {
        if (!earlier.startsWith(TITLE) || !text.startsWith(TITLE)) {
            return text;
        }
        Set<String> known = earlier.lines().collect(Collectors.toSet());
        String news = text.lines()
                .filter(line -> !line.startsWith(BINDING) && !known.contains(line))
                .collect(Collectors.joining("\n"));
        return news.isEmpty() ? "the same" : "the same, but\n" + news;
    }

    /**
     * Adds a place.
     *
     * @param place the place
     * @param reason what was wrong with it
     * @param cause what was thrown, if anything
     */
    public void add(String place, String reason, @Nullable Throwable cause) {
        tried.add(place + ": " + reason);
        if (cause != null) {
            causes.add(cause);
        }
    }

    /**
     * Adds the place where native access was denied, as it would have been in every other one.
     *
     * @param place the place
     * @param flag the option that allows it
     * @param cause what was thrown
     */
    void denied(String place, String flag, IllegalCallerException cause) {
        tried.add(place + ": native access denied, needs " + flag);
        denied = cause;
        advice = "add " + flag + " to the java command";
    }

    /**
     * Sets what to do if nothing better comes.
     *
     * @param what a phrase that starts with a verb
     */
    void advise(String what) {
        advice = what;
    }

    /**
     * The error.
     *
     * @return an error that names every place in order, each with its reason, and at last what to do
     */
    public UnsatisfiedLinkError error() {
        StringBuilder message = new StringBuilder(head);
        for (int i = 0; i < tried.size(); i++) {
            message.append("\n  ").append(i + 1).append(". ").append(tried.get(i));
        }
        UnsatisfiedLinkError error = new UnsatisfiedLinkError(
                message.append("\nto do: ").append(advice).toString());
        if (denied != null) {
            error.initCause(denied);
        }
        causes.forEach(error::addSuppressed);
        return error;
    }
}
