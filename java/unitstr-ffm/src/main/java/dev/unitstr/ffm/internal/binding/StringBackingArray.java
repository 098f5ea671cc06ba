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
 * The inside of a string, where the user has opened {@code java.lang} to this library: {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED} on the class path, {@code =dev.unitstr.ffm} on the module path. It saves the copy of
 * a string's chars when it is written, and the second allocation when one with chars above U+00FF is read.
 *
 * <p>What is found is tried before it is used: if any of it is not as in the JDKs that this was written for, nothing of
 * it is used. The array inside a string is only ever read.
 */
public final class StringBackingArray {
    /** The form of a string with one byte for each char. */
    public static final int LATIN_1 = 0;
    /** The form of a string with two bytes for each char. */
    public static final int UTF_16 = 1;

    private static final MethodHandle[] HANDLES = handles();

    /** Whether the inside of strings can be used. */
    public static final boolean AVAILABLE = HANDLES.length == 2 && works();

    private static final @Nullable MethodHandle VALUE = AVAILABLE ? HANDLES[0] : null;
    private static final @Nullable MethodHandle NEW = AVAILABLE ? HANDLES[1] : null;

    private StringBackingArray() {}

    /**
     * The array inside a string; nobody may change it.
     *
     * @param string the string
     * @return a byte for each char if none is above U+00FF, else two, in the order of this machine
     */
    public static byte[] value(String string) {
        try {
            return (byte[]) VALUE.invokeExact(string);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    /**
     * A string of chars, made with one allocation for them.
     *
     * @param chars where they are
     * @param length how many
     * @return the string
     */
    public static String of(char[] chars, int length) {
        // A string must not have two bytes for each char if one would do. Nothing but text that changed while it was
        // read
        // gets here without a char above U+00FF.
        if (!hasWideChar(chars, length)) {
            return new String(chars, 0, length);
        }
        byte[] value = new byte[length * Character.BYTES];
        MemorySegment.copy(MemorySegment.ofArray(chars), 0, MemorySegment.ofArray(value), 0, value.length);
        try {
            return (String) NEW.invokeExact(value, (byte) UTF_16);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
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

    /** The array of a string, and the constructor that takes one and its form; nothing if they are not to be had. */
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

    /** Whether strings are inside as they are known to be; not so with {@code -XX:-CompactStrings}. */
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
