package dev.unitstr.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.unitstr.NativeMemory;
import dev.unitstr.StringSpans;
import dev.unitstr.UnitStr;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Follows a wrong pointer; {@link CrashedTest} runs it in JVMs of its own. */
final class CrashedMain {
    /** Looks like an address, but nothing is mapped there: 0x55… is the heap of C, 0x7f… the rest. */
    private static final long WRONG = 0x1234_5678_9000L;

    private static final NativeMemory MEMORY = NativeMemory.of(WRONG, 1 << 24);

    private CrashedMain() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        System.out.println(UnitStr.binding());
        switch (args[0]) {
            case "read" -> read(20);
            case "readLong" -> readLong();
            case "readOften" -> readOften();
            case "readTerminated" -> readTerminated();
            case "readBatch" -> readBatch();
            case "readTensor" -> readTensor();
            case "initTensor" -> initTensor();
            case "write" -> write("text of 22 characters.");
            case "writeLong" -> writeLong();
            case "writeBatch" -> writeBatch();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void read(int units) {
        System.out.println(MEMORY.getString(0, units, UTF_8));
    }

    private static void readLong() {
        read(1 << 24);
    }

    /** When C2 has compiled the caller, which then has no frame pointer itself. */
    private static void readOften() throws ReflectiveOperationException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(200);
        Field address = Buffer.class.getDeclaredField("address");
        address.setAccessible(true);
        NativeMemory right = NativeMemory.of(address.getLong(buffer), buffer.capacity());
        int length = 0;
        for (int i = 0; i < 100_000; i++) {
            NativeMemory memory = i == 99_999 ? MEMORY : right;
            length += memory.getString(0, 200, UTF_8).length();
        }
        System.out.println(length);
    }

    private static void readTerminated() {
        System.out.println(NativeMemory.getStringTerminatedAt(WRONG, UTF_8));
    }

    private static void readBatch() {
        long[] offsets = new long[100];
        long[] units = new long[100];
        Arrays.setAll(offsets, i -> 32L * i);
        Arrays.fill(units, 20);
        System.out.println(MEMORY.getStrings(StringSpans.of(offsets, units), UTF_8)[0]);
    }

    /** The address is in an element of the tensor. */
    private static void readTensor() {
        ByteBuffer element = ByteBuffer.allocateDirect(24).order(ByteOrder.nativeOrder());
        element.putLong(0, 50 << 2 | 3).putLong(8, WRONG);
        StringTensor tensor = StringTensor.of(element, 1, TensorLayout.TF24, Trust.TRUSTED);
        System.out.println(tensor.kind(0) == StringKind.VIEW ? tensor.toStrings()[0] : "not a view");
    }

    /** The library clears the elements with a function of libc, which has no frame. */
    private static void initTensor() {
        System.out.println(MutableStringTensor.init(MEMORY, 1000, TensorLayout.TF24_FROM_2_21));
    }

    private static void write(String text) {
        System.out.println(MEMORY.copy(text, UTF_8, 0));
    }

    private static void writeLong() {
        write("漢字".repeat(50_000));
    }

    private static void writeBatch() {
        String[] texts = new String[100];
        Arrays.fill(texts, "text of 22 characters.");
        System.out.println(MEMORY.copyStrings(texts, UTF_8, 0, new long[101]));
    }
}
