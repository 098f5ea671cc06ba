package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.memory.ArrayRegion;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A copy of a string or binary object that a function returned. The object itself has been released. */
final class TextSlot extends RegionSlot {
    private final TvmHost host;
    private final int code;
    /** The former address of the object. */
    private final long address;

    private final byte[] text;
    private @Nullable ValueContext context;

    TextSlot(TvmHost host, int code, long address, byte[] text) {
        this.host = host;
        this.code = code;
        this.address = address;
        this.text = text;
    }

    /** Returns a context with a copy of the object at its former address, for rarely used operations. */
    @Override
    ValueContext context() {
        ValueContext known = context;
        if (known == null) {
            byte[] header = TvmSlots.textHeader(code, address, text.length);
            byte[] object = Arrays.copyOf(header, header.length + text.length);
            System.arraycopy(text, 0, object, TvmSlots.TEXT, text.length);
            AddressSpace copy = new BlockMemory(List.of(new BlockMemory.Block(address, new ArrayRegion(object))));
            known = new ValueContext(TvmSlots.FORMAT.dialect, copy, host.strings, null);
            context = known;
        }
        return known;
    }

    @Override
    public byte[] bits() {
        return Bits.words(code, address);
    }

    @Override
    public String asString(MalformedPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        return text.length == 0
                ? ""
                : host.strings.getStringOfBytes(new ArrayRegion(text), 0, text.length, StandardCharsets.UTF_8, policy);
    }

    @Override
    public byte[] asBytes() {
        return text.clone();
    }

    @Override
    public int byteLength() {
        return text.length;
    }
}
