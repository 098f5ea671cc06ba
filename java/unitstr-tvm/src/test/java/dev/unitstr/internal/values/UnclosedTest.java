package dev.unitstr.internal.values;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is counted of values that nobody closes, and numbers of what native code knows. */
class UnclosedTest {
    @Test
    void aCollectionIsRequestedWhenMuchIsHeld() {
        List<Unclosed> itself = new ArrayList<>();
        int[] collections = new int[1];
        Unclosed unclosed = new Unclosed(() -> {
            collections[0]++;
            itself.get(0).remove(itself.get(0).bytes()); // all of it was garbage
        });
        itself.add(unclosed);
        for (int i = 0; i < 1000; i++) {
            unclosed.add(1 << 20);
            assertTrue(unclosed.bytes() <= Unclosed.LEAST_BYTES, unclosed.bytes() + " bytes");
        }
        assertEquals(15, collections[0]);
    }

    @Test
    void whatIsInUseDoesNotMakeOneCollectionFollowTheOther() {
        int[] collections = new int[1];
        Unclosed unclosed = new Unclosed(() -> collections[0]++);
        for (int i = 0; i < 1 << 10; i++) {
            unclosed.add(1 << 20);
        }
        assertEquals(1L << 30, unclosed.bytes());
        assertEquals(4, collections[0]); // at 64 MiB, and at twice as much each time
    }

    @Test
    void textsThatNoBufferHolds() {
        assertEquals(Integer.MAX_VALUE - 41, KeptObject.checked(Integer.MAX_VALUE - 41L));
        for (long bytes : new long[] {Integer.MAX_VALUE - 40L, 1L << 31, 3L << 30}) {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> KeptObject.checked(bytes));
            assertTrue(e.getMessage().contains(Long.toString(bytes)), e.getMessage());
            assertTrue(e.getMessage().contains("2147483606"), e.getMessage());
        }
    }

    @Test
    void numbersAreNotUsedAgain() {
        SlotNumbers numbers = new SlotNumbers();
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(numbers.add(i));
        }
        long old = all.get(7);
        numbers.remove(old);
        long next = numbers.add("next");
        assertEquals("next", numbers.get(next));
        assertEquals(null, numbers.get(old));
        numbers.remove(old);
        assertEquals("next", numbers.get(next));
        assertEquals(100, numbers.count());
        assertEquals(99, numbers.get(all.get(99)));
        for (long none : new long[] {0, -1, Long.MIN_VALUE, 1L << 40, Integer.MAX_VALUE}) {
            assertEquals(null, numbers.get(none));
        }
    }
}
