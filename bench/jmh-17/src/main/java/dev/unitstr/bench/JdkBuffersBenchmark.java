package dev.unitstr.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.UnitCharsets;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** What one writes for {@link BufferStringsBenchmark} with the JDK alone: a byte array, a bulk copy and a charset. */
public class JdkBuffersBenchmark extends Settings {
    private final Buffers utf16Ascii100 = new Buffers(UnitCharsets.UTF_16, Texts.ascii(100));
    private final Buffers utf32Ascii100 = new Buffers(UnitCharsets.UTF_32, Texts.ascii(100));
    private final Buffers utf8Cjk100 = new Buffers(UTF_8, Texts.cjk(100));

    /** For JMH. */
    public JdkBuffersBenchmark() {}

    /** Checks the results. */
    @Setup
    public void setUp() {
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
        return read(utf16Ascii100.source(next()), 200, UnitCharsets.UTF_16);
    }

    /**
     * Reads.
     *
     * @return the text
     */
    @Benchmark
    public String readUtf32Ascii100() {
        return read(utf32Ascii100.source(next()), 400, UnitCharsets.UTF_32);
    }

    /** Writes. */
    @Benchmark
    public void writeUtf8Cjk100() {
        utf8Cjk100.target.put(0, utf8Cjk100.text(next()).getBytes(UTF_8));
    }

    private static String read(ByteBuffer source, int bytes, Charset charset) {
        byte[] copy = new byte[bytes];
        source.get(0, copy);
        return new String(copy, charset);
    }
}
