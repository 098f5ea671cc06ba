package org.example.shaded;

import dev.unitstr.BufferStrings;
import dev.unitstr.UnitCharsets;
import dev.unitstr.UnitStr;
import java.nio.ByteBuffer;

/** A program that keeps unitstr in its own jar, under its own package. */
public final class Main {
    private Main() {}

    public static void main(String... args) {
        String text = "long enough for a call of native code: \u4E2D\u6587 \uD83D\uDE00 ".repeat(10);
        ByteBuffer memory = BufferStrings.allocateFrom(ByteBuffer::allocateDirect, text, UnitCharsets.UTF_16);
        String back = BufferStrings.getString(memory, 0, text.length(), UnitCharsets.UTF_16);
        System.out.println(
                UnitStr.class.getName() + ", binding " + UnitStr.binding() + ", the same " + back.equals(text));
    }
}
