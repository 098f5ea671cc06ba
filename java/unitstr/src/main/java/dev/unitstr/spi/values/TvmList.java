package dev.unitstr.spi.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.spi.Region;
import dev.unitstr.spi.Spans;
import dev.unitstr.values.AnyValue;
import dev.unitstr.values.ValueFormatException.Field;
import dev.unitstr.values.ValueList;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The elements of an array or a list of libtvm_ffi: {@code rust/core/src/values/tvm/containers.rs}. */
final class TvmList implements ValueList {
    /** How many slots are copied at once. */
    private static final int PIECE = 512;

    private final ValueContext context;
    private final int count;
    final int code;
    private final Memory.@Nullable Spot slots;

    TvmList(ValueContext context, Tag tag) {
        this.context = context;
        this.code = TvmError.check(context.reach, tag, "array or list", TvmSlots.ARRAY, TvmSlots.LIST);
        byte[] fields = context.reach.bytes(Memory.offset(tag.word, 24), 24);
        long data = Bits.i64(fields, 0);
        this.count = (int) SlotFormat.size(Bits.i64(fields, 8), Field.SIZE, 32, tag.word);
        if (Bits.i64(fields, 16) < count) {
            throw Bad.broken(Field.CAPACITY, 40, tag.word, "its size is above its capacity");
        }
        this.slots = count == 0 ? null : context.reach.memory().find(data, (long) count * TvmSlots.SLOT);
    }

    @Override
    public int size() {
        return count;
    }

    /** Copies slots, of which there are so many. */
    private void read(int index, byte[] target, int slots) {
        Memory.Spot spot = Objects.requireNonNull(this.slots);
        long offset = spot.offset() + (long) index * TvmSlots.SLOT;
        Memory.read(context.reach.strings(), spot.region(), offset, target, slots * TvmSlots.SLOT);
        Reference.reachabilityFence(context); // whose life the slots have
    }

    byte[] slot(int index) {
        byte[] slot = new byte[TvmSlots.SLOT];
        read(index, slot, 1);
        return slot;
    }

    @Override
    public AnyValue get(int index) {
        Objects.checkIndex(index, count);
        return RegionPad.copy(context, slot(index));
    }

    @Override
    public Iterator<AnyValue> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < count;
            }

            @Override
            public AnyValue next() {
                if (next >= count) {
                    throw new NoSuchElementException();
                }
                return get(next++);
            }
        };
    }

    @Override
    public String[] toStrings(MalformedPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        String[] all = new String[count];
        byte[] piece = new byte[TvmSlots.SLOT * Math.min(count, PIECE)];
        Batch batch = new Batch(all, policy);
        for (int at = 0; at < count; at += PIECE) {
            int slots = Math.min(PIECE, count - at);
            read(at, piece, slots);
            for (int i = 0; i < slots; i++) {
                one(piece, i * TvmSlots.SLOT, at + i, batch);
            }
            batch.flush();
        }
        Reference.reachabilityFence(context);
        return all;
    }

    /** Short ASCII at once; long text is gathered; all else alone. */
    private void one(byte[] piece, int at, int index, Batch batch) {
        int code = Bits.i32(piece, at);
        if (code == TvmSlots.SMALL_STR || code == TvmSlots.SMALL_BYTES) {
            int length = Bits.i32(piece, at + 4);
            if (length >= 0 && length <= TvmSlots.SMALL && (Bits.i64(piece, at + 8) & 0x8080_8080_8080_8080L) == 0) {
                batch.all[index] = new String(piece, at + 8, length, StandardCharsets.ISO_8859_1);
                return;
            }
        }
        Tag tag = context.format.read(Arrays.copyOfRange(piece, at, at + TvmSlots.SLOT));
        Text text = context.format.text(context.reach, tag);
        if (text == null) {
            throw Bad.kind("text", tag.kind == Tag.Kind.OBJECT ? TvmSlots.kind(tag.code) : tag.kind);
        }
        if (text.inline() || text.bytes() == 0 || batch.policy == MalformedPolicy.REPORT) {
            batch.all[index] = alone(text, index, batch.policy);
        } else {
            batch.add(text, index);
        }
    }

    private String alone(Text text, int index, MalformedPolicy policy) {
        try {
            return Texts.string(context.reach.strings(), text, policy);
        } catch (MalformedTextException e) {
            throw e.inString(index);
        }
    }

    /** Texts in one region, decoded together. Malformed ones are replaced. */
    private final class Batch {
        final String[] all;
        final MalformedPolicy policy;
        private final long[] offsets = new long[PIECE];
        private final long[] sizes = new long[PIECE];
        private final int[] indices = new int[PIECE];
        private int texts;
        private @Nullable Region region;

        Batch(String[] all, MalformedPolicy policy) {
            this.all = all;
            this.policy = policy;
        }

        void add(Text text, int index) {
            if (text.region() != region) {
                flush();
                region = text.region();
            }
            offsets[texts] = text.offset();
            sizes[texts] = text.bytes();
            indices[texts++] = index;
        }

        void flush() {
            if (texts == 0) {
                return;
            }
            Spans spans = Spans.arrays(Arrays.copyOf(offsets, texts), Arrays.copyOf(sizes, texts));
            String[] decoded = context.reach
                    .strings()
                    .batches()
                    .getStrings(Objects.requireNonNull(region), spans, StandardCharsets.UTF_8, policy);
            for (int i = 0; i < texts; i++) {
                all[indices[i]] = decoded[i];
            }
            texts = 0;
        }
    }
}
