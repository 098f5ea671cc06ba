package dev.unitstr.internal.values;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.memory.WordAccess;
import dev.unitstr.internal.text.Checks;
import dev.unitstr.internal.text.Spans;
import dev.unitstr.tvm.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A view of an array or a list of libtvm_ffi: {@code rust/unitstr-values/src/tvm/containers.rs}. */
final class TvmListView extends ListView {
    /** The maximum number of slots to copy at a time. */
    private static final int PIECE = 512;

    private static final long NO_ASCII = 0x8080_8080_8080_8080L;

    final int code;

    TvmListView(ValueContext context, Tag tag) {
        super(context, tag.word());
        this.code = TvmError.check(context.reach, tag, "array or list", TvmSlots.ARRAY, TvmSlots.LIST);
        location();
    }

    private Location location() {
        return location(24, TvmSlots.SLOT);
    }

    @Override
    public int size() {
        context.enter();
        try {
            return location().count();
        } finally {
            context.exit();
        }
    }

    private void read(Location elements, int index, byte[] target, int count) {
        AddressSpace.Spot spot = Objects.requireNonNull(elements.spot());
        long offset = spot.offset() + (long) index * TvmSlots.SLOT;
        AddressSpace.read(context.reach.strings(), spot.region(), offset, target, count * TvmSlots.SLOT);
    }

    /** Reads copies of the slots, many at a time. */
    final class Slots {
        final int count;
        /** Some slots, from the index {@code from} on. */
        private final byte[] piece;

        private int from;
        private int read;
        /** The number of slots of the piece that {@link #next} has returned. */
        private int done;

        Slots(int count) {
            this.count = count;
            this.piece = new byte[TvmSlots.SLOT * Math.min(count, PIECE)];
        }

        /** Reads the next slots into the piece. Returns false at the end. Throws if the size of the list changed. */
        private boolean more() {
            context.enter();
            try {
                Location elements = location();
                checkSize(count, elements.count());
                from += read;
                read = Math.min(PIECE, count - from);
                if (read > 0) {
                    TvmListView.this.read(elements, from, piece, read);
                }
                done = 0;
                return read > 0;
            } finally {
                context.exit();
            }
        }

        /** Returns the next slot; null at the end. */
        byte @Nullable [] next() {
            if (done == read && !more()) {
                return null;
            }
            int at = TvmSlots.SLOT * done++;
            return Arrays.copyOfRange(piece, at, at + TvmSlots.SLOT);
        }
    }

    /** Returns the list as a value. */
    RegionSlot value() {
        return RegionSlot.copy(context, Bits.words(code, address));
    }

    Slots slots() {
        return new Slots(size());
    }

    @Override
    public Value get(int index) {
        context.enter();
        try {
            Location elements = location();
            byte[] slot = new byte[TvmSlots.SLOT];
            read(elements, Checks.element(index, elements.count(), "the list", "elements"), slot, 1);
            return context.element(slot, code == TvmSlots.LIST);
        } finally {
            context.exit();
        }
    }

    @Override
    public String[] toStrings(MalformedPolicy policy) {
        Objects.requireNonNull(policy, "policy");
        context.enter();
        try {
            return strings(policy);
        } finally {
            context.exit();
        }
    }

    private String[] strings(MalformedPolicy policy) {
        Slots slots = slots();
        String[] all = new String[slots.count];
        Batch batch = new Batch(all, policy);
        while (slots.more()) {
            for (int i = 0; i < slots.read; i++) {
                one(slots.piece, i * TvmSlots.SLOT, slots.from + i, batch);
            }
            batch.flush();
        }
        return all;
    }

