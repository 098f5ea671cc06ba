package dev.unitstr.internal.library;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The service loader, which may meet providers that this JVM cannot read. */
public final class Services {
    private static final int PATIENCE = 100; // an iterator may fail for ever

    private Services() {}

    /**
     * Constructs every provider that can be.
     *
     * @param <S> the service
     * @param service the service
     * @param loader the class loader to search
     * @param problems takes what went wrong with the others
     * @return the providers, in the loader's order
     */
    public static <S> List<S> all(
            Class<S> service, @Nullable ClassLoader loader, Consumer<? super Throwable> problems) {
        return all(ServiceLoader.load(service, loader).iterator(), problems);
    }

    /**
     * Takes every provider that an iterator can give.
     *
     * @param <S> the service
     * @param iterator the iterator of a service loader: each of its methods may fail, and go on afterwards
     * @param problems takes what was thrown
     * @return the providers, in order
     */
    static <S> List<S> all(Iterator<S> iterator, Consumer<? super Throwable> problems) {
        List<S> found = new ArrayList<>();
        for (int failures = 0; failures < PATIENCE; ) {
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
