package dev.unitstr.internal.tensor;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.internal.binding.TensorChanges;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorFormatException.Code;
import dev.unitstr.tensor.TensorFormatException.Field;
import dev.unitstr.tensor.TensorLayout;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * A tensor that has been measured but not written: the size of each string, and the total size. All strings have been
 * checked.
 */
public final class TensorPlan {
    /** The maximum offset that an element of kind OFFSET can represent. */
    private static final long MOST_DISTANCE = 0xFFFF_FFFFL;

    final RegionStrings strings;
    final TensorLayout layout;
    final StringKind kind;
    final TensorSource source;
    final int[] sizes;
    final int count;
    /** The end of the table in bytes. */
    final long table;
    /** Whether views refer to memory of an owner. */
    final boolean hasOwner;
    /** Whether short strings of kind OFFSET are stored in their elements. */
    final boolean shortAsSmall;
    /** The capacity of each element of kind PREALLOC in bytes. */
    final int capacity;

    private final long bytes;

    TensorPlan(
            RegionStrings strings,
            TensorLayout layout,
            StringKind kind,
            boolean hasOwner,
            boolean shortAsSmall,
            int capacity,
            Charset charset,
            MalformedPolicy policy,
            boolean nullsAsEmpty,
            @Nullable String[] texts,
            byte @Nullable [] @Nullable [] raw) {
        this.strings = strings;
        this.layout = layout;
        this.kind = kind;
        this.hasOwner = hasOwner;
        this.shortAsSmall = shortAsSmall;
        this.count = texts.length;
        this.table = layout.tableBytes(count);
        checkNulls(texts, raw, nullsAsEmpty);
        if (kind.isAddress() && !layout.isNative()) {
            throw new TensorFormatException(
                    Code.UNSUPPORTED,
                    0,
                    Field.POINTER,
                    "elements of kind " + kind + " hold addresses of this process: not in the layout of another kind"
                            + " of machine, " + layout);
        }
        this.source = new TensorSource(strings, texts, raw, charset, policy);
        this.sizes = source.measure();
        this.capacity = kind == StringKind.PREALLOC ? capacity(capacity) : 0;
        this.bytes = switch (kind) {
            case OFFSET -> offsets();
            case LARGE -> owned();
            case VIEW -> hasOwner ? owned() : views();
            case PREALLOC -> table + (long) count * this.capacity;
            default -> layout.format() == TensorLayout.Format.TFLITE ? tflite() : legacy();
        };
    }

    /**
     * Returns the size of the tensor.
     *
     * @return the size in bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Tests whether the tensor contains addresses.
     *
     * @return true if the target memory must have an address
     */
    public boolean hasAddresses() {
        return kind.isAddress();
    }

    /** Tests whether the strings are in memory that the elements own. */
    boolean isOwned() {
        return kind == StringKind.LARGE || hasOwner;
    }

    /**
     * Writes the tensor.
     *
     * @param region the target region, which is large enough
     * @param offset the start of the tensor in bytes
     */
    public void write(Region region, long offset) {
        if (isOwned()) {
            TensorChanges.of(strings.binding()); // throws if the binding cannot change elements, naming what is missing
        }
        TensorMemory memory = new TensorMemory(region, strings);
        memory.checkAccess(bytes);
        new TensorWriter(this, memory, offset).write();
    }

    private static void checkNulls(@Nullable String[] texts, byte @Nullable [] @Nullable [] raw, boolean nullsAsEmpty) {
        for (int i = 0; i < texts.length; i++) {
            if (texts[i] == null && (raw == null || raw[i] == null)) {
                if (!nullsAsEmpty) {
                    throw new TensorFormatException(
                            Code.NULL_ELEMENT,
                            i,
                            Field.TEXT,
                            "it is null, which no tensor has; nullsAsEmpty() writes an empty string instead");
                }
                texts[i] = ""; // the array is a private copy
            }
        }
    }

    private TensorFormatException tooLong(int i, long most) {
        return new TensorFormatException(
                Code.SIZE_LIMIT,
                i,
                Field.SIZE,
                "a string of " + (sizes[i] < 0 ? "more than " + Integer.MAX_VALUE : sizes[i]) + " bytes: more than "
                        + most + ", the most of " + kind + " in " + layout.format());
    }

    private void check(int i, int most) {
        if (sizes[i] < 0 || sizes[i] > most) {
            throw tooLong(i, most);
        }
    }

    private int capacity(int asked) {
        int longest = 0;
        for (int i = 0; i < count; i++) {
            check(i, asked < 0 ? RegionTensorBuilder.MOST_BYTES : asked);
            longest = Math.max(longest, sizes[i]);
        }
        return asked < 0 ? longest : asked;
    }

    private long offsets() {
        int element = layout.format().elementBytes();
        long at = table;
        for (int i = 0; i < count; i++) {
            check(i, RegionTensorBuilder.MOST_BYTES);
            if (isInside(i)) {
                continue;
            }
            long distance = at - (long) i * element;
            if (distance > MOST_DISTANCE) {
                throw new TensorFormatException(
                        Code.DISTANCE,
                        i,
                        Field.OFFSET,
                        "its string would be " + distance + " bytes behind it: more than " + MOST_DISTANCE
                                + ", the most that an OFFSET can say");
            }
            at += sizes[i];
        }
        return at;
    }

    /** Tests whether a string of kind OFFSET or VIEW is stored in its element. */
    boolean isInside(int i) {
        return (shortAsSmall || kind == StringKind.VIEW) && sizes[i] <= layout.smallCapacity();
    }

    private long owned() {
        for (int i = 0; i < count; i++) {
            check(i, Integer.MAX_VALUE);
        }
        return table;
    }

    private long views() {
        long at = table;
        for (int i = 0; i < count; i++) {
            check(i, Integer.MAX_VALUE);
            at += isInside(i) ? 0 : sizes[i];
        }
        return at;
    }

    private long tflite() {
        long at = table;
        for (int i = 0; i < count; i++) {
            check(i, Integer.MAX_VALUE);
            at += sizes[i];
            if (at > Integer.MAX_VALUE) {
                throw new TensorFormatException(
                        Code.TOTAL_LIMIT,
                        i,
                        Field.SIZE,
                        "the tensor would have " + at + " bytes up to its end: more than " + Integer.MAX_VALUE
                                + ", the most that an offset of TFLite can say");
            }
        }
        return at;
    }

    private long legacy() {
        long at = table;
        for (int i = 0; i < count; i++) {
            check(i, Integer.MAX_VALUE);
            at += OffsetTables.varintBytes(sizes[i]) + sizes[i];
        }
        return at;
    }
}
