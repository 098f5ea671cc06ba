package dev.unitstr.internal.library;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The option of the {@code java} command that enables native access, for messages. */
public final class NativeAccess {
    private static final Map<String, Boolean> FIRST = new ConcurrentHashMap<>();

    private NativeAccess() {}

    /**
     * Tests whether the module of a class may call restricted methods without a warning. Stores the first result for
     * each module, because the JVM enables a module itself when it prints the warning: only a result from before the
     * first restricted call shows whether the option was given.
     *
     * @param caller the class
     * @return true if native access was enabled; empty if this JVM does not restrict it
     */
    public static Optional<Boolean> wasEnabled(Class<?> caller) {
        Module module = caller.getModule();
        try {
            Method method = Module.class.getMethod("isNativeAccessEnabled");
            Boolean enabled = (Boolean) method.invoke(module);
            Boolean first = FIRST.putIfAbsent(name(module), enabled);
            return Optional.of(first != null ? first : enabled);
        } catch (ReflectiveOperationException e) { // before JDK 22
            return Optional.empty();
        }
    }

    /**
     * Returns the option that lets a class call restricted methods.
     *
     * @param caller the class
     * @return {@code --enable-native-access=} with the name of the module, or with {@code ALL-UNNAMED}
     */
    public static String flag(Class<?> caller) {
        return "--enable-native-access=" + name(caller.getModule());
    }

    private static String name(Module module) {
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }
}
