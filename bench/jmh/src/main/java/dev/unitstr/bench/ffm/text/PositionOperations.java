package dev.unitstr.bench.ffm.text;

import static dev.unitstr.bench.ffm.text.Constants.CHARSET;
import static dev.unitstr.bench.ffm.text.Constants.OFFSETS;
import static dev.unitstr.bench.ffm.text.Constants.SOURCE;
import static dev.unitstr.bench.ffm.text.Constants.TEXTS;
import static dev.unitstr.bench.ffm.text.Constants.UNITS;

import dev.unitstr.TextDecoder;
import dev.unitstr.TextIndex;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.SegmentTexts;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.Random;

/** Chunks of a stream, and positions in UTF-8 text and its string. */
final class PositionOperations {
    private static final int CHUNK = 8 * 1024;
    private static final TextDecoder DECODER = TextDecoder.of(CHARSET);
    private static final CharsetDecoder JDK_DECODER = CHARSET.newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private static final char[] CHARS = new char[4 * CHUNK];
    private static final CharBuffer CHAR_BUFFER = CharBuffer.wrap(CHARS);
    private static final ByteBuffer BUFFER = SOURCE.asByteBuffer();

    private PositionOperations() {}

    static Operation of(String direction, String contender) {
        boolean ours = contender.equals("unitstr");
        if (direction.equals("decodeChunks")) {
            return Operation.ofNumber(
                    ours ? PositionOperations::decode : PositionOperations::decodeByJdk,
                    i -> TEXTS.decoded(i).length());
        }
        TextIndex[] indexes = new TextIndex[TEXTS.count()];
        int[] chars = new int[indexes.length];
        Random random = new Random(2);
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = TextIndex.of(SegmentTexts.view(SOURCE, OFFSETS[i], UNITS[i], CHARSET));
            String text = TEXTS.decoded(i);
            int place = random.nextInt(text.length());
            chars[i] = Character.isLowSurrogate(text.charAt(place)) ? place - 1 : place;
        }
        int[] units = new int[chars.length];
        for (int i = 0; i < units.length; i++) {
            units[i] = TEXTS.decoded(i).substring(0, chars[i]).getBytes(CHARSET).length;
        }
        return switch (direction) {
            case "indexChar" ->
                Operation.ofNumber(
                        ours
                                ? i -> indexes[i].charIndex(units[i])
                                : i -> SegmentStrings.getString(SOURCE, OFFSETS[i], units[i], CHARSET)
                                        .length(),
                        i -> chars[i]);
            case "indexUnit" ->
                Operation.ofNumber(
                        ours
                                ? i -> indexes[i].unitOffset(chars[i])
                                : i -> SegmentStrings.encodedUnits(
                                        TEXTS.string(i).substring(0, chars[i]), CHARSET),
                        i -> units[i]);
            case "indexBuild" ->
                Operation.ofNumber(
                        ours
                                ? i -> TextIndex.of(SegmentTexts.view(SOURCE, OFFSETS[i], UNITS[i], CHARSET))
                                        .chars()
                                : i -> SegmentStrings.getString(SOURCE, OFFSETS[i], UNITS[i], CHARSET)
                                        .length(),
                        i -> TEXTS.decoded(i).length());
            default -> throw Operation.unknown(direction);
        };
    }

    private static long decode(int i) {
        DECODER.reset();
        int bytes = UNITS[i] * TEXTS.unitSize();
        long chars = 0;
        for (int at = 0; at < bytes; at += CHUNK) {
            chars += SegmentTexts.decode(DECODER, SOURCE, OFFSETS[i] + at, Math.min(CHUNK, bytes - at), CHARS, 0);
        }
        return chars + DECODER.flush(CHARS, 0);
    }

    private static long decodeByJdk(int i) {
        JDK_DECODER.reset();
        int end = OFFSETS[i] + UNITS[i] * TEXTS.unitSize();
        long chars = 0;
        int at = OFFSETS[i];
        for (int next = at; next < end; ) {
            next = Math.min(next + CHUNK, end);
            BUFFER.limit(next).position(at);
            JDK_DECODER.decode(BUFFER, CHAR_BUFFER.clear(), next == end);
            chars += CHAR_BUFFER.position();
            at = BUFFER.position();
        }
        JDK_DECODER.flush(CHAR_BUFFER.clear());
        return chars + CHAR_BUFFER.position();
    }
}
