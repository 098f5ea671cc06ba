package dev.unitstr.interop.tensorflow;

import dev.unitstr.NativeMemory;
import dev.unitstr.ffm.tensor.SegmentTensor;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** unitstr's readers, over memory of TensorFlow's or TFLite's. */
final class Reading {
    private Reading() {}

    /** Elements of TensorFlow's, at every level of trust: as a segment, by their address, in a buffer. */
    static void elements(MemorySegment memory, byte[][] expected, boolean owners) {
        TensorLayout layout = owners ? TensorLayout.TF24_FROM_2_21 : TensorLayout.TF24_UP_TO_2_20;
        Tstring.Kind[] kinds = Tstring.kinds(memory, expected.length);
        for (Trust trust : Trust.values()) {
            SegmentTensor tensor = SegmentTensor.of(memory, expected.length, layout, trust);
            List<StringTensor> forms = List.of(
                    tensor,
                    StringTensor.of(
                            NativeMemory.of(memory.address(), memory.byteSize()), expected.length, layout, trust),
                    StringTensor.of(memory.asByteBuffer(), expected.length, layout, trust));
            int pointer = trust == Trust.UNTRUSTED_BUFFER ? firstPointer(kinds) : -1;
            for (StringTensor form : forms) {
                if (pointer < 0) {
                    all(form, expected, kinds);
                } else {
                    refused(form, expected, kinds, pointer);
                }
            }
            for (int i = 0; i < (pointer < 0 ? expected.length : pointer); i++) {
                same(expected[i], tensor.segment(i).toArray(ValueLayout.JAVA_BYTE), "segment " + i);
            }
        }
    }

    /** A tensor of TFLite's. */
    static void lite(byte[] tensor, byte[][] expected) {
        all(SegmentTensor.of(MemorySegment.ofArray(tensor), expected.length, TensorLayout.TFLITE), expected, null);
    }

    private static int firstPointer(Tstring.Kind[] kinds) {
        return IntStream.range(0, kinds.length)
                .filter(i -> kinds[i] == Tstring.Kind.LARGE || kinds[i] == Tstring.Kind.VIEW)
                .findFirst()
                .orElse(-1);
    }

    private static void all(StringTensor tensor, byte[][] expected, Tstring.Kind[] kinds) {
        if (!tensor.validate().isValid()) {
            throw new AssertionError("not valid: " + tensor.validate());
        }
        Strings.same(expected, tensor.toByteArrays(), tensor.trust() + ", toByteArrays");
        same(
                Stream.of(expected).mapToInt(text -> text.length).toArray(),
                tensor.byteLengths(),
                tensor.trust() + ", byteLengths");
        String[] texts = Stream.of(expected)
                .map(text -> new String(text, StandardCharsets.UTF_8))
                .toArray(String[]::new);
        if (!Arrays.equals(texts, tensor.toStrings())) {
            throw new AssertionError(tensor.trust() + ", toStrings: " + Arrays.toString(tensor.toStrings()));
        }
        if (!Arrays.equals(texts, tensor.parallel().toStrings())) {
            throw new AssertionError(tensor.trust() + ", parallel: " + Arrays.toString(tensor.toStrings()));
        }
        for (int i = 0; i < expected.length; i++) {
            one(tensor, i, expected, kinds);
            if (!texts[i].equals(tensor.get(i))) {
                throw new AssertionError(tensor.trust() + ", get(" + i + "): " + tensor.get(i));
            }
        }
    }

    private static void one(StringTensor tensor, int i, byte[][] expected, Tstring.Kind[] kinds) {
        same(expected[i], tensor.bytes(i), tensor.trust() + ", bytes(" + i + ")");
        if (tensor.byteLength(i) != expected[i].length) {
            throw new AssertionError(tensor.trust() + ", byteLength(" + i + "): " + tensor.byteLength(i));
        }
        if (kinds != null && !tensor.kind(i).name().equals(kinds[i].name())) {
            throw new AssertionError(tensor.trust() + ", kind(" + i + "): " + tensor.kind(i));
        }
    }

    /** What has an address is refused, by its index; what comes before can be read. */
    private static void refused(StringTensor tensor, byte[][] expected, Tstring.Kind[] kinds, int pointer) {
        for (int i = 0; i < pointer; i++) {
            one(tensor, i, expected, kinds);
        }
        try {
            tensor.toByteArrays();
        } catch (TensorFormatException e) {
            if (e.code() != TensorFormatException.Code.POINTER_REFUSED || e.index() != pointer) {
                throw e;
            }
            return;
        }
        throw new AssertionError("element " + pointer + " has an address, and was not refused");
    }

    private static void same(byte[] expected, byte[] found, String by) {
        if (!Arrays.equals(expected, found)) {
            throw new AssertionError(by + ": " + Arrays.toString(found) + " instead of " + Arrays.toString(expected));
        }
    }

    private static void same(int[] expected, int[] found, String by) {
        if (!Arrays.equals(expected, found)) {
            throw new AssertionError(by + ": " + Arrays.toString(found) + " instead of " + Arrays.toString(expected));
        }
    }
}
