package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueLimits;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates arrays and maps of the library from Java arrays, collections and maps, for one argument. */
final class Containers {
    private final BoundRuntime runtime;
    /** Names the argument in messages. */
    private final String name;
    /** The containers being created, from the outermost to the innermost. */
    private final List<Object> path = new ArrayList<>();

    private long elements = ValueLimits.DEFAULT.elements();

    Containers(BoundRuntime runtime, String name) {
        this.runtime = runtime;
        this.name = name;
    }

    /** Tests whether an object becomes a container: a map, a collection, or an array of other than bytes and chars. */
    static boolean accepts(Object value) {
        return value instanceof Collection
                || value instanceof Map
                || value.getClass().isArray() && !(value instanceof byte[]) && !(value instanceof char[]);
    }

    /** Names an element of the innermost container. */
    String place(int index) {
        boolean isMap = path.get(path.size() - 1) instanceof Map;
        String element = isMap
                ? (index % 2 == 0 ? "key " : "value ") + index / 2 + " of a map"
                : "element " + index + " of a list";
        return element + " in " + name;
    }

    /**
     * Creates one container.
     *
     * @param container an object that {@link #accepts} accepts
     * @return the address of the object, with a new reference
     */
    long make(Object container) {
        boolean isMap = container instanceof Map;
        String kind = isMap ? "map" : "list";
        for (Object outer : path) {
            if (outer == container) {
                throw new IllegalArgumentException(name + ": a " + kind + " contains itself");
            }
        }
        int depth = ValueLimits.DEFAULT.depth();
        if (path.size() == depth) {
            throw new IllegalArgumentException(name + ": lists and maps are nested more than " + depth + " deep");
        }
        path.add(container);
        long size = size(container);
        if (size > TvmFrame.MOST_ARGUMENTS) {
            throw new IllegalArgumentException(name + ": a " + kind + " has " + size
                    + " elements, counting keys and values: more than " + TvmFrame.MOST_ARGUMENTS + ", the maximum");
        }
        @Nullable Object[] args = elements(container);
        elements -= args.length;
        if (elements < 0) {
            throw new IllegalArgumentException(
                    name + ": lists and maps have more than " + ValueLimits.DEFAULT.elements() + " elements in all");
        }
        try (TvmFrame frame = runtime.host.acquire()) {
            frame.putAll(runtime, args, this);
            frame.invoke(runtime.function(isMap ? "ffi.Map" : "ffi.Array"), args.length);
            if (frame.resultCode() != code(container)) {
                throw new IllegalStateException("the library did not create a " + kind);
            }
            return Bits.i64(frame.takeResult(), Long.BYTES);
        } finally {
            path.remove(path.size() - 1);
        }
    }

    /** Returns the type code of the object that a container is converted to. */
    static int code(Object container) {
        return container instanceof Map ? TvmSlots.MAP : TvmSlots.ARRAY;
    }

    /** Returns the number of elements, of which a pair of a map is two. */
    private static long size(Object container) {
        if (container instanceof Map<?, ?> map) {
            return 2L * map.size();
        }
        return container instanceof Collection<?> collection ? collection.size() : Array.getLength(container);
    }

    private static @Nullable Object[] elements(Object container) {
        if (container instanceof Map<?, ?> map) {
            return pairs(map);
        } else if (container instanceof Collection<?> collection) {
            return collection.toArray();
        } else if (container instanceof Object[] array) {
            return array;
        }
        @Nullable Object[] elements = new @Nullable Object[Array.getLength(container)];
        Arrays.setAll(elements, i -> Array.get(container, i));
        return elements;
    }

    private static @Nullable Object[] pairs(Map<?, ?> map) {
        List<@Nullable Object> pairs = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            pairs.add(entry.getKey());
            pairs.add(entry.getValue());
        }
        return pairs.toArray();
    }
}
