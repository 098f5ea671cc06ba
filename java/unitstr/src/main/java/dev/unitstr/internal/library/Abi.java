package dev.unitstr.internal.library;

import dev.unitstr.UnitCharsets;
import java.util.Locale;

/**
 * The function table that {@code ustr_get_java_api} returns. A jar calls a library only if the table of the library has
 * all members that the jar uses. A test compares the offsets with {@code abi/v1.0.txt}.
 */
public final class Abi {
    /** The major version that this jar requires. Different major versions are incompatible. */
    public static final int MAJOR = 1;
    /** The minor version that this jar was built with. Within a major version, members are only appended. */
    public static final int MINOR = 0;
    /** The minimum {@code struct_size}, in bytes, of a table with every entry that this jar calls. */
    public static final long MIN_STRUCT_SIZE = 328;
    /** The maximum plausible {@code struct_size}, in bytes: about 8000 entries. */
    public static final long MAX_STRUCT_SIZE = 64 * 1024;

    /** Bit of {@code features}: {@code wchar_t} of the library has 2 bytes. */
    public static final long FEATURE_WCHAR_16 = 1;
    /** Bit of {@code features}: {@code wchar_t} of the library has 4 bytes. */
    public static final long FEATURE_WCHAR_32 = 1 << 1;
    /** Bit of {@code features}: the library uses AVX2. */
    public static final long FEATURE_ISA_AVX2 = 0x100;
    /** Bit of {@code features}: the library uses AVX-512. */
    public static final long FEATURE_ISA_AVX512 = 0x200;
    /**
     * Bit of {@code features}: {@code UNITSTR_ISA} in the environment requests an instruction set that the library does
     * not use.
     */
    public static final long FEATURE_ISA_REFUSED = 0x400;
    /** Bit of {@code features}: the library uses NEON. */
    public static final long FEATURE_ISA_NEON = 0x800;

    // Offsets of the first members, in bytes, named as in unitstr_java.h.

    /** {@code size_t}: the size of the table in bytes. */
    public static final long STRUCT_SIZE = 0;
    /** {@code uint32_t}: the major version. */
    public static final long ABI_MAJOR = 8;
    /** {@code uint32_t}: the minor version. */
    public static final long ABI_MINOR = 12;
    /** {@code uint64_t}: feature bits. */
    public static final long FEATURES = 16;

    private Abi() {}

    /** The functions of the table, in its order and named as in {@code unitstr_java.h}. */
    public enum Entry {
        /** The version of the library. */
        VERSION,
        /** The message of the last panic on this thread. */
        LAST_PANIC,
        /** {@code Binding.decode}. */
        PACKED_DECODE,
        /** {@code Binding.encode}. */
        PACKED_ENCODE,
        /** {@code Binding.measure}. */
        PACKED_MEASURE,
        /** {@code Binding.findZero}. */
        PACKED_FIND_ZERO,
        /** {@code Binding.contentEquals}. */
        PACKED_COMPARE,
        /** Encodes from the backing array of a String. */
        PACKED_ENCODE_STRING,
        /** Measures from the backing array of a String. */
        PACKED_MEASURE_STRING,
        /** {@code Binding.decodeBatch}. */
        PACKED_DECODE_BATCH,
        /** {@code Binding.encodeBatch}. */
        PACKED_ENCODE_BATCH,
        /** {@code Binding.measureBatch}. */
        PACKED_MEASURE_BATCH,
        /** {@code TensorCalls.validate}. */
        PACKED_VALIDATE_TENSOR,
        /** {@code TensorCalls.describe}. */
        PACKED_TENSOR_ELEMENTS,
        /** {@code TensorCalls.decode}. */
        PACKED_DECODE_TENSOR,
        /** {@code TensorCalls.copy}. */
        PACKED_COPY_TENSOR,
        /** {@code TensorCalls.change}. */
        PACKED_CHANGE_TENSOR,
        /** {@code TensorCalls.assign}. */
        PACKED_ASSIGN_TENSOR,
        /** {@code TensorCalls.newOwner}. */
        TENSOR_OWNER_NEW,
        /** {@code TensorCalls.references}. */
        TENSOR_OWNER_REFERENCES,
        /** {@code ValueCalls.hostNew}. */
        VAL_HOST_NEW,
        /** {@code ValueCalls.hostClose}. */
        VAL_HOST_CLOSE,
        /** {@code ValueCalls.drainDead}. */
        VAL_DRAIN_DEAD,
        /** {@code ValueCalls.open}. */
        VAL_OPEN,
        /** {@code ValueCalls.version}. */
        VAL_VERSION,
        /** {@code ValueCalls.function}. */
        VAL_FUNCTION,
        /** {@code ValueCalls.setGlobal}. */
        VAL_SET_GLOBAL,
        /** {@code ValueCalls.freeze}. */
        VAL_FREEZE,
        /** {@code ValueCalls.call}. */
        VAL_CALL,
        /** {@code ValueCalls.functionNew}. */
        VAL_FUNCTION_NEW,
        /** {@code ValueCalls.errorNew}. */
        VAL_ERROR_NEW,
        /** {@code ValueCalls.textNew}. */
        VAL_TEXT_NEW,
        /** {@code ValueCalls.retain}. */
        VAL_RETAIN,
        /** {@code ValueCalls.release}. */
        VAL_RELEASE,
        /** {@code ValueCalls.own}. */
        VAL_OWN,
        /** {@code Binding.query}. */
        PACKED_QUERY,
        /** {@code ArrowCalls.export}. */
        ARROW_EXPORT,
        /** {@code ArrowCalls.call}. */
        ARROW_CALL;

