package dev.unitstr.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.unitstr.UnitStr;
import dev.unitstr.internal.library.Abi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the packaged jars come to their native library, each time in a JVM of its own. */
class LoadingTest {
    private static final Predicate<String> NO_NATIVES = LoadingJvm.LIBRARY_JARS.and(Jars.NATIVES.negate());

    private static final String[] NATIVE = Jars.FFM ? new String[] {"ffm", "jni"} : new String[] {"jni"};

    /** What the program prints where no directory can hold a copy: FFM on Linux needs none. */
    private static final String IN_MEMORY =
            "(?s).*" + (Jars.FFM ? "ffm right /proc/self/fd/\\d+\n" : "java right none: plain Java needs none\n");

    private Path temp;
    private LoadingJvm jvm;

    @BeforeEach
    void everythingInOneDirectory(@TempDir Path directory) throws IOException {
        temp = directory.toRealPath();
        jvm = new LoadingJvm(temp).jars(LoadingJvm.LIBRARY_JARS);
    }

    @Test
    void extractedToTheCacheAndUsedAgain() throws Exception {
        String first = jvm.run("use");
        Path library = library(first);
        assertEquals(Jars.BEST + " right " + library + "\n", first);
        assertEquals(temp.resolve("cache/unitstr"), library.getParent());
        assertTrue(library.getFileName().toString().matches("libunitstr-[0-9.]+-[0-9a-f]{16}\\.so"), library::toString);
        Object key = key(library);
        assertEquals(first, jvm.run("use"));
        assertEquals(key, key(library), "the file was used again");
        assertEquals(
                first.replace(Jars.BEST, "jni"),
                jvm.option("-Ddev.unitstr.binding=jni").run("use"),
                "the same file");
    }

    @Test
    void aFileThatWasTamperedWithIsLeft() throws Exception {
        Path library = library(jvm.run("use"));
        byte[] content = Files.readAllBytes(library);
        content[content.length / 2] ^= 1;
        Files.write(library, content);
        String second = library(jvm.run("use")).toString();
        assertEquals(library.toString().replace(".so", "-2.so"), second);
        Files.write(library, new byte[content.length]);
        assertEquals(second, library(jvm.run("use")).toString());
    }

