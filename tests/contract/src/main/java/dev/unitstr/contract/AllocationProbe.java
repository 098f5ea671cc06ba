package dev.unitstr.contract;

import dev.unitstr.BufferStrings;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringCache;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;

/**
 * Measures what operations allocate in a JVM that has used memory of every kind, so that the compiler can't keep an object
 * off the heap because it has seen only one class of it.
 */
public final class AllocationProbe {
    /** The size of each memory, in bytes. */
    public static final int SIZE = 512;
    /** The offset of the text to read, in bytes. */
    public static final int READ_AT = 3;
    /** The offset at which text is written, in bytes. */
    public static final int WRITE_AT = 256;

    /** A text of Latin-1, so that a string of it has one size. */
    public static final String TEXT = "n\u00e4chster Halt: \u00dcberm\u00fchle";
    /** A text beyond Latin-1, short enough for every route of short texts. */
    public static final String SHORT = "\u4e2d\u6587";

    /** How often each kind of memory has its turn, and is used then with each charset, before anything is measured. */
    private static final int TURNS = 8;

    private static final int USES = 500;
    private static final int CALLS = 3_000;
    /** It may take some rounds until everything is compiled; code that is not may allocate. */
    private static final int ROUNDS = 100;
    /** The tolerance in bytes per call, because the JVM itself allocates sometimes. */
    private static final double NOTHING = 0.05;

    private static final int RECORD_BYTES = 24;
    /** What a call of a decoder, and of an encoder, may allocate for objects whose size does not depend on the text. */
    private static final int DECODER_BYTES = 200;

    private static final int ENCODER_BYTES = 64;
    /** The same for text that is appended to a builder. */
    public static final int APPEND_BYTES = 200;
    /** The same for a cache and memory at an address. */
    private static final int CACHE_BYTES = 40;

    private static final char[] CHARS = new char[2 * SIZE];
    /** A text that is longer than the memory. */
    private static final String LONG = TEXT.repeat(40);

    /** Texts other than strings, which contain {@link #TEXT}. */
    public static final List<CharSequence> SEQUENCES = List.of(
            new StringBuilder(TEXT),
            CharBuffer.wrap(("x" + TEXT).toCharArray(), 1, TEXT.length()),
            ByteBuffer.allocateDirect(2 * TEXT.length())
                    .asCharBuffer()
                    .put(TEXT)
                    .flip());

    private static final String EMOJI = "\ud83d\ude00";
    private static final String HIGH = EMOJI.substring(0, 1);
    private static final String LOW = EMOJI.substring(1);
    private static final long STRING_BYTES = stringBytes();

    private static final List<Charset> CHARSETS = Run.some(
            List.of(
                    StandardCharsets.UTF_8,
                    StandardCharsets.UTF_16LE,
                    Charset.forName("UTF-32LE"),
                    StandardCharsets.ISO_8859_1,
                    StandardCharsets.UTF_16BE,
                    StandardCharsets.UTF_16),
            "charsets");

    private static Object kept;
    private static long sum;
    private static int turn;

    private final List<Use> uses = new ArrayList<>();

    /** An operation on memory of one kind, in all charsets. */
    private record Use(String name, List<Call> calls, long allowed) {}

    /** Calls an operation; the number depends on its result. */
    @FunctionalInterface
    public interface Call {
        long run();
    }

    public static void main(String[] args) {
        AllocationProbe probe = new AllocationProbe();
        probe.addBuffers();
        probe.run(Long.parseLong(args[0]));
    }

