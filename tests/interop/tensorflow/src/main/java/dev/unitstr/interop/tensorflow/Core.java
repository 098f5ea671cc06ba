package dev.unitstr.interop.tensorflow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** What unitstr's core does to one element: {@code formats::owned}, by the library in {@code shim}. */
final class Core implements Changes {
    private static final Functions LIBRARY = Functions.open(Path.of(System.getProperty("unitstr.live.shim")));

    private static final MethodHandle COPY = withText("live_copy");
    private static final MethodHandle APPEND = withText("live_append");
    private static final MethodHandle VIEW = withText("live_view");
    private static final MethodHandle RESIZE =
            LIBRARY.function("live_resize", JAVA_INT, ADDRESS, JAVA_BOOLEAN, JAVA_LONG, JAVA_BYTE);
    private static final MethodHandle PART =
            LIBRARY.function("live_part", JAVA_INT, ADDRESS, JAVA_BOOLEAN, ADDRESS, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle ASSIGN =
            LIBRARY.function("live_assign", JAVA_INT, ADDRESS, JAVA_BOOLEAN, ADDRESS);
    private static final MethodHandle MOVE = LIBRARY.function("live_move", JAVA_INT, ADDRESS, JAVA_BOOLEAN, ADDRESS);
    private static final MethodHandle DEALLOC = LIBRARY.procedure("live_dealloc", ADDRESS, JAVA_BOOLEAN);
    private static final MethodHandle OWNER = LIBRARY.function("live_owner", ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle REFERENCES = LIBRARY.function("live_references", JAVA_LONG, ADDRESS);
    private static final MethodHandle DROP = LIBRARY.procedure("live_drop", ADDRESS);

    private final boolean owners;

    /** For a version of TensorFlow's. */
    Core(TensorFlow tf) {
        owners = tf.hasOwners();
    }

    @Override
    public String title() {
        return "unitstr, Rust";
    }

    private static MethodHandle withText(String name) {
        return LIBRARY.function(name, JAVA_INT, ADDRESS, JAVA_BOOLEAN, ADDRESS, JAVA_LONG);
    }

    @Override
    public void copy(MemorySegment element, byte[] text) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            check((int) COPY.invokeExact(element, owners, arena.allocateFrom(JAVA_BYTE, text), (long) text.length));
        }
    }

    @Override
    public void append(MemorySegment element, byte[] text) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            check((int) APPEND.invokeExact(element, owners, arena.allocateFrom(JAVA_BYTE, text), (long) text.length));
        }
    }

    @Override
    public void resize(MemorySegment element, long bytes, byte fill) throws Throwable {
        check((int) RESIZE.invokeExact(element, owners, bytes, fill));
    }

    @Override
    public void view(MemorySegment element, MemorySegment text) throws Throwable {
        check((int) VIEW.invokeExact(element, owners, text, text.byteSize()));
    }

    void part(MemorySegment element, MemorySegment owner, long start, long bytes) throws Throwable {
        check((int) PART.invokeExact(element, owners, owner, start, bytes));
    }

    @Override
    public void assign(MemorySegment element, MemorySegment from) throws Throwable {
        check((int) ASSIGN.invokeExact(element, owners, from));
    }

    @Override
    public void move(MemorySegment element, MemorySegment from) throws Throwable {
        check((int) MOVE.invokeExact(element, owners, from));
    }

    @Override
    public void dealloc(MemorySegment element) throws Throwable {
        DEALLOC.invokeExact(element, owners);
    }

    /** A handle to an owner of a copy of the text. */
    MemorySegment owner(byte[] text) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            return (MemorySegment) OWNER.invokeExact(arena.allocateFrom(JAVA_BYTE, text), (long) text.length);
        }
    }

    /** How many handles and views refer to the owner. */
    long references(MemorySegment owner) throws Throwable {
        return (long) REFERENCES.invokeExact(owner);
    }

    void drop(MemorySegment owner) throws Throwable {
        DROP.invokeExact(owner);
    }

    private static void check(int code) {
        if (code != 0) {
            throw new IllegalStateException("the core says " + code);
        }
    }
}
