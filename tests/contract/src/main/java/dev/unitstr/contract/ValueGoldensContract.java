package dev.unitstr.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.unitstr.MalformedPolicy;
import dev.unitstr.Surrogates;
import dev.unitstr.Ucs4String;
import dev.unitstr.tvm.Value;
import dev.unitstr.tvm.ValueError;
import dev.unitstr.tvm.ValueKind;
import dev.unitstr.values.Dialect;
import dev.unitstr.values.Slot;
import dev.unitstr.values.ValueMemory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values that libtvm_ffi and libmatx wrote are read, and their slots are written again byte for byte. */
@EveryRun
class ValueGoldensContract {
    private final List<SlotKind> kinds = Kinds.HERE.slots();

    /** A dump, and live memory where Java reaches it. */
    private static List<Boolean> places() {
        return Run.reachesAddresses() ? List.of(false, true) : List.of(false);
    }

    @Test
    void tvmImagesDecode() {
        for (boolean live : places()) {
            List<Values.Image> images = Values.images(live);
            assertEquals(53, images.size());
            for (Values.Image image : images) {
                for (SlotKind kind : kinds) {
                    Slot root = kind.pad(
                            Dialect.TVM_FFI, image.root(), image.memory().memory());
                    check(root, image.expect(), image.name());
                    if (live) {
                        check(
                                kind.pad(Dialect.TVM_FFI, image.root(), ValueMemory.live()),
                                image.expect(),
                                image.name());
                    }
                }
            }
        }
    }

    private static void check(Value value, JsonObject expect, String name) {
        Object copy = value.toJava();
        switch (expect.get("type").getAsString()) {
            case "None" -> {
                assertNull(copy);
                assertTrue(value.isNull());
            }
            case "Bool" -> {
                assertEquals(expect.get("value").getAsBoolean(), value.asBoolean());
                assertEquals(ValueKind.BOOL, value.kind());
            }
            case "Int" -> {
                assertEquals(expect.get("value").getAsLong(), value.asLong());
                assertEquals(expect.get("value").getAsLong(), copy);
            }
            case "Float" -> assertEquals(expect.get("value").getAsDouble(), value.asDouble());
            case "string", "bytes" -> text(value, expect, name);
            case "ffi.Array", "ffi.List" -> {
                JsonArray elements = expect.getAsJsonArray("elements");
                List<?> list = assertInstanceOf(List.class, copy);
                assertEquals(elements.size(), list.size());
                assertEquals(
                        expect.get("type").getAsString().equals("ffi.Array") ? ValueKind.ARRAY : ValueKind.LIST,
                        value.kind());
                for (int i = 0; i < list.size(); i++) {
                    same(elements.get(i), list.get(i));
                    same(elements.get(i), value.asList().get(i).toJava());
                }
            }
            case "ffi.Map", "ffi.Dict" -> {
                List<Map.Entry<?, ?>> found = new ArrayList<>(((Map<?, ?>) copy).entrySet());
                JsonArray pairs = expect.getAsJsonArray("pairs");
                assertEquals(pairs.size(), found.size());
                for (int i = 0; i < found.size(); i++) {
                    same(pairs.get(i).getAsJsonArray().get(0), found.get(i).getKey());
                    same(pairs.get(i).getAsJsonArray().get(1), found.get(i).getValue());
                }
            }
            case "error" -> {
                ValueError error = value.asError();
                assertEquals(expect.get("kind").getAsString(), error.kind());
                assertEquals(expect.get("message").getAsString(), error.message());
                assertFalse(error.backtrace().isEmpty());
            }
            case "function" -> assertEquals(ValueKind.FUNCTION, value.kind());
            default -> throw new AssertionError(expect);
        }
    }

    private static void same(JsonElement expect, Object found) {
        if (expect.isJsonNull()) {
            assertNull(found);
        } else if (expect.isJsonArray()) {
            List<?> list = assertInstanceOf(List.class, found);
            for (int i = 0; i < list.size(); i++) {
                same(expect.getAsJsonArray().get(i), list.get(i));
            }
        } else if (expect.isJsonObject()) {
            JsonObject object = expect.getAsJsonObject();
            if (object.has("elements")) {
                same(object.get("elements"), found);
            } else {
                assertArrayEquals(
                        HexFormat.of().parseHex(object.get("bytes_hex").getAsString()), (byte[]) found);
            }
        } else if (expect.getAsJsonPrimitive().isString()) {
            assertEquals(expect.getAsString(), found);
        } else if (expect.getAsJsonPrimitive().isBoolean()) {
            assertEquals(expect.getAsBoolean(), found);
        } else if (found instanceof Double number) {
            assertEquals(expect.getAsDouble(), number);
        } else {
            assertEquals(expect.getAsLong(), found);
        }
    }

    private static void text(Value value, JsonObject expect, String name) {
        byte[] bytes = HexFormat.of().parseHex(expect.get("bytes_hex").getAsString());
        assertArrayEquals(bytes, value.asBytes(), name);
        assertEquals(bytes.length, value.byteLength());
        assertEquals(new String(bytes, StandardCharsets.UTF_8), value.asString(), name);
        assertEquals(
                expect.get("type").getAsString().equals("string") ? ValueKind.STRING : ValueKind.BYTES, value.kind());
        assertTrue(value.kind().isText());
    }

