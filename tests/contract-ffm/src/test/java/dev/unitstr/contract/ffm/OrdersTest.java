package dev.unitstr.contract.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.values.SegmentSlots;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.ValueMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C functions in the orders of old TVM, of RFC 97 and libtvm_ffi, and of matx, called with slots and arguments. */
@EveryRun
@SuppressWarnings("restricted") // C functions are called by their addresses
@Tag("route")
class OrdersTest {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final FunctionDescriptor D4A =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final FunctionDescriptor TVM = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS);
    private static final FunctionDescriptor RFC97 =
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    private static final FunctionDescriptor MATX = FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);

    /** A function as C sees it, and called as C's. */
    private static MethodHandle function(String name, FunctionDescriptor order, Arena arena)
            throws ReflectiveOperationException {
        MethodType type = order.toMethodType();
        MethodHandle java = MethodHandles.lookup().findStatic(OrdersTest.class, name, type);
        return LINKER.downcallHandle(LINKER.upcallStub(java, order, arena), order);
    }

    /** Gives back its last argument; fails with the handle if there is none. */
    static int lastOfOld(
            MemorySegment handle,
            int n,
            MemorySegment codes,
            MemorySegment values,
            MemorySegment outCode,
            MemorySegment out) {
        if (n == 0) {
            return (int) handle.address();
        }
        outCode.reinterpret(4).set(JAVA_INT, 0, codes.reinterpret(4L * n).getAtIndex(JAVA_INT, n - 1));
        out.reinterpret(8).set(JAVA_LONG, 0, values.reinterpret(8L * n).getAtIndex(JAVA_LONG, n - 1));
        return 0;
    }

    static int lastOfTvm(MemorySegment self, MemorySegment args, int n, MemorySegment result) {
        return last(self, args, n, result, 16);
    }

    static int lastOfRfc97(MemorySegment handle, int n, MemorySegment args, MemorySegment out) {
        return last(handle, args, n, out, 16);
    }

    static int lastOfMatx(MemorySegment args, int n, MemorySegment out, MemorySegment resource) {
        return last(resource, args, n, out, 24);
    }

    private static int last(MemorySegment self, MemorySegment args, int n, MemorySegment out, long slot) {
        if (n == 0) {
            return (int) self.address();
        }
        MemorySegment.copy(args.reinterpret(slot * n), slot * (n - 1), out.reinterpret(slot), 0, slot);
        return 0;
    }

    private static final MemorySegment NINE = MemorySegment.ofAddress(9);

    @Test
    void argumentsInTheOrderOfOldTvm() throws Throwable {
        if (Run.denied()) {
            return; // no C function can be called
        }
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle function = function("lastOfOld", D4A, arena);
            MemorySegment code = arena.allocate(JAVA_INT);
            MemorySegment word = arena.allocate(JAVA_LONG);
            OldTvmArguments args = SegmentValues.oldTvmArguments(arena, false);
            ValueMemory memory = SegmentValues.live(arena);
            for (Object value : new Object[] {"hello", "a\0b and more than a slot", -7L, 0.5}) {
                args.add(value);
                MemorySegment codes = MemorySegment.ofAddress(args.codes());
                MemorySegment values = MemorySegment.ofAddress(args.values());
                assertEquals(0, (int) function.invokeExact(NINE, args.size(), codes, values, code, word));
                Object back = OldTvmArguments.read(code.get(JAVA_INT, 0), word.get(JAVA_LONG, 0), memory)
                        .toJava();
                assertEquals(value, back instanceof byte[] bytes ? new String(bytes, "UTF-8") : back);
                assertEquals(value.toString().contains("\0"), code.get(JAVA_INT, 0) == 12);
            }
            MemorySegment none = MemorySegment.NULL;
            assertEquals(9, (int) function.invokeExact(NINE, 0, none, none, code, word));
        }
    }

    @Test
    void argumentsInTheOrdersOfSlots() throws Throwable {
        if (Run.denied()) {
            return; // as above
        }
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle tvm = function("lastOfTvm", TVM, arena);
            MethodHandle rfc97 = function("lastOfRfc97", RFC97, arena);
            MethodHandle matx = function("lastOfMatx", MATX, arena);
            for (Dialect dialect : Dialect.values()) {
                SegmentSlots args = SegmentValues.allocate(dialect, 2, arena);
                MemorySegment out = SegmentValues.allocate(dialect, 1, arena).segment();
                args.set(0, 1);
                args.set(1, "a\0b and more than a slot \u6f22");
                for (int count : new int[] {2, 0}) {
                    int status = switch (dialect) {
                        case TVM_FFI -> (int) tvm.invokeExact(NINE, args.segment(), count, out);
                        case RFC97 -> (int) rfc97.invokeExact(NINE, count, args.segment(), out);
                        case MATX -> (int) matx.invokeExact(args.segment(), count, out, NINE);
                    };
                    assertEquals(count == 0 ? 9 : 0, status);
                }
                assertEquals(
                        "a\0b and more than a slot \u6f22",
                        SegmentValues.wrap(dialect, out, ValueMemory.live())
                                .at(0)
                                .asString());
            }
        }
    }
}
