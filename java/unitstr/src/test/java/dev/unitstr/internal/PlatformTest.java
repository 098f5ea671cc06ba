package dev.unitstr.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
