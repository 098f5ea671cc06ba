package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.tvm.ValueError;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;

/** Reads errors of libtvm_ffi. */
final class TvmError {
    private TvmError() {}

    static ValueError of(Reach reach, Tag tag) {
        check(reach, tag, "error", TvmSlots.ERROR, TvmSlots.ERROR);
        return new ValueError(text(reach, tag, 24), text(reach, tag, 40), text(reach, tag, 56));
    }

    private static String text(Reach reach, Tag tag, int at) {
        TextPlace text = reach.byteArray(ValueKind.STRING, AddressSpace.offset(tag.word(), at));
        return ValueTexts.string(reach.strings(), text, MalformedPolicy.REPLACE);
    }

    /** Returns the type code of the object that a slot refers to. Throws if it is neither of the two given types. */
    static int check(Reach reach, Tag tag, String wanted, int one, int other) {
        if (tag.kind() != Tag.Kind.OBJECT || tag.owner() != Dialect.TVM_FFI) {
            throw FormatErrors.kind(wanted, tag.kind());
        }
        int code = TvmSlots.codeOf(reach, tag);
        if (code != one && code != other) {
            throw FormatErrors.kind(wanted, TvmSlots.kind(code));
        }
        return code;
    }
}
