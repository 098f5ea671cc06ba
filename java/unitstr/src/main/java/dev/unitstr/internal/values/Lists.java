package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Rfc97List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Creates lists of this library. */
public final class Lists {
    /** The table of each binding that accesses native memory. */
    private static final Map<ValueCalls, ListTable> TABLES = new ConcurrentHashMap<>();

    private Lists() {}

    private static final class Heap {
        static final ListTable TABLE = new ListTable(new HeapMemory(), RegionStrings.chosen());
    }

    /**
     * Performs {@link Rfc97List#create} or {@link Rfc97List#createInline}.
     *
     * @param inline whether the places contain slots
     * @return the list
     */
    public static Rfc97List create(boolean inline) {
        RegionStrings strings = RegionStrings.chosen();
        ValueCalls calls = strings.binding().valueCalls();
        if (calls == null) {
            HeapMemory memory = new HeapMemory();
            ValueContext context = new ValueContext(Dialect.RFC97, memory, strings, memory);
            return create(context, memory, Heap.TABLE, inline, false);
        }
        AllocatedMemory memory = new AllocatedMemory(calls);
        Lifetime life = new OwnedLifetime("the list is gone", memory.release());
        ValueContext context = new ScopedContext(Dialect.RFC97, memory, strings, life, memory);
        ListTable table = TABLES.computeIfAbsent(calls, key -> new ListTable(new AllocatedMemory(key), strings));
        return create(context, memory, table, inline, true);
    }

    /**
     * Creates a list.
     *
     * @param context the context of {@code memory}
     * @param memory the memory for the whole list
     * @param table the slots of common values
     * @param inline whether the places contain slots
     * @param isNative whether the addresses are native addresses
     * @return the list
     */
    public static Rfc97List create(
            ValueContext context, GrowingMemory memory, ListTable table, boolean inline, boolean isNative) {
        if (inline) {
            return new InlineList(context, memory);
        }
        memory.add(table.block);
        return new PoolList(context, memory, table, isNative);
    }
}
