package dev.unitstr.bench;

import java.nio.charset.Charset;

/** What the compiler takes for constants, once the cell of this JVM is known: initialised late, by the set-up. */
public final class Fixed {
    /** The charset of this cell. */
    public static final Charset CHARSET = Prepared.contender().charset();

    /** Who converts in this cell. */
    public static final Contender CONTENDER = Prepared.contender();

    private Fixed() {}
}
