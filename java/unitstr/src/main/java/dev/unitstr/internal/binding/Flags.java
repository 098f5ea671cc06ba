package dev.unitstr.internal.binding;

/** Options of an operation of a {@link Binding}, as in {@code unitstr.h} ({@code USTR_FLAG_*}). */
public final class Flags {
    /** Policy: malformed text becomes what the JDK puts in its place. */
    public static final int REPLACE = 0;
    /** Policy: malformed text ends the operation. */
    public static final int REPORT = 1;
    /** The bits that hold the policy. */
    public static final int POLICY_MASK = 0xF;
    /** The source goes on after this piece: an unfinished sequence at its end is left alone. */
    public static final int MORE = 0x100;
    /** This piece is not the first: no byte order mark is looked for or written. */
    public static final int CONTINUED = 0x200;
    /** Decode into chars even if Latin-1 would do. */
    public static final int CHARS = 0x400;
    /** Each text of a batch ends before its first zero unit, if it has one. */
    public static final int TERMINATED = 0x800;

    private Flags() {}
}
