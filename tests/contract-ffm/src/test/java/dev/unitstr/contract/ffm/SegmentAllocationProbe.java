package dev.unitstr.contract.ffm;

import static dev.unitstr.contract.AllocationProbe.READ_AT;
import static dev.unitstr.contract.AllocationProbe.SHORT;
import static dev.unitstr.contract.AllocationProbe.SIZE;
import static dev.unitstr.contract.AllocationProbe.TEXT;
import static dev.unitstr.contract.AllocationProbe.WRITE_AT;

import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.AllocationProbe;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.SegmentCStrings;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringField;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@link AllocationProbe} with segments of all kinds as well, and buffers over them. */
public final class SegmentAllocationProbe {
    private static final char[] CHARS = new char[64];
    /** Long enough that the JDK's {@code setString} writes it. */
    private static final String ASCII = "next stop ".repeat(7);
    /**
     * Where the binding is not FFM: a region around the segment (16 bytes), an iterator over the pieces of its text (64), and
     * what replaces malformed text in them (24). Whether the compiler keeps them off the heap depends on what else it has
     * inlined; {@code -XX:-DoEscapeAnalysis} shows all.
     */
    private static final int REGION_BYTES = 104;

    private static final MethodHandle FUNCTION =
            method("function", MethodType.methodType(int.class, MemorySegment.class, int.class, MemorySegment.class));
    private static final MethodHandle FILL =
            method("fill", MethodType.methodType(long.class, MemorySegment.class, long.class, Charset.class));

