package dev.unitstr.contract.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.refusals.Nulls;
import dev.unitstr.contract.refusals.Refusal;
import dev.unitstr.contract.refusals.Refusals;
import dev.unitstr.contract.refusals.Samples;
import dev.unitstr.ffm.SegmentStrings;
import dev.unitstr.ffm.StringField;
import dev.unitstr.ffm.StringParameter;
import dev.unitstr.ffm.StringResult;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.ffm.tensor.SegmentTensors;
import dev.unitstr.ffm.values.SegmentSlots;
import dev.unitstr.ffm.values.SegmentValues;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.values.Dialect;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the API of segments refuses, and that its messages help. */
@EveryRun
class SegmentRefusalsTest {
    /** They take any argument but null; what assignView refuses is in {@code SegmentChangesTest}. */
    private static final Set<String> REFUSE_NOTHING = Set.of(
            "SegmentTensor.withAddresses",
            "SegmentTensor.withStrictness",
            "SegmentTensors.assignView",
            "SegmentValues.list",
            "SegmentValues.live",
            "SegmentValues.oldTvmArguments",
            "SegmentValues.tensorSegment", // in SegmentValuesTest
            "StringField.withPolicy",
            "StringParameter.withPolicy",
            "StringResult.ofPointer",
            "StringResult.withCheck",
            "StringResult.withPolicy");

    private static final Set<String> TAKE_NULL = Set.of("SegmentColumns.dictionary", "SegmentColumns.of");
    private static final Set<String> WITHOUT_SAMPLE = Set.of("MutableStringTensor", "TensorValue");

    /** The shortest paths leave this check to the JVM, whose message names the argument. */
    private static final Pattern BY_THE_JVM = Pattern.compile("SegmentStrings\\..*because \"(segment|dst)\" is null");

    @Test
    void wrongCalls() {
        Stream<List<Refusal>> tables = Stream.of(
                SegmentStringsRefusals.reading(),
                SegmentStringsRefusals.writing(),
                SegmentTextsRefusals.cStrings(),
                SegmentTextsRefusals.pieces(),
                SegmentTextsRefusals.places(),
                SegmentDataRefusals.calls(),
                SegmentDataRefusals.tensors(),
                SegmentDataRefusals.columns(),
                SegmentDataRefusals.values());
        Refusals.check(SegmentStrings.class, tables.flatMap(List::stream).toList(), REFUSE_NOTHING);
    }

    @Test
    void nulls() {
        Map<Class<?>, Object> samples = Samples.byType();
        MemorySegment segment = Arena.global().allocate(64);
        samples.put(MemorySegment.class, segment);
        samples.put(MemorySegment[].class, new MemorySegment[] {segment});
        samples.put(SegmentAllocator.class, Arena.global());
        samples.put(Arena.class, Arena.global());
        MemoryLayout field = MemoryLayout.sequenceLayout(4, ValueLayout.JAVA_BYTE);
        samples.put(MemoryLayout.class, field);
        samples.put(MemoryLayout.PathElement[].class, new MemoryLayout.PathElement[0]);
        samples.put(StringField.class, StringField.of(field, Samples.UTF_8));
        samples.put(MethodHandle.class, CFunctions.function("pair"));
        samples.put(FunctionDescriptor.class, FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
        StringParameter parameter = StringParameter.ofTerminated(0, Samples.UTF_8);
        samples.put(StringParameter.class, parameter);
        samples.put(StringParameter[].class, new StringParameter[] {parameter});
        samples.put(StringResult.class, StringResult.ofPointer(Samples.UTF_8));
        SegmentTensor tensor =
                SegmentTensor.of(SegmentTensors.write(Arena.global(), TensorLayout.RFC24, "a"), 1, TensorLayout.RFC24);
        samples.put(SegmentTensor.class, tensor);
        SegmentSlots slots = SegmentValues.allocate(Dialect.RFC97, 1, Arena.global());
        samples.put(SegmentSlots.class, slots);
        Nulls nulls = new Nulls(samples);
        nulls.call(SegmentStrings.class);
        assertEquals(
                "",
                nulls.complaints().stream()
                        .filter(each -> !BY_THE_JVM.matcher(each).matches())
                        .collect(Collectors.joining("\n")));
        nulls.takenNulls().removeAll(TAKE_NULL);
        assertEquals(Set.of(), nulls.takenNulls());
        nulls.missing().removeAll(WITHOUT_SAMPLE);
        assertEquals(Set.of(), nulls.missing());
    }
}
