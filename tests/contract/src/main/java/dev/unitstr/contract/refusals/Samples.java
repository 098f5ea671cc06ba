package dev.unitstr.contract.refusals;

import dev.unitstr.LengthPrefix;
import dev.unitstr.ListEnd;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringCache;
import dev.unitstr.StringSpans;
import dev.unitstr.Surrogates;
import dev.unitstr.TextDecoder;
import dev.unitstr.TextEncoder;
import dev.unitstr.TextIndex;
import dev.unitstr.TextView;
import dev.unitstr.Ucs4String;
import dev.unitstr.columns.ColumnFormat;
import dev.unitstr.columns.IndexType;
import dev.unitstr.columns.StringColumn;
import dev.unitstr.columns.StringColumnBuilder;
import dev.unitstr.contract.Addresses;
import dev.unitstr.contract.Run;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.Strictness;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringOwner;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import dev.unitstr.tvm.DataType;
import dev.unitstr.tvm.ListValue;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueLimits;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Rfc97List;
import dev.unitstr.values.Slot;
import dev.unitstr.values.Slots;
import dev.unitstr.values.ValueMemory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** An object of each type of the public API, and of each that its methods take. */
public final class Samples {
    /** Text of eight bytes, in memory that nothing else uses. */
    public static final ByteBuffer BUFFER = ByteBuffer.allocateDirect(8).put(0, "abcdefg\0".getBytes());

    /** The same, by its address. */
    public static final NativeMemory MEMORY = NativeMemory.of(Addresses.of(BUFFER), 8);

    public static final Charset UTF_8 = StandardCharsets.UTF_8;
    public static final Charset UTF_16 = StandardCharsets.UTF_16LE;

    /** A charset that does not encode. */
    public static final Charset ONE_WAY = Charset.forName("x-JISAutoDetect");

    /** A charset without a NUL. */
    public static final Charset NO_NUL = Charset.forName("x-JIS0208");

    /** A charset whose text cannot be cut. */
    public static final Charset STATEFUL = Charset.forName("ISO-2022-JP");

    public static final MalformedPolicy REPORT = MalformedPolicy.REPORT;

    private Samples() {}

    /** Returns the objects by their types. */
    public static Map<Class<?>, Object> byType() {
        Map<Class<?>, Object> all = new HashMap<>();
        all.put(ByteBuffer.class, BUFFER);
        all.put(NativeMemory.class, MEMORY);
        all.put(NativeMemory[].class, new NativeMemory[] {MEMORY});
        all.put(ByteBuffer[].class, new ByteBuffer[] {BUFFER});
        all.put(Charset.class, UTF_8);
        all.put(MalformedPolicy.class, REPORT);
        all.put(Surrogates.class, Surrogates.KEEP);
        all.put(CharSequence.class, "a");
        all.put(String.class, "a");
        all.put(Object.class, "a");
        all.put(String[].class, new String[] {"a"});
        all.put(byte[].class, new byte[4]);
        all.put(byte[][].class, new byte[1][1]);
        all.put(char[].class, new char[8]);
        all.put(int[].class, new int[8]);
        all.put(long[].class, new long[] {0});
        all.put(Appendable.class, new StringBuilder());
        IntFunction<ByteBuffer> allocator = ByteBuffer::allocate;
        all.put(IntFunction.class, allocator);
        all.put(Path.class, Path.of("no such file"));
        all.put(Collection.class, List.of("a"));
        all.put(List.class, List.of(Map.of()));
        all.put(Map.class, Map.of());
        all.put(Optional.class, Optional.empty());
        all.put(Object[].class, new Object[0]);
        all.put(ByteOrder.class, ByteOrder.BIG_ENDIAN);
        all.put(ReadableByteChannel.class, Channels.newChannel(new ByteArrayInputStream(new byte[0])));
        all.put(WritableByteChannel.class, Channels.newChannel(new ByteArrayOutputStream()));
        putTexts(all);
        putTensors(all);
        putColumns(all);
        putValues(all);
        return all;
    }

    private static void putTexts(Map<Class<?>, Object> all) {
        TextView view = TextView.of(BUFFER, 0, 1, UTF_8);
        all.put(StringSpans.class, StringSpans.ofOffsets(new long[] {0, 1}));
        all.put(StringCache.class, StringCache.of(UTF_8, REPORT, 1));
        all.put(TextView.class, view);
        all.put(TextIndex.class, TextIndex.of(view));
        all.put(TextDecoder.class, TextDecoder.of(UTF_8));
        all.put(TextEncoder.class, TextEncoder.of(UTF_8));
        all.put(Ucs4String.class, Ucs4String.of("a"));
        all.put(ListEnd.class, ListEnd.EMPTY_STRING);
        all.put(LengthPrefix.class, LengthPrefix.ofUnits(1, ByteOrder.BIG_ENDIAN));
    }

    private static void putTensors(Map<Class<?>, Object> all) {
        StringTensor tensor = StringTensor.of(StringTensors.write(TensorLayout.RFC24, "a"), 1, TensorLayout.RFC24);
        all.put(TensorLayout.class, TensorLayout.RFC24);
        all.put(TensorLayout.Format.class, TensorLayout.Format.TF24);
        all.put(TensorLayout.ViewAbi.class, TensorLayout.ViewAbi.FROM_2_21);
        all.put(TensorFormatException.Field.class, TensorFormatException.Field.SIZE);
        all.put(Trust.class, Trust.UNTRUSTED_BUFFER);
        all.put(Strictness.class, Strictness.STRICT);
        all.put(StringKind.class, StringKind.OFFSET);
        all.put(StringTensor.class, tensor);
        all.put(StringTensorBuilder.class, StringTensorBuilder.of(TensorLayout.RFC24));
        if (Run.reachesAddresses()) {
            NativeMemory memory = StringOwner.allocate(64).memory(); // never closed
            all.put(MutableStringTensor.class, MutableStringTensor.init(memory, 2, TensorLayout.TF24_FROM_2_21));
            all.put(StringOwner.class, StringOwner.allocate(8));
        }
    }

    private static void putColumns(Map<Class<?>, Object> all) {
        all.put(ColumnFormat.class, ColumnFormat.UTF8);
        all.put(IndexType.class, IndexType.INT8);
        all.put(StringColumnBuilder.class, StringColumnBuilder.of(ColumnFormat.UTF8));
        all.put(
                StringColumn.class,
                StringColumnBuilder.of(ColumnFormat.UTF8).addAll("a").build());
    }

    private static void putValues(Map<Class<?>, Object> all) {
        Slots slots = Dialect.RFC97.allocate(2);
        Slot slot = slots.at(0);
        slot.set("a", REPORT);
        all.put(Dialect.class, Dialect.RFC97);
        all.put(Slots.class, slots);
        all.put(Slot.class, slot);
        all.put(Value.class, slot);
        all.put(Rfc97List.class, Rfc97List.create());
        all.put(DataType.class, DataType.INT8);
        all.put(ListValue.class, Rfc97List.create().asValue().asList());
        all.put(ValueLimits.class, ValueLimits.DEFAULT);
        all.put(ValueMemory.class, ValueMemory.none());
        if (Run.reachesAddresses()) {
            all.put(OldTvmArguments.class, OldTvmArguments.create(false));
        }
    }
}
