package dev.unitstr.contract.refusals;

import static dev.unitstr.contract.refusals.Refusal.argument;
import static dev.unitstr.contract.refusals.Refusal.bounds;
import static dev.unitstr.contract.refusals.Refusal.of;
import static dev.unitstr.contract.refusals.Refusal.readOnly;
import static dev.unitstr.contract.refusals.Refusal.unsupported;
import static dev.unitstr.contract.refusals.Samples.BUFFER;
import static dev.unitstr.contract.refusals.Samples.MEMORY;
import static dev.unitstr.contract.refusals.Samples.ONE_WAY;
import static dev.unitstr.contract.refusals.Samples.REPORT;
import static dev.unitstr.contract.refusals.Samples.UTF_8;

import dev.unitstr.MalformedTextException;
import dev.unitstr.contract.Run;
import dev.unitstr.tensor.MutableStringTensor;
import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringOwner;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** What string tensors refuse. */
final class TensorsRefusals {
    private static final TensorLayout RFC24 = TensorLayout.RFC24;
    private static final ByteBuffer BYTES = StringTensors.write(RFC24, "a", "b".repeat(100));
    private static final StringTensor TENSOR = StringTensor.of(BYTES, 2, RFC24);
    private static final StringTensor BAD =
            StringTensor.of(StringTensors.write(RFC24, new byte[][] {{'a'}, {'a', -1}}), 2, RFC24);
    private static final StringTensor SHORT = StringTensor.of(BYTES.duplicate().limit(60), 2, RFC24);
    private static final Path NO_FILE = Path.of("no such directory", "strings");
    private static final ByteBuffer READ_ONLY = ByteBuffer.allocate(200).asReadOnlyBuffer();

    private TensorsRefusals() {}

