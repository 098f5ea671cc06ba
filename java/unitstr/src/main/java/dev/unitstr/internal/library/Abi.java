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

    /**
     * The functions of the table, in its order and named as in {@code unitstr_java.h}, which documents them. {@code
     * Binding}, {@code TensorCalls}, {@code ValueCalls} and {@code ArrowCalls} have methods of similar names.
     */
    public enum Entry {
        VERSION,
        LAST_PANIC,
        PACKED_DECODE,
        PACKED_ENCODE,
        PACKED_MEASURE,
        PACKED_FIND_ZERO,
        PACKED_COMPARE,
        PACKED_ENCODE_STRING,
        PACKED_MEASURE_STRING,
        PACKED_DECODE_BATCH,
        PACKED_ENCODE_BATCH,
        PACKED_MEASURE_BATCH,
        PACKED_VALIDATE_TENSOR,
        PACKED_TENSOR_ELEMENTS,
        PACKED_DECODE_TENSOR,
        PACKED_COPY_TENSOR,
        PACKED_CHANGE_TENSOR,
        PACKED_ASSIGN_TENSOR,
        TENSOR_OWNER_NEW,
        TENSOR_OWNER_REFERENCES,
        VAL_HOST_NEW,
        VAL_HOST_CLOSE,
        VAL_DRAIN_DEAD,
        VAL_OPEN,
        VAL_VERSION,
        VAL_FUNCTION,
        VAL_SET_GLOBAL,
        VAL_FREEZE,
        VAL_CALL,
        VAL_FUNCTION_NEW,
        VAL_ERROR_NEW,
        VAL_TEXT_NEW,
        VAL_RETAIN,
        VAL_RELEASE,
        VAL_OWN,
        PACKED_QUERY,
        ARROW_EXPORT,
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
            int ours = UnitCharsets.unitSize(UnitCharsets.WCHAR);
            if (theirs != ours) {
                throw mismatch("the library's wchar_t has " + theirs + " bytes, this platform's " + ours);
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
