package dev.unitstr.cli;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Slots of values in a file, with the memory they refer to if the file contains it: a copy of the slots' memory, or a
 * JSON object with blocks of memory in the format of {@code tests/vectors/tvm-ffi/README.md}.
 *
 * @param slots the slots
 * @param memory the memory that may be read through addresses in the slots
 * @param isWhole whether all memory that the slots refer to should be present
 */
record ValueImage(ByteBuffer slots, ValueMemory memory, boolean isWhole) {
    private static final String ROOT = "root";
    private static final String CODE = "code:";
    private static final long FIRST = 0x1_0000;

    /** Tests whether a file contains blocks, by the suffix of its name. */
    static boolean isJson(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(".json");
    }

    /** Returns slots copied from memory. Their addresses cannot be followed. */
    static ValueImage ofSlots(ByteBuffer bytes) {
        return new ValueImage(bytes, ValueMemory.none(), false);
    }

    /** The JSON of an image. A missing property is null. */
    private record Image(List<Block> blocks) {}

    private record Block(String label, String hex, @Nullable List<Address> relocs) {}

    private record Address(Integer offset, String to, Long addend) {}

    /** Returns slots from blocks of memory in JSON. The content is not trusted. */
    static ValueImage ofJson(ByteBuffer bytes) {
        String json = StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
        try {
            Image image = present(new Gson().fromJson(json, Image.class), "it is empty or null");
            return ofBlocks(present(image.blocks, "it has no \"blocks\""));
        } catch (JsonParseException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause(); // its message has no name of a class
            String message =
                    String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
            throw new IllegalArgumentException("not an image of values: " + message);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not an image of values: " + e.getMessage());
        }
    }

    /** Returns a part of the JSON, which must be there. */
    private static <T> T present(@Nullable T part, String otherwise) {
        if (part == null) {
            throw new IllegalArgumentException(otherwise);
        }
        return part;
    }

    private static byte[] bytes(Block block) {
        String hex = present(block.hex, "the block \"" + block.label + "\" has no \"hex\"");
        try {
            return HexFormat.of().parseHex(hex);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the \"hex\" of the block \"" + block.label + "\" is not pairs of hexadecimal digits");
        }
    }

    private static ValueImage ofBlocks(List<Block> image) {
        Map<String, Long> places = new HashMap<>();
        Map<Long, ByteBuffer> blocks = new HashMap<>();
        long next = FIRST;
        for (Block block : image) {
            present(block, "a block is null");
            String label = present(block.label, "a block has no \"label\"");
            byte[] bytes = bytes(block);
            if (places.put(label, next) != null) {
                throw new IllegalArgumentException("two blocks have the label \"" + label + "\"");
            }
            blocks.put(next, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
            next += (bytes.length + 31L) & -16L; // leaves a gap after each block
        }
        for (Block block : image) {
            for (Address address : block.relocs == null ? List.<Address>of() : block.relocs) {
                relocate(block.label, blocks.get(places.get(block.label)), address, places);
            }
        }
        Long root = places.get(ROOT);
        if (root == null) {
            throw new IllegalArgumentException("there is no block \"root\"");
        }
        return new ValueImage(blocks.get(root), ValueMemory.image(blocks), true);
    }

    private static void relocate(String label, ByteBuffer block, Address address, Map<String, Long> places) {
        if (address == null || address.offset == null || address.to == null) {
            throw new IllegalArgumentException(
                    "an address of the block \"" + label + "\" has no \"offset\" or no \"to\"");
        }
        int offset = address.offset;
        if (offset < 0 || offset > block.limit() - Long.BYTES) {
            throw new IllegalArgumentException("the address at byte " + offset + " is not within its block \"" + label
                    + "\" of " + block.limit() + " bytes");
        }
        if (address.to.startsWith(CODE)) {
            block.putLong(offset, 0);
            return;
        }
        Long start = places.get(address.to);
        if (start == null) {
            throw new IllegalArgumentException("an address of the block \"" + label + "\" refers to the block \""
                    + address.to + "\", which does not exist");
        }
        if (address.addend == null) {
            throw new IllegalArgumentException(
                    "the address at byte " + offset + " of the block \"" + label + "\" has no \"addend\"");
        }
        block.putLong(offset, start + address.addend);
    }
}