    private static long stringBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            least = Math.min(least, Allocation.bytes(() -> kept = new String(TEXT.toCharArray())));
        }
        return least - Allocation.bytes(() -> kept = TEXT.toCharArray());
    }

    /**
     * Adds an operation whose result is a number.
     *
     * @param name what it is
     * @param call gives the call for a charset
     */
    public void add(String name, Function<Charset, Call> call) {
        add(name, call, 0);
    }

    /** Adds an operation whose result is {@link #TEXT}. */
    public void addString(String name, Function<Charset, Call> call) {
        add(name, call, STRING_BYTES);
    }

    /** Adds an operation whose result is a record of two numbers. */
    public void addRecord(String name, Function<Charset, Call> call) {
        add(name, call, RECORD_BYTES);
    }

    /** Adds the operations on buffers of all kinds, on addresses, and on no memory. */
    public void addBuffers() {
        for (BufferKind kind : BufferKind.ALL) {
            if (kind == BufferKind.ADDRESS) {
                if (Run.reachesAddresses()) {
                    addAddress();
                }
            } else {
                addBuffers(kind.toString(), kind::buffer);
            }
        }
        add("encodedUnits", charset -> () -> BufferStrings.encodedUnits(TEXT, charset));
        add("encodedUnits of sequences", charset -> ofNext(src -> BufferStrings.encodedUnits(src, charset)));
    }

    /** Adds the operations on buffers of a kind, and on read-only views of them. */
    public void addBuffers(String kind, IntFunction<ByteBuffer> allocate) {
        addReads(kind, charset -> withText(allocate.apply(SIZE), charset));
        addReads(
                kind + " (read-only)",
                charset -> withText(allocate.apply(SIZE), charset).asReadOnlyBuffer());
        ByteBuffer memory = allocate.apply(SIZE);
        int length = TEXT.length();
        add(
                "copy to " + kind,
                charset -> () -> BufferStrings.copy(TEXT, charset, 0, memory, WRITE_AT, length)
                        + BufferStrings.copy(SHORT, charset, 0, memory, WRITE_AT, 2));
        addRecord(
                "copyTruncated to " + kind,
                charset -> () -> BufferStrings.copyTruncated(TEXT, charset, 0, memory, WRITE_AT, 12)
                        .units());
        addRecord(
                "copyField to " + kind,
                charset -> () -> BufferStrings.copyField(TEXT, charset, memory, WRITE_AT, 40, false)
                        .units());
        add(
                "copy of sequences to " + kind,
                charset -> ofNext(src -> BufferStrings.copy(src, charset, 0, memory, WRITE_AT, length)));
        addRecord(
                "copyTruncated of a builder to " + kind,
                charset -> () -> BufferStrings.copyTruncated(SEQUENCES.get(0), charset, 0, memory, WRITE_AT, 12)
                        .units());
        addWrites(kind, new BufferTextAccess(memory));
    }

    /**
     * Returns a call of an operation on one of {@link #SEQUENCES}, another one each time. The operation is made once: an
     * object for each call would be counted.
     */
    public static Call ofNext(ToLongFunction<CharSequence> operation) {
        return () -> {
            turn = (turn + 1) % SEQUENCES.size();
            return operation.applyAsLong(SEQUENCES.get(turn));
        };
    }

    private static ByteBuffer withText(ByteBuffer memory, Charset charset) {
        BufferStrings.copy(TEXT, charset, memory, READ_AT);
        return memory;
    }

    private void addReads(String kind, Function<Charset, ByteBuffer> text) {
        addString("getString from " + kind, charset -> {
            ByteBuffer memory = text.apply(charset);
            long units = BufferStrings.encodedUnits(TEXT, charset);
            return () -> keep(BufferStrings.getString(memory, READ_AT, units, charset));
        });
        addString("getStringTerminated from " + kind, charset -> {
            ByteBuffer memory = text.apply(charset);
            return () -> keep(BufferStrings.getStringTerminated(memory, READ_AT, charset));
        });
        add("decode from " + kind, charset -> {
            ByteBuffer memory = text.apply(charset);
            long units = BufferStrings.encodedUnits(TEXT, charset);
            return () -> BufferStrings.decode(memory, READ_AT, units, charset, CHARS, 1);
        });
        add("contentEquals of " + kind, charset -> {
            ByteBuffer memory = text.apply(charset);
            long units = BufferStrings.encodedUnits(TEXT, charset);
            return () -> BufferStrings.contentEquals(memory, READ_AT, units, charset, TEXT) ? 1 : 0;
        });
        add("contentEquals of " + kind + " to sequences", charset -> {
            ByteBuffer memory = text.apply(charset);
            long units = BufferStrings.encodedUnits(TEXT, charset);
            return ofNext(src -> BufferStrings.contentEquals(memory, READ_AT, units, charset, src) ? 1 : 0);
        });
        addAppend(kind, charset -> {
            ByteBuffer memory = text.apply(charset);
            long units = BufferStrings.encodedUnits(TEXT, charset);
            return dst -> BufferStrings.decode(memory, READ_AT, units, charset, dst);
        });
        add("unitsToTerminator in " + kind, charset -> {
            ByteBuffer memory = text.apply(charset);
            return () -> BufferStrings.unitsToTerminator(memory, READ_AT, charset);
        });
        addTextReads(kind, charset -> new BufferTextAccess(text.apply(charset)), 0);
    }

    /** An operation that appends text. */
    @FunctionalInterface
    public interface Append {
        void to(Appendable dst) throws IOException;
    }

    /** Adds an operation that appends {@link #TEXT}, to a builder that is large enough. */
    public void addAppend(String kind, Function<Charset, Append> operation) {
        StringBuilder dst = new StringBuilder("\u4e2d".repeat(SIZE)); // Latin-1 would be inflated anew each time
        add(
                "decode into a builder from " + kind,
                charset -> {
                    Append append = operation.apply(charset);
                    return () -> {
                        dst.setLength(1);
                        try {
                            append.to(dst);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                        return dst.length();
                    };
                },
                APPEND_BYTES);
    }

    /**
     * Adds decoders and caches that read text.
     *
     * @param kind the kind of the memory
     * @param text returns memory with {@link #TEXT}, and zeros after it
     * @param cacheBytes what a cache may allocate, in bytes for each call
     */
    public void addTextReads(String kind, Function<Charset, ? extends TextAccess> text, long cacheBytes) {
        Function<Charset, Call> decoder = charset -> {
            TextAccess memory = text.apply(charset);
            TextDecoder tested = TextDecoder.of(charset);
            int first = Charsets.unitSize(charset) == 1 ? 2 : 3; // ends within a character
            return () -> {
                tested.reset();
                int chars = memory.decode(tested, READ_AT, first, CHARS, 0);
                chars += memory.decode(tested, READ_AT + first, SIZE - READ_AT - first, CHARS, chars);
                return chars + tested.flush(CHARS, chars);
            };
        };
        add("a decoder of " + kind, decoder, 3 * DECODER_BYTES);
        Function<Charset, Call> cache = charset -> {
            TextAccess memory = text.apply(charset);
            StringCache tested = StringCache.of(charset, MalformedPolicy.REPLACE, 8);
            long units = BufferStrings.encodedUnits(TEXT, charset);
            return () -> memory.getString(tested, READ_AT, units).length()
                    + memory.getString(tested, READ_AT, 3).length();
        };
        add("a cache of texts in " + kind, cache, 2 * cacheBytes);
    }

    /**
     * Adds encoders.
     *
     * @param kind the kind of the memory
     * @param memory the memory to write
     */
    public void addWrites(String kind, TextAccess memory) {
        Function<Charset, Call> encoder = charset -> {
            TextEncoder tested = TextEncoder.of(charset);
            CharSequence[] sources = {HIGH, LOW, LONG, new StringBuilder(LONG), CharBuffer.wrap(LONG.toCharArray())};
            long units = (SIZE - WRITE_AT) / Charsets.unitSize(charset);
            return () -> {
                tested.reset();
                int chars = 0;
                for (CharSequence src : sources) {
                    chars += memory.encode(tested, src, 0, WRITE_AT, units).chars();
                }
                return chars + memory.flush(tested, WRITE_AT, 0);
            };
        };
        add("an encoder to " + kind, encoder, 5 * RECORD_BYTES + 6 * ENCODER_BYTES);
    }

    /**
     * Adds an operation that may allocate some bytes for each call.
     *
     * @param name what it is
     * @param call gives the call for a charset
     * @param allowed the number of bytes
     */
    public void add(String name, Function<Charset, Call> call, long allowed) {
        uses.add(new Use(name, CHARSETS.stream().map(call).toList(), allowed));
    }

    private void addAddress() {
        ByteBuffer memory = ByteBuffer.allocateDirect(SIZE * CHARSETS.size());
        NativeMemory to = NativeMemory.of(Addresses.of(memory), SIZE);
        Function<Charset, NativeMemory> at = charset -> {
            ByteBuffer place = memory.slice(SIZE * CHARSETS.indexOf(charset), SIZE);
            withText(place, charset);
            kept = memory;
            return NativeMemory.of(Addresses.of(place), SIZE);
        };
        String kind = "an address";
        addString("getString from " + kind, charset -> {
            NativeMemory address = at.apply(charset);
            long units = BufferStrings.encodedUnits(TEXT, charset);
            return () -> keep(address.getString(READ_AT, units, charset));
        });
        add("decode from " + kind, charset -> {
            NativeMemory address = at.apply(charset);
            long units = BufferStrings.encodedUnits(TEXT, charset);
            return () -> address.decode(READ_AT, units, charset, CHARS, 1);
        });
        add("contentEquals of " + kind, charset -> {
            NativeMemory address = at.apply(charset);
            long units = BufferStrings.encodedUnits(TEXT, charset);
            return () -> address.contentEquals(READ_AT, units, charset, TEXT) ? 1 : 0;
        });
        add("unitsToTerminator in " + kind, charset -> {
            NativeMemory address = at.apply(charset);
            return () -> address.unitsToTerminator(READ_AT, charset);
        });
        int length = TEXT.length();
        add("copy to " + kind, charset -> () -> to.copy(TEXT, charset, 0, WRITE_AT, length) + memory.capacity());
        addRecord(
                "copyTruncated to " + kind,
                charset ->
                        () -> to.copyTruncated(TEXT, charset, 0, WRITE_AT, 12).units() + memory.capacity());
        addRecord(
                "copyField to " + kind,
                charset ->
                        () -> to.copyField(TEXT, charset, WRITE_AT, 40, false).units() + memory.capacity());
        addTextReads(kind, charset -> new AddressTextAccess(at.apply(charset)), CACHE_BYTES);
        addWrites(kind, new AddressTextAccess(to));
    }

    /** Puts a result on the heap. */
    public static long keep(String text) {
        kept = text;
        return text.length();
    }

    /**
     * Uses everything, then measures, and prints what allocates too much.
     *
     * @param more what each operation may allocate besides its result, in bytes
     */
    public void run(long more) {
        for (int turn = 0; turn < TURNS; turn++) {
            for (Use use : uses) {
                call(use, USES);
            }
        }
        for (Use use : uses) {
            double bytes = Double.MAX_VALUE;
            for (int round = 0; round < ROUNDS && bytes > use.allowed + more + NOTHING; round++) {
                bytes = Allocation.bytes(() -> call(use, CALLS)) / (double) (CALLS * CHARSETS.size());
            }
            if (bytes > use.allowed + more + NOTHING) {
                System.out.printf(Locale.ROOT, "%s: %.1f bytes, allowed %d%n", use.name, bytes, use.allowed + more);
            }
        }
        System.out.println(uses.size() + " measured" + (sum == 1 ? "!" : ""));
    }

    private static void call(Use use, int times) {
        for (Call call : use.calls) {
            for (int i = 0; i < times; i++) {
                sum += call.run();
            }
        }
    }
}
