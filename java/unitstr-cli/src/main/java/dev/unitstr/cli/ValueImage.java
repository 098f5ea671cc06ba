package dev.unitstr.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.unitstr.cli.Exit.Refusal;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

    /** Returns slots from blocks of memory in JSON. The content is not trusted. */
    static ValueImage ofJson(ByteBuffer bytes) {
        byte[] text = new byte[bytes.limit()];
        bytes.duplicate().get(text);
        try {
            JsonElement json = JsonParser.parseString(new String(text, StandardCharsets.UTF_8));
            return ofBlocks(json.getAsJsonObject().getAsJsonArray("blocks"));
        } catch (JsonParseException
                | IllegalStateException
                | IllegalArgumentException
                | ClassCastException
                | NullPointerException
                | UnsupportedOperationException e) {
            throw new Refusal("not an image of values: " + e.getMessage());
        }
    }

    private static ValueImage ofBlocks(JsonArray json) {
        Map<String, Long> places = new LinkedHashMap<>();
        Map<Long, ByteBuffer> blocks = new LinkedHashMap<>();
        List<JsonArray> relocs = new ArrayList<>();
        long next = FIRST;
        for (JsonElement each : json) {
            JsonObject block = each.getAsJsonObject();
            byte[] bytes = HexFormat.of().parseHex(block.get("hex").getAsString());
            if (places.put(block.get("label").getAsString(), next) != null) {
                throw new IllegalArgumentException("two blocks have the same label");
            }
            blocks.put(next, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
            relocs.add(block.has("relocs") ? block.getAsJsonArray("relocs") : new JsonArray());
            next += (bytes.length + 31L) & -16L; // leaves a gap after each block
        }
        int at = 0;
        for (ByteBuffer block : blocks.values()) {
            for (JsonElement reloc : relocs.get(at++)) {
                relocate(block, reloc.getAsJsonObject(), places);
            }
        }
        Long root = places.get(ROOT);
        if (root == null) {
            throw new IllegalArgumentException("there is no block \"root\"");
        }
        return new ValueImage(blocks.get(root), ValueMemory.image(blocks), true);
    }

    private static void relocate(ByteBuffer block, JsonObject reloc, Map<String, Long> places) {
        int offset = reloc.get("offset").getAsInt();
        String to = reloc.get("to").getAsString();
        if (offset < 0 || offset > block.limit() - Long.BYTES) {
            throw new IllegalArgumentException(
                    "the address at byte " + offset + " is not within its block of " + block.limit() + " bytes");
        }
        if (to.startsWith(CODE)) {
            block.putLong(offset, 0);
            return;
        }
        Long address = places.get(to);
        if (address == null) {
            throw new IllegalArgumentException("an address refers to the block \"" + to + "\", which does not exist");
        }
        block.putLong(offset, address + reloc.get("addend").getAsLong());
    }
}
