package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.PackedContract;
import dev.unitstr.contract.Run;
import dev.unitstr.contract.Values;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmRuntime;
import dev.unitstr.tvm.Value;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.lang.foreign.Arena;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values of libtvm_ffi that an arena keeps. */
@EveryRun
@Tag("route")
class RetainTest {
    /** How often an object is referred to, in its first four bytes. */
    private static int references(Value value) {
        return Dialect.TVM_FFI
                .at(((Slot) value).objectAddress(), 1, ValueMemory.none())
                .at(0)
                .code();
    }

    @Test
    void anArenaKeepsArguments() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return; // nothing is called there
        }
        TvmRuntime runtime = PackedContract.runtime();
        TvmFunction apply = runtime.function("testing.apply");
        List<Value> kept = new ArrayList<>();
        try (OwnedValue array = runtime.function("ffi.Array").callOwned("an element of some length", 7)) {
            assertEquals(1, references(array));
            Arena arena = Arena.ofConfined();
            try (arena) {
                apply.call(
                        runtime.functionOf(call -> {
                            for (int i = 0; i < call.size(); i++) {
                                kept.add(SegmentValues.retain(call.arg(i), arena));
                            }
                            kept.add(SegmentValues.retain(call.arg(0).asList().get(0), arena));
                            return null;
                        }),
                        array,
                        "a text that goes away",
                        "short",
                        null);
                assertEquals(2, references(array));
                assertEquals(
                        List.of("an element of some length", 7L), kept.get(0).toJava());
                assertEquals("a text that goes away", kept.get(1).asString());
                assertEquals("short", kept.get(2).asString());
                assertEquals(true, kept.get(3).isNull());
                assertEquals("an element of some length", kept.get(4).asString());
            }
            assertEquals(1, references(array));
            for (Value value : kept) {
                assertThrows(IllegalStateException.class, value::kind);
                assertThrows(IllegalStateException.class, value::toJava);
            }
            assertThrows(IllegalStateException.class, () -> SegmentValues.retain(array, arena));
            assertEquals(1, references(array));
        }
    }

    /** The value keeps the arena, whose end would close the value. */
    @Test
    void anAutomaticArenaLivesAsLongAsTheValue() throws Exception {
        if (!Run.callsPackedFunctions()) {
            return; // nothing is called there
        }
        TvmRuntime runtime = PackedContract.runtime();
        try (OwnedValue array = runtime.function("ffi.Array").callOwned("an element of some length", 7)) {
            Value kept = SegmentValues.retain(array, Arena.ofAuto());
            Value element = SegmentValues.retain(array, Arena.ofAuto()).asList().get(0);
            for (int i = 0; i < 5; i++) {
                System.gc();
                Thread.sleep(20);
            }
            assertEquals(3, references(array));
            assertEquals(List.of("an element of some length", 7L), kept.toJava());
            assertEquals("an element of some length", element.asString());
            Reference.reachabilityFence(kept);
            Reference.reachabilityFence(element);
            kept = null;
            element = null;
            for (int i = 0; i < 200 && references(array) > 1; i++) {
                System.gc();
                Thread.sleep(20);
            }
            assertEquals(1, references(array));
        }
    }

    @Test
    void valuesWithoutReferenceCountsAreRefused() {
        assertThrows(NullPointerException.class, () -> SegmentValues.retain(Dialect.TVM_FFI.slot(0), null));
        assertThrows(NullPointerException.class, () -> SegmentValues.retain(null, Arena.global()));
        Slot ours = Dialect.RFC97.slot(0);
        assertThrows(IllegalArgumentException.class, () -> SegmentValues.retain(ours, Arena.global()));
        if (Run.callsPackedFunctions()) {
            Slot nowhere = Dialect.TVM_FFI.slot(0);
            nowhere.setObject(71, 0x4141_4141_4140L);
            assertEquals("ADDRESS", Values.code(() -> SegmentValues.retain(nowhere, Arena.global())));
            // A DLTensor*: its owner frees it, whoever still has the address.
            Slot tensor =
                    Dialect.TVM_FFI.wrapSlot(ByteBuffer.wrap(Values.words(7, 0x4141_4141_4140L)), ValueMemory.live());
            assertEquals("NOT_HERE", Values.code(() -> SegmentValues.retain(tensor, Arena.global())));
        }
    }
}
