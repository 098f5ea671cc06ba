package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.Copied;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.binding.Packed;
import dev.unitstr.internal.binding.Query;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All bindings of this JVM, side by side: the same result, exception and memory for the same arguments, bad ones too. */
@EveryRun
@Tag("jdk")
@Tag("route")
class ParityContract {
    private static final int ORDINARY = 2_000;
    private static final int SIZE = 96;
    private static final int WRITABLE = 3; // the operations below the verbs trust that someone looked
    private static final int[] PIECES = {0, Flags.MORE, Flags.CONTINUED, Flags.MORE | Flags.CONTINUED};

    private final List<Regions.Maker> regions = Kinds.HERE.regions();

    static List<Charset> charsets() {
        return Charsets.oursAnd("windows-1252", "Shift_JIS", "ISO-2022-JP", "ISO-2022-CN", "JIS_X0212-1990");
    }

    /** A verb with its arguments. */
    private interface Verb {
        Object call(RegionStrings strings, Region region) throws Exception;
    }

    @Test
    void isAmongAllBindingsThatCanWorkHere() {
        assertEquals(
                Bindings.names(), Bindings.all().stream().map(Binding::name).toList());
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void holdsForEveryVerb(Charset charset) {
        SplittableRandom random = Run.random(charset);
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            byte[] memory = content(random, charset);
            Regions.Maker maker = regions.get(random.nextInt(regions.size()));
            Described verb = verb(random, charset);
            List<String> outcomes = new ArrayList<>();
            for (String name : Bindings.names()) {
                Regions region = maker.of(memory);
                String outcome = outcome(verb.call, RegionStrings.using(name), region.region());
                outcomes.add(outcome + " leaving " + Hex.of(region.content().get()));
            }
            for (String outcome : outcomes) {
                assertEquals(
                        outcomes.get(0),
                        outcome,
                        () -> charset + " " + verb.name + " of " + Hex.of(memory) + " by " + Bindings.names());
            }
        }
    }

    private static byte[] content(SplittableRandom random, Charset charset) {
        byte[] bytes = new byte[SIZE];
        byte[] text = Encoded.next(random, charset, SIZE);
        System.arraycopy(text, 0, bytes, 0, Math.min(text.length, SIZE - random.nextInt(9)));
        return bytes;
    }

    private record Described(String name, Verb call) {}

    private static Described verb(SplittableRandom random, Charset charset) {
        MalformedPolicy policy = random.nextBoolean() ? MalformedPolicy.REPLACE : MalformedPolicy.REPORT;
        long offset = number(random, 8, SIZE);
        long units = number(random, SIZE / Charsets.unitSize(charset), SIZE);
        String text = Texts.next(random, 24);
        int srcIndex = (int) number(random, 3, text.length());
        int numChars = (int) number(random, Math.max(text.length() - 3, 0), text.length());
        String about = "(offset " + offset + ", units " + units + ", from " + srcIndex + ", chars " + numChars + ", "
                + policy + ", " + Hex.of(text) + ")";
        return switch (random.nextInt(13)) {
            case 0 ->
                new Described("getString" + about, (s, r) -> Hex.of(s.getString(r, offset, units, charset, policy)));
            case 1 ->
                new Described(
                        "getStringTerminated" + about,
                        (s, r) -> Hex.of(s.getStringTerminated(r, offset, charset, policy)));
            case 2 ->
                new Described(
                        "getStringTerminated, maximum" + about,
                        (s, r) -> Hex.of(s.getStringTerminated(r, offset, units, charset, policy)));
            case 3 ->
                new Described("copy" + about, (s, r) -> s.copy(text, charset, srcIndex, r, offset, numChars, policy));
            case 4 ->
                new Described(
                        "copyTruncated" + about,
                        (s, r) -> copied(s.copyTruncated(text, charset, srcIndex, r, offset, units, policy)));
            case 5 ->
                new Described(
                        "copyField" + about,
                        (s, r) -> copied(s.copyField(text, charset, r, offset, units, numChars % 2 == 0, policy)));
            case 6 ->
                new Described("encode" + about, (s, r) -> Hex.of(s.encode(text, charset, srcIndex, numChars, policy)));
            case 7 -> new Described("encodedUnits" + about, (s, r) -> s.encodedUnits(text, charset, policy));
            case 8 -> new Described("unitsToTerminator" + about, (s, r) -> s.unitsToTerminator(r, offset, charset));
            case 9 ->
                new Described("contentEquals" + about, (s, r) -> {
                    String same =
                            RegionStrings.using("java").getString(r, offset, units, charset, MalformedPolicy.REPLACE);
                    String other = numChars % 2 == 0 ? same : same.substring(same.length() / 2) + text;
                    return s.contentEquals(r, offset, units, charset, other, policy);
                });
            case 10 ->
                new Described("decode to chars" + about, (s, r) -> {
                    char[] chars = new char[SIZE];
                    int written = s.decode(r, offset, units, charset, chars, srcIndex, policy);
                    return written + " " + Hex.of(new String(chars, srcIndex, written));
                });
            case 11 -> new Described("firstMalformed" + about, (s, r) -> s.firstMalformed(r, offset, units, charset));
            default ->
                new Described("decode" + about, (s, r) -> {
                    StringBuilder appended = new StringBuilder();
                    s.decode(r, offset, units, charset, appended, policy);
                    return Hex.of(appended);
                });
        };
    }

