package dev.unitstr.ffm.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.ffm.internal.binding.FfmBinding;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * {@code MemorySegment.copy(String, Charset, int, MemorySegment, long, int)}, which JDK 27 has and older ones lack: it
 * writes what {@code getBytes} gives, straight from the inside of a string where that has the form that is wanted.
 * Nobody else gets there, so it is asked for what it does better:
 *
 * <ul>
 *   <li>ISO-8859-1 and US-ASCII of any length: one copy in place of two.
 *   <li>UTF-8 of few chars that look like ASCII, in place of a native call. What they look like is a guess from three of
 *       them, which costs time if it is wrong, and nothing else. Of longer texts a guess costs more than it gains.
 *   <li>UTF-8 of any text where the alternative is plain Java, or a native call that is dear.
 * </ul>
 *
 * <p>Nanoseconds on JDK 27.0.1 (Intel Xeon with AVX-512, one fork) at 5, 20, 100, 1000 and 10,000 chars: its {@code copy}
 * to UTF-8 6.4, 8, 8, 29, 267 for ASCII; 24, 46, 188, 1987, 20010 for CJK; to UTF-16 67, 76, 141, 989, 10597 for ASCII.
 * Ours on JDK 25 (AMD Zen 5), of ASCII to UTF-8: 15 to 20 up to 100, 51, 471; of CJK 19, 20, 40, 238, 2231; of ASCII to
 * UTF-16 11, 10, 15, 43, 261. So never UTF-16 and UTF-32. Its {@code getString} is not asked: at 14, 14, 21, 155, 1697 for
 * ASCII in UTF-8, and 37 to 38964 for CJK, it is slower than ours (10, 10, 13, 50, 568; 23 to 5752) everywhere. Other
 * charsets it decodes and encodes as {@link dev.unitstr.internal.text.LegacyText} does, by the same code of the JDK.
 *
 * <p>Not yet run on a real JDK 27: a test stands in for it, by what is documented.
 *
 * @param copy the method
 */
public record JdkStrings(MethodHandle copy) {
    /** Those of this JDK; null on 26 and before, where whoever asks for it becomes nothing. */
    public static final @Nullable JdkStrings AVAILABLE = of(MethodHandles.publicLookup(), MemorySegment.class);

    /** The most chars that are worth a guess. */
    static final int FEW = 20;

    private static final char ASCII_END = 0x80;

    /**
     * Looks for the method.
     *
     * @param lookup who looks
     * @param owner who has it
     * @return null if it is not there
     */
    public static @Nullable JdkStrings of(MethodHandles.Lookup lookup, Class<?> owner) {
        MethodType type = MethodType.methodType(
                long.class, String.class, Charset.class, int.class, MemorySegment.class, long.class, int.class);
        try {
            return new JdkStrings(lookup.findStatic(owner, "copy", type));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    /**
     * Encodes a part of a string, if the JDK does it better and all of it is sure to fit.
     *
     * @param src the string
     * @param charset the encoding
     * @param srcIndex where the part starts
     * @param dst the memory to write
     * @param dstOffset where to write, in bytes
     * @param numChars how long the part is
     * @param policy what to do with malformed text
     * @param anyUtf8 up to how many chars UTF-8 is better written by the JDK, whatever they are
     * @return the units written, or {@link FastPath#NO_ANSWER}: then nothing was written
     */
    public long copy(
            String src,
            Charset charset,
            int srcIndex,
            MemorySegment dst,
            long dstOffset,
            int numChars,
            MalformedPolicy policy,
            int anyUtf8) {
        int most = bytesPerChar(charset);
        if (most == 0
                || policy != MalformedPolicy.REPLACE
                || numChars <= 0
                || srcIndex < 0
                || srcIndex > src.length() - numChars
                || dstOffset < 0
                || dst.isReadOnly()
                || dst.byteSize() - dstOffset < (long) numChars * most) {
            return FastPath.NO_ANSWER;
        }
        if (most > 1 && numChars > anyUtf8 && (numChars > FEW || !looksAscii(src, srcIndex, numChars))) {
            return FastPath.NO_ANSWER;
        }
        try {
            return (long) copy.invokeExact(src, charset, srcIndex, dst, dstOffset, numChars);
        } catch (Throwable e) {
            throw FfmBinding.unchecked(e);
        }
    }

    /** The most bytes of a char, whose units are bytes, in a charset that this is about; else 0. */
    private static int bytesPerChar(Charset charset) {
        if (charset == StandardCharsets.UTF_8) {
            return 3;
        }
        return charset == StandardCharsets.ISO_8859_1 || charset == StandardCharsets.US_ASCII ? 1 : 0;
    }

    private static boolean looksAscii(String src, int srcIndex, int numChars) {
        int some = src.charAt(srcIndex) | src.charAt(srcIndex + (numChars >> 1)) | src.charAt(srcIndex + numChars - 1);
        return some < ASCII_END;
    }
}
