package dev.unitstr.bench.ffm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.UnitCharsets;
import dev.unitstr.bench.Settings;
import dev.unitstr.bench.Texts;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** The JDK's counterparts of {@link SegmentStringsBenchmark}: they need a terminator, and write one. */
public class JdkSegmentsBenchmark extends Settings {
    private final Segments utf8Ascii20 = new Segments(UTF_8, Texts.ascii(20));
    private final Segments utf16Ascii100 = new Segments(UnitCharsets.UTF_16, Texts.ascii(100));
    private final Segments utf16Cjk1000 = new Segments(UnitCharsets.UTF_16, Texts.cjk(1000));
    private final Segments utf32Ascii100 = new Segments(UnitCharsets.UTF_32, Texts.ascii(100));
    private final Segments utf16Ascii20 = new Segments(UnitCharsets.UTF_16, Texts.ascii(20));
    private final Segments utf8Cjk100 = new Segments(UTF_8, Texts.cjk(100));

    /** For JMH. */
    public JdkSegmentsBenchmark() {}

    /** Checks the results. */
    @Setup
    public void setUp() {
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
        return utf8Ascii20.source(next()).getString(0, UTF_8);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf16Ascii100() {
        return utf16Ascii100.source(next()).getString(0, UnitCharsets.UTF_16);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf16Cjk1000() {
        return utf16Cjk1000.source(next()).getString(0, UnitCharsets.UTF_16);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf32Ascii100() {
        return utf32Ascii100.source(next()).getString(0, UnitCharsets.UTF_32);
    }

    /** Writes. */
    @Benchmark
    public void writeUtf16Ascii20() {
        utf16Ascii20.target.setString(0, utf16Ascii20.text(next()), UnitCharsets.UTF_16);
    }

    /** Writes. */
    @Benchmark
    public void writeUtf8Cjk100() {
        utf8Cjk100.target.setString(0, utf8Cjk100.text(next()), UTF_8);
    }
}
