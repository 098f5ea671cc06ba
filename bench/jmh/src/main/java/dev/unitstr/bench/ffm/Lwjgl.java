package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Texts;
import java.nio.ByteBuffer;
import org.lwjgl.system.MemoryUtil;

/** LWJGL, by address and length. */
final class Lwjgl extends SegmentContender {
    private final boolean wide = texts.unitSize() > 1;
    private final ByteBuffer to = MemoryUtil.memByteBuffer(target.address(), (int) target.byteSize());

    Lwjgl(Texts texts, SegmentMemory memory) {
        super(texts, memory);
    }

    @Override
    public String read(int i) {
        return wide
                ? MemoryUtil.memUTF16(memory.address(i), units[i])
                : MemoryUtil.memUTF8(memory.address(i), units[i]);
    }

    @Override
    public long write(int i, int offset) {
        return wide ? MemoryUtil.memUTF16(texts.string(i), false, to) : MemoryUtil.memUTF8(texts.string(i), false, to);
    }
}
