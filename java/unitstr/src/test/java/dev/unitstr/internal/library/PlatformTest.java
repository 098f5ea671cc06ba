package dev.unitstr.internal.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x86_64",
        "Linux, x86_64, linux-x86_64",
        "Linux, aarch64, linux-aarch_64",
        "Mac OS X, aarch64, osx-aarch_64",
        "Mac OS X, x86_64, osx-x86_64",
        "Darwin, arm64, osx-aarch_64",
        "Windows Server 2022, amd64, windows-x86_64",
        "Linux, riscv64, none",
        "Linux, i386, none",
        "Linux, x86, none",
        "Linux, arm, none",
        "FreeBSD, amd64, none",
        "SunOS, sparcv9, none",
    })
    void nothingIsGuessed(String os, String arch, String classifier) {
        assertEquals(classifier, new Platform(os, arch, false).classifier().orElse("none"));
    }

    /** The names in messages are those of jars that the build makes. */
    @Test
    void thePublishedJarsAreThoseOfTheBuild() throws IOException {
        String pom = Files.readString(Path.of("..", "unitstr-natives", "pom.xml"));
        List<String> classifiers = Pattern.compile("<classifier>(.*)</classifier>")
                .matcher(pom)
                .results()
                .map(match -> match.group(1))
                .filter(classifier -> classifier.contains("-")) // not the documentation, nor the list of parts
                .toList();
        assertEquals(classifiers, Platform.PUBLISHED);
        Platform linux = new Platform("Linux", "amd64", false);
        assertEquals(Optional.of("dev.unitstr:unitstr-natives:" + Version.TEXT + ":linux-x86_64"), linux.artifact());
        assertEquals(Optional.empty(), new Platform("Windows 11", "aarch64", false).artifact());
        assertEquals(Optional.empty(), new Platform("SunOS", "sparcv9", false).artifact());
    }

    /** Each natives jar is a module, and its provider implements an interface of this one. */
    @Test
    void theModulesOfThePublishedJarsSeeTheService() throws IOException {
        String module = Files.readString(Path.of("src", "main", "java", "module-info.java"));
        Set<String> natives = Pattern.compile("dev\\.unitstr\\.natives[\\w.]*")
                .matcher(module)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        Set<String> expected = Platform.PUBLISHED.stream()
                .map(classifier -> "dev.unitstr.natives."
                        + classifier
                                .replaceFirst("^(\\w+)-([a-z0-9_]+)(?:-(musl))?$", "$2_$1_$3")
                                .replaceFirst("_$", ""))
                .collect(Collectors.toSet());
        expected.add("dev.unitstr.natives");
        assertEquals(expected, natives);
    }

    @Test
    void linuxHasTwoLibrariesToTry() {
        Platform glibc = new Platform("Linux", "amd64", false);
        Platform musl = new Platform("Linux", "amd64", true);
        assertEquals(List.of("linux-x86_64", "linux-x86_64-musl"), glibc.classifiers());
        assertEquals(List.of("linux-x86_64-musl", "linux-x86_64"), musl.classifiers());
        assertEquals(Optional.of("linux-x86_64-musl"), musl.classifier());
        assertEquals(
                Optional.of("dev.unitstr:unitstr-natives:" + Version.TEXT + ":linux-x86_64-musl"), musl.artifact());
        assertEquals("linux-x86_64-musl (os.name Linux, os.arch amd64)", musl.toString());
        assertEquals(List.of("osx-aarch_64"), new Platform("Mac OS X", "aarch64", false).classifiers());
        assertEquals(List.of(), new Platform("Linux", "s390x", false).classifiers());
    }

    /** A system with glibc may have musl's loader installed, so what the process has loaded decides. */
    @Test
    void muslIsWhatTheProcessHasLoaded(@TempDir Path temp) throws IOException {
        Path maps = temp.resolve("maps");
        Path libraries = Files.createDirectory(temp.resolve("lib"));
        assertFalse(Platform.isMusl(maps, libraries));
        assertFalse(Platform.isMusl(maps, temp.resolve("gone")));
        Files.createFile(libraries.resolve("ld-musl-x86_64.so.1"));
        assertTrue(Platform.isMusl(maps, libraries), "nothing but the loader is known");
        Files.writeString(maps, "7f10-7f20 r-xp 00000000 08:01 42 /usr/lib/x86_64-linux-gnu/libc.so.6\n");
        assertFalse(Platform.isMusl(maps, libraries));
        Files.writeString(maps, "7f10-7f20 r-xp 00000000 08:01 42 /lib/ld-musl-x86_64.so.1\n");
        assertTrue(Platform.isMusl(maps, temp.resolve("gone")));
    }
}
