package dev.unitstr.ffm.internal.binding;

import dev.unitstr.UnitCharsets;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the backing array of a String, if the user has opened {@code java.lang} to this library: {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED} on the class path, {@code =dev.unitstr.ffm} on the module path. This avoids copying
 * the chars of a String that is written, and the second allocation for a String read with chars above U+00FF.
 *
 * <p>The fields and the constructor are tested before use. If any of them differs from the JDKs that this class
 * supports, none is used. The backing array of a String is only read, never written.
 */
public final class StringBackingArray {
    /** The coder of a String with one byte per char. */
    public static final int LATIN_1 = 0;
    /** The coder of a String with two bytes per char. */
    public static final int UTF_16 = 1;

    private static final MethodHandle[] HANDLES = handles();

    /** True if the backing array of a String can be accessed. */
    public static final boolean AVAILABLE = HANDLES.length == 2 && works();

    private static final @Nullable MethodHandle VALUE = AVAILABLE ? HANDLES[0] : null;
    private static final @Nullable MethodHandle NEW = AVAILABLE ? HANDLES[1] : null;

    private StringBackingArray() {}

    /**
     * Returns the backing array of a String. The caller must not change it.
     *
     * @param string the String
     * @return one byte per char if no char is above U+00FF, otherwise two in the byte order of this machine
     */
    public static byte[] value(String string) {
        try {
            return (byte[]) VALUE.invokeExact(string);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /**
     * Returns the coder of a String.
     *
     * @param string the String
     * @param value its backing array
     * @return {@link #LATIN_1} or {@link #UTF_16}
     */
    static int coder(String string, byte[] value) {
        return value.length == string.length() ? LATIN_1 : UTF_16;
    }

    /**
     * Creates a String with a single allocation for its chars.
     *
     * @param chars the chars, from index 0
     * @param length the number of chars
     * @return the String
     */
    public static String of(char[] chars, int length) {
        // A String must not use two bytes per char if one suffices. Text without a char above U+00FF gets here only if
        // it changed while it was read.
        if (!hasWideChar(chars, length)) {
            return new String(chars, 0, length);
        }
        byte[] value = new byte[length * Character.BYTES];
        MemorySegment.copy(MemorySegment.ofArray(chars), 0, MemorySegment.ofArray(value), 0, value.length);
        try {
            return (String) NEW.invokeExact(value, (byte) UTF_16);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    private static boolean hasWideChar(char[] chars, int length) {
        for (int i = 0; i < length; i++) {
            if (chars[i] > 0xFF) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns handles for the array of a String and for the constructor that takes an array and a coder; empty if
     * inaccessible.
     */
    private static MethodHandle[] handles() {
        if (!String.class.getModule().isOpen("java.lang", StringBackingArray.class.getModule())) {
            return new MethodHandle[0];
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(String.class, MethodHandles.lookup());
            return new MethodHandle[] {
                lookup.findGetter(String.class, "value", byte[].class),
                lookup.findConstructor(String.class, MethodType.methodType(void.class, byte[].class, byte.class))
            };
        } catch (ReflectiveOperationException e) {
            return new MethodHandle[0];
        }
    }

    /** Tests whether Strings have the expected form; they do not with {@code -XX:-CompactStrings}. */
    private static boolean works() {
        try {
            byte[] latin1 = (byte[]) HANDLES[0].invokeExact("n\u00E9");
            byte[] chars = (byte[]) HANDLES[0].invokeExact("\u20AC\u00E9");
            byte[] native16 = "\u20AC\u00E9".getBytes(UnitCharsets.UTF_16);
            String made = (String) HANDLES[1].invokeExact(native16.clone(), (byte) UTF_16);
            return Arrays.equals(latin1, "n\u00E9".getBytes(StandardCharsets.ISO_8859_1))
                    && Arrays.equals(chars, native16)
                    && made.equals("\u20AC\u00E9")
                    && made.hashCode() == "\u20AC\u00E9".hashCode();
        } catch (Throwable e) {
            return false;
        }
    }
}
