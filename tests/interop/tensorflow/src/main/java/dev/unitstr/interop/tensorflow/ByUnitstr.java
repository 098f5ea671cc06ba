package dev.unitstr.interop.tensorflow;

import static dev.unitstr.interop.tensorflow.Tstring.element;

import dev.unitstr.NativeMemory;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.Stream;

/** Tensors that unitstr writes: from Java as a whole and change by change, from Rust element by element. */
enum ByUnitstr implements Writer {
    SMALL("unitstr, Java: SMALL") {
        @Override
        public boolean isSmall() {
            return true;
        }

        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            return build(tf, texts, StringKind.VIEW); // which keeps short texts inside
        }
    },

    OFFSET("unitstr, Java: OFFSET image") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            return build(tf, texts, StringKind.OFFSET);
        }
    },

    VIEW("unitstr, Java: SMALL and VIEW") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            return build(tf, texts, StringKind.VIEW);
        }
    },

    JAVA_LARGE("unitstr, Java: SMALL and LARGE, freed by TensorFlow") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment tensor = tf.allocateStrings(texts.length);
            writeTo(tf.data(tensor), builder(tf, texts).kind(StringKind.LARGE));
            return Given.owned(tensor);
        }
    },

    JAVA_LARGE_LENT("unitstr, Java: SMALL and LARGE, freed by the deallocator") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment table = zeroes(texts.length);
            writeTo(table, builder(tf, texts).kind(StringKind.LARGE));
            return Given.lend(
                    tf,
                    texts.length,
                    table,
                    () -> elements(tf, table, texts.length).deallocAll(),
                    () -> Functions.free(table));
        }
    },

    JAVA_CHANGED("unitstr, Java: copied and appended to, freed by TensorFlow") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment tensor = tf.allocateStrings(texts.length);
            MutableStringTensor elements = elements(tf, tf.data(tensor), texts.length);
            for (int i = 0; i < texts.length; i++) {
                int half = texts[i].length / 2;
                elements.copy(i, Arrays.copyOf(texts[i], half));
                elements.append(i, Arrays.copyOfRange(texts[i], half, texts[i].length));
            }
            return Given.owned(tensor);
        }
    },

    JAVA_OWNED_VIEW("unitstr, Java: SMALL and VIEW with an owner, in TensorFlow's memory") {
        @Override
        public boolean needsOwners() {
            return true;
        }

        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment tensor = tf.allocateStrings(texts.length);
            writeTo(tf.data(tensor), builder(tf, texts).kind(StringKind.VIEW).ownedViews());
            return Given.owned(tensor);
        }
    },

    COPY("unitstr, Rust: SMALL and LARGE, freed by the deallocator") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            Core core = new Core(tf);
            MemorySegment table = zeroes(texts.length);
            for (int i = 0; i < texts.length; i++) {
                core.copy(element(table, i), texts[i]);
            }
            return Given.lend(
                    tf, texts.length, table, () -> dealloc(core, table, texts.length), () -> Functions.free(table));
        }
    },

    COPY_OWNED("unitstr, Rust: SMALL and LARGE, freed by TensorFlow") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            Core core = new Core(tf);
            MemorySegment tensor = tf.allocateStrings(texts.length);
            for (int i = 0; i < texts.length; i++) {
                core.copy(element(tf.data(tensor), i), texts[i]);
            }
            return Given.owned(tensor);
        }
    },

    OWNED_VIEW("unitstr, Rust: VIEW with an owner, in TensorFlow's memory") {
        @Override
        public boolean needsOwners() {
            return true;
        }

        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            Core core = new Core(tf);
            MemorySegment tensor = tf.allocateStrings(texts.length);
            MemorySegment owner = parts(core, tf.data(tensor), texts);
            core.drop(owner); // the views alone keep it
            return Given.owned(tensor);
        }
    },

    OWNED_VIEW_LENT("unitstr, Rust: VIEW with an owner, dropped by the deallocator") {
        @Override
        public boolean needsOwners() {
            return true;
        }

        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            Core core = new Core(tf);
            MemorySegment table = zeroes(texts.length);
            MemorySegment owner = parts(core, table, texts);
            return Given.lend(tf, texts.length, table, () -> dealloc(core, table, texts.length), () -> {
                if (core.references(owner) != 1) {
                    throw new AssertionError(core.references(owner) - 1 + " views left");
                }
                core.drop(owner);
                Functions.free(table);
            });
        }
    };

    private final String title;

    ByUnitstr(String title) {
        this.title = title;
    }

    @Override
    public String title() {
        return title;
    }

    private static Given build(TensorFlow tf, byte[][] texts, StringKind kind) throws Throwable {
        StringTensorBuilder builder =
                StringTensorBuilder.of(TensorLayout.TF24).kind(kind).addAll(texts);
        MemorySegment block = Functions.malloc(Math.max(1, builder.byteSize()));
        MemorySegment tensor = SegmentTensors.build(builder, (bytes, alignment) -> block);
        return Given.lend(tf, texts.length, tensor, Given.Action.NOTHING, () -> Functions.free(block));
    }

    private static StringTensorBuilder builder(TensorFlow tf, byte[][] texts) {
        return StringTensorBuilder.of(JavaChanges.layout(tf)).addAll(texts);
    }

    /** By the address, which every binding reaches. */
    private static void writeTo(MemorySegment table, StringTensorBuilder builder) {
        builder.writeTo(NativeMemory.of(table.address(), table.byteSize()));
    }

    static MutableStringTensor elements(TensorFlow tf, MemorySegment table, int count) {
        return MutableStringTensor.of(
                NativeMemory.of(table.address(), table.byteSize()), count, JavaChanges.layout(tf));
    }

    /** Makes every element a view of a part of one owner's bytes; returns a handle to the owner. */
    static MemorySegment parts(Core core, MemorySegment table, byte[][] texts) throws Throwable {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Stream.of(texts).forEach(all::writeBytes);
        MemorySegment owner = core.owner(all.toByteArray());
        long start = 0;
        for (int i = 0; i < texts.length; i++) {
            core.part(element(table, i), owner, start, texts[i].length);
            start += texts[i].length;
        }
        return owner;
    }

    private static MemorySegment zeroes(int count) throws Throwable {
        return Functions.malloc(Math.max(1, Tstring.BYTES * count))
                .fill((byte) 0)
                .asSlice(0, Tstring.BYTES * count);
    }

    private static void dealloc(Core core, MemorySegment table, int count) throws Throwable {
        for (int i = 0; i < count; i++) {
            core.dealloc(element(table, i));
        }
        table.fill((byte) 0xdd);
    }
}