    private static String copied(Copied copied) {
        return copied.toString();
    }

    /** Mostly small, at times at a limit, at times absurd. */
    private static long number(SplittableRandom random, int usual, int limit) {
        return switch (random.nextInt(16)) {
            case 0 -> limit + random.nextInt(-2, 3);
            case 1 -> random.nextInt(-2, 1);
            case 2 -> random.nextBoolean() ? Long.MAX_VALUE : Integer.MAX_VALUE;
            case 3 -> random.nextBoolean() ? Long.MIN_VALUE : Integer.MIN_VALUE;
            default -> random.nextInt(usual + 1);
        };
    }

    private static String outcome(Verb verb, RegionStrings strings, Region region) {
        try {
            return String.valueOf(verb.call(strings, region));
        } catch (MalformedTextException e) {
            return e + " " + e.charset() + " " + e.kind() + " " + e.byteOffset() + "+" + e.byteCount() + " "
                    + e.unitOffset() + "+" + e.unitCount() + " " + e.charIndex() + "+" + e.charCount() + " "
                    + e.unitsWritten();
        } catch (Exception e) {
            return e.toString();
        }
    }

    /** Below the verbs: every field of the packed long, and every element of the arrays. */
    @ParameterizedTest
    @MethodSource("ours")
    void holdsForEveryOperation(Charset charset) {
        SplittableRandom random = Run.random("~" + charset);
        List<Binding> bindings = Bindings.all();
        for (int i = Run.times(ORDINARY); i > 0; i--) {
            byte[] memory = content(random, charset);
            long seed = random.nextLong();
            List<String> outcomes = bindings.stream()
                    .map(b -> operation(new SplittableRandom(seed), b, charset, memory))
                    .toList();
            for (String outcome : outcomes) {
                assertEquals(outcomes.get(0), outcome, () -> charset + " " + Hex.of(memory) + " seed " + seed);
            }
        }
    }

    static List<Charset> ours() {
        return Charsets.ours();
    }

    private static String operation(SplittableRandom random, Binding binding, Charset charset, byte[] memory) {
        Regions held = Regions.MAKERS.get(random.nextInt(WRITABLE)).of(memory);
        Region region = held.region();
        int id = Encoding.of(charset).id();
        int flags = (random.nextBoolean() ? Flags.REPLACE : Flags.REPORT) | PIECES[random.nextInt(PIECES.length)];
        int offset = random.nextInt(9);
        Object base = region.base();
        long start = region.start() + offset;
        int bytes = random.nextInt(SIZE - offset + 1);
        char[] text = Texts.next(random, 24).toCharArray();
        switch (random.nextInt(6)) {
            case 0:
                byte[] latin1 = new byte[bytes];
                char[] chars = new char[bytes];
                int form = random.nextInt(4) == 0 ? Flags.CHARS : 0;
                long decoded = binding.decode(base, start, bytes, id, flags | form, latin1, chars);
                String got = Packed.isError(decoded)
                        ? ""
                        : Packed.isChars(decoded)
                                ? new String(chars, 0, Packed.written(decoded))
                                : new String(latin1, 0, Packed.written(decoded), StandardCharsets.ISO_8859_1);
                return "decode " + offset + " " + bytes + " " + flags + " " + packed(decoded) + " " + Hex.of(got);
            case 1:
                long encoded = binding.encode(text, text.length, base, start, bytes, id, flags);
                return "encode " + Hex.of(new String(text)) + " " + flags + " " + packed(encoded) + " "
                        + Hex.of(held.content().get());
            case 2:
                return "measure " + Hex.of(new String(text)) + " "
                        + packed(binding.measure(text, text.length, id, flags));
            case 3:
                int unitSize = Charsets.unitSize(charset);
                return "findZero " + binding.findZero(base, start, bytes / unitSize, unitSize);
            case 4:
                Query query = Query.values()[random.nextInt(Query.values().length)];
                return query + " " + offset + " " + bytes + " " + flags + " "
                        + packed(binding.query(base, start, bytes, id, flags, query));
            default:
                char[] same = Oracle.decode(Arrays.copyOfRange(memory, offset, offset + bytes), charset)
                        .toCharArray();
                int keep = random.nextInt(same.length + 1);
                if (random.nextBoolean() && keep < same.length) {
                    same[keep] ^= 1;
                    keep = same.length;
                }
                return "contentEquals " + offset + " " + bytes + " " + flags + " "
                        + packed(binding.contentEquals(base, start, bytes, id, flags, same, keep));
        }
    }

    private static String packed(long packed) {
        return Packed.isError(packed)
                ? "error " + Packed.error(packed)
                : "status " + Packed.status(packed) + " read " + Packed.read(packed) + " written "
                        + Packed.written(packed) + " bad " + Packed.bad(packed)
                        + (Packed.isChars(packed) ? " chars" : "");
    }
}
