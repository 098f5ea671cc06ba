package dev.unitstr.contract;

import dev.unitstr.UnitStr;
import java.nio.charset.Charset;
import java.util.List;
import java.util.SplittableRandom;

/** Reads and writes of all kinds, while the garbage collector has work: prints that all was right, or throws. */
final class JvmOptionsProbe {
    private static final int ROUNDS = 300;
    private static final int LONG = 100_000;
    private static final int GARBAGE = 1 << 20;

    private static volatile Object garbage;

    private JvmOptionsProbe() {}

    public static void main(String[] args) {
        List<? extends MemoryKind> kinds = Kinds.HERE.memory();
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < ROUNDS; i++) {
            Memory memory = kinds.get(i % kinds.size()).allocate(1024);
            Charset charset = Charsets.OURS.get(random.nextInt(Charsets.OURS.size()));
            Reads.check(memory, random.nextInt(64), Encoded.next(random, charset, 100), charset);
            String text = Texts.next(random, 100);
            Writes.check(memory, Writes.BORDER, text, 0, text.length(), charset);
            garbage = new byte[random.nextInt(GARBAGE)];
        }
        String text = "a\u20ac".repeat(LONG / 2);
        for (MemoryKind kind : kinds) {
            for (Charset charset : Charsets.OURS) {
                byte[] bytes = Oracle.encode(text, charset);
                Reads.check(kind.allocate(bytes.length + 8), 3, bytes, charset);
            }
        }
        System.out.println(UnitStr.binding() + ": all right");
    }
}
