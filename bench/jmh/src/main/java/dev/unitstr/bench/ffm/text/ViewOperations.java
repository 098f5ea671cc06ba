package dev.unitstr.bench.ffm.text;

import static dev.unitstr.bench.ffm.text.Constants.CHARSET;
import static dev.unitstr.bench.ffm.text.Constants.OFFSETS;
import static dev.unitstr.bench.ffm.text.Constants.SOURCE;
import static dev.unitstr.bench.ffm.text.Constants.TEXTS;
import static dev.unitstr.bench.ffm.text.Constants.UNITS;

import dev.unitstr.TextView;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.SegmentTexts;

/** Looking at text in memory without a string; the contender {@code string} makes one. */
final class ViewOperations {
    private static final int MASK = TEXTS.count() - 1;
    private static final int LAST = 3;

    private ViewOperations() {}

    private static TextView view(int i) {
        return SegmentTexts.view(SOURCE, OFFSETS[i], UNITS[i], CHARSET);
    }

    private static String string(int i) {
        return SegmentStrings.getString(SOURCE, OFFSETS[i], UNITS[i], CHARSET);
    }

    private static String other(int i) {
        return TEXTS.string(i + 1 & MASK);
    }

    private static String last(int i) {
        String text = TEXTS.string(i);
        return text.substring(Math.max(text.length() - LAST, 0));
    }

    static Operation of(String direction, String contender) {
        boolean ours = contender.equals("unitstr");
        if (!ours && !contender.equals("string")) {
            throw Operation.unknown(contender);
        }
        return switch (direction) {
            case "viewCompare" ->
                Operation.ofNumber(
                        ours ? i -> view(i).compareTo(other(i)) : i -> string(i).compareTo(other(i)),
                        i -> TEXTS.decoded(i).compareTo(other(i)));
            case "viewHash" ->
                Operation.ofNumber(
                        ours ? i -> view(i).hashCode() : i -> string(i).hashCode(),
                        i -> TEXTS.decoded(i).hashCode());
            case "viewIndexOf" -> {
                String[] wanted = new String[TEXTS.count()];
                for (int i = 0; i < wanted.length; i++) {
                    wanted[i] = last(i);
                }
                yield Operation.ofNumber(
                        ours ? i -> view(i).indexOf(wanted[i]) : i -> string(i).indexOf(wanted[i]),
                        i -> TEXTS.decoded(i).indexOf(wanted[i]));
            }
            default -> throw Operation.unknown(direction);
        };
    }
}
