package dev.unitstr.internal.tensor;

import dev.unitstr.tensor.TensorFormatException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Copies the bytes of strings without decoding them. */
final class TensorContents {
    private TensorContents() {}

    /** Copies all strings. */
    static void copy(TensorReader reader, byte[][] dst) {
        reader.open();
        BulkReader natives = new BulkReader(reader);
        TensorBudget budget = new TensorBudget(reader);
        @Nullable Elements elements = null;
        for (int at = 0; at < dst.length; ) {
            int n = Math.min(dst.length - at, Elements.MOST);
            int done = natives.copy(at, n, dst, budget);
            if (done == 0) {
                elements = elements == null ? Elements.forAtMost(dst.length) : elements;
                done = copySome(reader, at, n, elements, dst, budget);
            }
            at += done;
        }
    }

    private static int copySome(
            TensorReader reader, int first, int n, Elements elements, byte[][] dst, TensorBudget budget) {
        int good = budget.read(first, n, elements);
        for (int i = 0; i < good; i++) {
            dst[first + i] = new byte[(int) elements.bytes[i]];
            reader.copy(elements, i, dst[first + i]);
        }
        if (elements.error != null) {
            throw elements.error;
        }
        return n;
    }

    static boolean equal(TensorReader one, TensorReader other) {
        one.open();
        other.open();
        if (one.count != other.count) {
            return false;
        }
        TensorBudget myBudget = new TensorBudget(one);
        TensorBudget theirBudget = new TensorBudget(other);
        Elements mine = Elements.forAtMost(one.count);
        Elements theirs = Elements.forAtMost(one.count);
        byte[] left = {};
        byte[] right = {};
        for (long at = 0; at < one.count; at += Elements.MOST) {
            int n = (int) Math.min(one.count - at, Elements.MOST);
            int good = Math.min(myBudget.read(at, n, mine), theirBudget.read(at, n, theirs));
            for (int i = 0; i < good; i++) {
                int size = (int) mine.bytes[i];
                if (size != theirs.bytes[i]) {
                    return false;
                }
                if (size > left.length) {
                    left = new byte[size];
                    right = new byte[size];
                }
                one.copy(mine, i, left);
                other.copy(theirs, i, right);
                if (!Arrays.equals(left, 0, size, right, 0, size)) {
                    return false;
                }
            }
            if (good < n) {
                throw firstOf(mine.error, theirs.error);
            }
        }
        return true;
    }

    private static TensorFormatException firstOf(
            @Nullable TensorFormatException one, @Nullable TensorFormatException other) {
        if (one == null || other != null && other.index() < one.index()) {
            return Objects.requireNonNull(other);
        }
        return one;
    }
}
