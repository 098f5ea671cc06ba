package dev.unitstr.internal.values;

import dev.unitstr.tvm.ValueLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates arrays and maps of the library from Java lists and maps, for one argument. */
final class Containers {
    private final BoundRuntime runtime;
    /** The containers being created, from the outermost to the innermost. */
    private final List<Object> path = new ArrayList<>();

    private long elements = ValueLimits.DEFAULT.elements();

    Containers(BoundRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Creates one container.
     *
     * @param container a list or a map
     * @return the address of the object, with a new reference
     */
    long make(Object container) {
        boolean isMap = container instanceof Map;
        String name = isMap ? "map" : "list";
        for (Object outer : path) {
            if (outer == container) {
                throw new IllegalArgumentException("a " + name + " contains itself");
            }
        }
        int depth = ValueLimits.DEFAULT.depth();
        if (path.size() == depth) {
            throw new IllegalArgumentException("lists and maps are nested more than " + depth + " deep");
        }
        path.add(container);
        @Nullable Object[] args = container instanceof Map<?, ?> map ? pairs(map) : ((List<?>) container).toArray();
        if (args.length > TvmFrame.MOST_ARGUMENTS) {
            throw new IllegalArgumentException("a " + name + " has " + args.length
                    + " elements, counting keys and values: more than " + TvmFrame.MOST_ARGUMENTS + ", the maximum");
        }
        elements -= args.length;
        if (elements < 0) {
            throw new IllegalArgumentException(
                    "lists and maps have more than " + ValueLimits.DEFAULT.elements() + " elements in all");
        }
        try (TvmFrame frame = runtime.host.acquire()) {
            frame.putAll(runtime, args, this);
            frame.invoke(runtime.function(isMap ? "ffi.Map" : "ffi.Array"), args.length);
            if (frame.resultCode() != code(container)) {
                throw new IllegalStateException("the library did not create a " + name);
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

    private static @Nullable Object[] pairs(Map<?, ?> map) {
        List<@Nullable Object> pairs = new ArrayList<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            pairs.add(entry.getKey());
            pairs.add(entry.getValue());
        }
        return pairs.toArray();
    }
}
