package dev.unitstr.interop;

import dev.unitstr.BufferStrings;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.MalformedTextException;
import dev.unitstr.NativeMemory;
import dev.unitstr.StringSpans;
import dev.unitstr.UnitCharsets;
import dev.unitstr.UnitStr;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;

/**
 * Strings, batches and tensors through every kind of memory, as one transcript: {@link OtherLibraryTest} compares those
 * of different libraries. The first argument is what to do.
 */
final class WorkoutMain {
    private static final String LONG = "\u00fc".repeat(40_000) + "\ud83d\ude00";
    private static final String[] STRINGS = {"", "a", "h\u00e9llo", "\u4e2d\u6587\u0000", "\ud83d\ude00", LONG, "\ud800"
    };
    private static final String[] SHORT = {"", "a", "seven b", "c"};
    private static final List<Charset> CHARSETS = List.of(
            StandardCharsets.UTF_8,
            StandardCharsets.ISO_8859_1,
            UnitCharsets.UTF_16,
            UnitCharsets.WCHAR,
            StandardCharsets.UTF_16BE,
            Charset.forName("windows-1252"));
    private static final List<TensorLayout> LAYOUTS = List.of(
            TensorLayout.TF24,
            TensorLayout.RFC16,
            TensorLayout.RFC24,
            TensorLayout.TF_LEGACY,
            TensorLayout.TFLITE,
            TensorLayout.TF24.withOrder(java.nio.ByteOrder.BIG_ENDIAN));

    private WorkoutMain() {}

