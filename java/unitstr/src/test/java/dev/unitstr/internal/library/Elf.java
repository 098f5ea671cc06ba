package dev.unitstr.internal.library;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Headers of shared objects, right and wrong. */
public final class Elf {
    public static final int X86_64 = 62;
    public static final int AARCH_64 = 183;

    private Elf() {}

    /** A header and nothing else: nothing speaks against trying it. */
    public static byte[] library(int marker) {
        byte[] bytes = header(2, 1, X86_64, 64, 0);
        bytes[63] = (byte) marker; // e_shstrndx: tells one content from another
        return bytes;
    }

    public static byte[] header(int bits, int data, int machine, long sectionHeaders, int sections) {
        ByteBuffer header = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        header.put(new byte[] {0x7F, 'E', 'L', 'F', (byte) bits, (byte) data, 1});
        header.putShort(16, (short) 3).putShort(18, (short) machine).putLong(40, sectionHeaders);
        header.putShort(52, (short) 64).putShort(58, (short) 64).putShort(60, (short) sections);
        return header.array();
    }
}
