package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.StringCache;
import dev.unitstr.StringSpans;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextView;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.ValueMemory;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All public methods of a jar that are passed memory of one class, or are methods of it, those of tomorrow included, with arguments that access
 * it: from offset 1 on, if the method takes an offset, or up to 15 bytes later.
 */
public final class EveryOperation {
    /** The size of the memory that is passed. */
    public static final int BYTES = 128;

    /** The place of the memory in a call of its own methods. */
    private static final int RECEIVER = -1;

    private final Class<?> memory;
    private final Object good;
    private final Map<Class<?>, Supplier<?>> arguments = new HashMap<>();
    private final List<Method> methods = new ArrayList<>();

    /**
     * Finds the methods.
     *
     * @param ours a class of the jar
     * @param memory the class of memory
     * @param good memory of {@link #BYTES} zero bytes, for the arguments that are not examined
     */
    public EveryOperation(Class<?> ours, Class<?> memory, Object good) {
        this.memory = memory;
        this.good = good;
        for (Class<?> type : publicClasses(ours)) {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic() && places(method).length > 0) {
                    methods.add(method);
                }
            }
        }
        StringColumnBuilder column = StringColumnBuilder.of(ColumnFormat.UTF8);
        column.add("ab");
        StringTensorBuilder tensor = StringTensorBuilder.of(TensorLayout.TFLITE).addAll("ab");
        with(long.class, () -> 1L);
        with(int.class, () -> 4); // an index, a number of chars or the size of an entry
        with(boolean.class, () -> false);
        with(String.class, () -> "abcdefgh");
        with(CharSequence.class, () -> "abcdefgh");
        with(Charset.class, () -> StandardCharsets.UTF_8);
        with(MalformedPolicy.class, () -> MalformedPolicy.REPLACE);
        with(LengthPrefix.class, () -> LengthPrefix.ofUnits(2, ByteOrder.nativeOrder()));
        with(ListEnd.class, () -> ListEnd.EMPTY_STRING);
        with(StringSpans.class, () -> StringSpans.ofOffsets(new long[] {1, 2, 3}));
        with(char[].class, () -> new char[16]);
        with(String[].class, () -> new String[] {"a", "b", "c", "d", "e", "f", "g", "h"});
        with(long[].class, () -> new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        with(Appendable.class, StringBuilder::new);
        with(TextDecoder.class, () -> TextDecoder.of(StandardCharsets.UTF_8));
        with(TextEncoder.class, () -> TextEncoder.of(StandardCharsets.UTF_8));
        with(TextView.class, () -> TextView.of(ByteBuffer.allocate(8), 0, 8, StandardCharsets.UTF_8));
        with(StringCache.class, () -> StringCache.of(StandardCharsets.UTF_8, MalformedPolicy.REPLACE, 4));
        with(StringColumnBuilder.class, () -> column);
        with(StringTensorBuilder.class, () -> tensor);
        with(StringColumn.class, column::build);
        with(ColumnFormat.class, () -> ColumnFormat.UTF8);
        with(IndexType.class, () -> IndexType.INT8);
        with(TensorLayout.class, () -> TensorLayout.TF24);
        with(Trust.class, () -> Trust.UNTRUSTED_BUFFER);
        with(Dialect.class, () -> Dialect.RFC97);
        with(ValueMemory.class, ValueMemory::none);
    }

    /**
     * Sets what is passed for a class, also as the receiver of its methods.
     *
     * @param <T> the class
     * @param type the class
     * @param value makes what is passed
     * @return this
     */
    public <T> EveryOperation with(Class<T> type, Supplier<? extends T> value) {
        arguments.put(type, value);
        return this;
    }

    /**
     * Omits methods that access no memory.
     *
     * @param names their names, each with its class
     * @return this
     */
    public EveryOperation without(String... names) {
        for (String name : names) {
            assertTrue(methods.removeIf(each -> name(each).equals(name)), name);
        }
        return this;
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    /** Returns the number of methods. */
    public int size() {
        return methods.size();
    }

    /** What a call is expected to do. */
    public interface Expected {
        /**
         * Checks the end of a call.
         *
         * @param name the class and the name of the method
         * @param result what it returned
         * @param thrown what it threw, or null
         */
        void check(String name, Object result, Throwable thrown);
    }

    /**
     * Calls each method once for each of its arguments of the class of memory, and methods of that class once.
     *
     * @param bad the memory to pass there
     * @param expected checks each call
     */
    public void each(Object bad, Expected expected) {
        for (Method method : methods) {
            for (int place : places(method)) {
                Object result = null;
                Throwable thrown = null;
                try {
                    Object receiver = place == RECEIVER ? bad : receiver(method);
                    result = method.invoke(receiver, arguments(method, place, bad));
                } catch (InvocationTargetException e) {
                    thrown = e.getCause();
                } catch (IllegalAccessException e) {
                    throw new AssertionError(method.toString(), e);
                }
                expected.check(name(method), result, thrown);
            }
        }
    }

    /**
     * Calls each method with memory in the first page, whose access must be refused.
     *
     * @param bad the memory
     * @param address its address, at most 4080
     */
    public void refuses(Object bad, long address) {
        each(bad, (name, result, thrown) -> {
            String where = name + " at " + address;
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class,
                    () -> {
                        if (thrown != null) {
                            throw thrown;
                        }
                    },
                    where);
            assertEquals(IllegalArgumentException.class, e.getClass(), where);
            String message = e.getMessage();
            boolean tells = IntStream.range(0, 16).anyMatch(at -> message.contains(" is " + (address + at) + ": "));
            assertTrue(tells, () -> where + ": " + message);
        });
    }

    private int[] places(Method method) {
        Class<?>[] types = method.getParameterTypes();
        boolean isOfMemory = method.getDeclaringClass() == memory && !Modifier.isStatic(method.getModifiers());
        return IntStream.range(isOfMemory && types.length > 0 ? RECEIVER : 0, types.length)
                .filter(i -> i == RECEIVER || types[i] == memory || types[i] == memory.arrayType())
                .toArray();
    }

    private Object receiver(Method method) {
        return Modifier.isStatic(method.getModifiers()) ? null : value(method, method.getDeclaringClass());
    }

    private Object value(Method method, Class<?> type) {
        Supplier<?> value = arguments.get(type);
        if (value == null) {
            throw new AssertionError("what is to be given to " + method + " for " + type + "?");
        }
        return value.get();
    }

    private Object[] arguments(Method method, int place, Object bad) {
        Class<?>[] types = method.getParameterTypes();
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            Object each = i == place ? bad : good;
            if (types[i] == memory) {
                values[i] = each;
            } else if (types[i] == memory.arrayType()) {
                values[i] = Array.newInstance(memory, 1);
                Array.set(values[i], 0, each);
            } else if (types[i] == TensorLayout.class && !Arrays.asList(types).contains(long.class)) {
                values[i] = method.getName().equals("preallocate") ? TensorLayout.RFC16 : TensorLayout.TFLITE;
            } else {
                values[i] = value(method, types[i]);
            }
        }
        if (method.getName().equals("ofPointers")) { // the members of a struct
            System.arraycopy(
                    new Object[] {1L, 0L, 8L, LengthPrefix.ofUnits(8, ByteOrder.nativeOrder()), 16L, 1L},
                    0,
                    values,
                    place + 1,
                    6);
        }
        return values;
    }

    private static List<Class<?>> publicClasses(Class<?> ours) {
        try {
            URI place = ours.getProtectionDomain().getCodeSource().getLocation().toURI();
            Path path = Path.of(place);
            if (Files.isDirectory(path)) {
                return publicClasses(path, ours.getClassLoader());
            }
            try (FileSystem jar = FileSystems.newFileSystem(path)) {
                return publicClasses(jar.getPath("/"), ours.getClassLoader());
            }
        } catch (IOException | URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Class<?>> publicClasses(Path root, ClassLoader loader) throws IOException {
        List<Class<?>> classes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root.resolve("dev/unitstr"))) {
            for (Path file : files.sorted().toList()) {
                String name = root.relativize(file)
                        .toString()
                        .replace(File.separatorChar, '.')
                        .replace('/', '.');
                if (!name.endsWith(".class")
                        || Arrays.asList(name.split("\\.")).contains("internal")
                        || name.endsWith("-info.class")) {
                    continue;
                }
                Class<?> type = Class.forName(name.substring(0, name.length() - 6), false, loader);
                if (Modifier.isPublic(type.getModifiers())) {
                    classes.add(type);
                }
            }
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        return classes;
    }
}
