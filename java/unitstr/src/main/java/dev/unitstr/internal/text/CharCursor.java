package dev.unitstr.internal.text;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;

/**
 * Decodes a text from its start, in pieces that grow: most comparisons end early. The chars from {@link #from} to
 * {@link #end} in {@link #chars} have been decoded and not used.
 */
final class CharCursor {
    private static final int FIRST = 256;

    private final RegionDecoder decoder;
    private final Region region;
    private final long textEnd;
    private long at;
    private int piece = FIRST;
    private boolean flushed;

    char[] chars = {};
    int from;
    int end;

    CharCursor(Binding binding, Coding coding, Region region, long offset, int bytes) {
        this.decoder = RegionDecoder.of(binding, coding);
        this.region = region;
        this.at = offset;
        this.textEnd = offset + bytes;
    }

    /** Decodes another piece if all chars have been used; returns false at the end of the text. */
    boolean fill() {
        while (from == end && !flushed) {
            int bytes = (int) Math.min(piece, textEnd - at);
            int most = Math.toIntExact(decoder.maxChars(bytes));
            if (chars.length < most) {
                chars = new char[most];
            }
            from = 0;
            if (bytes == 0) {
                flushed = true;
                end = decoder.flush(chars, 0);
            } else {
                end = decoder.decode(region, at, bytes, chars, 0);
                at += bytes;
                piece = Math.min(4 * piece, Binding.CHUNK_BYTES);
            }
        }
        return from < end;
    }
}
