package dev.unitstr.drift;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Which rooms of the Java modules may use which: the arrows that ARCHITECTURE.md draws.
 *
 * <p>A room is an internal package, or one of the two halves of a public one: <em>operations</em>, which call the engines
 * and which no engine knows, and <em>types</em> (interfaces, enums, records, exceptions), which the engines take and
 * return. {@code unitstr-ffm} has the same rooms over memory segments, here with the prefix {@code ffm:}. The rooms of values
 * and of TVM are the module {@code unitstr-tvm}, on which {@code unitstr} does not depend.
 */
class ArrowsTest {
    private static final String ROOT = "dev.unitstr";

    /** The classes of the public packages that are operations, and what only they use. */
    private static final Set<String> OPERATIONS = Set.of(
            "BufferStrings",
            "UnitStr",
            "Doctor",
            "SelfTest",
            "StringTensors",
            "SegmentStrings",
            "BufferCStrings",
            "SegmentCStrings",
            "SegmentSpans",
            "ArrowExport",
            "SegmentColumns",
            "SegmentTensors",
            "SegmentTexts",
            "SegmentValues",
            "StringCalls",
            "StringField",
            "StringParameter",
            "StringResult",
            "CallText",
            "CallTexts",
            "LayoutField",
            "TextParameter",
            "TextResult");

    /** The packages that each package may use. */
    private static final Map<String, Set<String>> ARROWS = Map.ofEntries(
            entry("operations", Set.of("types", "text", "binding", "library", "memory")),
            entry("columns operations", Set.of("columns types", "types", "columns", "text", "memory")),
            entry("tensor operations", Set.of("tensor types", "types", "tensor", "memory")),
            entry("values operations", Set.of("values types", "tvm types", "types", "values", "text")),
            entry("columns", Set.of("columns types", "types", "text", "binding", "memory")),
            entry("tensor", Set.of("tensor types", "types", "text", "binding", "memory")),
            entry("values", Set.of("values types", "tvm types", "types", "text", "binding", "memory")),
            entry("text", Set.of("types", "binding", "memory")),
            entry("binding", Set.of("types", "library", "memory")),
            entry("library", Set.of("types")),
            entry("memory", Set.of()),
            entry("values types", Set.of("tvm types", "types")),
            entry("tvm types", Set.of("types")),
            entry("columns types", Set.of("types")),
            entry("tensor types", Set.of("types")),
            entry("types", Set.of()));

    /**
     * The tolerated circles: a public type with a static factory, and the rooms of the class that it makes and of the
     * memory that it wraps; and memory at an address, whose methods are operations.
     */
    private static final Map<String, Set<String>> FACTORIES = Map.ofEntries(
            entry("LengthPrefix", Set.of("text")), // makes nothing: the engine knows the largest length
            entry("ListEnd", Set.of("text")),
            entry("NativeMemory", Set.of("text", "memory")),
            entry("StringCache", Set.of("text")),
            entry("StringSpans", Set.of("text", "memory")),
            entry("TextDecoder", Set.of("text")),
            entry("TextEncoder", Set.of("text")),
            entry("TextIndex", Set.of("text")),
            entry("TextView", Set.of("text")),
            entry("Ucs4String", Set.of("text")),
            entry(
                    "UnitCharsets",
                    Set.of("binding")), // makes nothing: looks up the size of a unit in the list of encodings
            entry("columns.ArrowBatch", Set.of("columns")),
            entry("columns.ArrowStream", Set.of("columns")),
            entry("columns.StringColumn", Set.of("columns")),
            entry("columns.StringColumnBuilder", Set.of("columns")),
            entry("tensor.MutableStringTensor", Set.of("tensor")),
            entry("tensor.StringOwner", Set.of("tensor")),
            entry("tensor.StringTensor", Set.of("tensor")),
            entry("tensor.StringTensorBuilder", Set.of("tensor")),
            entry("tvm.TensorValue", Set.of("values")),
            entry("tvm.TvmRuntime", Set.of("values")),
            entry("values.Dialect", Set.of("values", "memory")),
            entry("values.OldTvmArguments", Set.of("values")),
            entry("values.Rfc97List", Set.of("values")),
            entry("values.ValueMemory", Set.of("values")),
            entry("ffm.tensor.SegmentTensor", Set.of("ffm:tensor")));

