package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code abi/java.txt}: every public type, method, constructor and constant of the jars, so that a review sees what a
 * change adds, removes or renames. {@code -Dunitstr.update=true} writes it anew, from the classes.
 * With the reports, because these are read on JDK 25, which loads all of the jars.
 */
@Tag("reports")
class SurfaceTest {
    /** A public class of each jar. */
    private static final List<String> JARS =
            List.of("dev.unitstr.UnitStr", "dev.unitstr.tvm.Value", "dev.unitstr.ffm.SegmentStrings");

    /** The maximum numbers of public methods: of the classes that users meet first, and of all jars together. */
    private static final Map<String, Integer> LIMITS = Map.of(
            "dev.unitstr.BufferStrings", 55,
            "dev.unitstr.BufferCStrings", 20,
            "dev.unitstr.ffm.SegmentStrings", 55);

    private static final int MOST = 720;

    private static final Path FILE = Checkout.ROOT.resolve("abi/java.txt");

    /** What every class has, and what the compiler writes into an enum: with the number of parameters. */
    private static final Set<String> IMPLIED = Set.of("equals 1", "hashCode 0", "toString 0");

    private static final Set<String> IN_ENUMS = Set.of("values 0", "valueOf 1");

    @Test
    void theListIsWhatTheJarsExport() throws Exception {
        StringBuilder text = new StringBuilder();
        int types = 0;
        int methods = 0;
        for (String jar : JARS) {
            for (Class<?> type : exported(jar)) {
                types++;
                List<String> members = members(type);
                methods += methods(members);
                text.append('\n').append(header(type)).append('\n');
                members.forEach(member -> text.append("    ").append(member).append('\n'));
            }
        }
        String list = """
                # Written by SurfaceTest with -Dunitstr.update=true: what the jars export. %d types, %d methods.
                # Not listed: equals, hashCode and toString; values and valueOf of enums.
                %s""".formatted(types, methods, text);
        if (Boolean.getBoolean("unitstr.update")) {
            Files.writeString(FILE, list);
        }
        assertEquals(
                Files.readString(FILE),
                list,
                "abi/java.txt is not what the jars export; -Dunitstr.update=true writes it");
    }

    /** A method more is a decision: raise a limit only with a reason, and look for a method that can go. */
    @Test
    void thereAreFewMethods() throws Exception {
        int all = 0;
        for (String jar : JARS) {
            for (Class<?> type : exported(jar)) {
                int methods = methods(members(type));
                int limit = LIMITS.getOrDefault(type.getName(), MOST);
                assertTrue(methods <= limit, () -> type.getName() + ": " + methods + " public methods");
                all += methods;
            }
        }
        assertEquals(MOST, all, "public methods");
    }

    private static int methods(List<String> members) {
        return (int) members.stream()
                .filter(member -> member.contains("(") && !member.startsWith("new "))
                .count();
    }

    /** Returns the public types in the packages that the module of a class exports to everyone, by name. */
    private static List<Class<?>> exported(String anchor)
            throws IOException, ReflectiveOperationException, URISyntaxException {
        Path place = Path.of(Class.forName(anchor)
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        ModuleReference module = ModuleFinder.of(place).findAll().iterator().next();
        Set<String> packages = module.descriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
        List<Class<?>> types = new ArrayList<>();
        try (ModuleReader reader = module.open();
                Stream<String> names = reader.list()) {
            for (String name : names.filter(name -> name.endsWith(".class") && !name.contains("-info"))
                    .toList()) {
                Class<?> type = Class.forName(
                        name.substring(0, name.length() - 6).replace('/', '.'),
                        false,
                        SurfaceTest.class.getClassLoader());
                if (packages.contains(type.getPackageName()) && isPublic(type)) {
                    types.add(type);
                }
            }
        }
        types.sort(Comparator.comparing(Class::getName));
        return types;
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isPublic(type.getEnclosingClass()));
    }

    private static String header(Class<?> type) {
        String kind = type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        String modifiers = type.isInterface() || type.isEnum() || type.isRecord()
                ? ""
                : Modifier.toString(type.getModifiers() & (Modifier.ABSTRACT | Modifier.FINAL));
        List<String> above = new ArrayList<>();
        if (type.getSuperclass() != null
                && !Set.of(Object.class, Enum.class, Record.class).contains(type.getSuperclass())) {
            above.add(text(type.getAnnotatedSuperclass()));
        }
        Arrays.stream(type.getAnnotatedInterfaces()).map(SurfaceTest::text).forEach(above::add);
        String parameters = Arrays.toString(type.getTypeParameters())
                .replace("[]", "")
                .replace('[', '<')
                .replace(']', '>');
        return Stream.of(
                        type.isSealed() ? "sealed" : "",
                        modifiers,
                        kind,
                        type.getName() + parameters,
                        above.isEmpty() ? "" : ": " + String.join(", ", above))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.joining(" "));
    }

    private static List<String> members(Class<?> type) {
        TreeMap<String, String> members = new TreeMap<>(); // constants, then constructors, then methods
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers())) {
                members.put(
                        "0" + field.getName(),
                        field.isEnumConstant()
                                ? field.getName()
                                : "static " + field.getName() + ": " + text(field.getAnnotatedType()));
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isOpen(constructor)) {
                members.put("1" + parameters(constructor), "new " + type.getSimpleName() + parameters(constructor));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isOpen(method) && !isImplied(method)) {
                String signature = method.getName() + parameters(method);
                members.put(
                        "2" + signature,
                        Modifier.toString(method.getModifiers() & (Modifier.STATIC | Modifier.PROTECTED))
                                        .concat(" ")
                                        .stripLeading()
                                + (method.isDefault() ? "default " : "") + signature + ": "
                                + text(method.getAnnotatedReturnType()));
            }
        }
        return List.copyOf(members.values());
    }

    private static boolean isImplied(Method method) {
        String call = method.getName() + " " + method.getParameterCount();
        return IMPLIED.contains(call) || method.getDeclaringClass().isEnum() && IN_ENUMS.contains(call);
    }

    private static boolean isOpen(Executable method) {
        return (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0 && !method.isSynthetic();
    }

    private static String parameters(Executable method) {
        String types = Arrays.stream(method.getAnnotatedParameterTypes())
                .map(SurfaceTest::text)
                .collect(Collectors.joining(", "));
        String thrown = Arrays.stream(method.getGenericExceptionTypes())
                .map(Type::getTypeName)
                .map(SurfaceTest::unqualified)
                .collect(Collectors.joining(", "));
        return "(" + types + ")" + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String text(AnnotatedType type) {
        return unqualified(type.toString().replace("()", ""));
    }

    /** Packages are left out: no two types here have the same simple name. */
    private static String unqualified(String names) {
        return names.replaceAll("\\b(?:[a-z_]\\w*\\.)+(?=[A-Z@])", "");
    }
}