        /**
         * Returns the offset of the pointer to this function.
         *
         * @return the offset in the table, in bytes
         */
        public long offset() {
            return FEATURES + Long.BYTES * (1L + ordinal());
        }

        /** Returns the name of the member in {@code unitstr_java.h}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The first members of a table, the only ones that may be read before {@link #check}.
     *
     * @param structSize the size of the table in bytes
     * @param major the major version
     * @param minor the minor version
     * @param features the feature bits
     */
    public record Header(long structSize, int major, int minor, long features) {
        /**
         * Checks that this jar can call the functions of the table. A larger table belongs to a newer minor version;
         * its first part is the table of this jar's version.
         *
         * @throws UnsatisfiedLinkError if the major version differs, the table is too short or implausibly long, or the
         *     library was built for another {@code wchar_t}; the message contains the values of both sides
         */
        public void check() {
            if (major != MAJOR) {
                throw mismatch(
                        "the library has ABI " + major + "." + minor + ", this jar needs " + MAJOR + "." + MINOR);
            }
            boolean large = Long.compareUnsigned(structSize, MAX_STRUCT_SIZE) > 0;
            if (large || structSize < MIN_STRUCT_SIZE) {
                throw mismatch("the library's table has " + Long.toUnsignedString(structSize) + " bytes, this jar "
                        + (large ? "accepts at most " + MAX_STRUCT_SIZE : "needs at least " + MIN_STRUCT_SIZE));
            }
            int theirs = switch ((int) (features & (FEATURE_WCHAR_16 | FEATURE_WCHAR_32))) {
                case (int) FEATURE_WCHAR_16 -> 2;
                case (int) FEATURE_WCHAR_32 -> 4;
                default -> 0;
            };
            if (theirs != UnitCharsets.wcharBytes()) {
                throw mismatch(
                        "the library's wchar_t has " + theirs + " bytes, this platform's " + UnitCharsets.wcharBytes());
            }
        }

        /**
         * Returns the instruction set that the library uses.
         *
         * @return {@code scalar}, {@code avx2}, {@code avx512} or {@code neon}: the values of {@code UNITSTR_ISA}
         */
        public String isa() {
            if ((features & FEATURE_ISA_NEON) != 0) {
                return "neon";
            }
            return (features & FEATURE_ISA_AVX512) != 0
                    ? "avx512"
                    : (features & FEATURE_ISA_AVX2) != 0 ? "avx2" : "scalar";
        }

        /**
         * Tests whether {@code UNITSTR_ISA} in the environment requests an instruction set that this CPU or the library
         * lacks.
         *
         * @return true if the library uses the best available instruction set instead
         */
        public boolean isaRefused() {
            return (features & FEATURE_ISA_REFUSED) != 0;
        }

        private static UnsatisfiedLinkError mismatch(String what) {
            return new UnsatisfiedLinkError("ABI mismatch: " + what);
        }
    }
}
