package dev.unitstr.ffm.internal.binding;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.unitstr.internal.library.Abi.Entry;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import org.jspecify.annotations.Nullable;

/**
 * The functions that this binding calls, and their types. GraalVM's native-image requires the same list in {@code
 * reachability-metadata.json}; a test in {@code tests/drift} compares the two.
 *
 * <p>A type is written as in a class file, with {@code J} and {@code I} for integers of 8 and 4 bytes, {@code P} for a
 * pointer and {@code A} for a pointer to an array of this library. Of the operations on text there are up to three
 * handles, because all handles of one type share one profile: for the caller's memory as a segment, an array or an
 * address. {@link FfmBinding} says what the order of the parameters is good for.
 *
 * <p>Some {@code uint32_t} parameters of the functions for one text are {@code J}: those that are passed on the stack
 * of the JVM because there are so many. C2 stores the 4 bytes of an int there and the stub of the linker loads 8, so
 * the processor waits until the store has reached the cache (about 5 ns on Zen 5). A long is stored as 8 bytes. In an
 * 8-byte register or stack slot, the callee reads only the lower 4 bytes.
 */
public enum Downcall {
    /** The exported function that returns the table. */
    GET_JAVA_API(null, false, "(I)P"),
    /** A function of the C library on Linux. */
    MEMFD_CREATE(null, false, "(PI)I"),
    /** A function of the C library on Linux. */
    CLOSE(null, false, "(I)I"),

    VERSION(Entry.VERSION, false, "()P"),
    LAST_PANIC(Entry.LAST_PANIC, false, "(PJ)J"),
    DECODE(Entry.PACKED_DECODE, true, "(PJPJPJJJJ)J"),
    DECODE_ARRAY(Entry.PACKED_DECODE, true, "(PJPJAJJJJ)J"),
    DECODE_ADDRESS(Entry.PACKED_DECODE, true, "(PJPJJJJJJ)J"),
    ENCODE(Entry.PACKED_ENCODE, true, "(PJPJJJJ)J"),
    ENCODE_ARRAY(Entry.PACKED_ENCODE, true, "(PJAJJJJ)J"),
    ENCODE_ADDRESS(Entry.PACKED_ENCODE, true, "(PJJJJJJ)J"),
    MEASURE(Entry.PACKED_MEASURE, true, "(PJII)J"),
    FIND_ZERO(Entry.PACKED_FIND_ZERO, true, "(PJJI)J"),
    FIND_ZERO_ARRAY(Entry.PACKED_FIND_ZERO, true, "(AJJI)J"),
    COMPARE(Entry.PACKED_COMPARE, true, "(PJPJJJJ)J"),
    COMPARE_ARRAY(Entry.PACKED_COMPARE, true, "(PJAJJJJ)J"),
    COMPARE_ADDRESS(Entry.PACKED_COMPARE, true, "(PJJJJJJ)J"),
    ENCODE_STRING(Entry.PACKED_ENCODE_STRING, true, "(PJJIPJJJJ)J"),
    MEASURE_STRING(Entry.PACKED_MEASURE_STRING, true, "(PJJIII)J"),
    QUERY(Entry.PACKED_QUERY, true, "(PJJIII)J"),
    DECODE_BATCH(Entry.PACKED_DECODE_BATCH, true, "(PJPJIIPJPJP)J"),
    ENCODE_BATCH(Entry.PACKED_ENCODE_BATCH, true, "(PJPJPJJIIP)J"),
    MEASURE_BATCH(Entry.PACKED_MEASURE_BATCH, true, "(PJPJIIP)J"),

    DECODE_TENSOR(Entry.PACKED_DECODE_TENSOR, true, "(PPJJJIIPJPJP)J"),
    TENSOR_ELEMENTS(Entry.PACKED_TENSOR_ELEMENTS, true, "(PPJJJP)J"),
    COPY_TENSOR(Entry.PACKED_COPY_TENSOR, true, "(PPJJJPJP)J"),
    VALIDATE_TENSOR(Entry.PACKED_VALIDATE_TENSOR, true, "(PPJJJP)J"),
    CHANGE_TENSOR(Entry.PACKED_CHANGE_TENSOR, false, "(PPJJJIIJPJP)J"),
    ASSIGN_TENSOR(Entry.PACKED_ASSIGN_TENSOR, false, "(PPJJPPJJI)J"),
    TENSOR_OWNER_NEW(Entry.TENSOR_OWNER_NEW, false, "(JP)J"),
    TENSOR_OWNER_REFERENCES(Entry.TENSOR_OWNER_REFERENCES, false, "(PJ)J"),

