package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.tvm.ValueFormatException.Code;
import dev.unitstr.values.Dialect;

/** Creates the exceptions for malformed values, with the messages of {@code rust/unitstr-values/src/bad.rs}. */
final class FormatErrors {
    /** The classes that {@link dev.unitstr.values.Slot#set(Object)} accepts. */
    static final String SLOT_VALUES =
            "null, Boolean, Byte, Short, Integer, Long, BigInteger, Float, Double, Character, CharSequence, Ucs4String,"
                    + " byte[], ByteBuffer, DataType, Device, Value, Rfc97List";

    /** The classes that arguments may have beyond those of a slot. */
    static final String MORE_ARGUMENTS =
            ", TvmFunction, TvmModule, TensorValue, ListValue, MapValue, Map, Collection, and arrays but char[]";

    private FormatErrors() {}

    static ValueFormatException slot(long bytes, int expected) {
        return slot(bytes, expected, "");
    }

    static ValueFormatException slot(long bytes, int expected, String hint) {
        String what = "a slot of " + bytes + " bytes, expected " + expected + hint;
        return new ValueFormatException(Code.SLOT_SIZE, 0, 0, what);
    }

    static ValueFormatException slots(long bytes, int slotBytes) {
        String what = "slots of " + bytes + " bytes: not " + slotBytes + " bytes for each of 0 to 2147483647 slots";
        return new ValueFormatException(Code.SLOT_SIZE, 0, 0, what);
    }

    static ValueFormatException code(int code, long offset, long address) {
        return new ValueFormatException(Code.TYPE_CODE, offset, address, "the type code " + code + " is unknown");
    }

    static ValueFormatException length(long offset, long address, long units, long limit) {
        return new ValueFormatException(
                Code.LENGTH, offset, address, "a length of " + units + " units: more than " + limit + ", the maximum");
    }

    static ValueFormatException partial(long offset, long bytes) {
        return new ValueFormatException(
                Code.PARTIAL, offset, 0, "a UCS-4 text of " + bytes + " bytes: not a multiple of 4");
    }

    static ValueFormatException tooLong(int offset, long bytes, int room) {
        String what = bytes + " bytes do not fit into the " + room + " bytes of the slot";
        return new ValueFormatException(Code.TOO_LONG, offset, 0, what + ", and there is no arena for an object");
    }

    static ValueFormatException notHere(String what) {
        return new ValueFormatException(Code.NOT_HERE, 0, 0, what);
    }

    static ValueFormatException notHere(Dialect dialect, Tag tag) {
        return notHere(dialect + " has no " + tag.kind());
    }

    static ValueFormatException kind(String wanted, Object found) {
        return new ValueFormatException(
                Code.KIND, 0, 0, "expected " + article(wanted) + ", found " + article(found.toString()));
    }

    private static String article(String noun) {
        return switch (noun.charAt(0)) {
            case 'a', 'e', 'i', 'o', 'u' -> "an " + noun;
            default -> noun.equals("text") || noun.equals("null") ? noun : "a " + noun;
        };
    }

    static IllegalArgumentException noValue(String place, Object given, String accepted) {
        return new IllegalArgumentException(
                place + " is a " + nameOf(given) + ", which is no kind of value: accepted are " + accepted);
    }

    /** Returns the type name of an object for a message, as in Java source, never the name of an internal class. */
    static String nameOf(Object object) {
        Class<?> type = object.getClass();
        if (!type.getName().startsWith("dev.unitstr.")) {
            return type.getTypeName();
        }
        for (Class<?> known = type; known != null; known = known.getSuperclass()) {
            for (Class<?> each : known.getInterfaces()) {
                if (each.getName().startsWith("dev.unitstr.") && !each.getName().startsWith("dev.unitstr.internal.")) {
                    return each.getName();
                }
            }
        }
        return type.getSimpleName();
    }

    static UnsupportedOperationException view(String what) {
        return new UnsupportedOperationException(
                "the " + what + " is a view that cannot be modified: functions of libtvm_ffi change what it shows");
    }

    static ValueFormatException borrowed(Tag tag) {
        return notHere(article(tag.kind().toString())
                + " cannot be copied: the slot would refer to memory with another owner");
    }

    static ValueFormatException noStore(Tag tag) {
        return notHere("an object for " + article(tag.kind().toString()) + " requires slots in an arena");
    }

    static ValueFormatException address(long address, long bytes) {
        String place = Long.toUnsignedString(bytes) + " bytes at 0x" + Long.toHexString(address);
        return new ValueFormatException(Code.ADDRESS, 0, address, place + " are not readable");
    }

    static ValueFormatException unterminated(long address) {
        return new ValueFormatException(
                Code.UNTERMINATED, 0, address, "no zero byte ends the string at 0x" + Long.toHexString(address));
    }

    static ValueFormatException header(int slot, int header, long offset, long address) {
        String what = "the type code is " + slot + " in the slot, and " + header + " in the header of the object";
        return new ValueFormatException(Code.HEADER, offset, address, what);
    }

    static ValueFormatException broken(long offset, long address, String what) {
        return new ValueFormatException(Code.BROKEN, offset, address, "the container is broken: " + what);
    }
}
