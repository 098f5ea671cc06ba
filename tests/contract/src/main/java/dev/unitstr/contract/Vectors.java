package dev.unitstr.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Function;

/** The tables in {@code tests/vectors} that Rust, Java and C read. */
public final class Vectors {
    private static final String NONE = "-";

    private Vectors() {}

    /**
     * One text to decode.
     *
     * @param bytes the text
     * @param text what it is read as, with replacements
     * @param fault the first fault, or null
     */
    public record Decode(Charset charset, byte[] bytes, String text, Fault fault) {
        static Decode parse(String[] fields) {
            Fault fault = fields[3].equals(NONE)
                    ? null
                    : new Fault(false, Integer.parseInt(fields[3]), Integer.parseInt(fields[4]));
            return new Decode(Charset.forName(fields[0]), Hex.bytes(fields[1]), Hex.chars(fields[2]), fault);
        }

        public boolean isWhole() {
            return bytes.length % Charsets.unitSize(charset) == 0;
        }

        @Override
        public String toString() {
            return charset + " " + Hex.of(bytes);
        }
    }

    /**
     * One text to encode.
     *
     * @param text the text
     * @param bytes what it is written as, with replacements
     * @param fault the first fault, or null
     */
    public record Encode(Charset charset, String text, byte[] bytes, Fault fault) {
        static Encode parse(String[] fields) {
            Fault fault = fields[3].equals(NONE)
                    ? null
                    : new Fault(
                            fields[4].equals("UNMAPPABLE"), Integer.parseInt(fields[3]), Integer.parseInt(fields[5]));
            return new Encode(Charset.forName(fields[0]), Hex.chars(fields[1]), Hex.bytes(fields[2]), fault);
        }

        @Override
        public String toString() {
            return charset + " " + Hex.of(text);
        }
    }

    /**
     * One text to encode into too little memory.
     *
     * @param text the text
     * @param chars how many of its chars fit
     * @param bytes what they are written as
     */
    public record Truncate(Charset charset, String text, int capacityBytes, int chars, byte[] bytes) {
        static Truncate parse(String[] fields) {
            return new Truncate(
                    Charset.forName(fields[0]),
                    Hex.chars(fields[1]),
                    Integer.parseInt(fields[2]),
                    Integer.parseInt(fields[3]),
                    Hex.bytes(fields[4]));
        }

        @Override
        public String toString() {
            return charset + " " + Hex.of(text) + " into " + capacityBytes;
        }
    }

    public static List<Decode> decode() {
        return read("decode.tsv", 5, Decode::parse);
    }

    public static List<Encode> encode() {
        return read("encode.tsv", 6, Encode::parse);
    }

    public static List<Truncate> truncate() {
        return read("truncate.tsv", 5, Truncate::parse);
    }

    /**
     * A text that comes back unchanged.
     *
     * @param escapes whether the policy is SURROGATE_ESCAPE; otherwise LOSSLESS
     * @param bytes the encoded text
     * @param text the chars
     */
    public record Policy(boolean escapes, Charset charset, byte[] bytes, String text) {
        static Policy parse(String[] fields) {
            boolean escapes = fields[0].equals("SURROGATE_ESCAPE");
            return new Policy(escapes, Charset.forName(fields[1]), Hex.bytes(fields[2]), Hex.chars(fields[3]));
        }

        @Override
        public String toString() {
            return charset + " " + Hex.of(bytes);
        }
    }

    public static List<Policy> policies() {
        return read("policies.tsv", 4, Policy::parse);
    }

    private static <R> List<R> read(String file, int fields, Function<String[], R> parse) {
        try {
            return Files.readAllLines(Checkout.root().resolve("tests/vectors").resolve(file)).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .map(row -> {
                        if (row.length != fields) {
                            throw new AssertionError(file + ": " + row.length + " fields: " + String.join("|", row));
                        }
                        return parse.apply(row);
                    })
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
