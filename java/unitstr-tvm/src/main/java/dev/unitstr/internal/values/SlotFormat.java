package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.values.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the slots of a dialect, with the same checks as {@code rust/unitstr-values/src}. Unused bits are
 * ignored on reading and set to zero on writing.
 */
abstract class SlotFormat {
    /** The maximum number of inline bytes of a slot. */
    static final int MAX_INLINE = 128;

    final Dialect dialect;
    /** The offset of the type code in a slot. */
    final int codeAt;
    /** The offset of the length of a text. */
    private final int lengthAt;
    /** The offset of the payload. */
    private final int payloadAt;
    /** The size of the units in which the length of a UCS-4 text is stated, in bytes. */
    private final int ucs4Unit;

    SlotFormat(Dialect dialect, int codeAt, int lengthAt, int payloadAt, int ucs4Unit) {
        this.dialect = dialect;
        this.codeAt = codeAt;
        this.lengthAt = lengthAt;
        this.payloadAt = payloadAt;
        this.ucs4Unit = ucs4Unit;
    }

    /** Returns the number of inline bytes of a slot of a given size. Throws if no slot has this size. */
    int room(long slotBytes) {
        if (slotBytes != dialect.slotBytes()) {
            throw FormatErrors.slot(slotBytes, dialect.slotBytes());
        }
        return dialect.inlineBytes();
    }

    final Tag read(byte[] slot) {
        int room = room(slot.length);
        int code = Bits.i32(slot, codeAt);
        int length = Bits.i32(slot, lengthAt);
        long word = Bits.i64(slot, payloadAt);
        Tag.Kind kind = Tag.Kind.of(dialect.ordinal(), code);
        if (kind == null) {
            Tag object = object(code, length, word);
            return object != null ? object : Tag.other(dialect, slot);
        }
        return switch (kind) {
            case STRING, BYTES, UCS4 -> readText(kind, slot, length, room);
            case WIDE -> Tag.sized(kind, word, 0, wide(length));
            default -> Tag.word(kind, word);
        };
    }

    /** Reads a text of a length in units. */
    Tag readText(Tag.Kind kind, byte[] slot, int units, int room) {
        int unit = kind == Tag.Kind.UCS4 ? ucs4Unit : 1;
        int bytes = unit * small(units, lengthAt, room / unit);
        checkWhole(kind, bytes);
        return Tag.text(kind, slot, payloadAt, bytes);
    }

    private void checkWhole(Tag.Kind kind, int bytes) {
        if (kind == Tag.Kind.UCS4 && bytes % 4 != 0) {
            throw FormatErrors.partial(lengthAt, bytes);
        }
    }

    /** Returns the object of a type code that means no other value; null if it is unknown. */
    abstract @Nullable Tag object(int code, int length, long word);

    /** Returns a slot of the given size. */
    final byte[] write(int slotBytes, Tag tag) {
        int room = room(slotBytes);
        byte[] slot = new byte[slotBytes];
        switch (tag.kind()) {
            case OBJECT -> put(slot, objectCode(tag), 0, tag.word());
            case STRING, BYTES, UCS4 -> {
                int code = code(tag);
                checkWhole(tag.kind(), tag.length());
                if (tag.length() > room) {
                    throw FormatErrors.tooLong(payloadAt, tag.length(), room);
                }
                put(slot, code, tag.kind() == Tag.Kind.UCS4 ? tag.length() / ucs4Unit : tag.length(), 0);
                System.arraycopy(tag.bytes(), tag.at(), slot, payloadAt, tag.length());
            }
            case BUFFER, UCS4_BUFFER -> writeBuffer(slot, tag);
            case WIDE -> put(slot, code(tag), wide(tag.length()), tag.word());
            case OTHER -> {
                if (tag.owner() != dialect) {
                    throw notHere(tag);
                }
                if (tag.length() > slotBytes) {
                    throw FormatErrors.tooLong(payloadAt, tag.length() - 8L, room);
                }
                System.arraycopy(tag.bytes(), 0, slot, 0, tag.length());
            }
            default -> put(slot, code(tag), tag.length(), tag.word());
        }
        return slot;
    }

    /** Returns the type code of a value. Throws if the dialect has no such value. */
    private int code(Tag tag) {
        int code = tag.kind().code(dialect.ordinal());
        if (code == Tag.NONE) {
            throw notHere(tag);
        }
        return code;
    }

    final void put(byte[] slot, int code, int length, long word) {
        Bits.put(slot, codeAt, code);
        Bits.put(slot, lengthAt, length);
        Bits.put(slot, payloadAt, word);
    }

    /** Returns the type code for an object. Throws if no slot of this dialect can refer to it. */
    abstract int objectCode(Tag tag);

    /** Writes a text in a buffer. */
    void writeBuffer(byte[] slot, Tag tag) {
        throw notHere(tag);
    }

    /** Tests whether a slot owns memory, even if the rest of it is invalid. */
    final boolean owns(byte[] slot) {
        return owns(Bits.i32(slot, codeAt), Bits.i32(slot, lengthAt));
    }

    abstract boolean owns(int code, int length);

    /** Returns the type code of an object, which is read from its header. */
    static int codeOf(Reach reach, Tag tag) {
        return switch (tag.owner()) {
            case RFC97 -> header(reach, tag, Integer.BYTES, 0, 1);
            case TVM_FFI -> header(reach, tag, TvmSlots.HEADER, 8, TvmSlots.OBJECT);
            case MATX -> tag.code();
        };
    }

    /** Reads the type code of an object at an offset in its header. Throws if it differs from that of the slot. */
    private static int header(Reach reach, Tag tag, int bytes, int at, int least) {
        int code = Bits.i32(reach.bytes(tag.word(), bytes), at);
        if (code < least) {
            throw FormatErrors.code(code, at, tag.word());
        }
        if (tag.code() != Tag.UNNAMED && tag.code() != code) {
            throw FormatErrors.header(tag.code(), code, at, tag.word());
        }
        return code;
    }

    /** Returns a length of inline text, in units. Throws if it exceeds the limit. */
    static int small(int units, int at, int limit) {
        if (units < 0 || units > limit) {
            throw FormatErrors.length(at, 0, units, limit);
        }
        return units;
    }

    ValueFormatException notHere(Tag tag) {
        return FormatErrors.notHere(dialect, tag);
    }

    /** Checks the number of inline bytes of a wider slot. */
    static int wide(int bytes) {
        if (bytes < 8 || bytes > MAX_INLINE || bytes % 8 != 0) {
            throw FormatErrors.length(4, 0, bytes, MAX_INLINE);
        }
        return bytes;
    }
}
