package org.example.values;

import dev.unitstr.UnitStr;
import dev.unitstr.ffm.values.SegmentSlots;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Rfc97List;
import java.lang.foreign.Arena;

/** A stranger's program for values of machine-learning runtimes, on Java 22 and later. */
public final class Main {
    private Main() {}

    // [tvm: slots]
    /** Arguments in the layout of libtvm_ffi: short text in the slot, longer text in the arena. */
    static SegmentSlots arguments(Arena arena, String text, long number) {
        SegmentSlots arguments = SegmentValues.allocate(Dialect.TVM_FFI, 2, arena);
        arguments.set(0, text);
        arguments.set(1, number);
        return arguments; // arguments.segment() goes to C
    }
    // [tvm: end]

    public static void main(String... args) {
        System.out.println("unitstr " + UnitStr.version() + ", binding " + UnitStr.binding());
        try (Arena arena = Arena.ofConfined()) {
            SegmentSlots slots = arguments(arena, "a\0b and \uD83D\uDE00", 42);
            Rfc97List list = SegmentValues.list(arena);
            list.add(slots.at(0));
            list.add(slots.at(1).asLong() - 35);
            System.out.println(list.size() + " values, the same "
                    + list.get(0).asString().equals(slots.at(0).asString()));
        }
    }
}
