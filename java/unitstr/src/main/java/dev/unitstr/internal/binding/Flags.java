package dev.unitstr.internal.binding;

/** Options of the operations of a {@link Binding}, as in {@code unitstr.h} ({@code USTR_FLAG_*}). */
public final class Flags {
    /** Policy: malformed text is replaced as the JDK does. */
    public static final int REPLACE = 0;
    /** Policy: malformed text ends the operation with an error status. */
    public static final int REPORT = 1;
    /** The bits that hold the policy. */
    public static final int POLICY_MASK = 0xF;
    /** More source follows this piece: an incomplete sequence at the end is not consumed. */
    public static final int MORE = 0x100;
    /** This piece is not the first: a byte order mark is neither detected nor written. */
    public static final int CONTINUED = 0x200;
    /** Decode into chars even if Latin-1 would suffice. */
    public static final int CHARS = 0x400;
    /** Each text of a batch ends before its first zero unit, if it has one. */
    public static final int TERMINATED = 0x80;

    private Flags() {}
}
