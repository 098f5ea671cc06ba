package dev.unitstr.spi;

import dev.unitstr.UnitCharsets;

/**
 * The table that {@code ustr_get_api} returns, as {@code unitstr.h} lays it out. A test compares the offsets with
 * {@code abi/v1.4.txt}.
 */
public final class Abi {
    /** The major version that this jar speaks. Another one may differ in anything. */
    public static final int MAJOR = 1;
    /** The minor version that this jar knows. Within a major version entries are only added, at the end. */
    public static final int MINOR = 4;
    /** The least {@code struct_size}, in bytes, of a table that has every entry this jar calls. */
    public static final long MIN_STRUCT_SIZE = 160;
    /** The most {@code struct_size}, in bytes, that is believed: room for 8000 entries. */
    public static final long MAX_STRUCT_SIZE = 64 * 1024;

    /** Bit of {@code features}: the library's {@code wchar_t} has 2 bytes. */
    public static final long FEATURE_WCHAR_16 = 1;
    /** Bit of {@code features}: the library's {@code wchar_t} has 4 bytes. */
    public static final long FEATURE_WCHAR_32 = 1 << 1;
    /** Bit of {@code features}: the library uses vectors of AVX2. */
    public static final long FEATURE_ISA_AVX2 = 0x100;
    /** Bit of {@code features}: the library uses vectors of AVX-512. */
    public static final long FEATURE_ISA_AVX512 = 0x200;
    /** Bit of {@code features}: the library does not do what {@code UNITSTR_ISA} in the environment asks for. */
    public static final long FEATURE_ISA_REFUSED = 0x400;

    // Offsets of the members, in bytes, named as in the header.

    /** {@code size_t}: the size of the table in bytes. */
    public static final long STRUCT_SIZE = 0;
    /** {@code uint32_t}: the major version. */
    public static final long ABI_MAJOR = 8;
    /** {@code uint32_t}: the minor version. */
    public static final long ABI_MINOR = 12;
    /** {@code uint64_t}: feature bits. */
    public static final long FEATURES = 16;
    /** Function: the library's version. */
    public static final long VERSION = 24;
    /** Function: what a status or error number means. */
    public static final long STATUS_TEXT = 32;
    /** Function: what the last panic of this thread said. */
    public static final long LAST_PANIC = 40;
    /** Function: decodes to Latin-1. */
    public static final long DECODE_LATIN1 = 48;
    /** Function: decodes to chars. */
    public static final long DECODE_UTF16 = 56;
    /** Function: decodes to Latin-1 or chars. */
    public static final long DECODE_JAVA = 64;
    /** Function: encodes Latin-1. */
    public static final long ENCODE_LATIN1 = 72;
    /** Function: encodes chars. */
    public static final long ENCODE_UTF16 = 80;
    /** Function: measures what chars become when encoded. */
    public static final long MEASURE_ENCODED = 88;
    /** Function: measures what encoded text becomes when decoded. */
    public static final long MEASURE_DECODED = 96;
    /** Function: finds a zero unit. */
    public static final long FIND_ZERO = 104;
    /** Function: compares encoded text with chars. */
    public static final long COMPARE = 112;
    /** Function: {@link Binding#decode}. */
    public static final long PACKED_DECODE = 120;
    /** Function: {@link Binding#encode}. */
    public static final long PACKED_ENCODE = 128;
    /** Function: {@link Binding#measure}. */
    public static final long PACKED_MEASURE = 136;
    /** Function: {@link Binding#findZero}. */
    public static final long PACKED_FIND_ZERO = 144;
    /** Function: {@link Binding#contentEquals}. */
    public static final long PACKED_COMPARE = 152;
    /** Function: {@link Binding#decodeBatch}. Since 1.1. */
    public static final long PACKED_DECODE_BATCH = 160;
    /** Function: {@link Binding#encodeBatch}. Since 1.1. */
    public static final long PACKED_ENCODE_BATCH = 168;
    /** Function: {@link Binding#measureBatch}. Since 1.1. */
    public static final long PACKED_MEASURE_BATCH = 176;
    /** Function: encodes what is inside of a string. Since 1.1. */
    public static final long PACKED_ENCODE_STRING = 184;
    /** Function: measures what is inside of a string. Since 1.1. */
    public static final long PACKED_MEASURE_STRING = 192;
    /** Function: checks a tensor. Since 1.2. */
    public static final long TENSOR_VALIDATE = 200;
    /** Function: {@link Binding#validateTensor}. Since 1.2. */
    public static final long PACKED_VALIDATE_TENSOR = 208;
    /** Function: {@link Binding#tensorElements}. Since 1.2. */
    public static final long PACKED_TENSOR_ELEMENTS = 216;
    /** Function: {@link Binding#decodeTensor}. Since 1.2. */
    public static final long PACKED_DECODE_TENSOR = 224;
    /** Function: {@link Binding#copyTensor}. Since 1.2. */
    public static final long PACKED_COPY_TENSOR = 232;
    /** Function: what {@link #PACKED_ENCODE_TENSOR} would write; the bindings do without. Since 1.2. */
    public static final long PACKED_MEASURE_TENSOR = 240;
    /** Function: texts to elements; the bindings encode first, and then call {@link #PACKED_PUT_TENSOR}. Since 1.2. */
    public static final long PACKED_ENCODE_TENSOR = 248;
    /** Function: {@link Binding#putTensor}. Since 1.2. */
    public static final long PACKED_PUT_TENSOR = 256;
    /** Function: {@link TensorChanges#change}. Since 1.3. */
    public static final long PACKED_CHANGE_TENSOR = 264;
    /** Function: {@link TensorChanges#assign}. Since 1.3. */
    public static final long PACKED_ASSIGN_TENSOR = 272;
    /** Function: {@link TensorChanges#newOwner}. Since 1.3. */
    public static final long TENSOR_OWNER_NEW = 280;
    /** Function: {@link TensorChanges#references}. Since 1.3. */
    public static final long TENSOR_OWNER_REFERENCES = 288;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#hostNew}. Since 1.4. */
    public static final long VAL_HOST_NEW = 296;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#hostClose}. Since 1.4. */
    public static final long VAL_HOST_CLOSE = 304;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#drainDead}. Since 1.4. */
    public static final long VAL_DRAIN_DEAD = 312;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#open}. Since 1.4. */
    public static final long VAL_OPEN = 320;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#version}. Since 1.4. */
    public static final long VAL_VERSION = 328;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#function}. Since 1.4. */
    public static final long VAL_FUNCTION = 336;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#setGlobal}. Since 1.4. */
    public static final long VAL_SET_GLOBAL = 344;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#freeze}. Since 1.4. */
    public static final long VAL_FREEZE = 352;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#call}. Since 1.4. */
    public static final long VAL_CALL = 360;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#functionNew}. Since 1.4. */
    public static final long VAL_FUNCTION_NEW = 368;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#errorNew}. Since 1.4. */
    public static final long VAL_ERROR_NEW = 376;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#textNew}. Since 1.4. */
    public static final long VAL_TEXT_NEW = 384;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#retain}. Since 1.4. */
    public static final long VAL_RETAIN = 392;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#release}. Since 1.4. */
    public static final long VAL_RELEASE = 400;
    /** Function: {@link dev.unitstr.spi.values.ValueCalls#own}. Since 1.4. */
    public static final long VAL_OWN = 408;

