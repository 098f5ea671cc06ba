package dev.unitstr.internal.binding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EncodingTest {
    @ParameterizedTest
    @EnumSource
    void isFoundByItsCharset(Encoding encoding) {
        assertEquals(encoding, Encoding.of(Charset.forName(encoding.charsetName())));
    }

    @ParameterizedTest
    @EnumSource
    void isNotFoundByAnothersCharsetOfTheSameName(Encoding encoding) {
        assertNull(Encoding.of(new Namesake(encoding.charsetName())));
    }

    /** What a user may write, with any codec under it. */
    private static final class Namesake extends Charset {
        Namesake(String name) {
            super(name, null);
        }

        @Override
        public boolean contains(Charset charset) {
            return false;
        }

        @Override
        public CharsetDecoder newDecoder() {
            throw new UnsupportedOperationException();
        }

        @Override
        public CharsetEncoder newEncoder() {
            throw new UnsupportedOperationException();
        }
    }
}
