package dev.unitstr.cli;

import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueLimits;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The facts about slots in a file, independent of how they are displayed. */
final class ValueFacts {
    /** The maximum number of elements to show of all containers in a slot. */
    private static final int ELEMENTS = 1_000;
    /** The limits of the check; a malicious file may require more memory than is available. */
    private static final ValueLimits LIMITS = new ValueLimits(ValueNode.DEPTH, 1 << 20, 1 << 26);

    final ValueImage image;
    final Dialect dialect;
    final int slotBytes;
    final int count;
    /** The index of the first invalid slot, or -1. */
    final int bad;

    final @Nullable ValueFormatException fault;

    /**
     * A part of a slot.
     *
     * @param name the name of the part
     * @param offset its start in bytes from the start of the slots
     * @param bytes its bytes
     */
    record Part(String name, int offset, byte[] bytes) {
        /** Returns the value of a code or a length; an empty string for a payload. */
        String number() {
            return name.equals("payload")
                    ? ""
                    : String.valueOf(ByteBuffer.wrap(bytes)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getInt(0));
        }
    }

    /**
     * The facts about a slot.
     *
     * @param index the index of the slot
     * @param code its type code
     * @param parts its parts
     * @param node its value
     * @param error the violation in the slot or its content; null if there is none
     */
    record SlotFacts(
            int index,
            int code,
            List<Part> parts,
            ValueNode node,
            @Nullable ValueFormatException error) {
        /** Tests whether a part contains the violation. */
        boolean isBad(Part part) {
            if (error == null || error.address() != 0 || parts.isEmpty()) {
                return false;
            }
            long at = parts.get(0).offset + error.offset();
            return at >= part.offset && at < part.offset + part.bytes.length;
        }
    }

    ValueFacts(ValueImage image, Dialect dialect, int slotBytes) {
        this.image = image;
        this.dialect = dialect;
        this.slotBytes = slotBytes;
        int bytes = image.slots().limit();
        if (bytes % slotBytes != 0) {
            throw new IllegalArgumentException(bytes + " bytes are not a multiple of the slot size, " + slotBytes
                    + " bytes: "
                    + (image.isWhole() ? "correct the block of the slots" : "select a part with --offset and --length")
                    + (dialect == Dialect.RFC97 ? ", or select another size with --slot-bytes" : ""));
        }
        this.count = bytes / slotBytes;
        int wrong = -1;
        ValueFormatException found = null;
        for (int i = 0; i < count && found == null; i++) {
            found = check(pad(i));
            wrong = found == null ? -1 : i;
        }
        this.bad = wrong;
        this.fault = found;
    }

    private Slot pad(int index) {
        ByteBuffer slot = image.slots().slice(index * slotBytes, slotBytes);
        return dialect.wrapSlot(slot, image.memory());
    }

    /** Returns the first violation in the whole content of a slot, shown or not; null if there is none. */
    private @Nullable ValueFormatException check(Slot pad) {
        try {
            pad.toJava(LIMITS);
            return null;
        } catch (ValueFormatException e) {
            return e.code() == ValueFormatException.Code.ADDRESS && !image.isWhole() ? null : e;
        }
    }

    /** Returns the slots that the options select, and the first invalid one. */
    Stream<SlotFacts> slots(Shown options) {
        return options.indices(count, bad).mapToObj(i -> slot((int) i, options.bytes()));
    }

    private SlotFacts slot(int index, int most) {
        Slot pad = pad(index);
        ValueNode node = new ValueNode.Walk(most, ELEMENTS, image.isWhole()).of(pad);
        ValueFormatException error = node.fault();
        return new SlotFacts(index, pad.code(), parts(index), node, error != null ? error : check(pad));
    }

    private List<Part> parts(int index) {
        if (dialect == Dialect.MATX) {
            return List.of(part(index, "payload", 0, 16), part(index, "length", 16, 4), part(index, "code", 20, 4));
        }
        return List.of(
                part(index, "code", 0, 4), part(index, "length", 4, 4), part(index, "payload", 8, slotBytes - 8));
    }

    private Part part(int index, String name, int at, int bytes) {
        byte[] copy = new byte[bytes];
        int offset = index * slotBytes + at;
        image.slots().duplicate().position(offset).get(copy);
        return new Part(name, offset, copy);
    }
}
