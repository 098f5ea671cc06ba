package dev.unitstr.contract.ffm;

import static dev.unitstr.contract.ffm.CFunctions.function;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.MalformedPolicy;
import dev.unitstr.UnitCharsets;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import dev.unitstr.ffm.StringCalls;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.charset.Charset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused when a function is adapted. */
@EveryRun
@SuppressWarnings("restricted") // what a C function does with its pointers
@Tag("route")
class StringCallErrorsTest {
    private static final Charset UTF_16 = UnitCharsets.UTF_16;

    private static Executable adapt(String name, StringParameter... parameters) {
        return () -> StringCalls.adapt(function(name), parameters);
    }

    private static Executable adapt(String name, StringResult result, StringParameter... parameters) {
        return () -> StringCalls.adapt(function(name), result, parameters);
    }

    private static Executable returned(StringResult result) {
        return () -> StringCalls.adaptUpcall(
                function("described"), FunctionDescriptor.of(ADDRESS, ADDRESS), result, Arena.global());
    }

    static Stream<Arguments> refused() {
        Charset noNul = Charset.forName("x-JIS0208");
        MethodHandle refuse = function("refuse");
        StringResult buffer = StringResult.ofBuffer(0, 1, 4, UTF_16);
        return Stream.of(
                Arguments.of(
                        adapt("pair", StringParameter.of(1, 4, UTF_8)),
                        "parameter 4 is described, but the function has"),
                Arguments.of(
                        adapt("pair", StringParameter.of(0, 2, UTF_8)),
                        "parameter 0 has the type int: expected a MemorySegment"),
                Arguments.of(
                        adapt("sizes", StringParameter.of(0, 2, UTF_8)),
                        "parameter 2 has the type java.lang.foreign.MemorySegment: expected a short, an int or a long"),
                Arguments.of(
                        adapt("pair", StringParameter.of(1, 2, UTF_8), StringParameter.ofTerminated(1, UTF_8)),
                        "parameter 1 is described twice"),
                Arguments.of(
                        adapt("pair", StringResult.ofPointer(UTF_8)),
                        "result has the type int: expected a MemorySegment"),
                Arguments.of(
                        adapt("terminate", buffer.withReturnedLength()),
                        "result has the type void: expected a short, an int or a long"),
                Arguments.of(adapt("fill", buffer), "neither the pointer nor the length: see withCheck"),
                Arguments.of(
                        adapt("terminate", buffer.withCheck(refuse)), "check has the type (int)void: expected ()void"),
                Arguments.of(adapt("terminate", buffer.withRetryUpTo(9)), "a retry requires a length"),
                Arguments.of(
                        adapt("terminate", buffer.withTerminatorCounted()), "a counted terminator requires a length"),
                Arguments.of(
                        adapt(
                                "terminate",
                                StringResult.ofBuffer(0, 1, 4, noNul)
                                        .withLengthAt(2, 4)
                                        .withTerminatorCounted()),
                        "no NUL"),
                Arguments.of(adapt("terminate", buffer.nullable()), "a buffer is never null"),
                Arguments.of(
                        adapt("pointer", StringResult.ofPointer(UTF_16).withLengthInBytes()),
                        "a length in bytes requires a length"),
                Arguments.of(
                        adapt(
                                "terminated",
                                StringParameter.ofTerminated(1, UTF_8).withPolicy(MalformedPolicy.replaceWith(0))),
                        "the policy of parameter 1 replaces characters by text with a NUL"),
                Arguments.of(
                        adapt("inPlace", StringResult.ofBuffer(1, 0, 4, UTF_8)),
                        "parameter 0 has the type java.lang.foreign.MemorySegment: expected a short, an int or a long"),
                Arguments.of(adapt("terminate", StringResult.ofBuffer(0, 1, 4, noNul)), "no NUL"),
                Arguments.of((Executable) () -> StringParameter.ofTerminated(0, noNul), "no NUL"),
                Arguments.of((Executable) () -> StringParameter.of(-1, 0, UTF_8), "index of pointer is negative: -1"),
                Arguments.of((Executable) () -> StringParameter.of(0, -2, UTF_8), "index of length is negative: -2"),
                Arguments.of((Executable) () -> StringParameter.of(3, 3, UTF_8), "the same parameter: 3"),
                Arguments.of((Executable) () -> StringResult.ofBuffer(2, 2, 1, UTF_8), "the same parameter: 2"),
                Arguments.of(
                        (Executable) () -> StringResult.ofBuffer(0, 1, 0, UTF_8),
                        "units is 0: expected 1 to 2147483647"),
                Arguments.of(
                        (Executable) () -> StringResult.ofBuffer(0, 1, Integer.MAX_VALUE, UTF_16),
                        "expected 1 to 1073741823"),
                Arguments.of(
                        (Executable) () -> StringResult.ofBuffer(0, 1, Long.MAX_VALUE, UTF_8),
                        "units is 9223372036854775807"),
                Arguments.of((Executable) () -> buffer.withRetryUpTo(3), "maxUnits is 3: expected 4 to"),
                Arguments.of((Executable) () -> buffer.withLengthAt(2, 3), "lengthBytes is 3: expected 2, 4 or 8"),
                Arguments.of(
                        (Executable) () -> StringParameter.ofPointers(2, 2, UTF_8),
                        "pointer and count are the same parameter: 2"),
                Arguments.of((Executable) () -> StringParameter.ofPointers(0, noNul), "no NUL"),
                Arguments.of((Executable) () -> StringParameter.ofPointers(0, 1, noNul), "no NUL"),
                Arguments.of((Executable) () -> StringParameter.of(0, 1, noNul).withTerminatorCounted(), "no NUL"),
                Arguments.of(
                        adapt("described3", StringParameter.ofPointers(0, 2, UTF_8), StringParameter.of(1, 2, UTF_8)),
                        "parameter 2 is described twice"),
                Arguments.of(
                        adapt(
                                "described3",
                                StringParameter.ofPointers(0, UTF_8).withPolicy(MalformedPolicy.replaceWith(0))),
                        "the policy of parameter 0 replaces characters by text with a NUL"),
                Arguments.of(
                        adapt(
                                "fillShort",
                                StringResult.ofBuffer(0, 1, 4, UTF_16)
                                        .withRetryUpTo(32768)
                                        .withLengthAt(2, 2)
                                        .withCheck(function("refuseShort"))),
                        "the buffer has up to 32768 units, but parameter 1 has 2 bytes: at most 32767"),
                Arguments.of(
                        adapt(
                                "fillShort",
                                StringResult.ofBuffer(0, 1, 16384, UTF_16)
                                        .withLengthInBytes()
                                        .withLengthAt(2, 2)
                                        .withCheck(function("refuseShort"))),
                        "the buffer has up to 32768 bytes, but parameter 1 has 2 bytes: at most 32767"),
                Arguments.of(
                        adapt(
                                "inPlace",
                                StringResult.ofBuffer(1, 0, 40_000, UTF_8).withLengthAt(0, 2)),
                        "the buffer has up to 40000 units, but parameter 0 has 2 bytes: at most 32767"),
                Arguments.of(
                        (Executable) () -> StringResult.ofPointer(UTF_8).withFree(refuse),
                        "free has the type (int)void: expected one parameter, a MemorySegment"),
                Arguments.of(
                        (Executable) () -> StringCalls.adaptUpcall(
                                function("described"),
                                FunctionDescriptor.of(ADDRESS),
                                StringResult.ofPointer(UTF_8),
                                Arena.global()),
                        "target has the type (String,int,String)String: expected ()String"),
                Arguments.of(
                        (Executable) () -> StringCalls.adaptUpcall(
                                function("described"),
                                FunctionDescriptor.of(JAVA_INT),
                                StringResult.ofPointer(UTF_8),
                                Arena.global()),
                        "result has the type int: expected a MemorySegment"),
                Arguments.of(returned(StringResult.ofPointer(noNul)), "no NUL"),
                Arguments.of(returned(buffer), "a callback returns a pointer to text with a terminator"),
                Arguments.of(returned(StringResult.ofPointerAt(0, UTF_8)), "a callback returns a pointer"),
                Arguments.of(
                        returned(StringResult.ofPointer(UTF_8).withLengthAt(0, 8)), "a callback returns a pointer"),
                Arguments.of(
                        returned(StringResult.ofPointer(UTF_8).withFree(function("pointer"))),
                        "a callback returns a pointer"),
                Arguments.of(
                        returned(StringResult.ofPointer(UTF_8).withPolicy(MalformedPolicy.replaceWith(0))),
                        "the policy of the result replaces characters by text with a NUL"),
                Arguments.of(
                        (Executable) () -> StringCalls.adaptUpcall(
                                function("described"),
                                FunctionDescriptor.of(JAVA_INT, ADDRESS),
                                StringParameter.ofTerminated(0, UTF_8)),
                        "expected (String)int"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void isRefusedWhenItIsAdapted(Executable adaptation, String says) {
        String message =
                assertThrows(IllegalArgumentException.class, adaptation).getMessage();
        assertTrue(message.contains(says), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x-JISAutoDetect", "ISO-2022-CN"})
    void charsetsThatOnlyDecode(String name) throws Throwable {
        StringParameter parameter = StringParameter.of(1, 0, Charset.forName(name));
        String message = assertThrows(UnsupportedOperationException.class, adapt("bytePair", parameter))
                .getMessage();
        assertEquals("charset " + name + " of parameter 1 cannot encode", message);
        StringResult result = StringResult.ofPointer(Charset.forName(name));
        message = assertThrows(UnsupportedOperationException.class, returned(result))
                .getMessage();
        assertEquals("charset " + name + " of the result cannot encode", message);
        if (!Run.denied()) { // an upcall decodes
            FunctionDescriptor function = FunctionDescriptor.of(ADDRESS, JAVA_LONG, ADDRESS);
            MethodHandle echo = MethodHandles.constant(MemorySegment.class, MemorySegment.NULL);
            MethodHandle adapted =
                    StringCalls.adaptUpcall(MethodHandles.dropArguments(echo, 0, String.class), function, parameter);
            assertEquals(function.toMethodType(), adapted.type());
        }
    }

    @Test
    void nullsAndStates() {
        MethodHandle pair = function("pair");
        assertEquals(
                "function",
                assertThrows(NullPointerException.class, () -> StringCalls.adapt(null))
                        .getMessage());
        assertThrows(NullPointerException.class, () -> StringCalls.adapt(pair, (StringParameter) null));
        assertThrows(NullPointerException.class, () -> StringCalls.adapt(pair, (StringResult) null));
        assertThrows(NullPointerException.class, () -> StringCalls.adaptUpcall(pair, null));
        assertThrows(NullPointerException.class, () -> StringParameter.of(0, 1, null));
        assertThrows(NullPointerException.class, () -> StringParameter.ofTerminated(0, null));
        assertThrows(NullPointerException.class, () -> StringResult.ofPointer(null));
        assertThrows(
                NullPointerException.class, () -> StringResult.ofPointer(UTF_8).withCheck(null));
        assertThrows(
                NullPointerException.class, () -> StringResult.ofPointer(UTF_8).withPolicy(null));
        assertThrows(
                IllegalStateException.class, () -> StringResult.ofPointer(UTF_8).withRetryUpTo(5));
        assertThrows(
                IllegalStateException.class, () -> StringResult.ofPointer(UTF_8).withReturnedLength());
        assertThrows(
                IllegalStateException.class,
                () -> StringParameter.ofTerminated(0, UTF_8).withLengthInBytes());
        for (StringParameter none : new StringParameter[] {
            StringParameter.ofTerminated(0, UTF_8),
            StringParameter.ofPointers(0, UTF_8),
            StringParameter.ofPointers(0, 1, UTF_8)
        }) {
            for (Executable counts : new Executable[] {none::withLengthInBytes, none::withTerminatorCounted}) {
                String message =
                        assertThrows(IllegalStateException.class, counts).getMessage();
                assertEquals("the text of parameter 0 has no length", message);
            }
        }
        assertThrows(
                IllegalStateException.class,
                () -> StringResult.ofBuffer(0, 1, 4, UTF_8).withFree(function("pointer")));
        assertThrows(
                NullPointerException.class, () -> StringResult.ofPointer(UTF_8).withFree(null));
        assertThrows(NullPointerException.class, () -> StringParameter.ofPointers(0, null));
        assertThrows(NullPointerException.class, () -> StringParameter.ofPointers(0, 1, null));
        assertSame(pair.type(), StringCalls.adapt(pair).type());
    }
}
