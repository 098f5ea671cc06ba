package dev.unitstr.contract;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativePanicException;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Query;
import dev.unitstr.internal.memory.AddressRegion;
import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls a library that was built to panic when a flag asks it to. */
public final class PanicProbe {
    private static final int PANIC = 0x8000_0000;
    private static final String TEXT = "snowman \u26c4";
    private static final Charset UTF_8 = StandardCharsets.UTF_8;
    private static final MalformedPolicy REPLACE = MalformedPolicy.REPLACE;
    private static final ByteBuffer A_AND_ZERO = ByteBuffer.allocateDirect(2).put(0, (byte) 'a');

    private static final Map<String, Function<RegionStrings, Object>> VERBS = new LinkedHashMap<>();

    static {
        VERBS.put("getString", s -> s.getString(region(), 0, TEXT.getBytes(UTF_8).length, UTF_8, REPLACE));
        VERBS.put("copy", s -> s.copy(TEXT, UTF_8, 0, region(), 0, TEXT.length(), REPLACE));
        VERBS.put("encodedUnits", s -> s.encodedUnits(TEXT, UTF_8, REPLACE));
        VERBS.put(
                "contentEquals", s -> s.contentEquals(region(), 0, TEXT.getBytes(UTF_8).length, UTF_8, TEXT, REPLACE));
        VERBS.put("firstMalformed", s -> s.firstMalformed(region(), 0, TEXT.getBytes(UTF_8).length, UTF_8));
        VERBS.put("unitsToTerminator", s -> s.unitsToTerminator(terminated(s), 0, UTF_8));
    }

    private PanicProbe() {}

    /** The build of the library that panics. */
    public static Path library() {
        String file = System.getProperty("unitstr.panic.library");
        return file != null
                ? Path.of(file)
                : Checkout.root().resolve("target/test-panic").resolve(System.mapLibraryName("unitstr"));
    }

    /** The expected output. */
    public static List<String> expected(String binding) {
        List<String> lines = new ArrayList<>();
        for (String verb : VERBS.keySet()) {
            Object normal = VERBS.get(verb).apply(RegionStrings.using("java"));
            if (!binding.equals("java")) { // plain Java has no such flag
                lines.add(verb + ": panicked");
            }
            lines.add(verb + ": " + normal);
        }
        return lines;
    }

    public static void main(String[] names) {
        Binding binding = RegionStrings.using(names).binding();
        RegionStrings sound = new RegionStrings(binding);
        RegionStrings panicking = new RegionStrings(new Panicking(binding));
        VERBS.forEach((verb, call) -> {
            if (!binding.name().equals("java")) {
                try {
                    System.out.println(verb + ": " + call.apply(panicking));
                } catch (NativePanicException e) {
                    boolean says =
                            !binding.lastPanic().isEmpty() && e.getMessage().contains(binding.lastPanic());
                    System.out.println(verb + ": " + (says ? "panicked" : "panicked without a reason: " + e));
                }
            }
            System.out.println(verb + ": " + call.apply(sound));
        });
    }

    private static Region region() {
        return new ArrayRegion(TEXT.getBytes(UTF_8));
    }

    /** In native memory, which plain Java does not reach: the search for a zero elsewhere is done in Java. */
    private static Region terminated(RegionStrings strings) {
        return strings.binding().name().equals("java")
                ? new ArrayRegion(new byte[] {'a', 0})
                : new AddressRegion(Addresses.of(A_AND_ZERO), A_AND_ZERO.capacity());
    }

    /** Adds the flag to every call, where flags or another small number are. */
    private static final class Panicking extends DelegatingBinding {
        Panicking(Binding sound) {
            super(sound);
        }

        @Override
        public long decode(
                @Nullable Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
            return super.decode(base, offset, bytes, encoding, flags | PANIC, latin1, chars);
        }

        @Override
        public long encode(
                char[] source, int chars, @Nullable Object base, long offset, long capacity, int encoding, int flags) {
            return super.encode(source, chars, base, offset, capacity, encoding, flags | PANIC);
        }

        @Override
        public long measure(char[] source, int chars, int encoding, int flags) {
            return super.measure(source, chars, encoding, flags | PANIC);
        }

        @Override
        public long findZero(@Nullable Object base, long offset, long maxUnits, int unitSize) {
            return super.findZero(base, offset, maxUnits, unitSize | PANIC);
        }

        @Override
        public long contentEquals(
                @Nullable Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
            return super.contentEquals(base, offset, bytes, encoding, flags | PANIC, text, chars);
        }

        @Override
        public long query(@Nullable Object base, long offset, int bytes, int encoding, int flags, Query query) {
            return super.query(base, offset, bytes, encoding, flags | PANIC, query);
        }
    }
}
