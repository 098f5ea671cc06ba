package dev.unitstr.ffm.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.ffm.internal.binding.Downcall;
import dev.unitstr.internal.memory.Scratch;
import dev.unitstr.internal.text.WriteRoute;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Calls {@code MemorySegment.copy(String, Charset, int, MemorySegment, long, int)}, which JDK 27 added. It writes the
 * result of {@code getBytes}, directly from the string's backing array if that has the required form. It is used where
 * it is faster than unitstr, which has no access to the backing array by default:
 *
 * <ul>
 *   <li>ISO-8859-1 and US-ASCII of any length, for text that looks representable: one copy in place of two.
 *   <li>UTF-8 of text of up to 4096 chars that looks like ASCII, in place of a native call. From 21 chars on a wrong guess
 *       costs more than a right one gains, so after a wrong guess the next texts are left to unitstr.
 *   <li>Any text, if the alternative is plain Java or an expensive native call.
 * </ul>
 *
 * <p>The guess is based on three chars. A wrong one costs time, and an array that the JDK allocates for the encoded text.
 *
 * <p>For UTF-16 and UTF-32 the JDK's method is slower than unitstr, and so is its {@code getString} for all text:
 * {@code bench/record/routes.md}. For other charsets, the JDK's methods run the same JDK code as
 * {@link dev.unitstr.internal.text.LegacyText}.
 *
 * <p>On JDKs before 27, tests replace the method by one that behaves as documented.
 *
 * @param copy the JDK's method
 * @param anyText the longest text, in chars, that the JDK writes whatever its content
 */
public record JdkStrings(MethodHandle copy, int anyText) {
    /** Whether this JDK has the method. */
    static final boolean IN_JDK = of(MethodHandles.publicLookup(), MemorySegment.class, 0) != null;

    /** The first char after ASCII. */
    static final char ASCII_END = 0x80;

    private static final char LATIN_1_END = 0x100;

    /**
     * Looks up the method.
     *
     * @param lookup the lookup to use
     * @param owner the class that has the method
     * @param anyText the longest text, in chars, that the JDK writes whatever its content
     * @return the method, or null if there is none
     */
    public static @Nullable JdkStrings of(MethodHandles.Lookup lookup, Class<?> owner, int anyText) {
        MethodType type = MethodType.methodType(
                long.class, String.class, Charset.class, int.class, MemorySegment.class, long.class, int.class);
        try {
            return new JdkStrings(lookup.findStatic(owner, "copy", type), anyText);
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    /**
     * Encodes a range of a string, if the JDK is faster and the result is certain to fit.
     *
     * @param src the string
     * @param charset the charset
     * @param srcIndex the index of the first char to encode
     * @param dst the memory to write
     * @param dstOffset the offset of the first unit to write, in bytes
     * @param numChars the number of chars
     * @param policy how to handle malformed text
     * @return the number of units written, or {@link FastPath#NO_ANSWER} if nothing was written
     */
    public long copy(
            String src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            int numChars,
            MalformedPolicy policy) {
        int most = bytesPerChar(charset);
        if (most == 0
                || policy != MalformedPolicy.REPLACE
                || numChars <= 0
                || srcIndex < 0
                || srcIndex > src.length() - numChars
                || dstOffset < 0
                || dst.isReadOnly()
                || dst.byteSize() - dstOffset < (long) numChars * most
                || ShortSegments.isLow(dst, dstOffset)) {
            return FastPath.NO_ANSWER;
        }
        char end = charset == StandardCharsets.ISO_8859_1 ? LATIN_1_END : ASCII_END;
        if (numChars > anyText && !WriteRoute.looksBelow(src, srcIndex, numChars, end)) {
            return FastPath.NO_ANSWER;
        }
        if (numChars <= anyText || numChars <= WriteRoute.JDK_27_ASCII || most == 1) {
            return copy(src, charset, srcIndex, dst, dstOffset, numChars);
        }
        return numChars <= WriteRoute.SEGMENT_ASCII
                ? copyLikely(src, charset, srcIndex, dst, dstOffset, numChars)
                : FastPath.NO_ANSWER;
    }

    /** Encodes text that is probably ASCII, unless a wrong guess has started a pause. */
    private long copyLikely(
            String src, Charset charset, int srcIndex, MemorySegment dst, long dstOffset, int numChars) {
        Scratch scratch = Scratch.acquire();
        try {
            if (!scratch.mayGuess()) {
                return FastPath.NO_ANSWER;
            }
            long units = copy(src, charset, srcIndex, dst, dstOffset, numChars);
            scratch.guessed(units == numChars);
            return units;
        } finally {
            scratch.release();
        }
    }

    private long copy(String src, Charset charset, int srcIndex, MemorySegment dst, long dstOffset, int numChars) {
        try {
            return (long) copy.invokeExact(src, charset, srcIndex, dst, dstOffset, numChars);
        } catch (Throwable e) {
            throw Downcall.unchecked(e);
        }
    }

    /** Returns the maximum number of bytes of a char in a charset that this class supports, or 0 for other charsets. */
    private static int bytesPerChar(Charset charset) {
        if (charset == StandardCharsets.UTF_8) {
            return 3;
        }
        return charset == StandardCharsets.ISO_8859_1 || charset == StandardCharsets.US_ASCII ? 1 : 0;
    }
}
