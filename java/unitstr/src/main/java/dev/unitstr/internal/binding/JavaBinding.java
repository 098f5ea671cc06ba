package dev.unitstr.internal.binding;

import dev.unitstr.internal.library.Version;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.Scratch;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The plain Java binding: the fallback if native access is denied, and the oracle in tests of the others. Copies memory
 * through an array. Cannot access memory at an address.
 */
public final class JavaBinding implements Binding {
    private static final byte[] NO_BYTES = {};
    private static final Encoding[] ENCODINGS = Encoding.values();
    private static final int FLAGS = Flags.POLICY_MASK | Flags.MORE | Flags.CONTINUED | Flags.CHARS;

    /** Creates the binding. */
    public JavaBinding() {}

    @Override
    public String name() {
        return "java";
    }

    @Override
    public Optional<Throwable> tryOpen() {
        return Optional.empty();
    }

    @Override
    public String version() {
        return Version.TEXT;
    }

    @Override
    public Optional<String> library() {
        return Optional.empty();
    }

    @Override
    public boolean isNative() {
        return false;
    }

    @Override
    public long decode(
            @Nullable Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        int error = error(encoding, flags);
        if (error != 0) {
            return error;
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] text = scratch.bytes(bytes);
            Region.copyOut(base, offset, text, 0, bytes);
            return JavaTranscoder.decode(text, bytes, encoding(encoding), flags, latin1, chars);
        } finally {
            scratch.release();
        }
    }

    @Override
    public long encode(
            char[] source, int chars, @Nullable Object base, long offset, long capacityBytes, int encoding, int flags) {
        int error = error(encoding, flags);
        return error != 0 ? error : encode(source, chars, base, offset, capacityBytes, encoding(encoding), flags);
    }

    @Override
    public long measure(char[] source, int chars, int encoding, int flags) {
        int error = error(encoding, flags);
        return error != 0 ? error : encode(source, chars, null, 0, Long.MAX_VALUE, encoding(encoding), flags);
    }

    /** Encodes into an array, emptying it whenever it is full. Without a base, only counts the bytes. */
    private static long encode(
            char[] source,
            int chars,
            @Nullable Object base,
            long offset,
            long capacityBytes,
            Encoding encoding,
            int flags) {
        int at = 0;
        int written = 0;
        Scratch scratch = Scratch.acquire();
        try {
            int most = Math.min(CHUNK_BYTES, encoding.maxBytesPerChar() * chars + encoding.bomBytes());
            byte[] piece = scratch.bytes(most);
            while (true) {
                int limit = (int) Math.min(most, capacityBytes - written);
                int continued = written > 0 ? Flags.CONTINUED : 0;
                long packed = JavaTranscoder.encode(source, at, chars, encoding, flags | continued, piece, limit);
                int bytes = Packed.written(packed);
                if (base != null && bytes > 0) {
                    Region.copyIn(piece, base, offset + written, bytes);
                }
                at += Packed.read(packed);
                written += bytes;
                boolean again = Packed.status(packed) == Packed.OUTPUT_FULL && bytes > 0 && written < capacityBytes;
                if (!again) {
                    return Packed.of(Packed.status(packed), 0, at, written, Packed.bad(packed));
                }
            }
        } finally {
            scratch.release();
        }
    }

    @Override
    public long findZero(@Nullable Object base, long offset, long maxUnits, int unitSize) {
        return Region.findZero(base, offset, maxUnits, unitSize);
    }

    @Override
    public long contentEquals(
            @Nullable Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        int error = error(encoding, flags);
        if (error != 0) {
            return error;
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] encoded = scratch.bytes(bytes);
            char[] decoded = scratch.chars(bytes);
            Region.copyOut(base, offset, encoded, 0, bytes);
            long packed =
                    JavaTranscoder.decode(encoded, bytes, encoding(encoding), flags | Flags.CHARS, NO_BYTES, decoded);
            int mismatch = Arrays.mismatch(decoded, 0, Packed.written(packed), text, 0, chars);
            boolean equal = mismatch < 0 || mismatch == Packed.written(packed);
            int same = mismatch < 0 ? Packed.written(packed) : mismatch;
            if (equal || Packed.status(packed) == Packed.MALFORMED) {
                return Packed.of(Packed.status(packed), 0, Packed.read(packed), same, Packed.bad(packed));
            }
            int read = JavaTranscoder.bytesBefore(encoded, bytes, encoding(encoding), flags, same);
            return Packed.of(Packed.MISMATCH, 0, read, same, 0);
        } finally {
            scratch.release();
        }
    }

    @Override
    public long query(@Nullable Object base, long offset, int bytes, int encoding, int flags, Query query) {
        int error = error(encoding, flags);
        if (error != 0) {
            return error;
        }
        Scratch scratch = Scratch.acquire();
        try {
            byte[] text = scratch.bytes(bytes);
            Region.copyOut(base, offset, text, 0, bytes);
            return query.plain.of(text, bytes, encoding(encoding), flags, scratch.chars(bytes));
        } finally {
            scratch.release();
        }
    }

    @Override
    public String lastPanic() {
        return "";
    }

    private static Encoding encoding(int id) {
        return ENCODINGS[id - 1];
    }

    private static int error(int encoding, int flags) {
        if (encoding < 1 || encoding > ENCODINGS.length) {
            return Packed.E_ENCODING;
        }
        boolean supported = (flags & ~FLAGS) == 0 && (flags & Flags.POLICY_MASK) <= Flags.REPORT;
        return supported ? 0 : Packed.E_FLAGS;
    }
}
