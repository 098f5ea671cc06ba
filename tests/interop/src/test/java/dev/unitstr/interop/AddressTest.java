package dev.unitstr.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.unitstr.Copied;
import dev.unitstr.NativeMemory;
import dev.unitstr.UnitCharsets;
import dev.unitstr.UnitStr;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text of SQLite through an old JNI binding: all that Java gets, and gives, is an address and a length in bytes. */
class AddressTest {
    private static final String PACKAGE = "libsqlite3-0";
    private static final String ALLOWED = "UNITSTR_ALLOW_MISSING";
    private static final String TEXT = "a\0b😀é";
    private static final int CAPACITY = 64;

    private long address;
    private NativeMemory memory;
    private long statement;

    @BeforeAll
    static void loadSqlite() {
        System.load(System.getProperty("unitstr.shim"));
        if (!OldSqlite.load()) {
            String message = "libsqlite3.so.0 is not on this machine; on Debian: apt-get install " + PACKAGE;
            if (List.of(System.getenv().getOrDefault(ALLOWED, "").split(" ")).contains(PACKAGE)) {
                abort(message + " (" + ALLOWED + " allows it)");
            }
            fail(message);
        }
    }

    @BeforeEach
    void open() {
        address = OldSqlite.allocate(CAPACITY);
        statement = OldSqlite.openSelect();
        assertNotEquals(0, address);
        memory = NativeMemory.of(address, CAPACITY);
        assertNotEquals(0, statement);
    }

    @AfterEach
    void close() {
        assertEquals(0, OldSqlite.close(statement));
        OldSqlite.release(address);
    }

    @Test
    void runsOnTheJavaAndTheBindingItSays() {
        assertEquals(
                System.getProperty("unitstr.java"),
                String.valueOf(Runtime.version().feature()));
        assertEquals(System.getProperty("dev.unitstr.binding"), UnitStr.binding());
    }

    @ParameterizedTest(name = "{index}") // the texts are not fit for a report
    @ValueSource(strings = {TEXT, "", "\0", "plain", "中文", "😀"})
    void utf16(String text) {
        long units = memory.copy(text, UnitCharsets.UTF_16, 0);
        assertEquals(text.length(), units);
        assertEquals(0, OldSqlite.bindText16(statement, address, (int) (2 * units)));
        assertColumn(text);
    }

    @ParameterizedTest(name = "{index}") // the texts are not fit for a report
    @ValueSource(strings = {TEXT, "", "\0", "plain", "中文", "😀"})
    void utf8(String text) {
        long units = memory.copy(text, UTF_8, 0);
        assertEquals(text.getBytes(UTF_8).length, units);
        assertEquals(0, OldSqlite.bindText(statement, address, (int) units));
        assertColumn(text);
    }

    @Test
    void sqlNullIsNull() { // the statement's parameter has no value
        assertEquals(OldSqlite.ROW, OldSqlite.step(statement));
        long column = OldSqlite.columnText16(statement);
        assertEquals(0, column);
        assertNull(NativeMemory.getStringAt(column, OldSqlite.columnBytes16(statement) / 2, UnitCharsets.UTF_16));
    }

    @Test
    void aPartOfAStringFromTheMiddleOfABlock() {
        long units = memory.copy("<" + TEXT + ">", UnitCharsets.UTF_16, 1, 3, TEXT.length());
        assertEquals(0, OldSqlite.bindText16(statement, address + 3, (int) (2 * units)));
        assertColumn(TEXT);
    }

    @Test
    void aFieldOfAStruct() {
        Copied copied = memory.copyField("Zoë 😀 and friends", UTF_8, 8, 12, true);
        assertEquals(new Copied(8, 11), copied);
        assertEquals("Zoë 😀 a", memory.getStringTerminated(8, 12, UTF_8));
        assertEquals(11, memory.unitsToTerminator(8, UTF_8));
    }

    @Test
    void boundsHold() {
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> NativeMemory.of(address, 11).copy(TEXT, UnitCharsets.UTF_16, 0));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> NativeMemory.of(address, 11).getString(0, 6, UnitCharsets.UTF_16));
        assertThrows(
                IllegalArgumentException.class, () -> NativeMemory.of(0, 11).getString(0, 1, UTF_8));
    }

    private void assertColumn(String text) {
        assertEquals(OldSqlite.ROW, OldSqlite.step(statement));
        // SQLite converts a column in place: read one form before asking for the other.
        long column = OldSqlite.columnText16(statement);
        int bytes = OldSqlite.columnBytes16(statement);
        assertEquals(2 * text.length(), bytes);
        assertEquals(text, NativeMemory.of(column, bytes).getString(0, bytes / 2, UnitCharsets.UTF_16));
        assertTrue(NativeMemory.of(column, bytes).contentEquals(0, bytes / 2, UnitCharsets.UTF_16, text));
        assertFalse(NativeMemory.of(column, bytes).contentEquals(0, bytes / 2, UnitCharsets.UTF_16, text + "x"));

        column = OldSqlite.columnText(statement);
        bytes = OldSqlite.columnBytes(statement);
        assertEquals(text.getBytes(UTF_8).length, bytes);
        assertEquals(text, NativeMemory.of(column, bytes).getString(0, bytes, UTF_8));
    }
}
