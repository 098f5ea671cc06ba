package dev.unitstr.internal.library;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The option of the {@code java} command that allows native access, for messages. */
public final class NativeAccess {
    private static final Map<String, Boolean> FIRST = new ConcurrentHashMap<>();

    private NativeAccess() {}

    /**
     * Whether a class's module may make restricted calls without a warning. The first answer for a module is kept and
     * given again, as the JVM enables a module by itself when it warns of it: only an answer from before the first
     * restricted call tells whether the option was there.
     *
     * @param caller the class
     * @return whether native access was enabled; empty if this JVM does not restrict it
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
     * The option that lets a class make restricted calls.
     *
     * @param caller the class
     * @return {@code --enable-native-access=} with the name of its module, or with {@code ALL-UNNAMED}
     */
    public static String flag(Class<?> caller) {
        return "--enable-native-access=" + name(caller.getModule());
    }

    private static String name(Module module) {
        return module.isNamed() ? module.getName() : "ALL-UNNAMED";
    }
}
