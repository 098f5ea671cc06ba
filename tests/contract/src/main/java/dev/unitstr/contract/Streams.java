package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.UnitCharsets;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Texts in chunks of any size, to compare with the whole text. */
final class Streams {
    private static final int CAPACITY = 512;

    static final List<MalformedPolicy> REPAIRING = List.of(
            MalformedPolicy.IGNORE,
            MalformedPolicy.replaceWith('?'),
            MalformedPolicy.SURROGATE_ESCAPE,
            MalformedPolicy.LOSSLESS);

    private Streams() {}

    static List<Charset> charsets() {
        List<Charset> charsets =
                Charsets.oursAnd("windows-1252", "Shift_JIS", "GB18030", "EUC-JP", "ISO-2022-JP", "x-IBM930", "CESU-8");
        return Stream.concat(charsets.stream(), Stream.of(UnitCharsets.MODIFIED_UTF_8))
                .toList();
    }

    static List<Memory> memories(List<? extends MemoryKind> kinds) {
        return kinds.stream().map(kind -> kind.allocate(CAPACITY)).toList();
    }

    static int chunk(SplittableRandom random, int left) {
        return Math.min(left, random.nextInt(4) == 0 ? random.nextInt(left + 1) : random.nextInt(4));
    }

    static void next(Memory memory, TextDecoder decoder, int offset, int bytes, StringBuilder text, boolean intoChars) {
        if (intoChars) {
            char[] chars = new char[1 + Math.toIntExact(decoder.maxChars(bytes))]; // just large enough
            int count = memory.texts().decode(decoder, offset, bytes, chars, 1);
            text.append(chars, 1, count);
        } else {
            unchecked(() -> memory.texts().decode(decoder, offset, bytes, text));
        }
    }

    static void flush(TextDecoder decoder, StringBuilder text, boolean intoChars) {
        if (intoChars) {
            char[] chars = new char[Math.toIntExact(decoder.maxChars(0))];
            text.append(chars, 0, decoder.flush(chars, 0));
        } else {
            unchecked(() -> decoder.flush(text));
        }
    }

    /** Encodes the text from offset 3 on, with chunks and capacities of any size; returns the end. */
    static long write(Memory memory, TextEncoder encoder, String text, SplittableRandom random) {
        int unitSize = Charsets.unitSize(encoder.charset());
        TextAccess access = memory.texts();
        long end = 3;
        for (int at = 0; at < text.length(); ) {
            int chunk = chunk(random, text.length() - at);
            CharSequence src = sequence(text.substring(0, at + chunk), random);
            long maxUnits = random.nextInt(3) == 0 ? random.nextInt(12) : (memory.size() - end) / unitSize;
            Copied copied = access.encode(encoder, src, at, end, maxUnits);
            assertTrue(copied.units() <= maxUnits && copied.chars() <= chunk);
            at += copied.chars();
            end += copied.units() * unitSize;
        }
        return end + access.flush(encoder, end, (memory.size() - end) / unitSize) * unitSize;
    }

    private static CharSequence sequence(String text, SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> new StringBuilder(text);
            case 1 -> CharBuffer.wrap(("xy" + text + "z").toCharArray(), 2, text.length());
            case 2 -> CharBuffer.wrap("x" + text, 1, 1 + text.length());
            case 3 -> new StringBuffer(text);
            default -> text;
        };
    }

    /** The result of an operation: a text, or the position of the error. */
    static String result(Supplier<String> action) {
        try {
            return action.get();
        } catch (MalformedTextException e) {
            return e.getMessage().replaceAll("; \\d+ units.*", "");
        }
    }

    interface Action {
        void run() throws IOException;
    }

    static void unchecked(Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static void fails(Class<? extends RuntimeException> type, String message, Action action) {
        RuntimeException e = assertThrows(type, () -> unchecked(action));
        assertTrue(message == null || e.getMessage().contains(message), e::getMessage);
    }
}