    /** The least {@code struct_size}, in bytes, of a table that has all entries for batches. */
    public static final long BATCH_STRUCT_SIZE = 184;
    /** The least {@code struct_size}, in bytes, of a table that has all entries for tensors. */
    public static final long TENSOR_STRUCT_SIZE = 264;
    /** The least {@code struct_size}, in bytes, of a table that has all entries that change tensors. */
    public static final long CHANGES_STRUCT_SIZE = 296;
    /** The least {@code struct_size}, in bytes, of a table that has all entries that call functions of libtvm_ffi. */
    public static final long VALUES_STRUCT_SIZE = 416;

    private Abi() {}

    /**
     * What a table says of itself: its first members, all that may be read before {@link #check}.
     *
     * @param structSize the size of the table in bytes
     * @param major the major version
     * @param minor the minor version
     * @param features the feature bits
     */
    public record Header(long structSize, int major, int minor, long features) {
        /**
         * Checks that this jar can call what the table holds. A larger table is a newer minor version: its first part
         * is the one this jar knows.
         *
         * @throws UnsatisfiedLinkError if the major version is another one, the table is too short or absurdly long,
         *     or the library was built for another {@code wchar_t}; the message names ours and theirs
         */
        public void check() {
            if (major != MAJOR) {
                throw mismatch("the library speaks " + major + "." + minor + ", this jar " + MAJOR + "." + MINOR);
            }
            boolean large = Long.compareUnsigned(structSize, MAX_STRUCT_SIZE) > 0;
            if (large || structSize < MIN_STRUCT_SIZE) {
                throw mismatch("the library's table has " + Long.toUnsignedString(structSize) + " bytes, this jar "
                        + (large ? "believes in no more than " + MAX_STRUCT_SIZE : "needs " + MIN_STRUCT_SIZE));
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
         * The vectors that the library uses.
         *
         * @return {@code scalar} for none, {@code avx2}, {@code avx512}: what {@code UNITSTR_ISA} calls them
         */
        public String isa() {
            return (features & FEATURE_ISA_AVX512) != 0
                    ? "avx512"
                    : (features & FEATURE_ISA_AVX2) != 0 ? "avx2" : "scalar";
        }

        /**
         * Whether {@code UNITSTR_ISA} in the environment asks for vectors that this CPU, or the library, lacks.
         *
         * @return true if the library uses the best it can instead
         */
        public boolean isaRefused() {
            return (features & FEATURE_ISA_REFUSED) != 0;
        }

        private static UnsatisfiedLinkError mismatch(String what) {
            return new UnsatisfiedLinkError("ABI mismatch: " + what);
        }
    }
}
