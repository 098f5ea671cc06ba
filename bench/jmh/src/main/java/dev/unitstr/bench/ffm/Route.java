package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Contender;
import dev.unitstr.bench.NativeRoute;
import dev.unitstr.bench.Routes;
import dev.unitstr.bench.Texts;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.internal.memory.SegmentRegion;
import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.WriteRoute;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** One route alone, without a choice among several, for the calibration and the plan of floors. */
abstract class Route extends SegmentContender {
    private Route(Texts texts, SegmentMemory memory) {
        super(texts, memory);
    }

    static Contender of(String name, Texts texts, SegmentMemory memory) {
        return switch (name) {
            case "route-native" -> new Native(texts, memory);
            case "route-java" -> new Java(texts, memory);
            case "route-string" -> new JdkArray(texts, memory);
            case "route-floor" -> new Floor(texts, memory);
            case "route-tested" -> new Tested(texts, memory);
            default -> throw new IllegalArgumentException("no contender " + name + " for segments");
        };
    }

    /** One native call, by FFM. */
    private static final class Native extends Route {
        private final NativeRoute route = new NativeRoute("ffm", texts.charset());
        private final SegmentRegion from = new SegmentRegion(source);
        private final SegmentRegion to = new SegmentRegion(target);

        Native(Texts texts, SegmentMemory memory) {
            super(texts, memory);
        }

        @Override
        public String read(int i) {
            return route.read(from.base(), offsets[i], units[i] * texts.unitSize());
        }

        @Override
        public String readTerminated(int i) {
            return route.readTerminated(from.base(), offsets[i], source.byteSize() - offsets[i], texts.unitSize());
        }

        @Override
        public long write(int i, int offset) {
            return route.write(texts.string(i), to.base(), offset, target.byteSize() - offset);
        }

        @Override
        public boolean contentEquals(int i) {
            return route.contentEquals(from.base(), offsets[i], units[i] * texts.unitSize(), texts.string(i));
        }
    }

    /**
     * The least that code without access to the array of a String has to do for text of one byte per char: a copy to an
     * array that is kept, and one from there. Tests nothing, so it is right only for Latin-1.
     */
    private static class Floor extends Route {
        private static final ValueLayout.OfLong LONG =
                ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

        final byte[] bytes = new byte[Binding.CHUNK_BYTES];

        Floor(Texts texts, SegmentMemory memory) {
            super(texts, memory);
        }

        @Override
        public String read(int i) {
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offsets[i], bytes, 0, units[i]);
            return ReadRoute.latin1(bytes, 0, units[i]);
        }

