package dev.unitstr.contract;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.unitstr.tvm.ValueFormatException;
import dev.unitstr.values.ValueMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Values that real libraries made, and memory laid out by hand. */
public final class Values {
    private static final HexFormat HEX = HexFormat.of();

    private Values() {}

    /** Blocks of memory at addresses of their own, or of a dump. */
    public static final class Blocks {
        private final Map<Long, ByteBuffer> blocks = new LinkedHashMap<>();
        private final boolean live;
        private long next = 0x1_0000;

        /** @param live whether they are to lie at their real addresses */
        public Blocks(boolean live) {
            this.live = live;
        }

        /** Adds a block, and says its address, a multiple of 16. */
        public long place(byte[] bytes) {
            ByteBuffer buffer;
            long address;
            if (live) {
                buffer = ByteBuffer.allocateDirect(bytes.length + 32).alignedSlice(16);
                buffer = buffer.slice(0, bytes.length);
                address = Addresses.of(buffer);
            } else {
                buffer = ByteBuffer.allocate(bytes.length);
                address = next;
                next = next + bytes.length + 31 & -16;
            }
            blocks.put(address, buffer.put(0, bytes).order(ByteOrder.LITTLE_ENDIAN));
            return address;
        }

        /** Writes over a part of a block. */
        public void write(long address, byte[] bytes) {
            Map.Entry<Long, ByteBuffer> block = blocks.entrySet().stream()
                    .filter(each -> each.getKey() <= address
                            && address + bytes.length
                                    <= each.getKey() + each.getValue().limit())
                    .findFirst()
                    .orElseThrow();
            block.getValue().put((int) (address - block.getKey()), bytes);
        }

        public void write(long address, long word) {
            write(address, words(word));
        }

        public long word(long address) {
            for (Map.Entry<Long, ByteBuffer> block : blocks.entrySet()) {
                long at = address - block.getKey();
                if (at >= 0 && at + 8 <= block.getValue().limit()) {
                    return block.getValue().getLong((int) at);
                }
            }
            throw new AssertionError();
        }

        public ValueMemory memory() {
            if (!live) {
                return ValueMemory.image(blocks);
            }
            long[] ranges = blocks.entrySet().stream()
                    .flatMap(block -> Stream.of(
                            block.getKey(), block.getKey() + block.getValue().limit()))
                    .mapToLong(Long::longValue)
                    .toArray();
            return ValueMemory.ranges(ranges);
        }

        public Map<Long, ByteBuffer> blocks() {
            return blocks;
        }
    }

    /** Words, little-endian. */
    public static byte[] words(long... words) {
        ByteBuffer bytes = ByteBuffer.allocate(8 * words.length).order(ByteOrder.LITTLE_ENDIAN);
        for (long word : words) {
            bytes.putLong(word);
        }
        return bytes.array();
    }

    public static byte[] concat(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Stream.of(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    /** A value of libtvm_ffi with all the memory it refers to. */
    public record Image(String name, Blocks memory, byte[] root, boolean inline, JsonObject expect) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** All 53, in blocks of a dump or at real addresses. */
    public static List<Image> images(boolean live) {
        try (Stream<Path> files = Files.list(vectors("tvm-ffi"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .map(file -> image(json(file), live))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Image image(JsonObject json, boolean live) {
        Blocks memory = new Blocks(live);
        Map<String, Long> places = new LinkedHashMap<>();
        JsonArray blocks = json.getAsJsonArray("blocks");
        for (JsonElement block : blocks) {
            places.put(text(block, "label"), memory.place(HEX.parseHex(text(block, "hex"))));
        }
        byte[] root = HEX.parseHex(text(blocks.get(0), "hex"));
        boolean inline = true;
        for (JsonElement block : blocks) {
            for (JsonElement reloc : block.getAsJsonObject().getAsJsonArray("relocs")) {
                int offset = reloc.getAsJsonObject().get("offset").getAsInt();
                String to = text(reloc, "to");
                long address = to.startsWith("code:")
                        ? 0
                        : places.get(to) + reloc.getAsJsonObject().get("addend").getAsLong();
                memory.write(places.get(text(block, "label")) + offset, address);
                if (text(block, "label").equals("root")) {
                    inline = false;
                    System.arraycopy(words(address), 0, root, offset, 8);
                }
            }
        }
        return new Image(text(json, "name"), memory, root, inline, json.getAsJsonObject("expect"));
    }

    /** A text of libmatx. */
    public record MatxCase(
            boolean unicode,
            String name,
            byte[] utf8,
            byte[] slot,
            byte[] payload,
            int units,
            int category,
            Blocks memory) {
        @Override
        public String toString() {
            return name + (unicode ? " Unicode" : " String");
        }
    }

    /** All 38. */
    public static List<MatxCase> matxCases(boolean live) {
        List<MatxCase> cases = new ArrayList<>();
        for (JsonElement each :
                json(vectors("matxscript").resolve("strings.json")).getAsJsonArray("cases")) {
            JsonObject json = each.getAsJsonObject();
            byte[] payload = HEX.parseHex(text(json, "payload_hex"));
            byte[] slot = HEX.parseHex(text(json, "any_hex"));
            Blocks memory = new Blocks(live);
            if (json.get("ptr_at_0").getAsBoolean()) {
                byte[] head = json.has("large_capacity")
                        ? words(
                                json.get("large_refcount").getAsLong(),
                                json.get("large_capacity").getAsLong())
                        : words(json.get("medium_capacity").getAsLong());
                long address = memory.place(concat(head, payload, HEX.parseHex(text(json, "term_hex"))));
                System.arraycopy(words(address + head.length), 0, slot, 0, 8);
            }
            cases.add(new MatxCase(
                    text(json, "kind").equals("Unicode"),
                    text(json, "name"),
                    HEX.parseHex(text(json, "utf8_hex")),
                    slot,
                    payload,
                    json.get("units").getAsInt(),
                    json.get("category_or_len").getAsInt(),
                    memory));
        }
        return cases;
    }

    private static Path vectors(String folder) {
        return Checkout.root().resolve("tests/vectors").resolve(folder);
    }

    private static JsonObject json(Path file) {
        try {
            return new Gson().fromJson(Files.readString(file), JsonObject.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(JsonElement json, String key) {
        return json.getAsJsonObject().get(key).getAsString();
    }

    /** Returns the violation in the format of the rows of the suites. */
    public static String verdict(Supplier<?> call) {
        try {
            call.get();
            return "ok";
        } catch (ValueFormatException e) {
            return e.code() + " " + e.offset();
        }
    }

    /** The code alone. */
    public static String code(Supplier<?> call) {
        return verdict(call).split(" ")[0];
    }
}
