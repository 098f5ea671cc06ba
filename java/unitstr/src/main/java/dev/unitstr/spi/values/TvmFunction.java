package dev.unitstr.spi.values;

import dev.unitstr.spi.ArrayRegion;
import dev.unitstr.values.AnyValue;
import dev.unitstr.values.OwnedAny;
import dev.unitstr.values.PackedFunction;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function of libtvm_ffi. */
final class TvmFunction implements PackedFunction {
    final TvmRuntime runtime;
    private final String name;
    final long address;

    private TvmFunction(TvmRuntime runtime, String name, long address) {
        this.runtime = runtime;
        this.name = name;
        this.address = address;
    }

    /** One that this object has the reference of. */
    static TvmFunction owned(TvmRuntime runtime, String name, long address) {
        TvmFunction function = new TvmFunction(runtime, name, address);
        ValueCalls calls = runtime.host.calls;
        TvmHost.CLEANER.register(function, () -> calls.release(address));
        return function;
    }

    /** The slot of the result, which owns what it refers to. */
    private byte[] invoke(@Nullable Object[] args) {
        TvmHost host = runtime.host;
        TvmFrame frame = host.acquire();
        try {
            frame.putAll(args);
            frame.invoke(this, args.length);
            return frame.takeResult();
        } finally {
            host.release(frame);
            Reference.reachabilityFence(args);
        }
    }

    @Override
    public AnyValue call(@Nullable Object... args) {
        byte[] slot = invoke(args);
        int code = Bits.i32(slot, 0);
        TvmHost host = runtime.host;
        if (code < TvmSlots.OBJECT) {
            return RegionPad.copy(host.plain, slot);
        }
        if (code != TvmSlots.STR && code != TvmSlots.BYTES) {
            return OwnedPad.of(host, slot);
        }
        long object = Bits.i64(slot, 8);
        try {
            byte[] header = host.bytes(object, TvmSlots.HEADER + 16);
            int size = (int) SlotFormat.size(
                    Bits.i64(header, 32), dev.unitstr.values.ValueFormatException.Field.SIZE, 32, object);
            // Where the copy has its text is of no interest to anybody.
            byte[] text = size == 0 ? new byte[0] : host.bytes(Bits.i64(header, 24), size);
            Bits.put(header, 24, object + header.length);
            byte[] all = Arrays.copyOf(header, header.length + size);
            System.arraycopy(text, 0, all, header.length, size);
            Memory copy = new BlockMemory(List.of(new BlockMemory.Block(object, new ArrayRegion(all))));
            return RegionPad.copy(new ValueContext(TvmSlots.FORMAT.dialect, copy, host.strings, null), slot);
        } finally {
            host.calls.release(object);
        }
    }

    @Override
    public OwnedAny callOwned(@Nullable Object... args) {
        return OwnedPad.of(runtime.host, invoke(args));
    }

    @Override
    public String toString() {
        return name;
    }
}
