package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Fixed;
import dev.unitstr.bench.Texts;
import java.nio.charset.StandardCharsets;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.CharPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;

/** JavaCPP: pointers that know their size, one for each text. */
final class JavaCpp extends SegmentContender {
    private final Pointer[] from = new Pointer[texts.count()];
    private final Pointer to = pointer(target.address(), target.byteSize());

    JavaCpp(Texts texts, SegmentMemory memory) {
        super(texts, memory);
        for (int i = 0; i < from.length; i++) {
            from[i] = pointer(memory.address(i), (long) units[i] * texts.unitSize());
        }
    }

    private Pointer pointer(long address, long bytes) {
        Pointer at = new At(address, bytes);
        return switch (texts.unitSize()) {
            case 1 -> new BytePointer(at).capacity(bytes);
            case 2 -> new CharPointer(at).capacity(bytes / Short.BYTES);
            default -> new IntPointer(at).capacity(bytes / Integer.BYTES);
        };
    }

    @Override
    public String read(int i) {
        if (Fixed.CHARSET == StandardCharsets.UTF_8) {
            return ((BytePointer) from[i]).getString(StandardCharsets.UTF_8);
        }
        return texts.unitSize() == 2 ? ((CharPointer) from[i]).getString() : ((IntPointer) from[i]).getString();
    }

    @Override
    public long write(int i, int offset) {
        if (offset != 0) {
            throw new UnsupportedOperationException("no batch");
        }
        if (Fixed.CHARSET == StandardCharsets.UTF_8) {
            ((BytePointer) to).putString(texts.string(i), StandardCharsets.UTF_8);
        } else if (texts.unitSize() == 2) {
            ((CharPointer) to).putString(texts.string(i));
        } else {
            ((IntPointer) to).putString(texts.string(i));
        }
        return 0;
    }

    /** A pointer to memory that is there. */
    private static final class At extends Pointer {
        At(long address, long bytes) {
            this.address = address;
            this.limit = bytes;
            this.capacity = bytes;
        }
    }
}
