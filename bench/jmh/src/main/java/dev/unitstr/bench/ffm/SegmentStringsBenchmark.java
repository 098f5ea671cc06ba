package dev.unitstr.bench.ffm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.UnitCharsets;
import dev.unitstr.bench.Settings;
import dev.unitstr.bench.Texts;
import dev.unitstr.ffm.SegmentStrings;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Strings in native segments, by unitstr. {@link JdkSegmentsBenchmark} has a counterpart for each. */
public class SegmentStringsBenchmark extends Settings {
    /** The binding. */
    @Param({"java", "jni", "ffm"})
    public String binding = "java";

    private final Segments utf8Ascii20 = new Segments(UTF_8, Texts.ascii(20));
    private final Segments utf16Ascii100 = new Segments(UnitCharsets.UTF_16, Texts.ascii(100));
    private final Segments utf16Cjk1000 = new Segments(UnitCharsets.UTF_16, Texts.cjk(1000));
    private final Segments utf32Ascii100 = new Segments(UnitCharsets.UTF_32, Texts.ascii(100));
    private final Segments utf16Ascii20 = new Segments(UnitCharsets.UTF_16, Texts.ascii(20));
    private final Segments utf8Cjk100 = new Segments(UTF_8, Texts.cjk(100));

    /** For JMH. */
    public SegmentStringsBenchmark() {}

    /** Chooses the binding and checks its results. */
    @Setup
    public void setUp() {
        choose(binding);
        utf8Ascii20.checkReads(this::readUtf8Ascii20);
        utf16Ascii100.checkReads(this::readUtf16Ascii100);
        utf16Cjk1000.checkReads(this::readUtf16Cjk1000);
        utf32Ascii100.checkReads(this::readUtf32Ascii100);
        utf16Ascii20.checkWrites(this::writeUtf16Ascii20);
        utf8Cjk100.checkWrites(this::writeUtf8Cjk100);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf8Ascii20() {
        return SegmentStrings.getString(utf8Ascii20.source(next()), 0, 20, UTF_8);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf16Ascii100() {
        return SegmentStrings.getString(utf16Ascii100.source(next()), 0, 100, UnitCharsets.UTF_16);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf16Cjk1000() {
        return SegmentStrings.getString(utf16Cjk1000.source(next()), 0, 1000, UnitCharsets.UTF_16);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf32Ascii100() {
        return SegmentStrings.getString(utf32Ascii100.source(next()), 0, 100, UnitCharsets.UTF_32);
    }

    /** Writes. */
    @Benchmark
    public void writeUtf16Ascii20() {
        SegmentStrings.copy(utf16Ascii20.text(next()), UnitCharsets.UTF_16, 0, utf16Ascii20.target, 0, 20);
    }

    /** Writes. */
    @Benchmark
    public void writeUtf8Cjk100() {
        SegmentStrings.copy(utf8Cjk100.text(next()), UTF_8, 0, utf8Cjk100.target, 0, 100);
    }
}
