package dev.unitstr.internal.library;

import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The places that a search for the library tried, in order, with the reasons, and the action to take. */
public final class SearchReport {
    /**
     * A place that was tried.
     *
     * @param place the place
     * @param reason the reason why it does not work
     */
    public record Candidate(String place, String reason) {}

    /** The error of a search that found no library. */
    public static final class NotLoaded extends UnsatisfiedLinkError {
        private static final long serialVersionUID = 1;

        private final transient List<Candidate> candidates;
        private final String summary;
        private final String advice;

        private NotLoaded(String message, List<Candidate> candidates, String summary, String advice) {
            super(message);
            this.candidates = candidates;
            this.summary = summary;
            this.advice = advice;
        }

        /**
         * Returns the places that were tried.
         *
         * @return the places, in order
         */
        public List<Candidate> candidates() {
            return candidates;
        }

        /**
         * Returns the message in one line, without the places where nothing was expected.
         *
         * @return the other places with their reasons, and then the action to take
         */
        public String summary() {
            return summary;
        }

        /**
         * Returns the action to take.
         *
         * @return a phrase that starts with a verb
         */
        public String advice() {
            return advice;
        }
    }

    private static final String TITLE = Platform.LIBRARY + " was not loaded\n";
    private static final String BINDING = "  binding: ";

    private final String head;
    private final List<Candidate> tried = new ArrayList<>();
    private final StringBuilder summary = new StringBuilder();
    private final List<Throwable> causes = new ArrayList<>();
    private String advice = "name the file with -Ddev.unitstr.library.file";
    private @Nullable Throwable denied;

    /**
     * Constructs an empty report.
     *
     * @param binding the name of the binding that searches
     * @param platform the platform
     */
    public SearchReport(String binding, Platform platform) {
        head = TITLE + "  platform: " + platform + "\n  java: " + System.getProperty("java.version") + " ("
                + System.getProperty("java.vendor") + ")\n" + BINDING + binding;
    }

    /**
     * Shortens the report of a search that is shown after the report of another binding.
     *
     * @param text the message of the error
     * @param earlier the message that is shown before it
     * @return {@code text} if one of them is not the report of a search; otherwise the part that differs
     */
    public static String after(String earlier, String text) {
        if (!earlier.startsWith(TITLE) || !text.startsWith(TITLE)) {
            return text;
        }
        Set<String> known = earlier.lines().collect(Collectors.toSet());
        String news = text.lines()
                .filter(line -> !line.startsWith(BINDING) && !known.contains(line))
                .collect(Collectors.joining("\n"));
        return news.isEmpty() ? "as above" : "as above, except:\n" + news;
    }

    /**
     * Adds a place that was tried.
     *
     * @param place the place
     * @param reason the reason why it does not work
     * @param cause the exception, or null if there was none. It becomes a suppressed exception, unless the file does not
     *     exist: the stack trace would only repeat the reason
     */
    public void add(String place, String reason, @Nullable Throwable cause) {
        tried.add(new Candidate(place, reason));
        summary.append(place).append(": ").append(reason).append("; ");
        if (cause != null && !(cause instanceof NoSuchFileException)) {
            causes.add(cause);
        }
    }

    /**
     * Adds a place where nothing is, and where nothing was expected.
     *
     * @param place the place
     * @param reason what is missing
     */
    void absent(String place, String reason) {
        tried.add(new Candidate(place, reason));
    }

    /**
     * Adds a place at which native access was denied, as it would be at every other place.
     *
     * @param place the place
     * @param flag the option that enables native access
     * @param cause the exception
     */
    void denied(String place, String flag, IllegalCallerException cause) {
        tried.add(new Candidate(place, "native access denied, needs " + flag));
        denied = cause;
        advice = "add " + flag + " to the java command";
    }

    /**
     * Sets the action to recommend if nothing more specific is known.
     *
     * @param what a phrase that starts with a verb
     */
    void advise(String what) {
        advice = what;
    }

    /**
     * Returns the error.
     *
     * @return an error whose message contains every place in order, each with its reason, and then the action to take
     */
    public UnsatisfiedLinkError error() {
        StringBuilder message = new StringBuilder(head);
        for (int i = 0; i < tried.size(); i++) {
            message.append("\n  ")
                    .append(i + 1)
                    .append(". ")
                    .append(tried.get(i).place())
                    .append(": ")
                    .append(tried.get(i).reason());
        }
        String action = "to do: " + advice;
        NotLoaded error = new NotLoaded(
                message.append('\n').append(action).toString(), List.copyOf(tried), summary + action, advice);
        if (denied != null) {
            error.initCause(denied);
        }
        causes.forEach(error::addSuppressed);
        return error;
    }
}
