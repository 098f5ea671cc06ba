package dev.unitstr.internal.text;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * What the policies other than REPLACE and REPORT put in place of an error at which a binding stopped. A binding
 * converts the well-formed text before and after the error.
 */
final class Repairs {
    private static final int LOWEST_ESCAPE = 0xDC80;
    private static final int HIGHEST_ESCAPE = 0xDCFF;

    private Repairs() {}

    /** Returns a policy, or REPORT if it equals REPORT for this encoding. */
    static MalformedPolicy policy(Encoding encoding, MalformedPolicy policy) {
        boolean supported = true;
        if (policy == MalformedPolicy.LOSSLESS) {
            supported = encoding == Encoding.UTF_8 || encoding.unitSize() > 1;
        } else if (policy == MalformedPolicy.SURROGATE_ESCAPE) {
            supported = encoding == Encoding.UTF_8 || encoding == Encoding.ASCII;
        }
        return supported ? policy : MalformedPolicy.REPORT;
    }

    /**
     * Decodes malformed bytes.
     *
     * @param bad the malformed bytes
     * @param count their number: 1 to 4
     * @param coding the charset and the policy
     * @return the chars; null if the error must be reported
     */
    static @Nullable String decode(byte[] bad, int count, Coding coding) {
        if (coding.policy() == MalformedPolicy.IGNORE) {
            return "";
        }
        if (coding.policy() == MalformedPolicy.SURROGATE_ESCAPE) {
            StringBuilder escapes = new StringBuilder(count);
            for (int i = 0; i < count; i++) {
                if (bad[i] >= 0) {
                    return null; // the memory has changed
                }
                escapes.append((char) (0xDC00 | bad[i] & 0xFF));
            }
            return escapes.toString();
        }
        if (coding.policy() == MalformedPolicy.LOSSLESS) {
            int unit = surrogate(bad, count, coding.encoding());
            return unit < 0 ? null : String.valueOf((char) unit);
        }
        return coding.policy().replacement().orElse(null);
    }

    /** Returns the number of bytes that {@link #decode} replaces: all, or only the surrogate at the start. */
    static int bytes(int count, Coding coding) {
        return coding.policy() == MalformedPolicy.LOSSLESS && coding.unitSize() == 2 ? Math.min(count, 2) : count;
    }

    /** Returns the surrogate at the start of malformed bytes, or -1. */
    private static int surrogate(byte[] bad, int count, Encoding encoding) {
        int unit = switch (encoding.fixed()) {
            case UTF_8 -> count == 3 && bad[0] == (byte) 0xED ? 0xD000 | (bad[1] & 0x3F) << 6 | bad[2] & 0x3F : -1;
            case UTF_16LE -> count >= 2 ? (bad[1] & 0xFF) << 8 | bad[0] & 0xFF : -1;
            case UTF_16BE -> count >= 2 ? (bad[0] & 0xFF) << 8 | bad[1] & 0xFF : -1;
            default -> -1;
        };
        return unit >= 0 && Character.isSurrogate((char) unit) ? unit : -1;
    }

    /**
     * Encodes a char that is a lone surrogate or unmappable, if the policy gives it bytes of its own.
     *
     * @param c the char
     * @param coding the charset and the policy
     * @param bytes receives the bytes
     * @return the number of bytes; 0 if there are none, -1 if the error must be reported
     */
    static int encode(char c, Coding coding, byte[] bytes) {
        if (coding.policy() == MalformedPolicy.SURROGATE_ESCAPE) {
            bytes[0] = (byte) c;
            return c >= LOWEST_ESCAPE && c <= HIGHEST_ESCAPE ? 1 : -1;
        }
        if (coding.policy() != MalformedPolicy.LOSSLESS) {
            return 0;
        }
        switch (coding.encoding().fixed()) {
            case UTF_8 -> {
                bytes[0] = (byte) (0xE0 | c >> 12);
                bytes[1] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[2] = (byte) (0x80 | c & 0x3F);
                return 3;
            }
            case UTF_16LE, UTF_32LE -> {
                bytes[0] = (byte) c;
                bytes[1] = (byte) (c >> 8);
                bytes[2] = bytes[3] = 0;
            }
            default -> {
                int end = coding.unitSize();
                bytes[0] = bytes[1] = 0;
                bytes[end - 2] = (byte) (c >> 8);
                bytes[end - 1] = (byte) c;
            }
        }
        return coding.unitSize();
    }
}
