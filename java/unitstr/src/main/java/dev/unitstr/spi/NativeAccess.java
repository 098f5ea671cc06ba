package dev.unitstr.spi;

import dev.unitstr.internal.Bindings;

/** The option of the {@code java} command that allows native access, for messages. */
public final class NativeAccess {
    private NativeAccess() {}

    /**
     * The option that lets a class make restricted calls.
     *
     * @param caller the class
     * @return {@code --enable-native-access=} with the name of its module, or with {@code ALL-UNNAMED}
     */
    public static String flag(Class<?> caller) {
        Module module = caller.getModule();
        return "--enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
    }

    /**
     * The option that lets the best binding of this JVM work.
     *
     * @return {@code --enable-native-access=} with the name of one module, or with {@code ALL-UNNAMED}
     */
    public static String flag() {
        return Bindings.flag();
    }
}
