package dev.unitstr.bench;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** The internal classes of unitstr that convert short texts in Java, for the calibration. */
public final class Routes {
    private Routes() {}

    /**
     * Returns a static method that is not public.
     *
     * @param type the name of the class
     * @param name the name of the method
     * @param parameters the types of its parameters
     * @return a handle, which the compiler inlines if it is a constant
     */
    public static MethodHandle method(String type, String name, Class<?>... parameters) {
        try {
            Method method = Class.forName(type).getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a threshold by its class and name, such as {@code ReadRoute.ASCII}. */
    static int threshold(String constant) {
        String[] names = constant.split("\\.");
        try {
            Field field = Class.forName("dev.unitstr.internal.text." + names[0]).getDeclaredField(names[1]);
            field.setAccessible(true);
            return field.getInt(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
