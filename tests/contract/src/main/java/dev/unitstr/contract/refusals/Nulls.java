package dev.unitstr.contract.refusals;

import dev.unitstr.contract.Run;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Calls each method of the public API with null for each argument in turn: it throws the argument's name. */
public final class Nulls {
    private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]*(\\[0\\]| is null: .*)?");

    private final Map<Class<?>, Object> samples;
    private final List<String> complaints = new ArrayList<>();
    private final Set<String> takenNulls = new TreeSet<>();
    private final Set<String> missing = new TreeSet<>();

    /**
     * Creates the calls.
     *
     * @param samples an argument of each type, and an object to call methods of it
     */
    public Nulls(Map<Class<?>, Object> samples) {
        this.samples = samples;
    }

    public void call(Class<?> artifact) {
        for (Class<?> type : PublicApi.types(artifact)) {
            if (!Throwable.class.isAssignableFrom(type)) {
                PublicApi.declared(type).stream()
                        .filter(each -> !each.getName().equals("main"))
                        .forEach(this::call);
            }
        }
    }

    /** What was wrong. */
    public List<String> complaints() {
        return complaints;
    }

    /** The methods that were content with a null. */
    public Set<String> takenNulls() {
        return takenNulls;
    }

    /** The types of which there is no sample. */
    public Set<String> missing() {
        return missing;
    }

    private void call(Executable method) {
        Class<?>[] types = method.getParameterTypes();
        boolean isStatic = Modifier.isStatic(method.getModifiers()) || method instanceof Constructor;
        Object receiver = isStatic ? null : sample(method.getDeclaringClass());
        Object[] args = Arrays.stream(types).map(this::sample).toArray();
        if (!isStatic && receiver == null || Arrays.asList(args).contains(null)) {
            return;
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            if (!types[i].isPrimitive()) {
                Object[] wrong = args.clone();
                wrong[i] = null;
                call(method, receiver, wrong, i, names);
            }
        }
    }

    private void call(Executable method, Object receiver, Object[] args, int at, List<String> names) {
        String call = method.getDeclaringClass().getSimpleName() + "." + PublicApi.name(method);
        Throwable thrown;
        try {
            invoke(method, receiver, args);
            takenNulls.add(call);
            return;
        } catch (Throwable e) {
            thrown = e;
        }
        String name = thrown.getMessage();
        if (thrown instanceof UnsupportedOperationException && name.contains(Run.NEEDS_NATIVE)) {
            return; // plain Java says so before it looks at the arguments
        }
        if (!(thrown instanceof NullPointerException)
                || name == null
                || !NAME.matcher(name).matches()
                || names.contains(name)) {
            complaints.add(call + Arrays.toString(method.getParameterTypes()) + ", argument " + at + ": " + thrown);
        }
        names.add(name);
    }

    private static void invoke(Executable method, Object receiver, Object[] args) throws Throwable {
        try {
            if (method instanceof Constructor<?> constructor) {
                constructor.newInstance(args);
            } else {
                ((Method) method).invoke(receiver, args);
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Object sample(Class<?> type) {
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0); // zero
        }
        Object sample = samples.get(type);
        if (sample == null) {
            missing.add(type.getSimpleName());
        }
        return sample;
    }
}