    static List<Refusal> reading() {
        return List.of(
                argument("count is -1: negative", () -> StringTensor.of(BYTES, -1, RFC24)),
                of(
                        TensorFormatException.class,
                        "TABLE_TRUNCATED …",
                        () -> StringTensor.of(BYTES, Long.MAX_VALUE, RFC24)),
                of(TensorFormatException.class, "TABLE_TRUNCATED …", () -> StringTensor.of(BYTES, 100, RFC24)),
                argument(
                        "layout is RFC24 (LITTLE_ENDIAN, words of 8 bytes): only TFLITE says in its bytes how many elements there are; pass the count",
                        () -> StringTensor.of(BYTES, RFC24)),
                of(TensorFormatException.class, "…", () -> StringTensor.of(BUFFER, TensorLayout.TFLITE)),
                argument("count is -1: negative", () -> StringTensor.of(MEMORY, -1, RFC24, Trust.TRUSTED)),
                argument(
                        "layout is RFC24 (LITTLE_ENDIAN, words of 8 bytes): only TFLITE says in its bytes how many elements there are; pass the count",
                        () -> StringTensor.of(MEMORY, RFC24, Trust.TRUSTED)),
                argument(
                        "bytes is -1: not between 0 and 2147483647, the maximum size of a string",
                        () -> TENSOR.withMaxBytes(-1)),
                argument("bytes is -1: negative", () -> TENSOR.withMaxTotalBytes(-1)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> TENSOR.kind(2)),
                bounds("index is -1: not an element of a tensor of 2 elements", () -> TENSOR.element(-1)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> TENSOR.fields(2)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> TENSOR.byteLength(2)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> TENSOR.get(2)),
                bounds("index is -1: not an element of a tensor of 2 elements", () -> TENSOR.get(-1, UTF_8)),
                of(
                        MalformedTextException.class,
                        "string 1: malformed UTF-8 at byte 1: 1 byte",
                        () -> BAD.get(1, UTF_8, REPORT)),
                of(
                        TensorFormatException.class,
                        "OFFSET_RANGE in SIZE of element 1: its string would have 100 bytes from byte 49 on: the memory has 60 bytes",
                        () -> SHORT.get(1)),
                of(
                        TensorFormatException.class,
                        "OFFSET_RANGE in SIZE of element 1: its string would have 100 bytes from byte 49 on: the memory has 60 bytes",
                        () -> SHORT.toStrings()),
                of(
                        TensorFormatException.class,
                        "SIZE_LIMIT in SIZE of element 1: a string of 100 bytes: more than 10, the limit",
                        () -> TENSOR.withMaxBytes(10).bytes(1)),
                of(
                        TensorFormatException.class,
                        "TOTAL_LIMIT in SIZE of element 1: the strings up to this one have 101 bytes: more than 10, the limit for all of them; withMaxTotalBytes sets another limit",
                        () -> TENSOR.withMaxTotalBytes(10).toStrings()),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> TENSOR.bytes(2)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> TENSOR.view(2)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> TENSOR.contentEquals(2, "a")),
                of(
                        MalformedTextException.class,
                        "string 1: malformed UTF-8 at byte 1: 1 byte",
                        () -> BAD.toStrings(UTF_8, REPORT)),
                bounds(
                        "first is 1 and count is 2: not a range of a tensor of 2 elements",
                        () -> TENSOR.getStrings(1, UTF_8, new String[2], 0, 2, REPORT)),
                bounds(
                        "dstIndex is 1 and count is 2: not a range of dst, which has 2 elements",
                        () -> TENSOR.getStrings(0, UTF_8, new String[2], 1, 2, REPORT)),
                bounds(
                        "first is 0 and count is -1: not a range of a tensor of 2 elements",
                        () -> TENSOR.getStrings(0, UTF_8, new String[2], 0, -1, REPORT)),
                bounds(
                        "first is 1 and count is 2: not a range of a tensor of 2 elements",
                        () -> TENSOR.locate(1, new long[2], new int[2], 2)),
                bounds(
                        "offsets has 1 elements: less than count, which is 2",
                        () -> TENSOR.locate(0, new long[1], new int[2], 2)),
                bounds(
                        "byteLengths has 1 elements: less than count, which is 2",
                        () -> TENSOR.locate(0, new long[2], new int[1], 2)),
                of(
                        TensorFormatException.class,
                        "OFFSET_RANGE in SIZE of element 1: its string would have 100 bytes from byte 49 on: the memory has 60 bytes",
                        () -> SHORT.firstMalformed(UTF_8)),
                argument(
                        "wordBytes is 3: neither 4 nor 8",
                        () -> new TensorLayout(
                                TensorLayout.Format.TF24, ByteOrder.BIG_ENDIAN, 3, TensorLayout.ViewAbi.UP_TO_2_20)),
                argument("wordBytes is 5: neither 4 nor 8", () -> RFC24.withWordBytes(5)),
                argument(
                        "count is -1: not between 0 and 384307168202282325, the maximum number of elements of RFC24",
                        () -> RFC24.tableBytes(-1)),
                argument(
                        "count is 9223372036854775807: not between 0 and 384307168202282325, the maximum number of elements of RFC24",
                        () -> RFC24.tableBytes(Long.MAX_VALUE)));
    }

    private static StringTensorBuilder builder() {
        return StringTensorBuilder.of(RFC24).addAll("a", "b".repeat(100));
    }

    private static StringTensorBuilder views() {
        return StringTensorBuilder.of(TensorLayout.TF24_FROM_2_21)
                .kind(StringKind.VIEW)
                .addAll("a");
    }

    static List<Refusal> writing() {
        return List.of(
                argument(
                        "kind is LARGE: cannot be written in TFLITE",
                        () -> StringTensorBuilder.of(TensorLayout.TFLITE).kind(StringKind.LARGE)),
                argument(
                        "layout is RFC24 (LITTLE_ENDIAN, words of 8 bytes): views have an owner only in TensorLayout.TF24_FROM_2_21",
                        () -> builder().ownedViews()),
                argument(
                        "kind is VIEW: only elements of kind OFFSET can be mixed with short strings of kind SMALL",
                        () -> views().shortAsSmall()),
                argument(
                        "bytes is -1: not between 0 and 1073741823",
                        () -> builder().capacity(-1)),
                of(
                        TensorFormatException.class,
                        "NULL_ELEMENT in TEXT of element 2: it is null, which a tensor cannot contain; nullsAsEmpty() writes an empty string instead",
                        () -> builder().add((String) null).build()),
                of(
                        TensorFormatException.class,
                        "NULL_ELEMENT in TEXT of element 2: it is null, which a tensor cannot contain; nullsAsEmpty() writes an empty string instead",
                        () -> builder().add((byte[]) null).build()),
                of(
                        MalformedTextException.class,
                        "string 2: malformed text for UTF-8 at char 0: 1 char; 0 units were written",
                        () -> builder().policy(REPORT).add("\ud800").build()),
                unsupported(
                        "charset x-JISAutoDetect cannot encode",
                        () -> builder().charset(ONE_WAY).build()),
                argument(
                        "the allocator's buffer has a capacity of 10 bytes: less than the requested 149",
                        () -> builder().build(size -> ByteBuffer.allocate(10))),
                readOnly(() -> builder().build(size -> READ_ONLY)),
                argument(
                        "elements of kind VIEW contain addresses, and the address of a buffer is unknown; pass an address, or a native segment",
                        () -> views().build()),
                bounds(
                        "index is 0: from there, 149 bytes are not within the memory, which has 100 bytes",
                        () -> builder().writeTo(ByteBuffer.allocate(100), 0)),
                bounds(
                        "index is -1: from there, 149 bytes are not within the memory, which has 200 bytes",
                        () -> builder().writeTo(ByteBuffer.allocate(200), -1)),
                bounds(
                        "index is 150: from there, 149 bytes are not within the memory, which has 200 bytes",
                        () -> builder().writeTo(ByteBuffer.allocate(200), 150)),
                readOnly(() -> builder().writeTo(READ_ONLY, 0)),
                bounds(
                        "memory has 8 bytes: less than the 149 that are written",
                        () -> builder().writeTo(MEMORY)),
                of(
                        NoSuchFileException.class,
                        "no such directory/strings: a file cannot be written in …no such directory",
                        () -> builder().writeFile(NO_FILE)),
                of(
                        TensorFormatException.class,
                        "NULL_ELEMENT in TEXT of element 1: it is null, which a tensor cannot contain; nullsAsEmpty() writes an empty string instead",
                        () -> StringTensorBuilder.of(RFC24)
                                .addAll(Arrays.asList("a", null))
                                .build()),
                of(
                        TensorFormatException.class,
                        "OFFSET_RANGE in SIZE of element 1: its string would have 100 bytes from byte 49 on: the memory has 60 bytes",
                        () -> builder().addAll(SHORT).build()),
                of(
                        TensorFormatException.class,
                        "NULL_ELEMENT in TEXT of element 1: it is null, which a tensor cannot contain; nullsAsEmpty() writes an empty string instead",
                        () -> StringTensors.write(RFC24, "a", null)),
                of(
                        TensorFormatException.class,
                        "OFFSET_RANGE in SIZE of element 1: its string would have 100 bytes from byte 49 on: the memory has 60 bytes",
                        () -> StringTensors.convert(SHORT, TensorLayout.TFLITE)),
                of(
                        NoSuchFileException.class,
                        "no such directory/strings: a file cannot be written in …no such directory",
                        () -> StringTensors.writeFile(NO_FILE, RFC24, "a")),
                of(NoSuchFileException.class, "no such directory/strings", () -> StringTensors.map(NO_FILE, RFC24, 1)));
    }

    static List<Refusal> changing() {
        if (!Run.reachesAddresses()) {
            return List.of(
                    unsupported("…" + Run.NEEDS_NATIVE + "…", () -> StringOwner.allocate(8)),
                    unsupported(
                            "…" + Run.NEEDS_NATIVE + "…",
                            () -> MutableStringTensor.init(MEMORY, 0, TensorLayout.RFC24)));
        }
        TensorLayout layout = TensorLayout.TF24_UP_TO_2_20;
        StringOwner block = StringOwner.allocate(96); // never closed
        StringOwner closed = StringOwner.allocate(8);
        closed.close();
        MutableStringTensor tensor = MutableStringTensor.init(block.memory(), 2, layout);
        return List.of(
                argument("bytes is -1: negative", () -> StringOwner.allocate(-1)),
                bounds(
                        "offset is 90: from there, 7 bytes are not within the owner's memory, which has 96 bytes",
                        () -> block.write(90, new byte[7])),
                Refusal.state("the owner is closed", () -> closed.write(0, new byte[1])),
                argument(
                        "layout is TFLITE (LITTLE_ENDIAN, words of 8 bytes): not a layout of this machine with elements that can be changed",
                        () -> MutableStringTensor.of(MEMORY, 0, TensorLayout.TFLITE)),
                of(TensorFormatException.class, "TABLE_TRUNCATED …", () -> MutableStringTensor.of(MEMORY, 1, layout)),
                of(TensorFormatException.class, "TABLE_TRUNCATED …", () -> MutableStringTensor.init(MEMORY, 1, layout)),
                argument("count is -1: negative", () -> MutableStringTensor.init(MEMORY, -1, layout)),
                argument(
                        "layout is TF24 (LITTLE_ENDIAN, words of 8 bytes, VIEW UP_TO_2_20): its elements have no preallocated room",
                        () -> MutableStringTensor.preallocate(MEMORY, 1, 8, layout)),
                argument(
                        "room is -1: not between 0 and 1073741823",
                        () -> MutableStringTensor.preallocate(MEMORY, 0, -1, RFC24)),
                bounds(
                        "memory has 8 bytes: less than the 32 that are written",
                        () -> MutableStringTensor.preallocate(MEMORY, 1, 8, RFC24)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> tensor.copy(2, "a")),
                bounds("index is -1: not an element of a tensor of 2 elements", () -> tensor.copy(-1, new byte[1])),
                of(
                        MalformedTextException.class,
                        "string 1: malformed text for UTF-8 at char 0: 1 char; 0 units were written",
                        () -> tensor.copy(1, "\ud800", UTF_8, REPORT)),
                unsupported("charset x-JISAutoDetect cannot encode", () -> tensor.copy(0, "a", ONE_WAY, REPORT)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> tensor.append(2, "a")),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> tensor.resize(2, 1, (byte) 0)),
                argument("bytes is -1: negative", () -> tensor.resize(0, -1, (byte) 0)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> tensor.reserve(2, 1)),
                argument("bytes is -1: negative", () -> tensor.reserve(0, -1)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> tensor.reserveAmortized(2, 1)),
                argument("bytes is -1: negative", () -> tensor.reserveAmortized(0, -1)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> tensor.assign(0, tensor, 2)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> tensor.move(2, tensor, 0)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> tensor.assignView(2, MEMORY)),
                bounds(
                        "offset is 90: from there, 7 bytes are not within the owner's memory, which has 96 bytes",
                        () -> tensor.assignView(0, block, 90, 7)),
                of(
                        TensorFormatException.class,
                        "UNSUPPORTED in POINTER of element 0: a view has an owner, which TensorFlow up to 2.20 does not have",
                        () -> tensor.assignView(0, block, 0, 1)),
                bounds("index is 2: not an element of a tensor of 2 elements", () -> tensor.dealloc(2)));
    }
}