    /** The internal packages whose classes still form a cycle. */
    private static final Set<String> CYCLIC = Set.of("internal.text", "internal.values");

    private static final JavaClasses OURS =
            load("dev.unitstr.UnitStr", "dev.unitstr.tvm.Value", "dev.unitstr.ffm.SegmentStrings");

    /** The module of each class, read from where the class loader found it, and not loaded. */
    private static JavaClasses load(String... classes) {
        return new ClassFileImporter()
                .importUrls(Stream.of(classes)
                        .map(name -> {
                            String file = name.replace('.', '/') + ".class";
                            String url = String.valueOf(
                                    ArrowsTest.class.getClassLoader().getResource(file));
                            return url(url.substring(0, url.length() - file.length()));
                        })
                        .toList());
    }

    private static URL url(String text) {
        try {
            return URI.create(text).toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static JavaClass outermost(JavaClass one) {
        return one.getEnclosingClass().map(ArrowsTest::outermost).orElse(one);
    }

    private static boolean isOurs(JavaClass one) {
        return one.getBaseComponentType().getName().startsWith(ROOT + ".");
    }

    /** The name of a class without that of the module: {@code tensor.StringTensor}. */
    private static String shortName(JavaClass one) {
        return outermost(one.getBaseComponentType()).getName().substring(ROOT.length() + 1);
    }

    private static String room(JavaClass one) {
        String name = shortName(one);
        boolean ffm = name.startsWith("ffm.");
        String[] parts = (ffm ? name.substring("ffm.".length()) : name).split("\\.");
        String last = parts[parts.length - 1];
        String half = OPERATIONS.contains(last) ? "operations" : "types";
        String room = switch (parts.length) {
            case 1 -> half;
            case 2 -> parts[0] + " " + half;
            default -> name.contains("internal.") ? parts[1] : "none";
        };
        return (ffm ? "ffm:" : "") + room;
    }

    /** A package of {@code unitstr-ffm} may use its namesake in {@code unitstr}, and the packages that this may use. */
    private static Set<String> arrows(String room) {
        if (!room.startsWith("ffm:")) {
            return ARROWS.getOrDefault(room, Set.of());
        }
        String namesake = room.substring("ffm:".length());
        Set<String> all = new TreeSet<>(Set.of(namesake));
        for (String other : ARROWS.getOrDefault(namesake, Set.of())) {
            all.addAll(List.of(other, "ffm:" + other));
        }
        return all;
    }

    private static boolean isFactory(Dependency dependency) {
        return FACTORIES
                .getOrDefault(shortName(dependency.getOriginClass()), Set.of())
                .contains(room(dependency.getTargetClass()));
    }

    @Test
    void eachRoomIsKnown() {
        Set<String> rooms = OURS.stream()
                .filter(one -> !one.getSimpleName().equals("package-info"))
                .map(ArrowsTest::room)
                .map(room -> room.replace("ffm:", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(ARROWS.keySet()), rooms);
    }

    @Test
    void arrowsPointDown() {
        classes()
                .should(new ArchCondition<JavaClass>("use only the packages that their own package may use") {
                    @Override
                    public void check(JavaClass one, ConditionEvents events) {
                        for (Dependency dependency : one.getDirectDependenciesFromSelf()) {
                            JavaClass target = dependency.getTargetClass();
                            if (!isOurs(target) || room(target).equals(room(one)) || isFactory(dependency)) {
                                continue;
                            }
                            if (!arrows(room(one)).contains(room(target))) {
                                events.add(SimpleConditionEvent.violated(
                                        dependency,
                                        room(one) + " -> " + room(target) + ": " + dependency.getDescription()));
                            }
                        }
                    }
                })
                .check(OURS);
    }

    @Test
    void noCircles() {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass one) {
                        return isOurs(one) ? SliceIdentifier.of(room(one)) : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "the rooms";
                    }
                })
                .should()
                .beFreeOfCycles()
                .ignoreDependency(
                        DescribedPredicate.describe("a factory", one -> FACTORIES.containsKey(shortName(one))),
                        DescribedPredicate.describe(
                                "internal", one -> one.getPackageName().contains(".internal.")))
                .check(OURS);
    }