    HOST_NEW(Entry.VAL_HOST_NEW, false, "(JJJ)I"),
    HOST_CLOSE(Entry.VAL_HOST_CLOSE, false, "(I)I"),
    DRAIN_DEAD(Entry.VAL_DRAIN_DEAD, false, "(IJJ)J"),
    OPEN(Entry.VAL_OPEN, false, "(JJIJJJJ)I"),
    RUNTIME_VERSION(Entry.VAL_VERSION, false, "(I)J"),
    FUNCTION(Entry.VAL_FUNCTION, false, "(IJJJ)I"),
    SET_GLOBAL(Entry.VAL_SET_GLOBAL, false, "(IJJJIJ)I"),
    FREEZE(Entry.VAL_FREEZE, false, "(I)I"),
    CALL(Entry.VAL_CALL, false, "(IJJIJJ)I"),
    FUNCTION_NEW(Entry.VAL_FUNCTION_NEW, false, "(IIJJ)I"),
    ERROR_NEW(Entry.VAL_ERROR_NEW, false, "(IIJJJJ)I"),
    TEXT_NEW(Entry.VAL_TEXT_NEW, false, "(IJJJJ)I"),
    OWN(Entry.VAL_OWN, false, "(JJ)I"),
    RETAIN(Entry.VAL_RETAIN, false, "(J)I"),
    RELEASE(Entry.VAL_RELEASE, false, "(J)I"),

    ARROW_EXPORT(Entry.ARROW_EXPORT, false, "(IJJJJ)J"),
    ARROW_CALL(Entry.ARROW_CALL, false, "(IJJJ)J");

    /** The type of {@code FfmValues.upcall}, which native code calls. */
    static final String UPCALL = "(JJJIJJ)I";

    /** The entry of the table; null if the function is not in the table. */
    final @Nullable Entry entry;
    /** Whether the call is critical: short, without upcalls, with access to arrays. */
    final boolean isCritical;

    private final String type;

    Downcall(@Nullable Entry entry, boolean isCritical, String type) {
        this.entry = entry;
        this.isCritical = isCritical;
        this.type = type;
    }

    /** Returns the type for the linker. */
    FunctionDescriptor type() {
        return type(type);
    }

    /** Returns the options for the linker. */
    Linker.Option[] options() {
        return isCritical ? new Linker.Option[] {Linker.Option.critical(true)} : new Linker.Option[0];
    }

    /** Returns the type for the linker that is written as in this list. */
    static FunctionDescriptor type(String type) {
        int end = type.indexOf(')');
        MemoryLayout[] parameters = new MemoryLayout[end - 1];
        for (int i = 1; i < end; i++) {
            parameters[i - 1] = layout(type.charAt(i));
        }
        return FunctionDescriptor.of(layout(type.charAt(end + 1)), parameters);
    }

    @SuppressWarnings("restricted") // restricted for pointers from C; no function with an A returns one
    private static MemoryLayout layout(char letter) {
        return switch (letter) {
            case 'J' -> JAVA_LONG;
            case 'I' -> JAVA_INT;
            case 'P' -> ADDRESS;
            case 'A' -> ADDRESS.withTargetLayout(JAVA_BYTE);
            default -> throw new AssertionError(letter);
        };
    }

    /**
     * Rethrows an exception of a downcall. A method handle declares Throwable, but a downcall throws only unchecked
     * exceptions, for example for a closed arena or the wrong thread.
     *
     * @param e the exception
     * @return never returns; throws {@code e}
     */
    public static RuntimeException unchecked(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        if (e instanceof RuntimeException exception) {
            throw exception;
        }
        throw new AssertionError(e);
    }
}
