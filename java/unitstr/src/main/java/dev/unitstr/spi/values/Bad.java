package dev.unitstr.spi.values;

import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueFormatException;
import dev.unitstr.values.ValueFormatException.Code;
import dev.unitstr.values.ValueFormatException.Field;

/** Makes the errors of values, with the words of {@code rust/core/src/values/bad.rs}. */
final class Bad {
    private Bad() {}

    static ValueFormatException slot(long bytes, int expected) {
        return new ValueFormatException(
                Code.SLOT_SIZE, Field.SLOT, 0, 0, "a slot of " + bytes + " bytes where " + expected + " are expected");
    }

    static ValueFormatException code(int code, long offset, long address) {
        return new ValueFormatException(
                Code.TYPE_CODE,
                Field.TYPE_CODE,
                offset,
                address,
                "the type code " + code + ", which no value has here");
    }

    static ValueFormatException length(Field field, long offset, long address, long units, long limit) {
        return new ValueFormatException(
                Code.LENGTH,
                field,
                offset,
                address,
                "a length of " + units + " units where at most " + limit + " are possible");
    }

    static ValueFormatException partial(Field field, long offset, long bytes) {
        return new ValueFormatException(
                Code.PARTIAL, field, offset, 0, "a UCS-4 text of " + bytes + " bytes, which is no multiple of 4");
    }

    static ValueFormatException tooLong(int offset, long bytes, int room) {
        return new ValueFormatException(
                Code.TOO_LONG,
                Field.PAYLOAD,
                offset,
                0,
                bytes + " bytes do not fit into the " + room + " of the slot, and there is no arena for an object");
    }

    static ValueFormatException notHere(Dialect dialect, Tag tag) {
        return new ValueFormatException(Code.NOT_HERE, Field.SLOT, 0, 0, dialect + " has no " + tag.kind);
    }

    static ValueFormatException kind(String wanted, Object found) {
        return new ValueFormatException(
                Code.KIND, Field.TYPE_CODE, 0, 0, "a value of the kind " + found + " is no " + wanted);
    }

    static ValueFormatException address(long address, long bytes) {
        return new ValueFormatException(
                Code.ADDRESS,
                Field.PAYLOAD,
                0,
                address,
                Long.toUnsignedString(bytes) + " bytes at 0x" + Long.toHexString(address) + " are not readable");
    }

    static ValueFormatException unterminated(long address) {
        return new ValueFormatException(
                Code.UNTERMINATED,
                Field.DATA,
                0,
                address,
                "no zero byte ends the string at 0x" + Long.toHexString(address));
    }

    static ValueFormatException header(int slot, int header, long offset, long address) {
        return new ValueFormatException(
                Code.HEADER,
                Field.TYPE_CODE,
                offset,
                address,
                "the slot says type " + slot + ", the header of the object " + header);
    }

    static ValueFormatException broken(Field field, long offset, long address, String what) {
        return new ValueFormatException(Code.BROKEN, field, offset, address, "the container is broken: " + what);
    }
}
