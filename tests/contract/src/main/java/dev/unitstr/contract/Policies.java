package dev.unitstr.contract;

import dev.unitstr.MalformedPolicy;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.List;

/** Models of the policies beside REPLACE and REPORT: the JDK converts the text between two errors. */
final class Policies {
    static final MalformedPolicy SHORT = MalformedPolicy.replaceWith('?');
    static final MalformedPolicy LONG = MalformedPolicy.replaceWith(0x1F600);

    static final List<MalformedPolicy> ALL =
            List.of(MalformedPolicy.IGNORE, SHORT, LONG, MalformedPolicy.LOSSLESS, MalformedPolicy.SURROGATE_ESCAPE);

    private Policies() {}

    record Decoded(String text, Fault fault) {}

    record Encoded(byte[] bytes, Fault fault) {}

    private static boolean is(Charset charset, String... names) {
        return Arrays.asList(names).contains(charset.name());
    }

    /** LOSSLESS has no byte order marks: the charset of the default byte order that writes none. */
    private static Charset plain(Charset charset, MalformedPolicy policy) {
        if (policy != MalformedPolicy.LOSSLESS) {
            return charset;
        }
        return switch (charset.name()) {
            case "UTF-16" -> Charset.forName("UTF-16BE");
            case "x-UTF-16LE-BOM" -> Charset.forName("UTF-16LE");
            default -> charset;
        };
    }

    static Decoded decode(byte[] bytes, Charset charset, MalformedPolicy policy) {
        if (policy == MalformedPolicy.LOSSLESS && Charsets.unitSize(charset) == 4) {
            return decodeUtf32(bytes, charset);
        }
        CharsetDecoder decoder = plain(charset, policy)
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(8 * bytes.length + 100);
        int highEnd = -1;
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (result.isUnderflow()) {
                decoder.flush(out);
                return new Decoded(out.flip().toString(), null);
            }
            int at = in.position();
            int length = result.length();
            String fix = decodeError(bytes, at, length, charset, policy);
            boolean keeps = policy == MalformedPolicy.LOSSLESS && fix != null;
            if (fix == null || keeps && at == highEnd && Character.isLowSurrogate(fix.charAt(0))) {
                return new Decoded(null, Fault.of(result, at));
            }
            out.put(fix);
            in.position(at + (keeps && Charsets.unitSize(charset) == 2 ? 2 : length));
            if (keeps && is(charset, "UTF-8") && Character.isHighSurrogate(fix.charAt(0))) {
                highEnd = in.position();
            }
        }
    }

    private static String decodeError(byte[] bytes, int at, int length, Charset charset, MalformedPolicy policy) {
        if (policy == MalformedPolicy.IGNORE) {
            return "";
        }
        if (policy.replacement().isPresent()) {
            return policy.replacement().get();
        }
        if (policy == MalformedPolicy.SURROGATE_ESCAPE && is(charset, "UTF-8", "US-ASCII")) {
            StringBuilder escapes = new StringBuilder();
            for (int i = at; i < at + length; i++) {
                escapes.append((char) (0xDC00 + (bytes[i] & 0xFF)));
            }
            return escapes.toString();
        }
        if (policy == MalformedPolicy.LOSSLESS && is(charset, "UTF-8") && length == 3 && bytes[at] == (byte) 0xED) {
            return String.valueOf((char) (0xD000 | (bytes[at + 1] & 0x3F) << 6 | bytes[at + 2] & 0x3F));
        }
        if (policy == MalformedPolicy.LOSSLESS && Charsets.unitSize(charset) == 2 && length >= 2) {
            boolean little = plain(charset, policy).name().endsWith("LE");
            int first = bytes[at] & 0xFF;
            int second = bytes[at + 1] & 0xFF;
            return String.valueOf((char) (little ? second << 8 | first : first << 8 | second));
        }
        return null;
    }

    private static Decoded decodeUtf32(byte[] bytes, Charset charset) {
        boolean little = charset.name().contains("LE");
        StringBuilder text = new StringBuilder();
        int before = 0;
        for (int at = 0; at < bytes.length; at += 4) {
            int unit = ByteBuffer.wrap(bytes, at, 4).getInt();
            unit = little ? Integer.reverseBytes(unit) : unit;
            boolean pair = before >= 0xD800 && before < 0xDC00 && unit >= 0xDC00 && unit < 0xE000;
            if (pair || unit < 0 || unit > Character.MAX_CODE_POINT) {
                return new Decoded(null, new Fault(false, at, 4));
            }
            text.appendCodePoint(unit);
            before = unit;
        }
        return new Decoded(text.toString(), null);
    }

    static Encoded encode(String text, Charset charset, MalformedPolicy policy) {
        Charset plain = plain(charset, policy);
        boolean keeps = policy == MalformedPolicy.LOSSLESS && (is(charset, "UTF-8") || Charsets.unitSize(charset) > 1);
        boolean escapes = policy == MalformedPolicy.SURROGATE_ESCAPE && is(charset, "UTF-8", "US-ASCII");
        boolean replaces =
                policy == MalformedPolicy.IGNORE || policy.replacement().isPresent();
        String replacement = policy.replacement().orElse("");
        boolean replaceable = Oracle.encodeFault(replacement, charset) == null;
        StringBuilder clean = new StringBuilder();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int at = 0; at <= text.length(); ) {
            Fault fault = Oracle.encodeFault(text.substring(at), charset);
            int end = fault == null ? text.length() : at + fault.at();
            clean.append(text, at, end);
            bytes.writeBytes(withoutMark(text.substring(at, end), plain));
            if (fault == null) {
                break;
            }
            char c = text.charAt(end);
            if (replaces && replaceable) {
                clean.append(replacement);
            } else if (keeps) {
                bytes.writeBytes(unit(c, plain));
            } else if (escapes && c >= 0xDC80 && c <= 0xDCFF) {
                bytes.write(c);
            } else {
                return new Encoded(null, new Fault(fault.unmappable(), end, fault.length()));
            }
            at = end + fault.length();
        }
        return new Encoded(
                replaces
                        ? Oracle.encode(clean.toString(), charset)
                        : keeps || escapes ? bytes.toByteArray() : Oracle.encode(text, charset),
                null);
    }

    private static byte[] withoutMark(String text, Charset charset) {
        return Oracle.encode(
                text,
                switch (charset.name()) {
                    case "X-UTF-32LE-BOM" -> Charset.forName("UTF-32LE");
                    case "X-UTF-32BE-BOM" -> Charset.forName("UTF-32BE");
                    default -> charset;
                });
    }

    private static byte[] unit(char c, Charset charset) {
        boolean little = charset.name().contains("LE");
        return switch (Charsets.unitSize(charset)) {
            case 1 -> new byte[] {(byte) 0xED, (byte) (0x80 | c >> 6 & 0x3F), (byte) (0x80 | c & 0x3F)};
            case 2 -> little ? new byte[] {(byte) c, (byte) (c >> 8)} : new byte[] {(byte) (c >> 8), (byte) c};
            default ->
                little ? new byte[] {(byte) c, (byte) (c >> 8), 0, 0} : new byte[] {0, 0, (byte) (c >> 8), (byte) c};
        };
    }
}
