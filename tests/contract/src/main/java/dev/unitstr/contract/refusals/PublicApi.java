package dev.unitstr.contract.refusals;

import dev.unitstr.contract.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The public types of an artifact, and what their documentation says. */
public final class PublicApi {
    private static final String CONSTRUCTOR = "<init>";
    private static final Pattern DOCUMENTATION = Pattern.compile("/\\*\\*(.*?)\\*/\\s*([^;{]*)", Pattern.DOTALL);

    private static final Map<Class<?>, List<Documented>> DOCUMENTED = new ConcurrentHashMap<>();

    private PublicApi() {}

    private record Documented(String comment, String declaration) {}

    /** A method, with all of its overloads. */
    record Member(Class<?> type, String name) {
        /** Tests whether the type or one of the overloads documents an exception. */
        boolean documents(Class<?> exception) {
            Class<?> outer = type;
            while (outer.getEnclosingClass() != null) {
                outer = outer.getEnclosingClass();
            }
            String simple = name.equals(CONSTRUCTOR) ? type.getSimpleName() : name;
            Pattern declares = Pattern.compile("(class|interface|record|enum) |\\b" + simple + "(\\(| $)");
            Pattern names = Pattern.compile("\\b(" + names(exception) + ")\\b");
            return DOCUMENTED.computeIfAbsent(outer, PublicApi::documentation).stream()
                    .filter(each -> declares.matcher(each.declaration()).find())
                    .anyMatch(each -> names.matcher(each.comment()).find());
        }

        /** Returns the names of an exception and of those that it extends. */
        private static String names(Class<?> exception) {
            Class<?> parent = exception.getSuperclass();
            boolean isBroad = parent == Exception.class || parent == RuntimeException.class;
            return exception.getSimpleName() + (isBroad ? "" : "|" + names(parent));
        }

        @Override
        public String toString() {
            return type.getSimpleName() + "." + name;
        }
    }

    private static List<Documented> documentation(Class<?> type) {
        return DOCUMENTATION
                .matcher(source(type))
                .results()
                .map(each -> new Documented(each.group(1), each.group(2)))
                .toList();
    }

    private static String source(Class<?> type) {
        String file = "src/main/java/" + type.getName().replace('.', '/') + ".java";
        try (Stream<Path> modules = Files.list(Checkout.root().resolve("java"))) {
            Path found = modules.map(each -> each.resolve(file))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            return Files.readString(found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the public types of the artifact that holds a class. */
    static List<Class<?>> types(Class<?> one) {
        Path code = Checkout.codeOf(one);
        try {
            if (Files.isDirectory(code)) {
                return types(code);
            }
            try (FileSystem jar = FileSystems.newFileSystem(code)) {
                return types(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Class<?>> types(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<Class<?>> types = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                if (name.matches("dev/unitstr/.*[^/]*(?<!-info)\\.class") && !name.contains("/internal/")) {
                    Class<?> type = load(name.replaceFirst("\\.class$", "").replace('/', '.'));
                    if (isPublic(type)) {
                        types.add(type);
                    }
                }
            }
            return types;
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicApi.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }

    /** Returns the methods and constructors of a type that have parameters. */
    static List<Executable> declared(Class<?> type) {
        Stream<Executable> all =
                Stream.concat(Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()));
        return all.filter(each -> Modifier.isPublic(each.getModifiers()))
                .filter(each -> each.getParameterCount() > 0 && !each.isSynthetic())
                .filter(each -> !each.getName().equals("equals"))
                .filter(each -> !type.isEnum() || !each.getName().equals("valueOf"))
                .toList();
    }

    static String name(Executable one) {
        return one instanceof Constructor ? CONSTRUCTOR : one.getName();
    }

    /** Returns the methods with parameters that no call called, as {@code Type.method}. */
    static Set<String> uncalled(Class<?> artifact, List<Member> called) {
        Set<String> names = new TreeSet<>();
        for (Class<?> type : types(artifact)) {
            for (Executable each : declared(type)) {
                if (!called.contains(new Member(type, name(each)))) {
                    names.add(type.getSimpleName() + "." + name(each));
                }
            }
        }
        return names;
    }

    /** Returns what a table called: the frame of the exception that is next to the table's, as the API declares it. */
    static List<Member> called(Throwable thrown, Class<?> call) {
        StackTraceElement next = null;
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (isTable(frame.getClassName())) {
                break;
            }
            next = frame;
        }
        if (next == null) {
            return List.of();
        }
        Set<Class<?>> types = new LinkedHashSet<>();
        collect(load(next.getClassName(), call.getClassLoader()), types);
        List<Member> members = new ArrayList<>();
        for (Class<?> type : types) {
            for (Executable each : declared(type)) {
                Member member = new Member(type, name(each));
                if (member.name().equals(next.getMethodName()) && !members.contains(member)) {
                    members.add(member);
                }
            }
        }
        return members;
    }

    static boolean isTable(String className) {
        return className.matches("dev\\.unitstr\\.contract\\..*Refusals(\\$.*)?");
    }

    private static Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** Collects the public types that a class is, without those of the JDK. */
    private static void collect(Class<?> type, Set<Class<?>> types) {
        if (type == null || !type.getName().startsWith("dev.unitstr.")) {
            return;
        }
        if (isPublic(type) && !type.getPackageName().contains(".internal")) {
            types.add(type);
        }
        collect(type.getSuperclass(), types);
        for (Class<?> each : type.getInterfaces()) {
            collect(each, types);
        }
    }
}
