package dev.unitstr.internal.library;

import dev.unitstr.UnitCharsets;

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
    public static final long MIN_STRUCT_SIZE = 312;
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

    // Offsets of the members, in bytes, named as in {@code unitstr_java.h}.

    /** {@code size_t}: the size of the table in bytes. */
    public static final long STRUCT_SIZE = 0;
    /** {@code uint32_t}: the major version. */
    public static final long ABI_MAJOR = 8;
    /** {@code uint32_t}: the minor version. */
    public static final long ABI_MINOR = 12;
    /** {@code uint64_t}: feature bits. */
    public static final long FEATURES = 16;
    /** Function: the version of the library. */
    public static final long VERSION = 24;
    /** Function: the message of the last panic on this thread. */
    public static final long LAST_PANIC = 32;
    /** Function: {@code Binding.decode}. */
    public static final long PACKED_DECODE = 40;
    /** Function: {@code Binding.encode}. */
    public static final long PACKED_ENCODE = 48;
    /** Function: {@code Binding.measure}. */
    public static final long PACKED_MEASURE = 56;
    /** Function: {@code Binding.findZero}. */
    public static final long PACKED_FIND_ZERO = 64;
    /** Function: {@code Binding.contentEquals}. */
    public static final long PACKED_COMPARE = 72;
    /** Function: {@code Binding.decodeBatch}. */
    public static final long PACKED_DECODE_BATCH = 96;
    /** Function: {@code Binding.encodeBatch}. */
    public static final long PACKED_ENCODE_BATCH = 104;
    /** Function: {@code Binding.measureBatch}. */
    public static final long PACKED_MEASURE_BATCH = 112;
    /** Function: encodes from the backing array of a String. */
    public static final long PACKED_ENCODE_STRING = 80;
    /** Function: measures from the backing array of a String. */
    public static final long PACKED_MEASURE_STRING = 88;
    /** Function: {@code TensorCalls.validate}. */
    public static final long PACKED_VALIDATE_TENSOR = 120;
    /** Function: {@code TensorCalls.describe}. */
    public static final long PACKED_TENSOR_ELEMENTS = 128;
    /** Function: {@code TensorCalls.decode}. */
    public static final long PACKED_DECODE_TENSOR = 136;
    /** Function: {@code TensorCalls.copy}. */
    public static final long PACKED_COPY_TENSOR = 144;
    /** Function: {@code TensorCalls.change}. */
    public static final long PACKED_CHANGE_TENSOR = 152;
    /** Function: {@code TensorCalls.assign}. */
    public static final long PACKED_ASSIGN_TENSOR = 160;
    /** Function: {@code TensorCalls.newOwner}. */
    public static final long TENSOR_OWNER_NEW = 168;
    /** Function: {@code TensorCalls.references}. */
    public static final long TENSOR_OWNER_REFERENCES = 176;
    /** Function: {@code ValueCalls.hostNew}. */
    public static final long VAL_HOST_NEW = 184;
    /** Function: {@code ValueCalls.hostClose}. */
    public static final long VAL_HOST_CLOSE = 192;
    /** Function: {@code ValueCalls.drainDead}. */
    public static final long VAL_DRAIN_DEAD = 200;
    /** Function: {@code ValueCalls.open}. */
    public static final long VAL_OPEN = 208;
    /** Function: {@code ValueCalls.version}. */
    public static final long VAL_VERSION = 216;
    /** Function: {@code ValueCalls.function}. */
    public static final long VAL_FUNCTION = 224;
    /** Function: {@code ValueCalls.setGlobal}. */
    public static final long VAL_SET_GLOBAL = 232;
    /** Function: {@code ValueCalls.freeze}. */
    public static final long VAL_FREEZE = 240;
    /** Function: {@code ValueCalls.call}. */
    public static final long VAL_CALL = 248;
    /** Function: {@code ValueCalls.functionNew}. */
    public static final long VAL_FUNCTION_NEW = 256;
    /** Function: {@code ValueCalls.errorNew}. */
    public static final long VAL_ERROR_NEW = 264;
    /** Function: {@code ValueCalls.textNew}. */
    public static final long VAL_TEXT_NEW = 272;
    /** Function: {@code ValueCalls.retain}. */
    public static final long VAL_RETAIN = 280;
    /** Function: {@code ValueCalls.release}. */
    public static final long VAL_RELEASE = 288;
    /** Function: {@code ValueCalls.own}. */
    public static final long VAL_OWN = 296;
    /** Function: {@code Binding.query}. */
    public static final long PACKED_QUERY = 304;

    private Abi() {}

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
         * @return {@code scalar}, {@code avx2} or {@code avx512}: the values of {@code UNITSTR_ISA}
         */
        public String isa() {
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
