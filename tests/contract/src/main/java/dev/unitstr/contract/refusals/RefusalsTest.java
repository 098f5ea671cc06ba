package dev.unitstr.contract.refusals;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.unitstr.BufferStrings;
import dev.unitstr.contract.EveryRun;
import dev.unitstr.contract.Run;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the public API refuses, and that its messages help. */
@EveryRun
class RefusalsTest {
    /** They need a real libtvm_ffi, or the arrays of a producer; and the program that ends the JVM. */
    private static final Set<String> ELSEWHERE = Set.of(
            "ArrowBatch.column",
            "CallFrame.invoke",
            "CallFrame.put",
            "CallFrame.putDouble",
            "CallFrame.putLong",
            "MapValue.require",
            "TensorValue.copyFrom",
            "TvmCall.arg",
            "TvmCall.retain",
            "TvmFunction.call",
            "TvmFunction.callOwned",
            "TvmHandler.call",
            "TvmModule.function",
            "TvmRuntime.function",
            "TvmRuntime.functionOf",
            "TvmRuntime.has",
            "TvmRuntime.load",
            "TvmRuntime.loadModule",
            "TvmRuntime.open", // the table has it; another thread throws
            "TvmRuntime.register",
            "TvmRuntime.registerIfAbsent",
            "TvmRuntime.replace",
            "TvmRuntime.unregister",
            "UnitStr.main");

    /** They take any argument but null. */
    private static final Set<String> REFUSE_NOTHING = Set.of(
            "ColumnFormatException.<init>",
            "Copied.<init>",
            "Device.<init>",
            "ElementField.<init>",
            "MalformedTextException.decoding",
            "MalformedTextException.encoding",
            "MalformedTextException.inRow",
            "MalformedTextException.inString",
            "NativePanicException.<init>",
            "OldTvmArguments.create",
            "Slot.setByteArray",
            "Slot.setCString",
            "Slot.setHandle",
            "StringColumn.withName",
            "StringColumn.withPolicy",
            "StringColumnBuilder.add",
            "StringColumnBuilder.addAll",
            "StringColumnBuilder.dictionary",
            "StringColumnBuilder.of",
            "StringElement.<init>",
            "StringTensor.withAddresses",
            "StringTensor.withStrictness",
            "StringTensorBuilder.add",
            "StringTensorBuilder.of",
            "StringTensorBuilder.policy",
            "StringTensors.storedCount",
            "TensorFormatException.<init>",
            "TensorFormatException.ofWhole",
            "TensorLayout.withOrder",
            "TensorLayout.withViewAbi",
            "TextDecoder.of",
            "TextDecoder.reader",
            "TextEncoder.writer",
            "TextIndex.of",
            "TextView.compareTo",
            "TextView.contentEquals",
            "TextView.endsWith",
            "TextView.indexOf",
            "TextView.lastIndexOf",
            "TextView.startsWith",
            "TvmException.<init>",
            "Ucs4String.compareTo",
            "Ucs4String.indexOf",
            "Ucs4String.ofUnits",
            "UnitCharsets.unitSize",
            "ValidationReport.<init>",
            "ValueError.<init>",
            "ValueFormatException.<init>");

    /** What needs native code. */
    private static final Set<String> NATIVE = Set.of(
            "MutableStringTensor.append",
            "MutableStringTensor.assign",
            "MutableStringTensor.assignView",
            "MutableStringTensor.copy",
            "MutableStringTensor.dealloc",
            "MutableStringTensor.init",
            "MutableStringTensor.move",
            "MutableStringTensor.of",
            "MutableStringTensor.preallocate",
            "MutableStringTensor.reserve",
            "MutableStringTensor.reserveAmortized",
            "MutableStringTensor.resize",
            "OldTvmArguments.add",
            "OldTvmArguments.code",
            "OldTvmArguments.word",
            "StringOwner.write");

    private static final Set<String> TAKE_NULL = Set.of(
            "ElementField.<init>",
            "OldTvmArguments.add",
            "Rfc97List.add",
            "Rfc97List.set",
            "Slot.set",
            "Slots.set",
            "StringColumn.dictionary",
            "StringColumn.of",
            "StringColumn.ofDuckDb",
            "StringColumnBuilder.add",
            "StringElement.<init>",
            "StringTensorBuilder.add",
            "ValidationReport.<init>",
            "ValueError.<init>");

    /** Of a runtime and of a producer, and in plain Java what needs native code. */
    private static final Set<String> WITHOUT_SAMPLE = Set.of(
            "ArrowBatch",
            "CallFrame",
            "MapValue",
            "MutableStringTensor",
            "OldTvmArguments",
            "StringOwner",
            "TensorValue",
            "TvmCall",
            "TvmFunction",
            "TvmHandler",
            "TvmModule",
            "TvmRuntime");

    @Test
    void wrongCalls() {
        Stream<List<Refusal>> tables = Stream.of(
                BufferStringsRefusals.reading(),
                BufferStringsRefusals.writing(),
                ManyStringsRefusals.places(),
                ManyStringsRefusals.reading(),
                ManyStringsRefusals.writing(),
                CStringsRefusals.reading(),
                CStringsRefusals.writing(),
                TextsRefusals.views(),
                TextsRefusals.pieces(),
                TextsRefusals.ucs4(),
                TensorsRefusals.reading(),
                TensorsRefusals.writing(),
                TensorsRefusals.changing(),
                ColumnsRefusals.reading(),
                ColumnsRefusals.writing(),
                ColumnsRefusals.arrow(),
                ValuesRefusals.slots(),
                ValuesRefusals.lists(),
                ValuesRefusals.runtimes());
        Set<String> exempt = new TreeSet<>(ELSEWHERE);
        exempt.addAll(REFUSE_NOTHING);
        if (!Run.reachesAddresses()) {
            exempt.addAll(NATIVE);
        }
        Refusals.check(BufferStrings.class, tables.flatMap(List::stream).toList(), exempt);
    }

    @Test
    void nulls() {
        Nulls nulls = new Nulls(Samples.byType());
        nulls.call(BufferStrings.class);
        assertEquals("", String.join("\n", nulls.complaints()));
        nulls.takenNulls().removeAll(TAKE_NULL);
        assertEquals(Set.of(), nulls.takenNulls());
        nulls.missing().removeAll(WITHOUT_SAMPLE);
        assertEquals(Set.of(), nulls.missing());
    }
}
