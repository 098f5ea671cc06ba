package dev.unitstr.interop.tensorflow;

import static dev.unitstr.interop.tensorflow.Tstring.element;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.Stream;

/** Tensors written by {@link Tstring}, and by TensorFlow itself. */
enum ByHand implements Writer {
    TENSORFLOW("TensorFlow's own TF_StringCopy") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment tensor = tf.allocateStrings(texts.length);
            MemorySegment table = tf.data(tensor);
            for (int i = 0; i < texts.length; i++) {
                tf.copyInto(element(table, i), texts[i]);
            }
            return Given.owned(tensor);
        }
    },

    SMALL("by hand: SMALL") {
        @Override
        public boolean isSmall() {
            return true;
        }

        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment table = table(texts, 0);
            for (int i = 0; i < texts.length; i++) {
                Tstring.small(element(table, i), texts[i]);
            }
            return lend(tf, texts, table);
        }
    },

    LARGE("by hand: LARGE, freed by the deallocator") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment table = table(texts, 0);
            for (int i = 0; i < texts.length; i++) {
                Tstring.large(element(table, i), texts[i]);
            }
            Given.Action returned = () -> {
                for (int i = 0; i < texts.length; i++) {
                    MemorySegment block = Functions.at(Tstring.address(element(table, i)), texts[i].length);
                    block.fill(GONE);
                    Functions.free(block);
                }
                table.fill(GONE);
            };
            return Given.lend(tf, texts.length, table, returned, () -> Functions.free(table));
        }
    },

    LARGE_OWNED("by hand: LARGE, freed by TensorFlow") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment tensor = tf.allocateStrings(texts.length);
            MemorySegment table = tf.data(tensor);
            for (int i = 0; i < texts.length; i++) {
                Tstring.large(element(table, i), texts[i]);
            }
            return Given.owned(tensor);
        }
    },

    OFFSET("by hand: OFFSET image") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment table = table(texts, total(texts));
            long at = Tstring.BYTES * texts.length;
            for (int i = 0; i < texts.length; i++) {
                Tstring.offset(element(table, i), at - Tstring.BYTES * i, texts[i].length, texts.length);
                at = append(texts[i], table, at);
            }
            return lend(tf, texts, table);
        }
    },

    VIEW("by hand: VIEW without an owner") {
        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            MemorySegment table = table(texts, total(texts));
            views(texts, table, table, Tstring.BYTES * texts.length, 0);
            return lend(tf, texts, table);
        }
    },

    OWNED_VIEW("by hand: VIEW with an owner") {
        @Override
        public boolean needsOwners() {
            return true;
        }

        @Override
        public Given write(TensorFlow tf, byte[][] texts) throws Throwable {
            return ownedViews(tf, texts).given;
        }
    };

    /** The value that overwrites memory which may no longer be read. */
    private static final byte GONE = (byte) 0xdd;

    private final String title;

    ByHand(String title) {
        this.title = title;
    }

    @Override
    public String title() {
        return title;
    }

    /** A tensor of views, and who owns what they view. */
    record OwnedViews(Given given, CountingOwner owner) {}

    /** Views with an owner: the memory of the texts goes with the last view, be it ours or an output's. */
    static OwnedViews ownedViews(TensorFlow tf, byte[][] texts) throws Throwable {
        MemorySegment table = table(texts, 0);
        MemorySegment arena = Functions.malloc(Math.max(1, total(texts)));
        CountingOwner owner = new CountingOwner(arena, texts.length + 1L);
        views(texts, table, arena, 0, owner.address());
        // One reference is that of the tensor: without elements there would be none to drop last.
        Given.Action returned = () -> {
            table.fill(GONE);
            owner.drop(texts.length + 1L);
        };
        Given.Action end = () -> {
            owner.end();
            Functions.free(table);
        };
        return new OwnedViews(Given.lend(tf, texts.length, table, returned, end), owner);
    }

    private static MemorySegment table(byte[][] texts, long more) throws Throwable {
        return Functions.malloc(Math.max(1, Tstring.BYTES * texts.length + more))
                .asSlice(0, Tstring.BYTES * texts.length + more);
    }

    private static long total(byte[][] texts) {
        return Stream.of(texts).mapToLong(text -> text.length).sum();
    }

    private static void views(byte[][] texts, MemorySegment table, MemorySegment to, long at, long owner) {
        for (int i = 0; i < texts.length; i++) {
            Tstring.view(element(table, i), to.asSlice(at, texts[i].length), owner);
            at = append(texts[i], to, at);
        }
    }

    private static long append(byte[] text, MemorySegment to, long at) {
        MemorySegment.copy(text, 0, to, ValueLayout.JAVA_BYTE, at, text.length);
        return at + text.length;
    }

    /** Texts in the tensor itself. Outputs may view them: they go only when all is over. */
    private static Given lend(TensorFlow tf, byte[][] texts, MemorySegment table) throws Throwable {
        return Given.lend(tf, texts.length, table, Given.Action.NOTHING, () -> {
            table.fill(GONE);
            Functions.free(table);
        });
    }
}
