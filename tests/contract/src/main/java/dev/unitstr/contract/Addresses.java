package dev.unitstr.contract;

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/** Addresses as a caller of an old binding has them. */
public final class Addresses {
    private static final Field ADDRESS;

    static {
        try {
            ADDRESS = Buffer.class.getDeclaredField("address");
            ADDRESS.setAccessible(true); // the build opens java.nio for this
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no address in java.nio.Buffer", e);
        }
    }

    private Addresses() {}

    /** Returns the address of index 0 of a direct buffer. */
    public static long of(ByteBuffer direct) {
        if (!direct.isDirect()) {
            throw new AssertionError("a heap buffer has no address");
        }
        try {
            return ADDRESS.getLong(direct);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
