package dev.unitstr.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.BufferStrings;
import dev.unitstr.UnitCharsets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Strings in direct buffers, by unitstr. {@link JdkBuffersBenchmark} has a counterpart for each. */
public class BufferStringsBenchmark extends Settings {
    /** The binding; on JDK 25 also {@code -p binding=ffm}. */
    @Param({"java", "jni"})
    public String binding = "java";

    private final Buffers utf16Ascii100 = new Buffers(UnitCharsets.UTF_16, Texts.ascii(100));
    private final Buffers utf32Ascii100 = new Buffers(UnitCharsets.UTF_32, Texts.ascii(100));
    private final Buffers utf8Cjk100 = new Buffers(UTF_8, Texts.cjk(100));

    /** For JMH. */
    public BufferStringsBenchmark() {}

    /** Chooses the binding and checks its results. */
    @Setup
    public void setUp() {
        choose(binding);
        utf16Ascii100.checkReads(this::readUtf16Ascii100);
        utf32Ascii100.checkReads(this::readUtf32Ascii100);
        utf8Cjk100.checkWrites(this::writeUtf8Cjk100);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf16Ascii100() {
        return BufferStrings.getString(utf16Ascii100.source(next()), 0, 100, UnitCharsets.UTF_16);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf32Ascii100() {
        return BufferStrings.getString(utf32Ascii100.source(next()), 0, 100, UnitCharsets.UTF_32);
    }

    /** Writes. */
    @Benchmark
    public void writeUtf8Cjk100() {
        BufferStrings.copy(utf8Cjk100.text(next()), UTF_8, 0, utf8Cjk100.target, 0, 100);
    }
}
