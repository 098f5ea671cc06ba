package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.Copied;
import dev.unitstr.LengthPrefix;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringCache;
import dev.unitstr.StringSpans;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextIndex;
import dev.unitstr.TextView;
import dev.unitstr.contract.BufferMemory;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Memory;
import dev.unitstr.contract.Run;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A shared arena is closed during an operation: the result is right, or an exception, and never freed memory. */
@EveryRun
@Tag("route")
class CloseRaceTest {
    private static final int ORDINARY = 25;
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final String TEXT = "a\u20ac".repeat(60_000);
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final Charset UTF_16 = StandardCharsets.UTF_16LE;
    private static final byte[] BYTES = TEXT.getBytes(UTF_8);

    /** The offset of the places of {@link #BOTH}, after the text. */
    private static final int PLACES = BYTES.length + 5;

    private static final long[] ENDS = {0, 4, BYTES.length};
    private static final StringSpans BOTH = StringSpans.ofOffsets(ENDS);
    private static final StringSpans SHORT = StringSpans.ofFields(0, 4, 4, 500);
    private static final String[] TEXTS = "a\u20ac ".repeat(3_000).split(" ");

    private static final LengthPrefix PREFIX = LengthPrefix.ofBytes(1, ByteOrder.BIG_ENDIAN);
    private static final TextView OTHER = TextView.of(ByteBuffer.wrap(BYTES), 0, BYTES.length, UTF_8);
    private static final StringCache CACHE = StringCache.of(UTF_8, REPLACE, 4);

    private static final Map<String, Verb> VERBS = new LinkedHashMap<>();

    /** A verb on memory that holds the text in UTF-8, and whether its result was the right one. */
    private interface Verb {
        boolean isRight(Memory memory) throws Exception;
    }

    static {
        VERBS.put("getString", m -> m.getString(0, BYTES.length, UTF_8, REPLACE).equals(TEXT));
        VERBS.put("short getString", m -> m.getString(0, 4, UTF_8, REPLACE).equals("a\u20ac"));
        VERBS.put(
                "getStringTerminated",
                m -> m.getStringTerminated(0, UTF_8, REPLACE).equals(TEXT));
        VERBS.put("unitsToTerminator", m -> m.unitsToTerminator(0, UTF_8) == BYTES.length);
        VERBS.put("contentEquals", m -> m.contentEquals(0, BYTES.length, UTF_8, TEXT, REPLACE));
        VERBS.put("firstMalformed", m -> m.firstMalformed(0, BYTES.length, UTF_8) == -1);
        VERBS.put("decode", m -> {
            char[] chars = new char[TEXT.length()];
            return m.decode(0, BYTES.length, UTF_8, chars, 0, REPLACE) == TEXT.length()
                    && new String(chars).equals(TEXT);
        });
        VERBS.put("decode to an Appendable", m -> {
            StringBuilder text = new StringBuilder();
            m.decode(0, BYTES.length, UTF_8, text, REPLACE);
            return TEXT.contentEquals(text);
        });
        VERBS.put("copy", m -> m.copy(TEXT, UTF_8, 0, 0, TEXT.length(), REPLACE) == BYTES.length);
        VERBS.put("copy, other units", m -> m.copy(TEXT, UTF_16, 0, 0, TEXT.length(), REPLACE) == TEXT.length());
        VERBS.put(
                "copyTruncated",
                m -> m.copyTruncated(TEXT, UTF_8, 0, 0, BYTES.length, REPLACE)
                        .equals(new Copied(TEXT.length(), BYTES.length)));
        VERBS.put(
                "copyField",
                m -> m.copyField("bob", UTF_8, 0, BYTES.length, true, REPLACE).equals(new Copied(3, 3)));
    }

    static {
        VERBS.put("getStrings", m -> isBoth(m.getStrings(BOTH, UTF_8, REPLACE)));
        VERBS.put("getStrings, by places in it", m -> isBoth(m.getStrings(m.offsets(PLACES, 8, 2), UTF_8, REPLACE)));
        VERBS.put("getStrings, short", m -> "a\u20ac".equals(m.getStrings(SHORT, UTF_8, REPLACE)[499]));
        VERBS.put("getSomeStrings", m -> {
            String[] both = new String[2];
            int done = m.getSomeStrings(BOTH, 0, UTF_8, both, 0, REPLACE);
            return done == 1 && both[0].equals("a\u20ac");
        });
        VERBS.put("copyStrings", m -> m.copyStrings(TEXTS, UTF_8, 0, new long[TEXTS.length + 1], REPLACE) > 0);
        VERBS.put(
                "copyStrings, places into it",
                m -> m.copyStrings(TEXTS, 0, UTF_8, 0, m.offsets(PLACES - 8 * TEXTS.length, 8, TEXTS.length), REPLACE)
                        > 0);
    }

