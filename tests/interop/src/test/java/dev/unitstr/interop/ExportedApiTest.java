package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What users see mentions only types that they can name. javac's lint "exports" would check that too, but it is off: it
 * counts annotations, and then users would need the jar of the annotations to compile.
 */
class ExportedApiTest {
    private static final Pattern OURS = Pattern.compile("dev\\.unitstr[\\w.$]*");

    @Test
    void mentionsExportedTypesOnly() throws Exception {
        Set<ModuleReference> modules = ModuleFinder.of(Jars.ALL.stream()
                        .filter(LoadingJvm.LIBRARY_JARS.and(Jars.NATIVES.negate()))
                        .map(Path::of)
                        .toArray(Path[]::new))
                .findAll();
        Set<String> exported = modules.stream()
                .flatMap(module -> module.descriptor().exports().stream())
                .filter(exports -> !exports.isQualified())
                .map(ModuleDescriptor.Exports::source)
                .collect(Collectors.toSet());
        Set<String> wrong = new TreeSet<>();
        int types = 0;
        for (ModuleReference module : modules) {
            for (String name : classes(module, exported)) {
                Class<?> type = Class.forName(name, false, ExportedApiTest.class.getClassLoader());
                if (isSeen(type.getModifiers())) {
                    types++;
                    mentioned(type)
                            .flatMap(text -> OURS.matcher(text).results().map(match -> match.group()))
                            .filter(other -> !exported.contains(other.substring(0, other.lastIndexOf('.'))))
                            .forEach(other -> wrong.add(name + " mentions " + other));
                }
            }
        }
        assertTrue(types > 50, "types looked at: " + types);
        assertEquals(Set.of(), wrong);
    }

    private static List<String> classes(ModuleReference module, Set<String> packages) throws IOException {
        try (var reader = module.open()) {
            return reader.list()
                    .filter(file -> file.matches(".*/[^/]+\\.class") && !file.endsWith("-info.class"))
                    .map(file -> file.replace('/', '.').replaceFirst("\\.class$", ""))
                    .filter(name -> packages.contains(name.substring(0, name.lastIndexOf('.'))))
                    .toList();
        }
    }

    private static Stream<String> mentioned(Class<?> type) {
        List<String> texts = new ArrayList<>(List.of(String.valueOf(type.getGenericSuperclass())));
        Arrays.stream(type.getGenericInterfaces()).forEach(one -> texts.add(one.getTypeName()));
        for (Field field : type.getDeclaredFields()) {
            if (isSeen(field.getModifiers())) {
                texts.add(field.getGenericType().getTypeName());
            }
        }
        Stream<Executable> code =
                Stream.concat(Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()));
        code.filter(one -> isSeen(one.getModifiers())).forEach(one -> {
            texts.add(Arrays.toString(one.getGenericParameterTypes()));
            texts.add(Arrays.toString(one.getGenericExceptionTypes()));
            texts.add(one.getAnnotatedReturnType().getType().getTypeName());
        });
        return texts.stream();
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }
}
