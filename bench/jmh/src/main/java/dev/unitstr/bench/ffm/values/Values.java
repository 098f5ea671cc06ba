package dev.unitstr.bench.ffm.values;

import dev.unitstr.Ucs4String;
import dev.unitstr.bench.Forks;
import dev.unitstr.bench.WrongText;
import dev.unitstr.bench.tensor.Rivals;
import dev.unitstr.ffm.SegmentTexts;
import dev.unitstr.ffm.values.SegmentSlots;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.values.Dialect;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Values in slots, text by code points, and what a native call that does nothing costs, the yardstick: on a busy machine
 * only ratios to it say something.
 */
public class Values extends Forks {
    private static final int MANY = 1024; // a power of two
    private static final Critical CRITICAL = new Critical();

    /** The dialect of slots. */
    @Param("TVM_FFI")
    public String layout = "TVM_FFI";

    private final int[] places = new int[MANY];
    private int next;
    private String text = "";
    private @Nullable Ucs4String units;
    private @Nullable SegmentSlots slots;

    /** For JMH. */
    public Values() {}

    /**
     * Makes a text of so many code points, half of them beyond the BMP, and slots.
     *
     * @param params which benchmark this is
     */
    @Setup
    public void setUp(BenchmarkParams params) {
        begin(params);
        Random random = new Random(size);
        int[] points = random.ints(size, 0, 2)
                .map(half -> half == 0 ? 'a' + random.nextInt(26) : 0x1F300 + random.nextInt(0x300))
                .toArray();
        text = new String(points, 0, size);
        MemorySegment memory = Arena.global().allocateFrom(ValueLayout.JAVA_INT, points);
        units = SegmentTexts.wrapUcs4(memory);
        slots = SegmentValues.allocate(Dialect.valueOf(layout), MANY, Arena.global());
        for (int i = 0; i < MANY; i++) {
            places[i] = random.nextInt(size);
            slots.set(i, "v" + i % 1000);
        }
        for (int i = 0; i < MANY; i++) {
            WrongText.unlessEqual(jdks(places[i]), ours(places[i]));
            WrongText.unlessEqual("v" + i % 1000, slots.at(i).asString());
        }
    }

    private int ours(int place) {
        return units.codePointAt(place);
    }

    private int jdks(int place) {
        return text.codePointAt(text.offsetByCodePoints(0, place));
    }

    private int next() {
        return next++ & MANY - 1;
    }

    /**
     * Asks for any code point of a text.
     *
     * @return the code point
     */
    @Benchmark
    public int codePoint() {
        int place = places[next()];
        return switch (contender) {
            case "jdk" -> jdks(place);
            case "jninop" -> (int) Rivals.nothing(); // the yardstick
            default -> ours(place);
        };
    }

    /**
     * Reads a short string out of a slot.
     *
     * @return the string
     */
    @Benchmark
    public String readSlot() {
        return slots.at(next()).asString();
    }

    /**
     * Writes a short string into a slot.
     *
     * @return which
     */
    @Benchmark
    public int writeSlot() {
        int i = next();
        slots.set(i, "value");
        return i;
    }

    /**
     * Calls a native function that does nothing, by JNI or by a critical call of FFM.
     *
     * @return 0
     */
    @Benchmark
    public long nothing() {
        return contender.equals("native") ? Rivals.nothing() : CRITICAL.nop();
    }
}
