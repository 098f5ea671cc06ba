package dev.unitstr.ffm.internal.text;

import dev.unitstr.ffm.internal.binding.FfmBinding;
import dev.unitstr.internal.text.RegionStrings;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the binding for the classes of this jar. {@link RegionStrings#chosen()} does not suffice if a parent class
 * loader loads {@code dev.unitstr}: it cannot see this jar.
 */
public final class ChosenStrings {
    private ChosenStrings() {}

    /**
     * Returns the operations for the binding of this JVM, or of this class loader.
     *
     * @return the same object each time
     * @throws IllegalStateException if a binding is forced that does not work; thrown by each call
     */
    public static RegionStrings chosen() {
        RegionStrings chosen = Once.STRINGS;
        return chosen != null ? chosen : RegionStrings.chosen(new FfmBinding());
    }

    /**
     * Returns what {@link #chosen} returns.
     *
     * @return the same object each time, or null if {@link #chosen} throws
     */
    public static @Nullable RegionStrings orNull() {
        return Once.STRINGS;
    }

    /**
     * Tests whether {@link FastPath} can be used. The compiler takes the result for a constant.
     *
     * @return true if the binding was chosen and is {@link FfmBinding}
     */
    public static boolean isDirect() {
        return Once.DIRECT;
    }

    private static final class Once {
        static final @Nullable RegionStrings STRINGS = choose();
        static final boolean DIRECT = STRINGS != null && STRINGS.binding() instanceof FfmBinding;

        private static @Nullable RegionStrings choose() {
            try {
                return RegionStrings.chosen(new FfmBinding());
            } catch (IllegalStateException e) {
                return null; // chosen() throws the reason at each call; a failed initialiser would throw it only once
            }
        }
    }
}
