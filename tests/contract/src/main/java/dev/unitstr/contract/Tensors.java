package dev.unitstr.contract;

import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.StringTensorBuilder;
import dev.unitstr.tensor.TensorFormatException;
import dev.unitstr.tensor.TensorLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tensors to read and to write: those in {@code tests/vectors}, and others. */
public final class Tensors {
    /** Every layout of strings that is good wherever it lies. */
    public static final List<TensorLayout> RELOCATABLE = List.of(
            TensorLayout.TF24,
            TensorLayout.TF24.withOrder(ByteOrder.BIG_ENDIAN),
            TensorLayout.RFC16,
            TensorLayout.RFC24.withWordBytes(4),
            TensorLayout.TF_LEGACY,
            TensorLayout.TF_LEGACY.withOrder(ByteOrder.BIG_ENDIAN),
            TensorLayout.TFLITE);

    private static final HexFormat HEX = HexFormat.of();

    private Tensors() {}

    /** A file that a library wrote. */
    public record Golden(String file, TensorLayout layout, List<String> content) {
        public byte[] bytes() {
            return Tensors.bytes(file);
        }

        @Override
        public String toString() {
            return file;
        }
    }

    /** An element as TensorFlow had it in memory: the bytes of its address are masked. */
    public record Element(StringKind kind, int bytes, long capacity, byte[] content, byte[] raw) {}

    /** An element of another machine. */
    public record Foreign(String name, int type, long size, long capacity, byte[] raw) {}

    public static List<Golden> goldens() {
        String long300 = "q".repeat(300);
        List<String> legacy =
                List.of("", "a", "hello", "x".repeat(22), "y".repeat(23), "h\u00e9llo \u4e16", "z".repeat(200));
        return List.of(
                new Golden(
                        "tensorflow/offset_tensor_6.bin",
                        TensorLayout.TF24,
                        List.of(
                                "short",
                                "exactly-twenty-two-byt",
                                "a string that is longer than the small capacity",
                                "",
                                long300,
                                "h\u00e9llo \u4e16")),
                new Golden("tensorflow/legacy_tf234_stringupper_input.bin", TensorLayout.TF_LEGACY, legacy),
                new Golden(
                        "tensorflow/legacy_tf234_stringupper_output.bin",
                        TensorLayout.TF_LEGACY,
                        legacy.stream().map(Tensors::upper).toList()),
                new Golden("tflite/tflite_empty_array.bin", TensorLayout.TFLITE, List.of()),
                new Golden("tflite/tflite_one_empty.bin", TensorLayout.TFLITE, List.of("")),
                new Golden("tflite/tflite_a.bin", TensorLayout.TFLITE, List.of("a")),
                new Golden("tflite/tflite_three.bin", TensorLayout.TFLITE, List.of("AB", "xyz123", "")),
                new Golden(
                        "tflite/tflite_unicode_str.bin",
                        TensorLayout.TFLITE,
                        List.of("h\u00e9llo", "\u4e16\u754c", "\ud83d\ude00")),
                new Golden("tflite/tflite_npS.bin", TensorLayout.TFLITE, List.of("ab", "abcd")),
                new Golden("tflite/tflite_mat.bin", TensorLayout.TFLITE, List.of("a", "bb", "ccc", "dddd")));
    }

    private static String upper(String text) {
        StringBuilder upper = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 'a' && text.charAt(i) <= 'z') {
                upper.setCharAt(i, (char) (text.charAt(i) - 32));
            }
        }
        return upper.toString();
    }

    public static List<String> tstringFiles() {
        return List.of("tensorflow/tstring_x86_64_tf2.20.0.json", "tensorflow/tstring_x86_64_tf2.21.0.json");
    }

    /** The elements in one of {@link #tstringFiles}, whoever made them. */
    public static List<Element> elements(String file) {
        Pattern element = Pattern.compile("\\{\\s*\"kind\": \"(\\w+)\",\\s*\"len\": (\\d+),"
                + "\\s*\"content_hex\": \"(\\w*)\",\\s*\"raw_masked\": \"(\\w+)\"(?:,\\s*\"cap\": (\\d+))?");
        Matcher matcher = element.matcher(new String(bytes(file), StandardCharsets.UTF_8));
        List<Element> all = new ArrayList<>();
        while (matcher.find()) {
            StringKind kind = StringKind.valueOf(matcher.group(1));
            String capacity = matcher.group(5);
            all.add(new Element(
                    kind,
                    Integer.parseInt(matcher.group(2)),
                    capacity != null ? Long.parseLong(capacity) : kind == StringKind.SMALL ? 22 : 0,
                    HEX.parseHex(matcher.group(3)),
                    HEX.parseHex(matcher.group(4))));
        }
        return all;
    }

    /** The elements in a file of {@code xarch}. */
    public static List<Foreign> foreign(String file) {
        Pattern line = Pattern.compile(
                "((?:copy|view|offset)_\\w+) type=(\\d) size=(\\d+) cap=(\\d+) raw=(\\w{48}) ptrfield=-?\\d+");
        Matcher matcher = line.matcher(new String(bytes("tensorflow/xarch/" + file), StandardCharsets.UTF_8));
        List<Foreign> all = new ArrayList<>();
        while (matcher.find()) {
            all.add(new Foreign(
                    matcher.group(1),
                    Integer.parseInt(matcher.group(2)),
                    Long.parseLong(matcher.group(3)),
                    Long.parseLong(matcher.group(4)),
                    HEX.parseHex(matcher.group(5))));
        }
        return all;
    }

    public static byte[] bytes(String file) {
        try {
            return Files.readAllBytes(Checkout.root().resolve("tests/vectors").resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Texts with sizes on both sides of what an element can hold, and of what a native call takes in. */
    public static String[] texts(SplittableRandom random, int count) {
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            texts[i] = switch (random.nextInt(8)) {
                case 0 -> "";
                case 1 -> "a".repeat(random.nextInt(70));
                case 2 -> "\u4e16".repeat(random.nextInt(24));
                case 3 -> "NUL\0".repeat(random.nextInt(9));
                case 4 -> "\u00e9".repeat(random.nextInt(260));
                default -> Texts.sound(random, 40, StandardCharsets.UTF_8);
            };
        }
        return texts;
    }

    public static byte[][] encoded(String... texts) {
        return Stream.of(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    public static byte[] write(TensorLayout layout, String... texts) {
        ByteBuffer buffer = StringTensorBuilder.of(layout).addAll(texts).build();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** Returns the violation in the format of the rows. */
    public static String verdict(Runnable call) {
        try {
            call.run();
            return "ok";
        } catch (TensorFormatException e) {
            return e.code() + " " + e.index() + " " + e.field();
        }
    }
}
