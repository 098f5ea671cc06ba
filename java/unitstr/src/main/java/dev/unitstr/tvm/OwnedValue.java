package dev.unitstr.tvm;

/**
 * A value that keeps alive what it refers to, until it is closed.
 *
 * <pre>{@code
 * try (OwnedValue tree = runtime.function("ffi.json.Parse").callOwned(json)) {
 *     String[] names = tree.asMap().get("names").asList().toStrings();
 * }
 * }</pre>
 *
 * <p>After {@link #close}, this value, its elements and theirs throw {@link IllegalStateException}. One that is lost
 * without being closed is released when the garbage collector finds it, some time. It may be closed by any thread, also
 * while another one reads it: that one gets what it reads, or {@link IllegalStateException}.
 *
 * <p>Not to be implemented by others.
 *
 * @since 0.1.0
 */
public interface OwnedValue extends Value, AutoCloseable {
    /** Gives back what the value owns; again, it does nothing. */
    @Override
    void close();
}
