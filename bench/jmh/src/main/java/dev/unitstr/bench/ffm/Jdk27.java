package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Fixed;
import dev.unitstr.bench.Texts;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;

/** The JDK's calls with a length, which it has from 27 on. */
final class Jdk27 extends SegmentContender {
    private static final MethodHandle GET_STRING;
    private static final MethodHandle COPY;

    static {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            GET_STRING = lookup.findVirtual(
                    MemorySegment.class,
                    "getString",
                    MethodType.methodType(String.class, long.class, Charset.class, long.class));
            COPY = lookup.findStatic(
                    MemorySegment.class,
                    "copy",
                    MethodType.methodType(
                            long.class,
                            String.class,
                            Charset.class,
                            int.class,
                            MemorySegment.class,
                            long.class,
                            int.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this needs JDK 27", e);
        }
    }

    Jdk27(Texts texts, SegmentMemory memory) {
        super(texts, memory);
    }

    @Override
    public String read(int i) {
        long bytes = (long) units[i] * texts.unitSize();
        try {
            return (String) GET_STRING.invokeExact(source, (long) offsets[i], Fixed.CHARSET, bytes);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long write(int i, int offset) {
        String text = texts.string(i);
        try {
            return (long) COPY.invokeExact(text, Fixed.CHARSET, 0, target, (long) offset, text.length());
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