        @Override
        public String readTerminated(int i) {
            int length = (int) (end(offsets[i]) - offsets[i]);
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offsets[i], bytes, 0, length);
            return ReadRoute.latin1(bytes, 0, length);
        }

        /** Returns the offset of the first zero byte: looks at 8 bytes at a time, as the JDK does. */
        private long end(long offset) {
            long at = offset;
            for (; at <= source.byteSize() - Long.BYTES; at += Long.BYTES) {
                long zeros = zeros(source.get(LONG, at));
                if (zeros != 0) {
                    return at + (Long.numberOfTrailingZeros(zeros) >> 3);
                }
            }
            while (source.get(ValueLayout.JAVA_BYTE, at) != 0) {
                at++;
            }
            return at;
        }

        /** Returns 0 if no byte is 0; otherwise the lowest bit set is the highest of the first zero byte. */
        private static long zeros(long eight) {
            return eight - 0x0101010101010101L & ~eight & 0x8080808080808080L;
        }

        @Override
        @SuppressWarnings("deprecation") // right for Latin-1
        public long write(int i, int offset) {
            String text = texts.string(i);
            text.getBytes(0, text.length(), bytes, 0);
            MemorySegment.copy(bytes, 0, target, ValueLayout.JAVA_BYTE, offset, text.length());
            return text.length();
        }
    }

    /**
     * The same with the test that it lacks when it writes. If the JVM has seen no other Strings, the compiler knows that
     * each char is Latin-1 and removes the loop; otherwise ({@code many}) it may take longer than a native call.
     */
    private static final class Tested extends Floor {
        Tested(Texts texts, SegmentMemory memory) {
            super(texts, memory);
        }

        @Override
        public long write(int i, int offset) {
            String text = texts.string(i);
            for (int at = 0; at < text.length(); at++) {
                if (text.charAt(at) > 0xFF) {
                    throw new IllegalStateException("not Latin-1: " + text);
                }
            }
            return super.write(i, offset);
        }
    }

    /** The JDK's {@code setString} to an array that is kept, with the test that the text was ASCII, and the same copy. */
    private static final class JdkArray extends Floor {
        private static final Class<?> HEAP = MemorySegment.ofArray(new byte[0]).getClass();
        private static final byte NOT_UTF_8 = (byte) 0xFF;

        private final MemorySegment array = MemorySegment.ofArray(bytes);

        JdkArray(Texts texts, SegmentMemory memory) {
            super(texts, memory);
        }

        @Override
        public long write(int i, int offset) {
            String text = texts.string(i);
            int length = text.length();
            bytes[length + 1] = NOT_UTF_8;
            ((MemorySegment) HEAP.cast(array)).setString(0, text, StandardCharsets.UTF_8);
            if (bytes[length + 1] != NOT_UTF_8) {
                throw new IllegalStateException("not ASCII: " + text);
            }
            try {
                Java.WRITE_BYTES.invokeExact(bytes, length, target, (long) offset);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            return length;
        }
    }

    /** The code that unitstr runs in Java, with arrays that are kept. */
    private static final class Java extends Route {
        private static final String TYPE = "dev.unitstr.ffm.internal.text.ShortSegments";
        private static final MethodHandle READ =
                Routes.method(TYPE, "read", MemorySegment.class, long.class, int.class, Encoding.class, byte[].class);
        private static final MethodHandle READ_TERMINATED = Routes.method(
                TYPE, "readTerminated", MemorySegment.class, long.class, int.class, Encoding.class, byte[].class);
        private static final MethodHandle WRITE = Routes.method(
                TYPE, "write", String.class, int.class, MemorySegment.class, long.class, int.class, Encoding.class);
        private static final MethodHandle WRITE_BYTES =
                Routes.method(TYPE, "write", byte[].class, int.class, MemorySegment.class, long.class);
        private static final MethodHandle EQUAL =
                Routes.method(TYPE, "equal", MemorySegment.class, long.class, String.class, Encoding.class);
        private static final MethodHandle EQUAL_UTF_8 = Routes.method(
                TYPE, "equalUtf8", MemorySegment.class, long.class, int.class, String.class, byte[].class);

        private final Encoding encoding = Encoding.of(texts.charset());
        private final byte[] bytes = new byte[Binding.CHUNK_BYTES];
        private final char[] chars = new char[Binding.CHUNK_BYTES];

        Java(Texts texts, SegmentMemory memory) {
            super(texts, memory);
        }

        @Override
        public String read(int i) {
            try {
                boolean read = (boolean) READ.invokeExact(source, (long) offsets[i], units[i], encoding, bytes);
                return read
                        ? ReadRoute.latin1(bytes, 0, units[i])
                        : new String(chars, 0, ReadRoute.fromUtf8(bytes, units[i], chars));
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public String readTerminated(int i) {
            int most = (int) Math.min(source.byteSize() - offsets[i], ReadRoute.SEGMENT_TERMINATED);
            try {
                int length = (int) READ_TERMINATED.invokeExact(source, (long) offsets[i], most, encoding, bytes);
                // A text at the end of a page is left to the full path.
                return length >= 0
                        ? ReadRoute.latin1(bytes, 0, length)
                        : SegmentStrings.getStringTerminated(source, offsets[i], texts.charset());
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public long write(int i, int offset) {
            String text = texts.string(i);
            try {
                boolean written = (boolean) WRITE.invokeExact(text, 0, target, (long) offset, text.length(), encoding);
                if (written) {
                    return text.length();
                }
                int size = WriteRoute.toUtf8(text, 0, text.length(), Flags.REPLACE, bytes);
                WRITE_BYTES.invokeExact(bytes, size, target, (long) offset);
                return size;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public boolean contentEquals(int i) {
            String text = texts.string(i);
            try {
                return units[i] == text.length()
                        ? (boolean) EQUAL.invokeExact(source, (long) offsets[i], text, encoding)
                        : (boolean) EQUAL_UTF_8.invokeExact(source, (long) offsets[i], units[i], text, bytes);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
