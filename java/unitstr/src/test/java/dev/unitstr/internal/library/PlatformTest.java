package dev.unitstr.internal.library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
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
        assertEquals(classifier, new Platform(os, arch).classifier().orElse("none"));
    }

    /** The names in messages are those of jars that the build makes. */
    @Test
    void thePublishedJarsAreThoseOfTheBuild() throws IOException {
        String pom = Files.readString(Path.of("..", "unitstr-natives", "pom.xml"));
        List<String> classifiers = Pattern.compile("<classifier>(.*)</classifier>")
                .matcher(pom)
                .results()
                .map(match -> match.group(1))
                .toList();
        assertEquals(classifiers, Platform.PUBLISHED);
        Platform linux = new Platform("Linux", "amd64");
        assertEquals(Optional.of("dev.unitstr:unitstr-natives:" + Version.TEXT + ":linux-x86_64"), linux.artifact());
        assertEquals("dev.unitstr.natives.x86_64_linux", linux.nativesModule());
        assertEquals(Optional.empty(), new Platform("Linux", "aarch64").artifact());
        assertEquals(Optional.empty(), new Platform("SunOS", "sparcv9").artifact());
    }
}