    /** Reads short ASCII text at once, collects long text in the batch, and reads other text one by one. */
    private void one(byte[] piece, int at, int index, Batch batch) {
        int code = Bits.i32(piece, at);
        if (code == TvmSlots.SMALL_STR || code == TvmSlots.SMALL_BYTES) {
            int length = Bits.i32(piece, at + 4);
            if (length >= 0 && length <= TvmSlots.SMALL && (Bits.i64(piece, at + 8) & NO_ASCII) == 0) {
                batch.all[index] = new String(piece, at + 8, length, StandardCharsets.ISO_8859_1);
                return;
            }
        }
        if (code == TvmSlots.STR && object(Bits.i64(piece, at + 8), index, batch)) {
            return;
        }
        Tag tag = context.format.read(Arrays.copyOfRange(piece, at, at + TvmSlots.SLOT));
        TextPlace text = Formats.text(context.reach, tag);
        if (text == null) {
            throw FormatErrors.kind("text", tag.kind() == Tag.Kind.OBJECT ? TvmSlots.kind(tag.code()) : tag.kind());
        }
        if (text.inline() || text.bytes() == 0 || batch.policy != MalformedPolicy.REPLACE) {
            batch.all[index] = alone(text, index, batch.policy);
        } else {
            batch.add(text.region(), text.offset(), text.bytes(), index);
        }
    }

    /** Reads a string object without further checks. Returns false, and does nothing, if the full checks are needed. */
    private boolean object(long address, int index, Batch batch) {
        AddressSpace memory = context.reach.memory();
        AddressSpace.Spot spot = memory.find(address, TvmSlots.TEXT);
        if (!(spot.region() instanceof WordAccess header) || (int) header.getWord(spot.offset() + 8) != TvmSlots.STR) {
            return false;
        }
        long data = header.getWord(spot.offset() + TvmSlots.HEADER);
        long bytes = header.getWord(spot.offset() + TvmSlots.HEADER + Long.BYTES);
        if (bytes <= 0 || bytes > Integer.MAX_VALUE || batch.policy != MalformedPolicy.REPLACE) {
            return false;
        }
        AddressSpace.Spot text = memory.find(data, bytes);
        if (bytes <= Batch.SHORT && text.region() instanceof WordAccess words && words.isCheap()) {
            String ascii = batch.ascii(words, text.offset(), (int) bytes);
            if (ascii != null) {
                batch.all[index] = ascii;
                return true;
            }
        }
        batch.add(text.region(), text.offset(), (int) bytes, index);
        return true;
    }

    private String alone(TextPlace text, int index, MalformedPolicy policy) {
        try {
            return ValueTexts.string(context.reach.strings(), text, policy);
        } catch (MalformedTextException e) {
            throw e.inString(index);
        }
    }

    /** Texts of one region, which are decoded together, with replacement of malformed text. */
    private final class Batch {
        /** At most this many bytes are first tried as ASCII. */
        static final int SHORT = 48;

        private final byte[] small = new byte[SHORT];
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

        /** Reads a short text in words; returns null if it is not ASCII. Reads no byte beyond the text. */
        @Nullable
        String ascii(WordAccess words, long offset, int bytes) {
            if (bytes < Long.BYTES) {
                return null;
            }
            int last = bytes - Long.BYTES;
            long tail = words.getWord(offset + last);
            long all = tail;
            for (int i = 0; i < last; i += Long.BYTES) {
                long word = words.getWord(offset + i);
                all |= word;
                Bits.put(small, i, word);
            }
            if ((all & NO_ASCII) != 0) {
                return null;
            }
            Bits.put(small, last, tail);
            return new String(small, 0, bytes, StandardCharsets.ISO_8859_1);
        }

        void add(Region region, long offset, int bytes, int index) {
            if (region != this.region) {
                flush();
                this.region = region;
            }
            offsets[texts] = offset;
            sizes[texts] = bytes;
            indices[texts++] = index;
        }

        void flush() {
            if (texts == 0) {
                return;
            }
            Spans spans = new Spans.Arrays(Arrays.copyOf(offsets, texts), Arrays.copyOf(sizes, texts));
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