    private static final MethodHandle ARRAYS =
            method("arrays", MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class, short.class));
    private static final MethodHandle FILL_SHORT = method(
            "fillShort",
            MethodType.methodType(
                    void.class,
                    MemorySegment.class,
                    short.class,
                    MemorySegment.class,
                    MemorySegment.class,
                    Charset.class));
    private static final MethodHandle OWN =
            method("own", MethodType.methodType(MemorySegment.class, MemorySegment.class));
    private static final MethodHandle STORE =
            method("store", MethodType.methodType(void.class, MemorySegment.class, long.class));
    private static final MethodHandle FREE = method("free", MethodType.methodType(int.class, MemorySegment.class));

    private SegmentAllocationProbe() {}

    private static MethodHandle method(String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(SegmentAllocationProbe.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Lets the compiler see the JDK's {@code setString} with text of all kinds, which it then does not inline as a whole. */
    private static void useSetString() {
        MemorySegment memory = Arena.global().allocate(SIZE);
        for (int i = 0; i < 100_000; i++) {
            memory.setString(0, i % 3 == 0 ? TEXT : i % 3 == 1 ? SHORT : ASCII);
        }
    }

    public static void main(String[] args) {
        Map<String, Supplier<MemorySegment>> kinds = new LinkedHashMap<>();
        for (SegmentKind kind : SegmentKind.ALL) {
            if (kind != SegmentKind.AS_BUFFER) {
                kinds.put(kind.toString(), () -> kind.segment(SIZE));
            }
        }
        kinds.put("global", () -> Arena.global().allocate(SIZE));
        kinds.put("confined", () -> Arena.ofConfined().allocate(SIZE));
        useSetString();
        AllocationProbe probe = new AllocationProbe();
        probe.addBuffers();
        kinds.forEach((name, make) -> {
            if (make.get().isNative()) {
                probe.addBuffers("a buffer over " + name, bytes -> make.get().asByteBuffer());
            }
        });
        kinds.forEach((name, make) -> addSegments(probe, name, make));
        addCalls(probe);
        addShapes(probe);
        if (StringCalls.class.getModule().isNativeAccessEnabled()) { // a pointer without a size gets one
            addFreed(probe);
        }
        addFields(probe);
        probe.run(Run.binding().equals("jni") ? REGION_BYTES : Long.parseLong(args[0]));
    }

    private static void addSegments(AllocationProbe probe, String kind, Supplier<MemorySegment> make) {
        Function<Charset, MemorySegment> text = charset -> {
            MemorySegment memory = make.get();
            SegmentStrings.copy(TEXT, charset, memory, READ_AT);
            return memory;
        };
        addReads(probe, kind, text);
        addReads(probe, kind + " (read-only)", charset -> text.apply(charset).asReadOnly());
        MemorySegment memory = make.get();
        int length = TEXT.length();
        probe.add(
                "copy to " + kind,
                charset -> () -> SegmentStrings.copy(TEXT, charset, 0, memory, WRITE_AT, length)
                        + SegmentStrings.copy(SHORT, charset, 0, memory, WRITE_AT, 2));
        probe.add("copy of ASCII to " + kind, charset -> {
            MemorySegment other = make.get();
            return () -> SegmentStrings.copy(ASCII, charset, other, 0);
        });
        probe.add("copyTerminated of ASCII to " + kind, charset -> {
            MemorySegment other = make.get();
            return () -> SegmentCStrings.copyTerminated(ASCII, charset, other, 0);
        });
        probe.addRecord(
                "copyTruncated to " + kind,
                charset -> () -> SegmentStrings.copyTruncated(TEXT, charset, 0, memory, WRITE_AT, 12)
                        .units());
        probe.addRecord(
                "copyField to " + kind,
                charset -> () -> SegmentStrings.copyField(TEXT, charset, memory, WRITE_AT, 40, false)
                        .units());
        probe.add(
                "copy of sequences to " + kind,
                charset ->
                        AllocationProbe.ofNext(src -> SegmentStrings.copy(src, charset, 0, memory, WRITE_AT, length)),
                REGION_BYTES);
        probe.addWrites(kind, new SegmentTextAccess(memory));
    }

    private static void addReads(AllocationProbe probe, String kind, Function<Charset, MemorySegment> text) {
        probe.addString("getString from " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            long units = SegmentStrings.encodedUnits(TEXT, charset);
            return () -> AllocationProbe.keep(SegmentStrings.getString(memory, READ_AT, units, charset));
        });
        probe.addString("getStringTerminated from " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            return () -> AllocationProbe.keep(SegmentStrings.getStringTerminated(memory, READ_AT, charset));
        });
        probe.add("decode from " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            long units = SegmentStrings.encodedUnits(TEXT, charset);
            return () -> SegmentStrings.decode(memory, READ_AT, units, charset, CHARS, 1);
        });
        probe.add("contentEquals of " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            long units = SegmentStrings.encodedUnits(TEXT, charset);
            return () -> SegmentStrings.contentEquals(memory, READ_AT, units, charset, TEXT) ? 1 : 0;
        });
        probe.add(
                "contentEquals of " + kind + " to sequences",
                charset -> {
                    MemorySegment memory = text.apply(charset);
                    long units = SegmentStrings.encodedUnits(TEXT, charset);
                    return AllocationProbe.ofNext(
                            src -> SegmentStrings.contentEquals(memory, READ_AT, units, charset, src) ? 1 : 0);
                },
                AllocationProbe.APPEND_BYTES);
        probe.addAppend(kind, charset -> {
            MemorySegment memory = text.apply(charset);
            long units = SegmentStrings.encodedUnits(TEXT, charset);
            return dst -> SegmentStrings.decode(memory, READ_AT, units, charset, dst);
        });
        probe.add("unitsToTerminator in " + kind, charset -> {
            MemorySegment memory = text.apply(charset);
            return () -> SegmentStrings.unitsToTerminator(memory, READ_AT, charset);
        });
        probe.addTextReads(kind, charset -> new SegmentTextAccess(text.apply(charset)), 0);
    }

    private static void addCalls(AllocationProbe probe) {
        probe.add("an adapted call with two texts", charset -> {
            MethodHandle call = StringCalls.adapt(
                    FUNCTION, StringParameter.of(0, 1, charset), StringParameter.ofTerminated(2, charset));
            return () -> {
                try {
                    return (int) call.invokeExact(TEXT, SHORT) + (int) call.invokeExact("", SHORT);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            };
        });
        probe.addString("an adapted call with a buffer", charset -> {
            MethodHandle call = StringCalls.adapt(
                    MethodHandles.insertArguments(FILL, 2, charset),
                    StringResult.ofBuffer(0, 1, SIZE / 4, charset).withReturnedLength());
            return () -> {
                try {
                    return AllocationProbe.keep((String) call.invokeExact());
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            };
        });
    }

    /** The shapes of calls that have an array or a length of 2 bytes. */
    private static void addShapes(AllocationProbe probe) {
        String[] texts = {TEXT, "", SHORT};
        probe.add("an adapted call with arrays", charset -> {
            MethodHandle call = StringCalls.adapt(
                    ARRAYS, StringParameter.ofPointers(0, charset), StringParameter.ofPointers(1, 2, charset));
            return () -> {
                try {
                    return (int) call.invokeExact(texts, texts);
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            };
        });
        probe.addString("an adapted call with lengths of 2 bytes", charset -> {
            MethodHandle call = StringCalls.adapt(
                    MethodHandles.insertArguments(FILL_SHORT, 4, charset),
                    StringResult.ofBuffer(0, 1, SIZE / 4, charset).withLengthAt(2, 2),
                    StringParameter.ofTerminated(3, charset));
            return () -> {
                try {
                    return AllocationProbe.keep((String) call.invokeExact(SHORT));
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            };
        });
    }

    /** Calls for text in memory that the caller frees. */
    private static void addFreed(AllocationProbe probe) {
        probe.addString("an adapted call whose result is freed", charset -> {
            MemorySegment text = SegmentCStrings.allocateTerminated(Arena.global(), TEXT, charset);
            MethodHandle call = StringCalls.adapt(
                    MethodHandles.insertArguments(OWN, 0, MemorySegment.ofAddress(text.address())),
                    StringResult.ofPointer(charset).withFree(FREE));
            return () -> {
                try {
                    return AllocationProbe.keep((String) call.invokeExact());
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            };
        });
        probe.addString("an adapted call that stores what is freed", charset -> {
            MemorySegment text = SegmentCStrings.allocateTerminated(Arena.global(), TEXT, charset);
            MethodHandle call = StringCalls.adapt(
                    MethodHandles.insertArguments(STORE, 1, text.address()),
                    StringResult.ofPointerAt(0, charset).withFree(FREE));
            return () -> {
                try {
                    return AllocationProbe.keep((String) call.invokeExact());
                } catch (Throwable e) {
                    throw new AssertionError(e);
                }
            };
        });
    }

    private static int arrays(MemorySegment texts, MemorySegment counted, short count) {
        return count;
    }

    private static void fillShort(
            MemorySegment buffer, short capacity, MemorySegment lengthAt, MemorySegment text, Charset charset) {
        lengthAt.set(
                ValueLayout.JAVA_SHORT, 0, (short) SegmentStrings.copy(TEXT, charset, 0, buffer, 0, TEXT.length()));
    }

    private static MemorySegment own(MemorySegment pointer) {
        return pointer;
    }

    private static void store(MemorySegment at, long pointer) {
        at.set(ValueLayout.JAVA_LONG, 0, pointer);
    }

    private static int free(MemorySegment pointer) {
        return 1;
    }

    private static int function(MemorySegment text, int units, MemorySegment terminated) {
        return units;
    }

    private static long fill(MemorySegment buffer, long capacity, Charset charset) {
        return SegmentStrings.copy(TEXT, charset, buffer, 0);
    }

    private static void addFields(AllocationProbe probe) {
        MemorySegment memory = Arena.global().allocate(SIZE);
        ValueLayout[] units = {ValueLayout.JAVA_BYTE, ValueLayout.JAVA_SHORT, ValueLayout.JAVA_INT};
        Function<Charset, StringField> field = charset ->
                StringField.of(MemoryLayout.sequenceLayout(40, units[UnitCharsets.unitSize(charset) >> 1]), charset);
        probe.addRecord("set of a field", charset -> {
            StringField tested = field.apply(charset);
            return () -> tested.set(memory, 1, 2, TEXT).units();
        });
        probe.add("contentEquals of a field", charset -> {
            StringField tested = field.apply(charset);
            MemorySegment own = Arena.global().allocate(SIZE);
            tested.set(own, 1, 1, TEXT);
            return () -> tested.contentEquals(own, 1, 1, TEXT) ? 1 : 0;
        });
        probe.add("contentEquals of a field without index", charset -> {
            StringField tested = field.apply(charset);
            MemorySegment own = Arena.global().allocate(SIZE);
            tested.set(own, 1, TEXT);
            return () -> tested.contentEquals(own, 1, TEXT) ? 1 : 0;
        });
    }
}
