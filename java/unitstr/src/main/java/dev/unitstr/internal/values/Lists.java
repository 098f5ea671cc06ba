package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.internal.text.RegionStrings;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Rfc97List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes lists of our own. */
public final class Lists {
    /** One for each binding that reaches native memory. */
    private static final Map<ValueCalls, ListTable> TABLES = new ConcurrentHashMap<>();

    private Lists() {}

    private static final class Heap {
        static final ListTable TABLE = new ListTable(new HeapMemory(), RegionStrings.chosen());
    }

    /**
     * As {@link Rfc97List#create} and {@link Rfc97List#createInline}.
     *
     * @param inline whether its places are slots
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
     * A list.
     *
     * @param context whose memory is {@code memory}
     * @param memory where all of it goes
     * @param table the common values
     * @param inline whether its places are slots
     * @param isNative whether its addresses are real
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
