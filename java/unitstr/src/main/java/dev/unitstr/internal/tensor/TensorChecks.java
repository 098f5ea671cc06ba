package dev.unitstr.internal.tensor;

import dev.unitstr.NativeMemory;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.Trust;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The checks made before a string is returned.
 *
 * @param trust how far the bytes are trusted
 * @param strictness how strictly they are checked
 * @param maxBytes the maximum size of a string in bytes
 * @param maxTotalBytes the maximum total size in bytes; negative for the default
 * @param ranges the only permitted ranges of addresses; null if all addresses are permitted
 */
public record TensorChecks(
        Trust trust,
        Strictness strictness,
        int maxBytes,
        long maxTotalBytes,
        @Nullable List<NativeMemory> ranges) {
    /**
     * Creates checks with the default limits.
     *
     * @param trust how far the bytes are trusted
     */
    public TensorChecks(Trust trust) {
        this(Objects.requireNonNull(trust, "trust"), Strictness.STANDARD, Integer.MAX_VALUE, -1, null);
    }

    TensorChecks with(Strictness other) {
        return new TensorChecks(trust, Objects.requireNonNull(other, "strictness"), maxBytes, maxTotalBytes, ranges);
    }

    TensorChecks withMaxBytes(long bytes) {
        if (bytes < 0 || bytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("bytes is " + bytes + ": not between 0 and " + Integer.MAX_VALUE
                    + ", the maximum size of a string");
        }
        return new TensorChecks(trust, strictness, (int) bytes, maxTotalBytes, ranges);
    }

    TensorChecks withMaxTotalBytes(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes is " + bytes + ": negative");
        }
        return new TensorChecks(trust, strictness, maxBytes, bytes, ranges);
    }

    TensorChecks withAddresses(NativeMemory... only) {
        Objects.requireNonNull(only, "ranges");
        for (int i = 0; i < only.length; i++) {
            Objects.requireNonNull(only[i], "ranges[" + i + "]");
        }
        List<NativeMemory> copy = List.of(only);
        return new TensorChecks(trust, strictness, maxBytes, maxTotalBytes, copy);
    }

    /** Tests whether native code supports all of these checks. */
    boolean isNative() {
        return ranges == null && maxBytes != 0;
    }

    /** Returns the maximum total size of all strings of a tensor, in bytes. */
    long totalLimit(long memoryBytes) {
        if (maxTotalBytes >= 0) {
            return maxTotalBytes;
        }
        return trust == Trust.UNTRUSTED_BUFFER ? memoryBytes : Long.MAX_VALUE;
    }
}
