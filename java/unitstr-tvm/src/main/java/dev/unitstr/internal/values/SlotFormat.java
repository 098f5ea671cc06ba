package dev.unitstr.internal.values;

import dev.unitstr.internal.memory.ArrayRegion;
import dev.unitstr.internal.memory.WordAccess;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the slots of a dialect, with the same checks as {@code rust/unitstr-values/src}. Unused bits are
 * ignored on reading and set to zero on writing.
 */
abstract class SlotFormat {
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

    static SlotFormat of(Dialect dialect) {
        return switch (dialect) {
            case RFC97 -> Rfc97Slots.FORMAT;
            case TVM_FFI -> TvmSlots.FORMAT;
            case MATX -> MatxSlots.FORMAT;
        };
    }

    /** The memory that addresses refer to, and the string operations to read it with. */
    record Reach(AddressSpace memory, RegionStrings strings) {
        /** Returns a copy of all of the bytes, for example a slot or part of a header, or throws. */
        byte[] bytes(long address, int bytes) {
            byte[] copy = new byte[bytes];
            if (bytes > 0) {
                AddressSpace.Spot spot = memory.find(address, bytes);
                AddressSpace.read(strings, spot.region(), spot.offset(), copy, bytes);
            }
            return copy;
        }

        /** Writes all of the bytes, or throws. */
        void write(long address, byte[] bytes) {
            if (bytes.length > 0) {
                AddressSpace.Spot spot = memory.find(address, bytes.length);
                AddressSpace.write(strings, bytes, spot.region(), spot.offset());
            }
        }

        /** Reads 8 bytes at an address. */
        long word(long address) {
            return word(memory.find(address, Long.BYTES), 0);
        }

        /** Reads 8 bytes at a location that {@link AddressSpace#find} returned. */
        long word(AddressSpace.Spot spot, long offset) {
            if (spot.region() instanceof WordAccess words) {
                return words.getWord(spot.offset() + offset);
            }
            byte[] word = new byte[Long.BYTES];
            AddressSpace.read(strings, spot.region(), spot.offset() + offset, word, word.length);
            return Bits.i64(word, 0);
        }

        TextPlace text(ValueKind kind, long address, long bytes) {
            if (bytes == 0) {
                return new TextPlace(kind, EMPTY, 0, 0, false);
            }
            AddressSpace.Spot spot = memory.find(address, bytes);
            if (bytes > Integer.MAX_VALUE) {
                throw FormatErrors.length(0, address, bytes, Integer.MAX_VALUE);
            }
            return new TextPlace(kind, spot.region(), spot.offset(), (int) bytes, false);
        }

        TextPlace cString(long address) {
            long most = memory.reach(address);
            AddressSpace.Spot spot = memory.find(address, 1);
            RegionStrings.checkAccess(strings.binding(), spot.region(), spot.offset(), 1);
            long bytes = strings.binding()
                    .findZero(spot.region().base(), spot.region().start() + spot.offset(), most, 1);
            if (bytes < 0 || bytes >= most) {
                throw FormatErrors.unterminated(address);
            }
            return text(ValueKind.STRING, address, bytes);
        }

        /** Returns the place of the bytes of a {@code {u8* data, u64 size}}. */
        TextPlace byteArray(ValueKind kind, long address) {
            byte[] pair = bytes(address, 16);
            return text(kind, Bits.i64(pair, 0), size(Bits.i64(pair, 8), 8, address));
        }

        /** Returns the text that a value is or refers to; null if it is another value. */
        @Nullable
        TextPlace text(Tag tag) {
            return switch (tag.kind()) {
                case STRING, BYTES, UCS4 ->
                    new TextPlace(tag.kind().value, new ArrayRegion(tag.bytes()), tag.at(), tag.length(), true);
                case C_STRING -> cString(tag.word());
                case BYTE_ARRAY, TEXT_ARRAY -> byteArray(tag.kind().value, tag.word());
                case BUFFER -> text(tag.kind().value, tag.word(), tag.length());
                case UCS4_BUFFER -> text(tag.kind().value, tag.word(), 4L * tag.length());
                case OBJECT ->
                    switch (tag.owner()) {
                        case RFC97 -> Rfc97Slots.objectText(this, tag);
                        case TVM_FFI -> TvmSlots.objectText(this, tag);
                        case MATX -> null;
                    };
                case WIDE -> {
                    Tag wide = Rfc97Slots.widen(this, tag);
                    // Inline text is the one in memory, not in the copy.
                    yield switch (wide.kind()) {
                        case STRING, BYTES, UCS4 ->
                            text(wide.kind().value, AddressSpace.offset(tag.word(), wide.at()), wide.length());
                        default -> text(wide);
                    };
                }
                default -> null;
            };
        }

        /** Returns the number, bool or handle that a value is or that its box contains; null if it is another value. */
        @Nullable
        Tag plain(Tag tag) {
            return switch (tag.kind()) {
                case INT, FLOAT, BOOL, HANDLE -> tag;
                case WIDE -> plain(Rfc97Slots.widen(this, tag)); // one level deep
                case OBJECT -> tag.owner() == Dialect.RFC97 ? Rfc97Slots.unboxed(this, tag) : null;
                default -> null;
            };
        }

        /** Returns the kind of a value in the public API. */
        ValueKind kind(Tag tag) {
            return switch (tag.kind()) {
                case WIDE -> kind(Rfc97Slots.widen(this, tag));
                case OBJECT -> {
                    int code = tag.code() == Tag.UNNAMED ? codeOf(this, tag) : tag.code();
                    yield switch (tag.owner()) {
                        case RFC97 -> Rfc97Slots.kind(code);
                        case TVM_FFI -> TvmSlots.kind(code);
                        case MATX -> MatxSlots.kind(code);
                    };
                }
                default -> tag.kind().value;
            };
        }
    }

    private static final ArrayRegion EMPTY = new ArrayRegion(new byte[0]);

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
            case WIDE -> Tag.sized(kind, word, 0, Rfc97Slots.wide(length));
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
            case WIDE -> put(slot, code(tag), Rfc97Slots.wide(tag.length()), tag.word());
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

    /** Returns a length from a slot or an object. Throws if a Java array cannot have it. */
    static long size(long units, long offset, long address) {
        if (units < 0 || units > Integer.MAX_VALUE) {
            throw FormatErrors.length(offset, address, units, Integer.MAX_VALUE);
        }
        return units;
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
}