    @Test
    void tvmSlotsAreWrittenAsTheLibraryDoes() {
        int inline = 0;
        for (Values.Image image : Values.images(false)) {
            for (SlotKind kind : kinds) {
                Slot dirty = kind.pad(Dialect.TVM_FFI, dirty(16), image.memory().memory());
                Slot root =
                        kind.pad(Dialect.TVM_FFI, image.root(), image.memory().memory());
                if (image.inline() && root.kind().isText()) {
                    if (root.kind() == ValueKind.STRING) {
                        dirty.setUtf8(root.asBytes());
                    } else {
                        dirty.set(root.asBytes());
                    }
                } else if (image.inline()) {
                    dirty.set(root.toJava());
                } else if (root.isView()) {
                    continue;
                } else {
                    dirty.setObject(root.objectCode(), root.objectAddress());
                }
                assertArrayEquals(image.root(), dirty.bits(), image.name());
            }
            inline += image.inline() ? 1 : 0;
        }
        assertEquals(26, inline);
    }

    private static byte[] dirty(int bytes) {
        byte[] dirty = new byte[bytes];
        Arrays.fill(dirty, Memory.CANARY);
        return dirty;
    }

    @Test
    void matxCasesDecodeAndAreWrittenAlike() {
        for (boolean live : places()) {
            List<Values.MatxCase> cases = Values.matxCases(live);
            assertEquals(38, cases.size());
            for (Values.MatxCase each : cases) {
                for (SlotKind kind : kinds) {
                    Slot value =
                            kind.pad(Dialect.MATX, each.slot(), each.memory().memory());
                    assertArrayEquals(each.payload(), value.asBytes(), each.name());
                    assertEquals(each.unicode() ? ValueKind.UCS4 : ValueKind.STRING, value.kind());
                    assertEquals(new String(each.utf8(), StandardCharsets.UTF_8), value.asString());
                    assertEquals(each.category() < 0, value.ownsMemory());
                    Slot dirty = kind.pad(Dialect.MATX, dirty(24), each.memory().memory());
                    if (each.category() < 0) {
                        dirty.setBits(each.slot());
                        assertArrayEquals(each.slot(), dirty.bits());
                        continue;
                    }
                    if (each.unicode()) {
                        dirty.set(value.asUcs4());
                    } else {
                        dirty.setUtf8(value.asBytes());
                    }
                    byte[] expected = each.slot().clone();
                    Arrays.fill(expected, each.payload().length, 16, (byte) 0); // whatever it was in the library's
                    assertArrayEquals(expected, dirty.bits(), each.name());
                }
            }
        }
    }

    /** Where libmatx's texts leave the slot, and where they become shared; and where Java's do. */
    @Test
    void categoriesEqualThoseOfMatx() {
        for (Values.MatxCase each : Values.matxCases(false)) {
            int small = each.unicode() ? 4 : 16;
            int medium = each.unicode() ? 63 : 254;
            int expected = each.units() <= small ? each.units() : each.units() <= medium ? -1 : -2;
            assertEquals(expected, each.category(), each.name());
        }
        for (SlotKind kind : kinds) {
            for (int units = 0; units <= 300; units++) {
                Slot bytes = kind.pad(Dialect.MATX, dirty(24), ValueMemory.none());
                Slot chars = kind.pad(Dialect.MATX, dirty(24), ValueMemory.none());
                String text = "x".repeat(units);
                Ucs4String ucs4 = Ucs4String.of(text);
                assertEquals(units <= 16 ? "ok" : "TOO_LONG", Values.code(() -> written(bytes, text)));
                assertEquals(units <= 4 ? "ok" : "TOO_LONG", Values.code(() -> written(chars, ucs4)));
            }
        }
    }

    private static Object written(Slot pad, Object value) {
        pad.set(value);
        return pad;
    }

    /** The 19 texts of libmatx, both kinds. */
    @Test
    void ucs4EqualsThatOfMatx() {
        for (Values.MatxCase each : Values.matxCases(false)) {
            if (!each.unicode()) {
                continue;
            }
            String text = new String(each.utf8(), StandardCharsets.UTF_8);
            for (Ucs4String ucs4 : List.of(
                    Ucs4String.wrap(ByteBuffer.wrap(each.payload())),
                    Ucs4String.of(text),
                    Ucs4String.ofUtf8(each.utf8(), MalformedPolicy.REPORT, Surrogates.MALFORMED))) {
                assertEquals(each.units(), ucs4.codePointCount());
                assertArrayEquals(text.codePoints().toArray(), ucs4.toUtf32(MalformedPolicy.REPORT, Surrogates.KEEP));
                assertArrayEquals(each.utf8(), ucs4.toUtf8(MalformedPolicy.REPORT, Surrogates.MALFORMED));
                assertEquals(text, ucs4.toString());
            }
        }
    }
}