    public static void main(String[] args) {
        switch (args[0]) {
            case "all" -> {
                System.out.println(UnitStr.binding());
                for (IntFunction<ByteBuffer> kind :
                        List.<IntFunction<ByteBuffer>>of(ByteBuffer::allocate, ByteBuffer::allocateDirect)) {
                    CHARSETS.forEach(charset -> strings(charset, kind));
                    CHARSETS.forEach(charset -> batches(charset, kind));
                    LAYOUTS.forEach(layout -> tensors(layout, kind));
                }
                if (!UnitStr.binding().equals("java")) {
                    CHARSETS.forEach(WorkoutMain::addresses);
                    views();
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void strings(Charset charset, IntFunction<ByteBuffer> kind) {
        for (String string : STRINGS) {
            say(charset + " string", () -> {
                long units = BufferStrings.encodedUnits(string, charset);
                ByteBuffer memory = kind.apply(4 * (int) units + 16);
                long written = BufferStrings.copy(string, charset, memory, 3);
                String back = BufferStrings.getString(memory, 3, written, charset);
                return units + " " + written + " " + digest(back) + " "
                        + BufferStrings.contentEquals(memory, 3, written, charset, string) + " "
                        + digest(BufferStrings.getStringTerminated(memory, 3, charset)) + " "
                        + BufferStrings.copyField(string, charset, memory, 1, 5, false);
            });
            say(charset + " reported", () -> BufferStrings.encodedUnits(string, charset, MalformedPolicy.REPORT));
        }
    }

    private static void batches(Charset charset, IntFunction<ByteBuffer> kind) {
        say(charset + " batch", () -> {
            long units = BufferStrings.encodedUnits(STRINGS, charset);
            long[] offsets = new long[STRINGS.length + 1];
            ByteBuffer memory = kind.apply(4 * (int) units + 16);
            long written = BufferStrings.copyStrings(STRINGS, charset, memory, 2, offsets);
            String[] back = BufferStrings.getStrings(memory, StringSpans.ofOffsets(offsets), charset);
            return units + " " + written + " " + Arrays.toString(offsets) + " " + digest(String.join("|", back));
        });
        say(charset + " batch reported", () -> {
            ByteBuffer memory = kind.apply(64);
            memory.put(9, (byte) 0xff).put(10, (byte) 0xdf);
            long[] starts = {0, 4, 8, 16};
            long[] units = {2, 1, 1, 1};
            return digest(String.join(
                    "|",
                    BufferStrings.getStrings(memory, StringSpans.of(starts, units), charset, MalformedPolicy.REPORT)));
        });
    }

    private static void tensors(TensorLayout layout, IntFunction<ByteBuffer> kind) {
        for (Charset charset : CHARSETS) {
            say(layout + " " + charset, () -> {
                StringTensorBuilder builder =
                        StringTensorBuilder.of(layout).charset(charset).addAll(STRINGS);
                ByteBuffer memory = builder.build(kind);
                StringTensor tensor = StringTensor.of(memory, STRINGS.length, layout);
                return builder.byteSize() + " " + digest(memory) + " "
                        + digest(String.join("|", tensor.toStrings(charset))) + " "
                        + Arrays.toString(tensor.byteLengths()) + " " + tensor.totalBytes() + " " + tensor.validate()
                        + " "
                        + tensor.firstMalformed(charset) + " " + Arrays.deepHashCode(tensor.toByteArrays());
            });
        }
        ByteBuffer good = StringTensors.write(layout, STRINGS);
        byte[][] raw = {{}, {1, 2}, new byte[100]};
        say(layout + " bytes", () -> digest(StringTensors.write(layout, raw)));
        StringTensor limited = StringTensor.of(
                        StringTensorBuilder.of(layout).addAll(SHORT).build(kind), SHORT.length, layout)
                .withMaxBytes(6);
        say(layout + " limited", () -> limited.validate());
        say(layout + " limited, read", () -> Arrays.toString(limited.toStrings()));
        for (int at : new int[] {0, 5, 17, 30, 49}) { // broken, wherever it hurts
            ByteBuffer bad = kind.apply(good.remaining());
            bad.put(good.duplicate()).clear();
            bad.put(at, (byte) (bad.get(at) ^ 0x83));
            say(layout + " broken at " + at, () -> {
                StringTensor tensor = StringTensor.of(bad, STRINGS.length, layout);
                return tensor.validate() + " " + digest(String.join("|", tensor.toStrings()));
            });
            say(
                    layout + " broken at " + at + ", lengths",
                    () -> Arrays.toString(
                            StringTensor.of(bad, STRINGS.length, layout).byteLengths()));
        }
    }

    private static void addresses(Charset charset) {
        say(charset + " address", () -> {
            ByteBuffer memory = ByteBuffer.allocateDirect(400_000);
            NativeMemory address = NativeMemory.of(address(memory), 400_000);
            long[] offsets = new long[STRINGS.length + 1];
            BufferStrings.copyStrings(STRINGS, charset, memory, 0, offsets);
            String back = address.getString(0, offsets[3], charset);
            return digest(back) + " " + address.copy("h\u00e9llo", charset, 0, 7L, 5) + " "
                    + address.unitsToTerminator(0, charset);
        });
    }

    /** Elements that point outside of the tensor. */
    private static void views() {
        for (TensorLayout layout : List.of(TensorLayout.TF24, TensorLayout.RFC16, TensorLayout.RFC24)) {
            say(layout + " views", () -> {
                StringTensorBuilder builder = StringTensorBuilder.of(layout)
                        .kind(layout.equals(TensorLayout.TF24) ? StringKind.VIEW : StringKind.PREALLOC)
                        .addAll(STRINGS);
                ByteBuffer memory = ByteBuffer.allocateDirect((int) builder.byteSize());
                long address = address(memory);
                long written = builder.writeTo(NativeMemory.of(address, memory.capacity()));
                StringTensor tensor = StringTensor.of(
                        NativeMemory.of(address, written), STRINGS.length, layout, Trust.TRUSTED_POINTERS_CHECKED);
                return written + " " + digest(String.join("|", tensor.toStrings())) + " " + tensor.kind(5) + " "
                        + tensor.validate() + " " + Arrays.deepHashCode(tensor.toByteArrays());
            });
        }
    }

    private static void say(String what, Callable<?> action) {
        String said;
        try {
            said = String.valueOf(action.call());
        } catch (TensorFormatException | MalformedTextException | UnsupportedOperationException e) {
            said = e.getClass().getSimpleName() + ": " + e.getMessage();
        } catch (Exception e) {
            said = e.toString();
        }
        System.out.println(what + ": " + said);
    }

    private static String digest(String text) {
        return text.length() + "#" + Integer.toHexString(text.hashCode());
    }

    private static String digest(ByteBuffer memory) {
        return memory.remaining() + "#" + Integer.toHexString(memory.hashCode());
    }

    /** Returns the address of index 0 of a direct buffer; the test opens java.nio for this. */
    private static long address(ByteBuffer direct) throws ReflectiveOperationException {
        Field address = Buffer.class.getDeclaredField("address");
        address.setAccessible(true);
        return address.getLong(direct);
    }
}
