package dev.unitstr.bench.tensor;

import dev.unitstr.tensor.StringKind;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.tensor.Trust;
import java.util.Locale;
import java.util.Set;

/** How the strings of a tensor lie in memory: a layout and, where that has several, the kind of elements. */
public enum Form {
    /** TensorFlow's, the strings inside of the elements. */
    TF24_SMALL,
    /** TensorFlow's, each string in a block of its own. */
    TF24_LARGE,
    /** TensorFlow's, all strings behind the table, by distances. */
    TF24_OFFSET,
    /** TensorFlow's, all strings behind the table, by addresses. */
    TF24_VIEW,
    /** TensorFlow's, all of the above. */
    TF24_MIXED,
    /** What TensorFlow had before. */
    LEGACY,
    /** TFLite's. */
    TFLITE;

    /** Who knows elements of TensorFlow only, and what they do with them. */
    private static final Set<String> READERS =
            Set.of("javacpp", "tensorflow", "calls", "critical", "pack", "newstring");

    /**
     * A form by its name.
     *
     * @param name what {@link #toString} gives
     * @return the form
     */
    public static Form of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @Override
    public String toString() {
        return name().replace('_', '-');
    }

    /**
     * The layout of it.
     *
     * @return a layout of this machine
     */
    public TensorLayout layout() {
        return switch (this) {
            case LEGACY -> TensorLayout.TF_LEGACY;
            case TFLITE -> TensorLayout.TFLITE;
            default -> TensorLayout.TF24;
        };
    }

    /**
     * What it is written as.
     *
     * @return the kind of elements
     */
    public StringKind kind() {
        return switch (this) {
            case TF24_VIEW -> StringKind.VIEW;
            case TF24_OFFSET -> StringKind.OFFSET;
            case LEGACY, TFLITE -> StringKind.PLAIN;
            default -> throw new UnsupportedOperationException(this + " is not written by Java");
        };
    }

    /**
     * Whether its elements hold addresses.
     *
     * @return so
     */
    public boolean hasAddresses() {
        return this == TF24_LARGE || this == TF24_VIEW || this == TF24_MIXED;
    }

    /**
     * What is needed to read it.
     *
     * @return as little as that
     */
    public Trust trust() {
        return hasAddresses() ? Trust.TRUSTED_POINTERS_CHECKED : Trust.UNTRUSTED_BUFFER;
    }

    /**
     * Whether somebody does this at all.
     *
     * @param direction what
     * @param who a binding of unitstr or another contender
     * @param inBuffers whether it is in byte buffers, not in segments
     * @return so
     */
    public boolean isPossible(String direction, String who, boolean inBuffers) {
        boolean elements = layout() == TensorLayout.TF24;
        boolean written = this == TF24_OFFSET || this == TF24_VIEW && !inBuffers || !elements;
        if (direction.equals("encode") && !written) {
            return false;
        }
        return switch (who) {
            case "java" -> !hasAddresses();
            case "plain" -> !inBuffers || !hasAddresses();
            case "copies" -> elements && direction.equals("encode") && !inBuffers;
            case "pack", "newstring" ->
                elements && direction.equals("decode") && (who.equals("newstring") || !inBuffers);
            case "unitstr-parallel" -> direction.equals("decode") && !inBuffers;
            default -> !READERS.contains(who) || elements && !direction.equals("encode") && !inBuffers;
        };
    }
}