    @Test
    void coldCacheAndManyProcesses() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(jvm.start(i + ".txt", "use"));
        }
        for (int i = 0; i < 4; i++) {
            assertEquals(0, processes.get(i).waitFor(), Files.readString(temp.resolve(i + ".txt")));
            assertTrue(Files.readString(temp.resolve(i + ".txt")).startsWith(Jars.BEST + " right "));
        }
        try (Stream<Path> files = Files.list(temp.resolve("cache/unitstr"))) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void aHomeThatCannotBeWrittenTo() throws Exception {
        Files.write(temp.resolve("cache"), new byte[0]);
        assertTrue(library(jvm.run("use")).startsWith(temp.resolve("tmp")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cache", "tmp"})
    void aCopyWhereNothingCanBeWritten(String where) throws Exception {
        if (where.equals("tmp")) { // no cache, then
            Files.write(temp.resolve("cache"), new byte[0]);
        }
        String first = jvm.run("use");
        Path library = library(first);
        assertTrue(library.startsWith(temp.resolve(where)), first);
        List<Path> closed = List.of(library.getParent(), library.getParent().getParent(), temp.resolve("tmp"));
        try {
            for (Path directory : closed) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-x------"));
            }
            assertEquals(first, jvm.heedingModes().run("use"));
            byte[] content = Files.readAllBytes(library);
            content[content.length / 2] ^= 1;
            Files.write(library, content);
            String printed = jvm.heedingModes().run("use");
            assertTrue(printed.matches(IN_MEMORY), printed);
            String jni = jvm.heedingModes().with("-Ddev.unitstr.binding=jni").fail(1, "dev.unitstr.UnitStr");
            assertTrue(jni.contains(": not writable: permission denied"), jni);
        } finally {
            for (Path directory : closed) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            }
        }
    }

    @Test
    void noDirectoryForACopy() throws Exception {
        jvm.option("-Ddev.unitstr.tmpdir=/proc");
        String printed = jvm.run("use");
        assertTrue(printed.matches(IN_MEMORY), printed);
        String jni = jvm.with("-Ddev.unitstr.binding=jni").fail(1, "dev.unitstr.UnitStr");
        assertTrue(jni.contains(", dev.unitstr.tmpdir /proc/unitstr-"), jni);
        assertTrue(jni.contains("to do: set -Ddev.unitstr.tmpdir to a writable directory that "), jni);
        if (Jars.FFM) {
            List<String> lines = jvm.run("loaders", "3").lines().toList();
            assertTrue(lines.stream().allMatch(line -> (line + "\n").matches(IN_MEMORY)), lines::toString);
            assertEquals(3, Set.copyOf(lines).size(), "a file for each class loader");
        }
    }

    @Test
    void aBadNativesJarBeforeTheRightOne() throws Exception {
        Path bad = temp.resolve("bad.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(bad))) {
            out.putNextEntry(new JarEntry("dev/unitstr/native/1/linux-x86_64/libunitstr.so"));
            out.write(Files.readAllBytes(nativesCopy("whole.so")), 0, 100_000);
        }
        LoadingJvm both = jvm.jars(jar -> false).on(bad);
        Jars.ALL.stream().filter(LoadingJvm.LIBRARY_JARS).map(Path::of).forEach(both::on);
        for (String binding : NATIVE) {
            String printed = both.with("-Ddev.unitstr.binding=" + binding).run("use");
            assertTrue(printed.startsWith(binding + " right " + temp.resolve("cache")), printed);
        }
        String doctor = both.fail(0, "dev.unitstr.UnitStr");
        assertTrue(
                doctor.contains("\nnatives jar   " + bad + "\n              another copy: " + Jars.path(Jars.NATIVES)),
                doctor);
    }

    @Test
    void aJarThatWasCutInHalfIsNamed() throws Exception {
        Path cut = cut(Jars.path(Jars.NATIVES));
        String artifact = "dev.unitstr:unitstr-natives:" + UnitStr.version() + ":linux-x86_64";
        String reason = "natives jar " + cut + ": not readable: zip END header not found";
        LoadingJvm half = jvm.jars(NO_NATIVES).on(cut);
        String printed = half.run("use");
        assertTrue(printed.contains(": " + reason + "; to do: replace " + cut + " by " + artifact + ") -D"), printed);
        String doctor = half.fail(2, "dev.unitstr.UnitStr");
        assertTrue(doctor.contains("\nnatives jar   " + cut + "\n"), doctor);
        assertTrue(doctor.contains(". " + reason + "\n"), doctor);
        assertTrue(doctor.endsWith("\nto do         replace " + cut + " by " + artifact + "\n"), doctor);
        Path gone = temp.resolve("unitstr-natives-0.jar");
        printed = jvm.jars(NO_NATIVES).on(gone).run("use");
        assertTrue(printed.contains(": natives jar " + gone + ": no such file; to do: replace "), printed);
        if (Jars.FFM) {
            Path ffm = cut(Jars.path(jar -> jar.contains("/unitstr-ffm-")));
            doctor = jvm.jars(jar -> Jars.BASE.or(Jars.NATIVES).test(jar))
                    .on(ffm)
                    .fail(0, "dev.unitstr.UnitStr");
            assertTrue(doctor.contains("\n  ffm         " + ffm + ": not readable: zip END header not found;"), doctor);
        }
    }

    private Path cut(String jar) throws IOException {
        byte[] whole = Files.readAllBytes(Path.of(jar));
        Path cut = Path.of(jar).getFileName();
        return Files.write(temp.resolve(cut), Arrays.copyOf(whole, whole.length / 2));
    }

    @Test
    void aSecondClassLoaderWithoutADirectoryForItsCopy() throws Exception {
        Path named = nativesCopy("libmine.so");
        String printed = jvm.jars(NO_NATIVES)
                .variable("UNITSTR_LIBRARY", named.toString())
                .option("-Ddev.unitstr.tmpdir=/proc")
                .option("-Ddev.unitstr.binding=jni")
                .run("loaders", "2");
        assertTrue(printed.startsWith("jni right " + named + "\n"), printed);
        assertTrue(
                printed.contains("UNITSTR_LIBRARY " + named + ": already loaded in another class loader\n"), printed);
        assertTrue(printed.contains(". copy of " + named + ", dev.unitstr.tmpdir /proc/unitstr-"), printed);
        assertTrue(printed.contains("\nto do: set -Ddev.unitstr.tmpdir to a writable directory that "), printed);
    }

    @ParameterizedTest
    @CsvSource({"jni", "best"})
    void classLoadersThatShareTheNativesJar(String binding) throws Exception {
        boolean jni = binding.equals("jni") || !Jars.FFM;
        List<String> lines = (jni ? jvm.option("-Ddev.unitstr.binding=jni") : jvm)
                .run("loaders", "3")
                .lines()
                .toList();
        assertEquals(4, lines.size(), lines::toString);
        assertTrue(lines.stream().allMatch(line -> line.matches("(jni|ffm) right /.*")), lines::toString);
        assertEquals(lines.get(0), lines.get(3));
        // JNI gives a file to one class loader only; the others take copies.
        String file = lines.get(0).replaceFirst("\\.so$", "");
        assertEquals(file + (jni ? "-2.so" : ".so"), lines.get(1));
        assertEquals(file + (jni ? "-3.so" : ".so"), lines.get(2));
    }

    @Test
    void classLoadersThatShareANamedFile() throws Exception {
        Path named = nativesCopy("libmine.so");
        List<String> lines = jvm.jars(NO_NATIVES)
                .option("-Ddev.unitstr.library.file=" + named)
                .option("-Ddev.unitstr.binding=jni")
                .run("loaders", "3")
                .lines()
                .toList();
        assertEquals("jni right " + named, lines.get(0));
        assertTrue(
                lines.get(1).matches("jni right .*/cache/unitstr/libunitstr-copy-[0-9a-f]{16}\\.so"), lines::toString);
        assertEquals(lines.get(1).replace(".so", "-2.so"), lines.get(2));
        assertEquals(lines.get(0), lines.get(3));
    }

    @Test
    void aClassLoaderThatIsCollectedLeavesTheLibrary() throws Exception {
        List<String> lines =
                jvm.option("-Ddev.unitstr.binding=jni").run("collect").lines().toList();
        assertTrue(lines.get(0).startsWith("jni right "), lines::toString);
        assertEquals(List.of("collected", "mapped", lines.get(0)), lines.subList(1, lines.size()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -DFAKE_SIZE=0         | ABI mismatch: the library's table has 0 bytes, this jar needs at least 328
            -DFAKE_SIZE=327       | ABI mismatch: the library's table has 327 bytes, this jar needs at least 328
            -DFAKE_SIZE=-1        | ABI mismatch: the library's table has 18446744073709551615 bytes, this jar accepts
            -DFAKE_SIZE=1000000   | ABI mismatch: the library's table has 1000000 bytes, this jar accepts at most
            -DFAKE_MAJOR=2        | ABI mismatch: the library has ABI 2.N, this jar needs 1.N
            -DFAKE_MAJOR=0        | ABI mismatch: the library has ABI 0.N, this jar needs 1.N
            -DFAKE_NO_TABLE       | ABI mismatch: the library has no ABI 1.x, this jar needs 1.N
            -DFAKE_FEATURES=1     | ABI mismatch: the library's wchar_t has 2 bytes, this platform's 4
            -DFAKE_FEATURES=0     | ABI mismatch: the library's wchar_t has 0 bytes, this platform's 4
            """)
    void tablesThatAreWrong(String define, String reason) throws Exception {
        Path fake = fake("libfake.so", define);
        jvm.option("-Ddev.unitstr.library.file=" + fake);
        String printed = jvm.run("open", NATIVE);
        String line = "\n  1. dev.unitstr.library.file " + fake + ": " + reason.replace(".N", "." + Abi.MINOR);
        assertEquals(NATIVE.length + 1, printed.split(Pattern.quote(line), -1).length, printed);
    }

    @Test
    void plainJavaGoesOnWithoutALibrary() throws Exception {
        jvm.option("-Ddev.unitstr.library.file=" + fake("libfake.so", "-DFAKE_MAJOR=2"));
        assertTrue(jvm.run("use").endsWith("java right none: plain Java needs none\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-DFAKE_SIZE=328", "-DFAKE_SIZE=336", "-DFAKE_MINOR=7", "-DFAKE_FEATURES=0xFF02"})
    void tablesThatAreRight(String define) throws Exception {
        Path fake = fake("libfake.so", define);
        jvm.option("-Ddev.unitstr.library.file=" + fake);
        String works = String.join(" works\n", NATIVE) + " works\n";
        assertEquals(works, jvm.run("open", NATIVE));
    }

    @Test
    void aLibraryWithFewerNativeMethods() throws Exception {
        Path fake = fake("libfake.so", "-DFAKE_NATIVES=7");
        String printed = jvm.option("-Ddev.unitstr.library.file=" + fake).run("open", "jni");
        String reason = ": ABI mismatch: the library has 7 of the [0-9]+ native methods that this jar calls";
        assertTrue(
                Pattern.compile(Pattern.quote(fake.toString()) + reason)
                        .matcher(printed)
                        .find(),
                printed);
    }

    @Test
    void anEntryThatIsNull() throws Exception {
        jvm.option("-Ddev.unitstr.library.file=" + fake("libfake.so", "-DFAKE_NULL_SLOT"));
        if (Jars.FFM) {
            String doctor = jvm.with("-Ddev.unitstr.binding=ffm").fail(1, "dev.unitstr.UnitStr");
            assertTrue(doctor.contains("packed_decode"), doctor);
        } else { // JNI has functions, no table
            assertEquals("jni works\n", jvm.run("open", "jni"));
        }
    }

    @Test
    void anOldLibraryBeforeTheRightOne() throws Exception {
        Path old = fake("old/libunitstr.so", "-DFAKE_SIZE=120");
        jvm.option("-Djava.library.path=" + old.getParent());
        String jni = jvm.with("-Ddev.unitstr.binding=jni").fail(1, "dev.unitstr.UnitStr");
        assertTrue(jni.contains("java.library.path " + old + ": ABI mismatch: the library's table has 120 bytes"), jni);
        assertTrue(jni.contains("to do: remove " + old), jni);
        if (Jars.FFM) {
            assertTrue(jvm.run("use").startsWith("ffm right " + temp.resolve("cache")));
        } else {
            assertTrue(jvm.run("use").endsWith("java right none: plain Java needs none\n"));
        }
    }

    @Test
    void aNativesJarOfAnotherVersion() throws Exception {
        Path other = temp.resolve("other");
        Path resource = other.resolve("dev/unitstr/native/1/linux-x86_64/libunitstr.so");
        Files.createDirectories(resource.getParent());
        Files.copy(fake("libfake.so", "-DFAKE_VERSION=\"0.0.1\""), resource);
        String doctor = jvm.jars(NO_NATIVES)
                .on(other)
                .with("-Ddev.unitstr.binding=" + Jars.BEST)
                .fail(1, "dev.unitstr.UnitStr");
        assertTrue(doctor.contains(": version mismatch: the natives jar has version 0.0.1, this jar "), doctor);
        assertTrue(doctor.contains("to do: use the natives jar of version "), doctor);
    }

    @Test
    void anotherLibrary() throws Exception {
        Path other = LoadingJvm.compile(temp.resolve("libother.so"), "-xc", "/dev/null");
        jvm.option("-Ddev.unitstr.library.file=" + other);
        String printed = jvm.run("open", NATIVE);
        assertEquals(NATIVE.length + 1, printed.split(other + ": .*no symbol ", -1).length, printed);
    }

    @Test
    void aLibraryThatNeedsAnother() throws Exception {
        Path needed = LoadingJvm.compile(temp.resolve("libneeded.so"), "-xc", "/dev/null");
        Path needy = LoadingJvm.compile(
                temp.resolve("libneedy.so"), "-xc", "/dev/null", "-Wl,--no-as-needed", "-L" + temp, "-lneeded");
        Files.delete(needed);
        String doctor = jvm.option("-Ddev.unitstr.library.file=" + needy)
                .with("-Ddev.unitstr.binding=jni")
                .fail(1, "dev.unitstr.UnitStr");
        assertTrue(doctor.contains(needy + ": libneeded.so: cannot open shared object file"), doctor);
    }

    @Test
    void theNativesJarIsMissing() throws Exception {
        LoadingJvm without = jvm.jars(NO_NATIVES);
        String printed = without.run("use");
        assertTrue(printed.lines().toList().contains("java right none: plain Java needs none"), printed);
        assertEquals(
                1,
                printed.lines()
                        .filter(line -> line.contains("unitstr uses plain Java"))
                        .count(),
                printed);
        assertTrue(printed.contains(":linux-x86_64 to the class path or the module path) -Ddev.unitstr"), printed);
        assertFalse(printed.contains("--enable-native-access"), printed);
        String doctor = without.fail(2, "dev.unitstr.UnitStr");
        assertEquals(2, doctor.split("was not loaded", -1).length, doctor);
        String artifact = "dev.unitstr:unitstr-natives:" + UnitStr.version() + ":linux-x86_64";
        String address = without.run("address");
        assertTrue(address.contains("library of unitstr: add " + artifact + " to the class path"), address);
        assertTrue(address.contains("was not loaded\n"), address);
        assertTrue(
                doctor.endsWith("\nto do         add " + artifact + " to the class path or the module path\n"), doctor);
        assertEquals(Jars.FFM, doctor.contains("\n  jni         as above\n"), doctor);
    }

    @Test
    void theDoctorOfAHealthyInstallation() throws Exception {
        String doctor = jvm.fail(0, "dev.unitstr.UnitStr");
        assertTrue(doctor.contains("\nbinding       " + Jars.BEST + "\n"), doctor);
        assertTrue(doctor.contains("\nlibrary       " + temp.resolve("cache/unitstr/libunitstr-")), doctor);
        // The library and the jar are of one version, whichever that is.
        assertTrue(
                doctor.matches("(?s).*\n  ABI         (\\d+\\.\\d+), table of \\d+ bytes, features 0x[0-9a-f]+"
                        + " \\(this jar: \\1,.*"),
                doctor);
        assertTrue(doctor.matches("(?s).*\n  kernels     (scalar|avx2|avx512)\n.*"), doctor);
        assertTrue(doctor.contains("\n  ok          "), doctor);
        assertFalse(doctor.contains("FAILED"), doctor);
    }

    @Test
    void theDoctorNamesTheJars() throws Exception {
        List<String> doctor = jvm.fail(0, "dev.unitstr.UnitStr").lines().toList();
        String version = UnitStr.version();
        assertEquals("unitstr       " + version + ", " + Jars.path(Jars.BASE), doctor.get(0));
        String ffm = Jars.path(jar -> jar.contains("/unitstr-ffm-"));
        assertEquals("unitstr-ffm   " + (Jars.FFM ? version + ", " : "") + ffm, doctor.get(1));
        assertEquals("natives jar   " + Jars.path(Jars.NATIVES), doctor.get(2));
        assertEquals("unitstr-tvm   " + Jars.path(jar -> jar.contains("/unitstr-tvm-")), doctor.get(3));
    }

    /** By itself, the JVM enables a module when it warns of it: that is not what the doctor shows. */
    @Test
    void theDoctorAndTheFlag() throws Exception {
        String access = "\nnative access\n  class path  ";
        String with = jvm.fail(0, "dev.unitstr.UnitStr");
        String without = jvm.without("--enable-native-access=ALL-UNNAMED").fail(0, "dev.unitstr.UnitStr");
        String flag = "; --enable-native-access=ALL-UNNAMED enables it and prevents the JVM's warning\n";
        assertTrue(with.contains(access + (Jars.FFM ? "enabled\n" : "not restricted on this JVM\n")), with);
        assertTrue(
                without.contains(access + (Jars.FFM ? "not enabled" + flag : "not restricted on this JVM\n")), without);
    }

    @Test
    void theExecutableJar() throws Exception {
        String main = Jars.path(Jars.BASE);
        try (JarFile jar = new JarFile(main)) {
            assertEquals(
                    "dev.unitstr.UnitStr", jar.getManifest().getMainAttributes().getValue("Main-Class"));
            assertEquals("ALL-UNNAMED", jar.getManifest().getMainAttributes().getValue("Enable-Native-Access"));
        }
        String doctor = jvm.command("-jar", main);
        assertTrue(doctor.contains("\nbinding       java\n"), doctor);
        assertTrue(doctor.contains("to do: add dev.unitstr:unitstr-natives:"), doctor);
    }

    private Path fake(String name, String define) throws Exception {
        return LoadingJvm.compile(temp.resolve(name), "shim/fakelibrary.c", define);
    }

    /** The library of the natives jar, as a user may have put it anywhere. */
    private Path nativesCopy(String name) throws IOException {
        try (JarFile jar = new JarFile(Jars.path(Jars.NATIVES))) {
            Path file = temp.resolve(name);
            Files.copy(jar.getInputStream(jar.getEntry("dev/unitstr/native/1/linux-x86_64/libunitstr.so")), file);
            return file;
        }
    }

    private static Path library(String printed) {
        assertTrue(printed.matches("[a-z]+ right /.*\n"), printed);
        return Path.of(printed.strip().replaceFirst(".* ", ""));
    }

    private static Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }
}
