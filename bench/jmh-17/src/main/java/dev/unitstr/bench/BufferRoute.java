package dev.unitstr.bench;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Encoding;
import dev.unitstr.internal.binding.Flags;
import dev.unitstr.internal.text.ReadRoute;
import dev.unitstr.internal.text.WriteRoute;
import java.lang.invoke.MethodHandle;

/** One route alone, without a choice among several, for the calibration. */
abstract class BufferRoute extends BufferContender {
    private BufferRoute(Texts texts) {
        super(texts, false);
    }

    static BufferContender of(String name, Texts texts) {
        return switch (name) {
            case "route-native" -> new Native(texts);
            case "route-java" -> new Java(texts);
            default -> throw new IllegalArgumentException("no contender " + name + " for buffers");
        };
    }

    /** One native call, by JNI. */
    private static final class Native extends BufferRoute {
        private final NativeRoute route = new NativeRoute("jni", texts.charset());

        Native(Texts texts) {
            super(texts);
        }

        @Override
        public String read(int i) {
            return route.read(memory, offsets[i], units[i] * texts.unitSize());
        }

        @Override
        public long write(int i, int offset) {
            return route.write(texts.string(i), target, offset, target.capacity() - offset);
        }

        @Override
        public boolean contentEquals(int i) {
            return route.contentEquals(memory, offsets[i], units[i] * texts.unitSize(), texts.string(i));
        }
    }

    /** The code that unitstr runs in Java, with arrays that are kept. */
    private static final class Java extends BufferRoute {
        private static final String READ_ROUTE = "dev.unitstr.internal.text.ReadRoute";
        private static final String WRITE_ROUTE = "dev.unitstr.internal.text.WriteRoute";
        private static final MethodHandle READ =
                Routes.method(READ_ROUTE, "read", byte[].class, int.class, Encoding.class, char[].class);
        private static final MethodHandle WRITE = Routes.method(
                WRITE_ROUTE,
                "write",
                String.class,
                int.class,
                int.class,
                Encoding.class,
                int.class,
                char[].class,
                byte[].class);
        private static final MethodHandle COMPARE = Routes.method(
                WRITE_ROUTE, "compare", byte[].class, int.class, Encoding.class, char[].class, String.class);

        private final Encoding encoding = Encoding.of(texts.charset());
        private final byte[] bytes = new byte[Binding.CHUNK_BYTES];
        private final char[] chars = new char[Binding.CHUNK_BYTES];

        Java(Texts texts) {
            super(texts);
        }

        @Override
        public String read(int i) {
            int n = units[i] * texts.unitSize();
            memory.get(offsets[i], bytes, 0, n);
            try {
                // The method for all encodings refuses UTF-8 above the threshold.
                return texts.unitSize() > 1 || ReadRoute.isAscii(bytes, n)
                        ? (String) READ.invokeExact(bytes, n, encoding, chars)
                        : new String(chars, 0, ReadRoute.fromUtf8(bytes, n, chars));
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public long write(int i, int offset) {
            String text = texts.string(i);
            int n = text.length();
            int written;
            try {
                if (texts.unitSize() > 1 || WriteRoute.isAscii(text, 0, n)) {
                    written = (int) WRITE.invokeExact(text, 0, n, encoding, Flags.REPLACE, chars, bytes);
                } else {
                    written = WriteRoute.toUtf8(text, 0, n, Flags.REPLACE, bytes);
                }
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            target.put(offset, bytes, 0, written);
            return written;
        }

        @Override
        public boolean contentEquals(int i) {
            int n = units[i] * texts.unitSize();
            memory.get(offsets[i], bytes, 0, n);
            try {
                return (int) COMPARE.invokeExact(bytes, n, encoding, chars, texts.string(i)) > 0;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
