package dev.unitstr.interop.tensorflow;

import java.lang.foreign.MemorySegment;

/** Who changes elements. */
interface Changes {
    /** What the tables call it. */
    String title();

    void copy(MemorySegment element, byte[] text) throws Throwable;

    void append(MemorySegment element, byte[] text) throws Throwable;

    void resize(MemorySegment element, long bytes, byte fill) throws Throwable;

    void view(MemorySegment element, MemorySegment text) throws Throwable;

    void assign(MemorySegment element, MemorySegment from) throws Throwable;

    void move(MemorySegment element, MemorySegment from) throws Throwable;

    void dealloc(MemorySegment element) throws Throwable;
}
