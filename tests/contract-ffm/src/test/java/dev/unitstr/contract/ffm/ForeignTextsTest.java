package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.unitstr.StringCache;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextIndex;
import dev.unitstr.TextView;
import dev.unitstr.ffm.SegmentTexts;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Interfaces of unitstr that user code implements: the refusal names the argument and its class. */
class ForeignTextsTest {
    private static <T> T foreign(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                ForeignTextsTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> null));
    }

    @Test
    void theClassIsNamed() {
        MemorySegment memory = MemorySegment.ofArray(new byte[8]);
        TextDecoder decoder = foreign(TextDecoder.class);
        TextEncoder encoder = foreign(TextEncoder.class);
        TextView view = foreign(TextView.class);
        StringCache cache = foreign(StringCache.class);
        TextView ours = SegmentTexts.view(memory, 0, 8, StandardCharsets.UTF_8);
        Map<Executable, Object[]> calls = new LinkedHashMap<>();
        calls.put(
                () -> SegmentTexts.decode(decoder, memory, 0, 8, new StringBuilder()),
                new Object[] {"decoder", decoder});
        calls.put(() -> SegmentTexts.decode(decoder, memory, 0, 8, new char[8], 0), new Object[] {"decoder", decoder});
        calls.put(() -> SegmentTexts.encode(encoder, "a", 0, memory, 0, 8), new Object[] {"encoder", encoder});
        calls.put(() -> SegmentTexts.flush(encoder, memory, 0, 8), new Object[] {"encoder", encoder});
        calls.put(() -> SegmentTexts.copy(view, StandardCharsets.UTF_8, memory, 0), new Object[] {"text", view});
        calls.put(() -> SegmentTexts.getString(cache, memory, 0, 8), new Object[] {"cache", cache});
        calls.put(() -> TextIndex.of(view), new Object[] {"text", view});
        calls.put(() -> ours.compareTo(view), new Object[] {"other", view});
        calls.forEach((call, argument) -> {
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, call);
            assertEquals(
                    argument[0] + " is a " + argument[1].getClass().getName() + ": not created by unitstr",
                    e.getMessage());
        });
    }
}
