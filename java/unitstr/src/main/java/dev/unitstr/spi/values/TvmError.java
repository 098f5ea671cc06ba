package dev.unitstr.spi.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueError;
import dev.unitstr.values.ValueKind;

/** Errors of libtvm_ffi. */
final class TvmError {
    private TvmError() {}

    static ValueError of(SlotFormat.Reach reach, Tag tag) {
        check(reach, tag, "error", TvmSlots.ERROR, TvmSlots.ERROR);
        return new ValueError(text(reach, tag, 24), text(reach, tag, 40), text(reach, tag, 56));
    }

    private static String text(SlotFormat.Reach reach, Tag tag, int at) {
        Text text = reach.byteArray(ValueKind.STRING, Memory.offset(tag.word, at));
        return Texts.string(reach.strings(), text, MalformedPolicy.REPLACE);
    }

    /** The object that a slot refers to, if it is one of these. */
    static int check(SlotFormat.Reach reach, Tag tag, String wanted, int one, int other) {
        if (tag.kind != Tag.Kind.OBJECT || tag.of != Dialect.TVM_FFI) {
            throw Bad.kind(wanted, tag.kind);
        }
        int code = TvmSlots.codeOf(reach, tag);
        if (code != one && code != other) {
            throw Bad.kind(wanted, TvmSlots.kind(code));
        }
        return code;
    }
}