    /** A class is here the outermost one: a file. A constant that the compiler copies is no dependency. */
    @Test
    void noCycleInsideAPackage() {
        Map<String, Map<String, Set<String>>> packages = new TreeMap<>();
        for (JavaClass one : OURS) {
            if (one.getPackageName().contains(".internal.")) {
                packages.computeIfAbsent(packageName(one), name -> new TreeMap<>())
                        .computeIfAbsent(outermost(one).getSimpleName(), name -> new TreeSet<>())
                        .addAll(usedInPackage(one));
            }
        }
        Map<String, String> cycles = new TreeMap<>();
        packages.forEach((name, uses) -> cycle(uses).ifPresent(cycle -> cycles.put(name, cycle)));
        assertEquals(new TreeSet<>(CYCLIC), cycles.keySet(), () -> "the packages with a cycle: " + cycles);
    }

    /** The name of a package without that of the module: {@code internal.text}. */
    private static String packageName(JavaClass one) {
        return one.getPackageName().substring(ROOT.length() + 1);
    }

    private static Set<String> usedInPackage(JavaClass one) {
        return one.getDirectDependenciesFromSelf().stream()
                .map(dependency -> outermost(dependency.getTargetClass().getBaseComponentType()))
                .filter(target -> target.getPackageName().equals(one.getPackageName()) && target != outermost(one))
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());
    }

    /** Finds a cycle of classes, written as {@code A -> B -> A}. */
    private static Optional<String> cycle(Map<String, Set<String>> uses) {
        Set<String> seen = new HashSet<>();
        return uses.keySet().stream()
                .flatMap(one -> cycle(one, uses, List.of(), seen).stream())
                .findFirst();
    }

    private static Optional<String> cycle(
            String one, Map<String, Set<String>> uses, List<String> path, Set<String> seen) {
        List<String> longer = Stream.concat(path.stream(), Stream.of(one)).toList();
        if (path.contains(one)) {
            return Optional.of(String.join(" -> ", longer.subList(path.indexOf(one), longer.size())));
        }
        if (!seen.add(one)) {
            return Optional.empty();
        }
        return uses.getOrDefault(one, Set.of()).stream()
                .flatMap(next -> cycle(next, uses, longer, seen).stream())
                .findFirst();
    }

    @Test
    void nothingInternalIsInPublicSignatures() {
        methods()
                .that()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackage("..internal..")
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .should(new ArchCondition<JavaMethod>("have public types only") {
                    @Override
                    public void check(JavaMethod method, ConditionEvents events) {
                        Set<JavaModifier> modifiers = method.getModifiers();
                        if (modifiers.contains(JavaModifier.SYNTHETIC)
                                || !modifiers.contains(JavaModifier.PUBLIC)
                                        && !modifiers.contains(JavaModifier.PROTECTED)) {
                            return;
                        }
                        Stream.concat(Stream.of(method.getRawReturnType()), method.getRawParameterTypes().stream())
                                .filter(type -> type.getPackageName().contains(".internal"))
                                .filter(type -> type.getName().startsWith(ROOT))
                                .forEach(type -> events.add(SimpleConditionEvent.violated(
                                        method, method.getFullName() + " mentions " + type.getName())));
                    }
                })
                .check(OURS);
    }
}
