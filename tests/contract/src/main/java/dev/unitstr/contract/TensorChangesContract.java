package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.internal.memory.Region;
import dev.unitstr.internal.tensor.RegionTensorBuilder;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringOwner;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.TensorLayout.ViewAbi;
import dev.unitstr.tensor.Trust;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Strings that own memory are written, changed in place and released. Without native code, they throw. */
@EveryRun
@Tag("route")
class TensorChangesContract {
    private static final TensorLayout TF24 = TensorLayout.TF24_FROM_2_21;
    private static final TensorLayout UP_TO_2_20 = TensorLayout.TF24_UP_TO_2_20;
    private static final String LONG = "a text of more than twenty-two bytes, \u4e16\u754c";

    private static void unreachable(Executable call) {
        String message = assertThrows(UnsupportedOperationException.class, call).getMessage();
        assertTrue(message.contains(Run.NEEDS_NATIVE), message);
    }

    /** Memory for elements, at an odd address, all of it something else at first. */
    private static final class Table {
        final ByteBuffer memory;
        final long address;
        final int bytes;

        Table(int bytes) {
            this.bytes = bytes;
            memory = ByteBuffer.allocateDirect(bytes + 16).order(ByteOrder.nativeOrder());
            for (int i = 0; i < memory.capacity(); i++) {
                memory.put(i, Memory.CANARY);
            }
            address = Addresses.of(memory) + 5;
        }

        byte[] content() {
            byte[] content = new byte[bytes];
            memory.get(5, content);
            return content;
        }

        void checkRim() {
            for (int i = 0; i < 16; i++) {
                assertEquals(Memory.CANARY, memory.get(i < 5 ? i : bytes + i));
            }
        }

        MutableStringTensor init(int count, TensorLayout layout) {
            return MutableStringTensor.init(NativeMemory.of(address, bytes), count, layout);
        }
    }

    private static int capacity(int bytes) {
        return (bytes + 16 & ~15) - 1;
    }