    static {
        VERBS.put("TextDecoder", m -> {
            char[] chars = new char[BYTES.length];
            int count = m.texts().decode(TextDecoder.of(UTF_8), 0, BYTES.length, chars, 0);
            return new String(chars, 0, count).equals(TEXT);
        });
        VERBS.put("TextDecoder to an Appendable", m -> {
            StringBuilder text = new StringBuilder();
            m.texts().decode(TextDecoder.of(UTF_8), 0, BYTES.length, text);
            return TEXT.contentEquals(text);
        });
        VERBS.put(
                "TextEncoder",
                m -> m.texts()
                        .encode(TextEncoder.of(UTF_8), TEXT, 0, 0, BYTES.length)
                        .equals(new Copied(TEXT.length(), BYTES.length)));
        VERBS.put("TextView", m -> view(m).compareTo(TEXT) == 0);
        VERBS.put("TextView.hashCode", m -> view(m).hashCode() == TEXT.hashCode());
        VERBS.put("TextView.equals", m -> view(m).equals(OTHER));
        VERBS.put("TextView.copy", m -> m.texts().copy(OTHER, UTF_8, 0) == BYTES.length);
        VERBS.put("TextIndex", m -> {
            TextIndex index = TextIndex.of(view(m));
            return index.chars() == TEXT.length() && index.unitOffset(TEXT.length() / 2) == BYTES.length / 2;
        });
        VERBS.put("StringCache", m -> m.texts().getString(CACHE, 0, 4).equals("a\u20ac"));
        VERBS.put("StringCache, not short", m -> TEXT.startsWith(m.texts().getString(CACHE, 0, 100)));
    }

    static {
        VERBS.put("copyTerminated", m -> m.cStrings().copyTerminated(TEXT, UTF_8, 0) == BYTES.length);
        VERBS.put(
                "copyTerminatedTruncated",
                m -> m.cStrings()
                        .copyTerminatedTruncated(TEXT, UTF_8, 0, BYTES.length + 1)
                        .equals(new Copied(TEXT.length(), BYTES.length)));
        VERBS.put("getStringList", m -> Arrays.equals(m.cStrings().getStringList(0, UTF_8), new String[] {TEXT}));
        // The first char is the length: 97 bytes, the last of which starts a character.
        VERBS.put(
                "getStringPrefixed",
                m -> m.cStrings().getStringPrefixed(0, PREFIX, UTF_8).equals("\u20aca".repeat(24) + "\ufffd"));
        VERBS.put("copyPrefixed", m -> m.cStrings().copyPrefixed("\u20ac".repeat(32) + "a", UTF_8, 0, PREFIX) == 97);
    }

    private static TextView view(Memory memory) {
        return memory.texts().view(0, BYTES.length, UTF_8, REPLACE);
    }

    private static boolean isBoth(String[] strings) {
        return strings.length == 2 && strings[0].equals("a\u20ac") && strings[1].length() == TEXT.length() - 2;
    }

    static Set<String> verbs() {
        return VERBS.keySet();
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void ofASegment(String verb) throws Exception {
        race(verb, false);
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void ofABuffer(String verb) throws Exception {
        race(verb, true);
    }

    private static void race(String verb, boolean asBuffer) throws Exception {
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            Arena arena = Arena.ofShared();
            MemorySegment segment = arena.allocate(PLACES + 8L * ENDS.length);
            MemorySegment.copy(MemorySegment.ofArray(BYTES), 0, segment, 0, BYTES.length);
            MemorySegment.copy(MemorySegment.ofArray(ENDS), 0, segment, PLACES, 8L * ENDS.length);
            AtomicReference<Object> outcome = new AtomicReference<>();
            CountDownLatch started = new CountDownLatch(1);
            Thread user = new Thread(() -> outcome.set(use(VERBS.get(verb), memory(segment, asBuffer), started)));
            user.start();
            started.await();
            long spins = 200L * (i % 40);
            for (long spin = 0; spin < spins; spin++) {
                Thread.onSpinWait();
            }
            close(arena);
            user.join();
            assertEquals("closed", outcome.get(), verb);
        }
    }

    private static Memory memory(MemorySegment segment, boolean asBuffer) {
        if (asBuffer) {
            ByteBuffer buffer = segment.asByteBuffer();
            return new BufferMemory(SegmentKind.AS_BUFFER, buffer, buffer);
        }
        return new SegmentMemory(SegmentKind.SHARED, segment);
    }

    /** Calls it until the memory is gone. */
    private static Object use(Verb verb, Memory memory, CountDownLatch started) {
        try {
            while (true) {
                assertTrue(verb.isRight(memory), "a wrong result");
                started.countDown();
            }
        } catch (IllegalStateException e) {
            return "closed";
        } catch (Throwable e) {
            return e;
        } finally {
            started.countDown();
        }
    }

    /** Closing is refused while native code holds the segment. */
    private static void close(Arena arena) {
        while (arena.scope().isAlive()) {
            try {
                arena.close();
            } catch (IllegalStateException e) {
                Thread.onSpinWait();
            }
        }
    }
}
