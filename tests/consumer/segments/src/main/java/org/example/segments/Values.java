package org.example.segments;

import dev.unitstr.ffm.values.SegmentSlots;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Rfc97List;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Locale;

/** What a stranger does with values of machine-learning runtimes. */
final class Values {
    private Values() {}

    // [README: slots]
    /** Arguments as libtvm_ffi has them: short text in the slot, longer text in the arena. */
    static SegmentSlots arguments(Arena arena, String text, long number) {
        SegmentSlots arguments = SegmentValues.allocate(Dialect.TVM_FFI, 2, arena);
        arguments.set(0, text);
        arguments.set(1, number);
        return arguments; // arguments.segment() goes to C
    }
    // [README: end]

    // [README: call]
    /** A Java function gets a name; native code may call it, and so may Java. */
    static String upper(Path library, String text) {
        TvmRuntime runtime = TvmRuntime.open(library); // libtvm_ffi.so
        runtime.register("app.upper", call -> call.arg(0).asString().toUpperCase(Locale.ROOT));
        return runtime.function("app.upper").call(text).asString();
    }
    // [README: end]

    // [README: read]
    /** The library parses JSON and keeps the result; Java reads it there, all texts at once. */
    static String[] names(TvmRuntime runtime, String json) {
        try (OwnedValue tree = runtime.function("ffi.json.Parse").callOwned(json)) {
            return tree.asMap().get("names").asList().toStrings();
        }
    }
    // [README: end]

    static String tour() {
        try (Arena arena = Arena.ofConfined()) {
            SegmentSlots slots = arguments(arena, "a\0b and \uD83D\uDE00", 42);
            Rfc97List list = SegmentValues.list(arena);
            list.add(slots.at(0));
            list.add(slots.at(1).asLong() - 35);
            return list.size() + " values, the same "
                    + list.get(0).asString().equals(slots.at(0).asString()) + ", "
                    + list.usage().items() + " bytes";
        }
    }
}
