package dev.unitstr.internal.library;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Uses the service loader in the presence of providers that this JVM cannot load. */
public final class Services {
    private static final int MAX_FAILURES = 100; // an iterator may fail endlessly

    private Services() {}

    /**
     * Constructs every provider that can be loaded.
     *
     * @param <S> the service
     * @param service the service
     * @param loader the class loader to search
     * @param problems receives the exceptions for the others
     * @return the providers, in the order of the class loader
     */
    public static <S> List<S> all(
            Class<S> service, @Nullable ClassLoader loader, Consumer<? super Throwable> problems) {
        return all(ServiceLoader.load(service, loader).iterator(), problems);
    }

    /**
     * Collects every provider that an iterator returns.
     *
     * @param <S> the service
     * @param iterator the iterator of a service loader; each of its methods may fail, and the iteration may go on after
     *     that
     * @param problems receives the exceptions
     * @return the providers, in order
     */
    static <S> List<S> all(Iterator<S> iterator, Consumer<? super Throwable> problems) {
        List<S> found = new ArrayList<>();
        for (int failures = 0; failures < MAX_FAILURES; ) {
            try {
                if (!iterator.hasNext()) {
                    break;
                }
                found.add(iterator.next());
            } catch (ServiceConfigurationError | LinkageError e) {
                problems.accept(e);
                failures++;
            }
        }
        return found;
    }
}