    @Test
    void largeStringsAreOwned() {
        String[] texts = Tensors.texts(new SplittableRandom(11), 3000);
        texts[7] = "long".repeat(30_000);
        StringTensorBuilder builder =
                StringTensorBuilder.of(TF24).kind(StringKind.LARGE).addAll(texts);
        assertEquals(24 * texts.length, builder.byteSize());
        Table table = new Table(24 * texts.length);
        if (!Run.reachesAddresses()) {
            unreachable(() -> builder.writeTo(NativeMemory.of(table.address, table.bytes)));
            return;
        }
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> builder.writeTo(NativeMemory.of(table.address, table.bytes - 1)));
        assertThrows(IllegalArgumentException.class, builder::build);
        assertEquals(table.bytes, builder.writeTo(NativeMemory.of(table.address, table.bytes)));
        table.checkRim();
        StringTensor tensor = StringTensor.of(
                NativeMemory.of(table.address, table.bytes), texts.length, TF24, Trust.TRUSTED_POINTERS_CHECKED);
        assertArrayEquals(texts, tensor.toStrings());
        assertArrayEquals(Tensors.encoded(texts), tensor.toByteArrays());
        for (int i = 0; i < texts.length; i++) {
            int size = tensor.byteLength(i);
            assertEquals(size <= 22 ? StringKind.SMALL : StringKind.LARGE, tensor.kind(i));
            assertEquals(size <= 22 ? 22 : capacity(size), tensor.element(i).capacityBytes());
        }
        MutableStringTensor strings =
                MutableStringTensor.of(NativeMemory.of(table.address, table.bytes), texts.length, TF24);
        strings.append(7, "!");
        assertEquals(texts[7] + "!", tensor.get(7));
        strings.deallocAll();
        for (int i = 0; i < texts.length; i++) {
            assertEquals(StringKind.SMALL, tensor.kind(i));
        }
        table.checkRim();
        Reference.reachabilityFence(table.memory);
    }

    @Test
    void viewsOwnWhatTheyShow() {
        String[] texts = Tensors.texts(new SplittableRandom(12), 2000);
        texts[3] = LONG;
        StringTensorBuilder builder = StringTensorBuilder.of(TF24).ownedViews().addAll(texts);
        assertEquals(24 * texts.length, builder.byteSize());
        Table table = new Table(24 * texts.length);
        if (!Run.reachesAddresses()) {
            unreachable(() -> builder.writeTo(NativeMemory.of(table.address, table.bytes)));
            return;
        }
        for (int round = 0; round < 3; round++) {
            builder.writeTo(NativeMemory.of(table.address, table.bytes));
            table.checkRim();
            StringTensor tensor = StringTensor.of(
                    NativeMemory.of(table.address, table.bytes), texts.length, TF24, Trust.TRUSTED_POINTERS_CHECKED);
            assertArrayEquals(texts, tensor.toStrings());
            int views = 0;
            long owner = 0;
            for (int i = 0; i < texts.length; i++) {
                if (tensor.kind(i) == StringKind.VIEW) {
                    long mine = table.memory.getLong(5 + 24 * i + 16);
                    assertEquals(views++ == 0 ? mine : owner, mine);
                    owner = mine;
                    assertTrue(tensor.byteLength(i) > 22);
                }
            }
            assertTrue(views > 100 && owner != 0);
            MutableStringTensor strings =
                    MutableStringTensor.of(NativeMemory.of(table.address, table.bytes), texts.length, TF24);
            // One remaining element keeps the whole owner.
            for (int i = texts.length - 1; i > 3; i--) {
                strings.dealloc(i);
            }
            Table copy = new Table(24);
            MutableStringTensor other = copy.init(1, TF24);
            other.assign(0, strings, 3);
            strings.deallocAll();
            assertEquals(LONG, other.strings().get(0));
            assertEquals(StringKind.VIEW, other.strings().kind(0));
            other.append(0, "!");
            assertEquals(StringKind.LARGE, other.strings().kind(0));
            other.deallocAll();
        }
        // If all strings are short, no memory needs an owner.
        StringTensorBuilder.of(TF24).ownedViews().addAll("a", "").writeTo(NativeMemory.of(table.address, 48));
        assertEquals(0, table.memory.getLong(5 + 16));
        StringTensorBuilder empty = StringTensorBuilder.of(TF24).ownedViews();
        assertEquals(0, empty.writeTo(NativeMemory.of(table.address, 0)));
        assertThrows(
                IllegalArgumentException.class,
                () -> StringTensorBuilder.of(UP_TO_2_20).ownedViews());
        assertThrows(
                IllegalArgumentException.class,
                () -> StringTensorBuilder.of(TensorLayout.TFLITE).ownedViews());
        Reference.reachabilityFence(table.memory);
    }

    /** Memory that fails once, when something is written at this place or behind it. */
    private static final class Failing extends Region {
        private final Table table;
        private long place;

        Failing(Table table, long place) {
            this.table = table;
            this.place = place;
        }

        @Override
        public long byteSize() {
            return table.bytes;
        }

        @Override
        public long address() {
            return table.address;
        }

        @Override
        public Region part(long offset, long bytes) {
            assertEquals(0, offset);
            return this;
        }

        @Override
        public void checkWritable() {}

        @Override
        public void checkAccess() {}

        @Override
        public void copyOut(long offset, byte[] target, int targetIndex, int bytes) {
            table.memory.get(5 + (int) offset, target, targetIndex, bytes);
        }

        @Override
        public void copyIn(byte[] source, long offset, int bytes) {
            if (offset >= place) {
                place = Long.MAX_VALUE;
                throw new UncheckedIOException(new IOException("no more"));
            }
            table.memory.put(5 + (int) offset, source, 0, bytes);
        }

        @Override
        public long findZero(long offset, long maxUnits, int unitSize) {
            throw new AssertionError();
        }
    }

    @Test
    void noViewIsLeftOfWhatIsGivenBack() {
        if (!Run.reachesAddresses()) {
            return;
        }
        String[] texts = Tensors.texts(new SplittableRandom(13), 3000);
        for (long place : new long[] {0, 1, 24 * 1500}) {
            Table table = new Table(24 * texts.length);
            RegionTensorBuilder builder = new RegionTensorBuilder(RegionStrings.chosen(), TF24);
            builder.ownedViews().addAll(texts);
            assertThrows(UncheckedIOException.class, () -> builder.writeTo(new Failing(table, place), "offset", 0));
            assertArrayEquals(new byte[table.bytes], table.content());
            table.checkRim();
        }
    }

    /** A string as it should be, by the table of what TensorFlow's functions do. */
    private static final class Model {
        StringKind kind = StringKind.SMALL;
        byte[] text = {};
        int capacity = 22;

        void resize(int bytes, int fill) {
            int size = text.length;
            text = Arrays.copyOf(text, bytes);
            if (bytes > size) {
                Arrays.fill(text, size, bytes, (byte) fill);
            }
            if (bytes <= 22) {
                kind = StringKind.SMALL;
                capacity = 22;
                return;
            }
            kind = StringKind.LARGE;
            if (bytes < size && bytes < capacity / 2) {
                capacity = capacity(capacity / 2);
            } else if (bytes > capacity) {
                capacity = capacity(bytes);
            }
        }

        void reserve(int bytes) {
            if (bytes > 22 && (kind != StringKind.LARGE || bytes > capacity)) {
                kind = StringKind.LARGE;
                capacity = capacity(Math.max(bytes, text.length));
            }
        }

        void amortized(int bytes) {
            if (bytes > capacity) {
                reserve(Math.max(bytes, 2 * capacity));
            }
        }

        void copy(byte[] bytes) {
            resize(bytes.length, 0);
            text = bytes;
        }

        void append(byte[] bytes) {
            if (bytes.length > 0) {
                byte[] all = Arrays.copyOf(text, text.length + bytes.length);
                System.arraycopy(bytes, 0, all, text.length, bytes.length);
                amortized(all.length);
                copy(all);
            }
        }

        void become(Model other) {
            kind = other.kind;
            text = other.text;
            capacity = other.capacity;
        }

        void clear() {
            become(new Model());
        }
    }

    /** Every operation, in any order, on elements of both versions, beside the model. */
    @Test
    void changesAreThoseOfTensorFlow() {
        Table table = new Table(3 * 24);
        if (!Run.reachesAddresses()) {
            unreachable(() -> table.init(3, TF24));
            unreachable(() -> MutableStringTensor.of(NativeMemory.of(table.address, table.bytes), 3, TF24));
            unreachable(() -> StringOwner.allocate(1));
            return;
        }
        byte[] shown = new byte[300];
        new java.util.Random(5).nextBytes(shown);
        ByteBuffer plain = ByteBuffer.allocateDirect(300).put(0, shown);
        for (TensorLayout layout : new TensorLayout[] {TF24, UP_TO_2_20}) {
            boolean owners = layout.viewAbi() == ViewAbi.FROM_2_21;
            SplittableRandom random = new SplittableRandom(layout.viewAbi().ordinal());
            StringOwner owner = StringOwner.allocate(300);
            owner.write(0, shown);
            MutableStringTensor strings = table.init(3, layout);
            Model[] models = {new Model(), new Model(), new Model()};
            boolean[] owned = new boolean[3];
            for (int step = 0; step < Run.times(4000); step++) {
                int i = random.nextInt(3);
                int j = random.nextInt(3);
                Model model = models[i];
                int at = random.nextInt(300);
                int bytes = random.nextInt(random.nextBoolean() ? 50 : 301 - at) % (301 - at);
                byte[] text = Arrays.copyOfRange(shown, at, at + bytes);
                boolean mine = owned[i];
                switch (random.nextInt(12)) {
                    case 0 -> {
                        strings.copy(i, text);
                        model.copy(text);
                        mine = false;
                    }
                    case 1, 2 -> {
                        if (model.text.length < 2000) {
                            strings.append(i, text);
                            mine &= text.length == 0;
                            model.append(text);
                        }
                    }
                    case 3 -> {
                        strings.resize(i, bytes, (byte) 'f');
                        model.resize(bytes, 'f');
                        mine = false;
                    }
                    case 4 -> {
                        strings.reserve(i, bytes);
                        StringKind before = model.kind;
                        model.reserve(bytes);
                        mine &= before == model.kind;
                    }
                    case 5 -> {
                        strings.reserveAmortized(i, bytes);
                        StringKind before = model.kind;
                        model.amortized(bytes);
                        mine &= before == model.kind;
                    }
                    case 6 -> {
                        strings.assignView(i, NativeMemory.of(Addresses.of(plain) + at, bytes));
                        model.text = text;
                        model.kind = StringKind.VIEW;
                        model.capacity = 0;
                        mine = false;
                    }
                    case 7 -> {
                        if (owners) {
                            strings.assignView(i, owner, at, bytes);
                            model.text = text;
                            model.kind = StringKind.VIEW;
                            model.capacity = 0;
                            mine = true;
                        } else {
                            byte[] before = table.content();
                            assertEquals(
                                    "UNSUPPORTED " + i + " POINTER",
                                    Tensors.verdict(() -> strings.assignView(i, owner, at, bytes)));
                            assertArrayEquals(before, table.content());
                        }
                    }
                    case 8 -> {
                        strings.assign(i, strings, j);
                        if (i != j) {
                            model.become(models[j]);
                            if (model.kind == StringKind.LARGE) {
                                model.capacity = capacity(model.text.length);
                                if (model.text.length <= 22) {
                                    model.kind = StringKind.SMALL;
                                    model.capacity = 22;
                                }
                            }
                            mine = owned[j];
                        }
                    }
                    case 9 -> {
                        strings.move(i, strings, j);
                        if (i != j) {
                            model.become(models[j]);
                            mine = owned[j];
                            if (model.kind == StringKind.LARGE || model.kind == StringKind.VIEW && owners) {
                                models[j].clear();
                                owned[j] = false;
                            }
                        }
                    }
                    case 10 -> {
                        String word = "\u4e16".repeat(bytes % 20);
                        strings.append(i, word);
                        mine &= word.isEmpty();
                        model.append(word.getBytes(StandardCharsets.UTF_8));
                    }
                    default -> {
                        strings.dealloc(i);
                        if (model.kind == StringKind.LARGE || mine) {
                            model.clear();
                        }
                        mine = false;
                    }
                }
                owned[i] = mine;
                int views = 1;
                for (int k = 0; k < 3; k++) {
                    assertArrayEquals(models[k].text, strings.strings().bytes(k), "step " + step);
                    assertEquals(models[k].kind, strings.strings().kind(k), "step " + step);
                    long room = strings.strings().element(k).capacityBytes();
                    assertEquals(models[k].capacity, room, "step " + step);
                    views += owned[k] ? 1 : 0;
                }
                assertEquals(views, owner.references(), "step " + step);
            }
            owner.close();
            strings.deallocAll();
            table.checkRim();
        }
        Reference.reachabilityFence(plain);
        Reference.reachabilityFence(table.memory);
    }

    @Test
    void whatIsRefusedChangesNothing() {
        Table table = new Table(3 * 24 + 40);
        if (!Run.reachesAddresses()) {
            return; // changesAreThoseOfTensorFlow says how
        }
        MutableStringTensor strings = table.init(3, TF24);
        strings.copy(1, LONG);
        byte[] before = table.content();
        StringOwner owner = StringOwner.allocate(10);
        for (long index : new long[] {-1, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThrows(IndexOutOfBoundsException.class, () -> strings.copy(index, "a"));
            assertThrows(IndexOutOfBoundsException.class, () -> strings.append(index, "a"));
            assertThrows(IndexOutOfBoundsException.class, () -> strings.resize(index, 1, (byte) 0));
            assertThrows(IndexOutOfBoundsException.class, () -> strings.reserve(index, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> strings.assign(index, strings, 0));
            assertThrows(IndexOutOfBoundsException.class, () -> strings.move(0, strings, index));
            assertThrows(IndexOutOfBoundsException.class, () -> strings.assignView(index, NativeMemory.of(1, 0)));
            assertThrows(IndexOutOfBoundsException.class, () -> strings.assignView(index, owner, 0, 1));
            assertThrows(IndexOutOfBoundsException.class, () -> strings.dealloc(index));
        }
        assertThrows(NullPointerException.class, () -> strings.copy(0, (String) null));
        assertThrows(NullPointerException.class, () -> strings.append(0, (byte[]) null));
        assertThrows(NullPointerException.class, () -> strings.assign(0, null, 0));
        assertThrows(NullPointerException.class, () -> strings.assignView(0, null, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> strings.resize(0, -1, (byte) 0));
        assertThrows(IllegalArgumentException.class, () -> strings.reserve(0, Long.MIN_VALUE));
        assertThrows(IllegalArgumentException.class, () -> strings.assignView(0, NativeMemory.of(0, 1)));
        assertThrows(IndexOutOfBoundsException.class, () -> strings.assignView(0, owner, 5, 6));
        assertThrows(IndexOutOfBoundsException.class, () -> owner.write(9, new byte[2]));
        assertThrows(IllegalArgumentException.class, () -> StringOwner.allocate(-1));
        assertThrows(OutOfMemoryError.class, () -> StringOwner.allocate(Long.MAX_VALUE));
        MalformedTextException malformed = assertThrows(
                MalformedTextException.class,
                () -> strings.copy(2, "a\ud800", StandardCharsets.UTF_8, MalformedPolicy.REPORT));
        assertEquals(1, malformed.charIndex());
        assertEquals(2, malformed.stringIndex());
        for (long large : new long[] {1L << 31, 1L << 40, Long.MAX_VALUE}) {
            assertEquals("SIZE_LIMIT 1 SIZE", Tensors.verdict(() -> strings.resize(1, large, (byte) 0)));
            assertEquals("SIZE_LIMIT 2 SIZE", Tensors.verdict(() -> strings.reserve(2, large)));
            assertEquals(
                    "SIZE_LIMIT 0 SIZE", Tensors.verdict(() -> strings.assignView(0, NativeMemory.of(4096, large))));
        }
        owner.close();
        owner.close();
        assertThrows(IllegalStateException.class, () -> strings.assignView(0, owner, 0, 1));
        assertThrows(IllegalStateException.class, owner::references);
        assertThrows(IllegalStateException.class, () -> owner.write(0, new byte[1]));
        assertArrayEquals(before, table.content());

        // Bad elements are refused, whatever is to become of them.
        table.memory.put(5 + 48, (byte) (63 << 2));
        byte[] bad = table.content();
        assertEquals("SMALL_SIZE 2 SIZE", Tensors.verdict(() -> strings.copy(2, "a")));
        assertEquals("SMALL_SIZE 2 SIZE", Tensors.verdict(() -> strings.dealloc(2)));
        assertEquals("SMALL_SIZE 0 SIZE", Tensors.verdict(() -> strings.assign(0, strings, 2)));
        table.memory.putInt(5 + 48, 100 << 2 | 2).putInt(5 + 52, 24);
        assertEquals("OFFSET_RANGE 2 SIZE", Tensors.verdict(() -> strings.append(2, "a")));
        table.memory.put(5, bad);
        assertArrayEquals(bad, table.content());
        table.memory.put(5 + 48, (byte) 0);

        // An OFFSET is taken out of the memory when it is written, and shown by what it is given to.
        table.memory.putInt(5 + 48, 30 << 2 | 2).putInt(5 + 52, 24);
        strings.assign(0, strings, 2);
        assertEquals(StringKind.VIEW, strings.strings().kind(0));
        strings.append(2, "!");
        assertEquals(StringKind.LARGE, strings.strings().kind(2));
        strings.deallocAll();

        for (TensorLayout other : new TensorLayout[] {
            TF24.withOrder(ByteOrder.BIG_ENDIAN), TF24.withWordBytes(4), TensorLayout.TFLITE, TensorLayout.TF_LEGACY
        }) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> MutableStringTensor.of(NativeMemory.of(table.address, table.bytes), 1, other));
        }
        assertThrows(IllegalArgumentException.class, () -> MutableStringTensor.of(NativeMemory.of(0, 24), 1, TF24));
        TensorFormatException e = assertThrows(
                TensorFormatException.class, () -> MutableStringTensor.of(NativeMemory.of(table.address, 47), 2, TF24));
        assertEquals(TensorFormatException.Code.TABLE_TRUNCATED, e.code());
        MutableStringTensor old = MutableStringTensor.of(NativeMemory.of(table.address, 24), 1, UP_TO_2_20);
        assertThrows(UnsupportedOperationException.class, () -> old.move(0, strings, 1));
        table.checkRim();
        Reference.reachabilityFence(table.memory);
    }

    @Test
    void preallocatedStringsOverflowAndComeBack() {
        if (!Run.reachesAddresses()) {
            Table table = new Table(100);
            unreachable(() ->
                    MutableStringTensor.preallocate(NativeMemory.of(table.address, 100), 1, 40, TensorLayout.RFC16));
            return;
        }
        SplittableRandom random = new SplittableRandom(9);
        for (TensorLayout layout : new TensorLayout[] {TensorLayout.RFC16, TensorLayout.RFC24}) {
            int element = layout.format().elementBytes();
            Table table = new Table(3 * (element + 40));
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> MutableStringTensor.preallocate(
                            NativeMemory.of(table.address, table.bytes - 1), 3, 40, layout));
            for (int room : new int[] {-1, 1 << 30, Integer.MAX_VALUE}) {
                IllegalArgumentException e = assertThrows(
                        IllegalArgumentException.class,
                        () -> MutableStringTensor.preallocate(
                                NativeMemory.of(table.address, table.bytes), 3, room, layout));
                assertEquals("room is " + room + ": not between 0 and 1073741823", e.getMessage());
            }
            assertThrows(
                    IndexOutOfBoundsException.class,
                    () -> MutableStringTensor.preallocate(
                            NativeMemory.of(table.address, table.bytes), Integer.MAX_VALUE, 0, layout));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> MutableStringTensor.preallocate(NativeMemory.of(table.address, table.bytes), 3, 40, TF24));
            MutableStringTensor strings =
                    MutableStringTensor.preallocate(NativeMemory.of(table.address, table.bytes), 3, 40, layout);
            String[] texts = {"", "", ""};
            for (int step = 0; step < 500; step++) {
                int i = random.nextInt(3);
                texts[i] = "x".repeat(random.nextInt(90));
                if (step % 50 == 49) {
                    strings.dealloc(i);
                    texts[i] = strings.strings().byteLength(i) == 0
                            ? ""
                            : strings.strings().get(i);
                    assertEquals(StringKind.PREALLOC, strings.strings().kind(i));
                } else {
                    strings.copy(i, texts[i]);
                    boolean fits = texts[i].length() <= 40;
                    assertEquals(
                            fits ? StringKind.PREALLOC : StringKind.LARGE,
                            strings.strings().kind(i));
                }
                assertArrayEquals(texts, strings.strings().toStrings());
            }
            byte[] before = table.content();
            assertThrows(UnsupportedOperationException.class, () -> strings.append(0, "a"));
            assertThrows(UnsupportedOperationException.class, () -> strings.resize(0, 1, (byte) 0));
            assertThrows(UnsupportedOperationException.class, () -> strings.reserve(0, 1));
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> strings.assignView(0, NativeMemory.of(table.address, 0)));
            assertThrows(UnsupportedOperationException.class, () -> strings.assign(0, strings, 1));
            assertArrayEquals(before, table.content());
            strings.deallocAll();
            table.checkRim();
            Reference.reachabilityFence(table.memory);
        }
    }

    private static void view(ByteBuffer memory, int at, int bytes, long address, long owner) {
        memory.putLong(at, (long) bytes << 2 | 3).putLong(at + 8, address).putLong(at + 16, owner);
    }

    @Test
    void countsThatAreTooLarge() {
        Table table = new Table(4 * 24);
        if (!Run.reachesAddresses()) {
            return; // viewsOfAnUnknownVersionAreOnlyRead says how
        }
        for (long count : new long[] {5, 1L << 40, Long.MAX_VALUE}) {
            assertEquals(
                    "TABLE_TRUNCATED",
                    Tensors.verdict(() -> MutableStringTensor.of(
                                    NativeMemory.of(table.address, table.bytes), count, TensorLayout.TF24))
                            .split(" ")[0]);
        }
    }

    /** What TensorFlow 2.20 has in its views where 2.21 has an owner is garbage: to call it would end the process. */
    @Test
    void viewsOfAnUnknownVersionAreOnlyRead() {
        Table table = new Table(4 * 24);
        if (!Run.reachesAddresses()) {
            unreachable(
                    () -> MutableStringTensor.of(NativeMemory.of(table.address, table.bytes), 4, TensorLayout.TF24));
            return;
        }
        ByteBuffer text = ByteBuffer.allocateDirect(40)
                .put(0, "a text that another program shows here ..".getBytes(StandardCharsets.US_ASCII), 0, 40);
        MutableStringTensor strings =
                MutableStringTensor.init(NativeMemory.of(table.address, table.bytes), 4, TensorLayout.TF24);
        strings.copy(0, LONG);
        strings.copy(1, "short");
        view(table.memory, 5 + 48, 40, Addresses.of(text), 0xdead_beef_0000_0001L);
        strings.copy(3, LONG);
        String shown = strings.strings().get(2);
        assertTrue(shown.startsWith("a text that"), shown);
        byte[] before = table.content();
        StringOwner owner = StringOwner.allocate(40);
        MutableStringTensor known = new Table(24).init(1, TF24);
        MutableStringTensor views = new Table(24).init(1, UP_TO_2_20);
        views.assignView(0, NativeMemory.of(Addresses.of(text), 40));
        MutableStringTensor newViews = new Table(24).init(1, TensorLayout.TF24_FROM_2_21);
        newViews.assignView(0, NativeMemory.of(Addresses.of(text), 40));
        for (Runnable change : new Runnable[] {
            () -> strings.copy(2, "a"),
            () -> strings.copy(2, LONG.getBytes(StandardCharsets.UTF_8)),
            () -> strings.append(2, "a"),
            () -> strings.resize(2, 1, (byte) 0),
            () -> strings.resize(2, 100, (byte) 0),
            () -> strings.reserve(2, 100),
            () -> strings.reserveAmortized(2, 100),
            () -> strings.assign(2, strings, 0),
            () -> strings.assign(0, strings, 2),
            () -> strings.move(2, strings, 0),
            () -> strings.move(0, strings, 2),
            () -> strings.assignView(2, NativeMemory.of(Addresses.of(text), 10)),
            () -> strings.assignView(1, NativeMemory.of(Addresses.of(text), 10)),
            () -> strings.assignView(1, owner, 0, 10),
            () -> strings.dealloc(2),
            () -> known.assign(0, strings, 2),
            () -> strings.assign(1, views, 0),
            () -> strings.move(1, views, 0),
            () -> strings.assign(1, newViews, 0),
            () -> strings.move(1, newViews, 0)
        }) {
            TensorFormatException e = assertThrows(TensorFormatException.class, change::run);
            assertEquals(TensorFormatException.Code.UNSUPPORTED, e.code());
            assertTrue(
                    e.getMessage().contains("TF24_UP_TO_2_20") && e.getMessage().contains("TF24_FROM_2_21"),
                    e::getMessage);
            assertArrayEquals(before, table.content());
        }
        assertEquals(1, owner.references());
        owner.close();
        // All other elements are changed as in a layout with a version.
        strings.append(0, "!");
        strings.assign(1, strings, 0);
        assertEquals(LONG + "!", strings.strings().get(1));
        // Those before the view are given back, as before any that is refused.
        assertEquals("UNSUPPORTED 2 POINTER", Tensors.verdict(strings::deallocAll));
        assertArrayEquals(new String[] {"", "", shown, LONG}, strings.strings().toStrings());
        MutableStringTensor chosen = MutableStringTensor.of(NativeMemory.of(table.address, table.bytes), 4, UP_TO_2_20);
        chosen.copy(2, "mine");
        strings.deallocAll();
        assertArrayEquals(new String[] {"", "", "mine", ""}, strings.strings().toStrings());
        table.checkRim();

        String refused = assertThrows(
                        IllegalArgumentException.class,
                        () -> StringTensorBuilder.of(TensorLayout.TF24).ownedViews())
                .getMessage();
        assertTrue(refused.contains("TF24_FROM_2_21"), refused);
        // LARGE and views without an owner are the same in all versions.
        Table written = new Table(48);
        StringTensorBuilder.of(TensorLayout.TF24)
                .kind(StringKind.LARGE)
                .addAll(LONG, "a")
                .writeTo(NativeMemory.of(written.address, 48));
        MutableStringTensor large = MutableStringTensor.of(NativeMemory.of(written.address, 48), 2, TensorLayout.TF24);
        assertEquals(StringKind.LARGE, large.strings().kind(0));
        large.deallocAll();
        Reference.reachabilityFence(text);
        Reference.reachabilityFence(table.memory);
    }

    /** The caller's code changes an element while it is compared or decoded: memory that was given back is not read. */
    @Test
    void codeThatChangesAnElement() {
        if (!Run.reachesAddresses()) {
            return; // an element owns memory only there
        }
        Table table = new Table(48);
        MutableStringTensor strings = table.init(2, TF24);
        StringTensor tensor = strings.strings();
        String large = "x".repeat(5_000_000); // in pages of its own, which cannot be read afterwards
        Runnable change = () -> strings.copy(1, "short");
        strings.copy(1, large);
        assertFalse(tensor.contentEquals(1, new RunningText(large, change)));
        strings.copy(1, large);
        assertTrue(tensor.contentEquals(1, new RunningText("short", change)));

        byte[] first = "hello".getBytes(StandardCharsets.ISO_8859_1);
        String last = Oracle.decode("short".getBytes(StandardCharsets.ISO_8859_1), new OwnCharset("x-own", () -> {}));
        Charset own = new OwnCharset("x-own", change);
        strings.copy(0, first);
        strings.copy(1, large);
        assertEquals(last, tensor.toStrings(own)[1]);
        strings.copy(1, large);
        String[] texts = new String[2];
        tensor.getStrings(0, own, texts, 0, 2, MalformedPolicy.REPLACE);
        assertEquals(last, texts[1]);
        strings.copy(1, large);
        assertEquals(-1, tensor.firstMalformed(own));
        strings.deallocAll();
        table.checkRim();
        Reference.reachabilityFence(table.memory);
    }

    /** As the documentation of MutableStringTensor says: a string of the RFC that became shorter has lost the rest. */
    @Test
    void anOffsetOfTheRfcKeepsOnlyWhatItsStringHas() {
        if (!Run.reachesAddresses()) {
            return; // preallocatedStringsOverflowAndComeBack says how
        }
        for (TensorLayout layout : new TensorLayout[] {TensorLayout.RFC16, TensorLayout.RFC24}) {
            StringTensorBuilder builder = StringTensorBuilder.of(layout).addAll("x".repeat(40), "y".repeat(40));
            Table table = new Table((int) builder.byteSize());
            builder.writeTo(NativeMemory.of(table.address, table.bytes));
            MutableStringTensor strings =
                    MutableStringTensor.of(NativeMemory.of(table.address, table.bytes), 2, layout);
            strings.copy(0, "z".repeat(40));
            assertEquals(StringKind.OFFSET, strings.strings().kind(0));
            strings.copy(0, "z".repeat(30));
            assertEquals(StringKind.OFFSET, strings.strings().kind(0));
            strings.copy(0, "z".repeat(31));
            assertEquals(StringKind.LARGE, strings.strings().kind(0));
            strings.copy(0, "z".repeat(30));
            assertEquals(StringKind.OFFSET, strings.strings().kind(0));
            assertArrayEquals(
                    new String[] {"z".repeat(30), "y".repeat(40)},
                    strings.strings().toStrings());
            strings.deallocAll();
            table.checkRim();
            Reference.reachabilityFence(table.memory);
        }
    }
}
