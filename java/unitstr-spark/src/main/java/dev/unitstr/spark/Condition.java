package dev.unitstr.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * A condition on a column, which is evaluated on the encoded text. It gives exactly Spark's result for rows: a null
 * satisfies no condition.
 *
 * @param column the name of the column
 * @param test the comparison
 * @param texts the texts to compare with
 */
record Condition(String column, Test test, Set<UTF8String> texts) implements Serializable {
    /** Comparisons. */
    enum Test {
        /** Equal to one of the texts. */
        IN,
        /** Begins with the only text. */
        STARTS_WITH,
        /** Any string. */
        IS_NOT_NULL
    }

    /** Returns the condition, or null if Spark must evaluate it. */
    static @Nullable Condition of(Predicate predicate) {
        Expression[] operands = predicate.children();
        if (operands.length == 0
                || !(operands[0] instanceof NamedReference reference)
                || reference.fieldNames().length != 1) {
            return null;
        }
        Test test;
        switch (predicate.name()) {
            case "=", "<=>", "IN" -> test = Test.IN;
            case "STARTS_WITH" -> test = Test.STARTS_WITH;
            case "IS_NOT_NULL" -> test = Test.IS_NOT_NULL;
            default -> {
                return null;
            }
        }
        Set<UTF8String> texts = new HashSet<>();
        for (Expression operand : List.of(operands).subList(1, operands.length)) {
            // A type with a collation is another type, with another equality.
            if (!(operand instanceof Literal<?> literal) || !DataTypes.StringType.equals(literal.dataType())) {
                return null;
            }
            if (literal.value() instanceof UTF8String text) {
                texts.add(text);
            } else if (!predicate.name().equals("IN")) { // null; in a list, it equals no string
                return null;
            }
        }
        return new Condition(reference.fieldNames()[0], test, texts);
    }

    /**
     * Moves the rows that satisfy the condition to the front.
     *
     * @param tested the column of this condition
     * @param columns all columns
     * @param rows the number of rows
     * @return the number of rows that satisfy it
     */
    int select(StringVector tested, StringVector[] columns, int rows) {
        UTF8String[] list = texts.toArray(UTF8String[]::new);
        int selected = 0;
        for (int row = 0; row < rows; row++) {
            if (!tested.isNullAt(row) && isTrue(tested, row, list)) {
                for (StringVector column : columns) {
                    column.move(row, selected);
                }
                selected++;
            }
        }
        return selected;
    }

    private boolean isTrue(StringVector tested, int row, UTF8String[] list) {
        return switch (test) {
            case IS_NOT_NULL -> true;
            case STARTS_WITH ->
                tested.byteLengths[row] >= list[0].numBytes()
                        && tested.getUTF8String(row).startsWith(list[0]);
            case IN ->
                list.length == 1
                        ? tested.byteLengths[row] == list[0].numBytes()
                                && tested.getUTF8String(row).equals(list[0])
                        : texts.contains(tested.getUTF8String(row));
        };
    }

    /** Returns the columns of the conditions that are not among those of the output. */
    static String[] columns(String[] output, Condition[] conditions) {
        Set<String> all = new LinkedHashSet<>(Arrays.asList(output));
        for (Condition condition : conditions) {
            all.add(condition.column);
        }
        return all.toArray(String[]::new);
    }
}
