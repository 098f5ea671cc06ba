package dev.unitstr.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

/** Conditions select the rows that Spark would. */
class ConditionTest {
    private static final List<String> ROWS = Arrays.asList("un", "unit", null, "string", "", "unit");

    private static Expression text(String text) {
        return new LiteralValue<>(UTF8String.fromString(text), DataTypes.StringType);
    }

    private static Predicate predicate(String name, Expression... operands) {
        Expression[] all = new Expression[operands.length + 1];
        NamedReference column = () -> new String[] {"city"};
        all[0] = column;
        System.arraycopy(operands, 0, all, 1, operands.length);
        return new Predicate(name, all);
    }

    private static List<String> selected(Predicate predicate) {
        Condition condition = Condition.of(predicate);
        assertNotNull(condition);
        assertEquals("city", condition.column());
        byte[] bytes = String.join(
                        "",
                        ROWS.stream().map(each -> Objects.toString(each, "")).toList())
                .getBytes(StandardCharsets.UTF_8);
        StringVector column = new StringVector();
        int at = 0;
        for (int i = 0; i < ROWS.size(); i++) {
            column.set(i, at, Objects.toString(ROWS.get(i), "").length());
            at += column.byteLengths[i];
        }
        column.in(bytes, 0, ROWS.size());
        column.setNull(ROWS.indexOf(null));
        int rows = condition.select(column, new StringVector[] {column}, ROWS.size());
        List<String> selected = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            selected.add(String.valueOf(column.getUTF8String(i)));
        }
        return selected;
    }

    @Test
    void comparisons() {
        assertEquals(List.of("unit", "unit"), selected(predicate("=", text("unit"))));
        assertEquals(List.of(""), selected(predicate("<=>", text(""))));
        assertEquals(List.of("un", ""), selected(predicate("IN", text("un"), text(""), text(null))));
        assertEquals(List.of("un", "unit", "unit"), selected(predicate("STARTS_WITH", text("un"))));
        assertEquals(List.of("un", "unit", "string", "", "unit"), selected(predicate("IS_NOT_NULL")));
    }

    @Test
    void whatSparkEvaluates() {
        assertNull(Condition.of(predicate(">", text("unit"))));
        assertNull(Condition.of(predicate("=", text(null))));
        assertNull(Condition.of(predicate("=", new LiteralValue<>(5, DataTypes.IntegerType))));
        assertNull(Condition.of(new Predicate("=", new Expression[] {text("a"), text("b")})));
    }
}
