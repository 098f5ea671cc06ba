package dev.unitstr.tvm;

/**
 * A value that owns the object or text it refers to, until it is closed. It corresponds to {@code Any} in TVM and RFC
 * 97; a {@link Value} that is not owned corresponds to {@code AnyView}.
 *
 * <pre>{@code
 * try (OwnedValue tree = runtime.function("ffi.json.Parse").callOwned(json)) {
 *     Value names = tree.asMap().get("names"); // null if there is no such key
 *     String[] all = names == null ? new String[0] : names.asList().toStrings();
 * }
 * }</pre>
 *
 * <p>After {@link #close}, this value, its elements and their elements throw {@link IllegalStateException}. A Java
 * function must not close the value that it returns, because native code reads it after the return: do not return it from
 * within try-with-resources, or return the value of {@link TvmFunction#call}. If a value becomes unreachable without being closed, it is released some time after the garbage collector finds it. Any thread
 * may close the value, also while another thread reads it: the reader gets either the data or
 * {@link IllegalStateException}.
 *
 * <p>This interface is not intended to be implemented by user code.
 *
 * @since 0.1.0
 */
public interface OwnedValue extends Value, AutoCloseable {
    /** Releases the owned object or text. Closing again has no effect. */
    @Override
    void close();
}
