package dev.unitstr.internal.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CandidatesTest {
    private static final Platform X86_64 = new Platform("Linux", "amd64", false);
    private static final Platform AARCH_64 = new Platform("Linux", "aarch64", false);

    @TempDir
    private Path temp;

    @Test
    void aLibraryForThisPlatform() throws IOException {
        assertEquals(Optional.empty(), objection(Elf.library(0), X86_64));
        assertEquals(Optional.empty(), objection(Elf.header(2, 1, Elf.AARCH_64, 0, 0), AARCH_64));
    }

    @Test
    void missing() {
        assertEquals(Optional.of("no such file"), Candidates.objection(temp.resolve("gone"), X86_64));
    }

    @Test
    void directory() {
        assertEquals(Optional.of("not a file"), Candidates.objection(temp, X86_64));
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "a file that nobody reads, root included, is in /proc")
    void unreadable() {
        assertEquals(
                Optional.of("not readable: Input/output error"),
                Candidates.objection(Path.of("/proc/self/mem"), X86_64));
        assertEquals("not readable: permission denied", Candidates.reason(new AccessDeniedException("x")));
    }

    @Test
    void text() throws IOException {
        assertEquals(Optional.of("not an ELF file"), objection("INPUT(libunitstr.so.1)".getBytes(), X86_64));
        assertEquals(Optional.of("not an ELF file"), objection(new byte[0], X86_64));
    }

    @Test
    void thirtyTwoBits() throws IOException {
        assertEquals(
                Optional.of("wrong ELF class: 32-bit, this JVM is 64-bit"),
                objection(Elf.header(1, 1, 3, 0, 0), X86_64));
    }

    @Test
    void bigEndian() throws IOException {
        assertEquals(
                Optional.of("wrong byte order: big-endian, this JVM is little-endian"),
                objection(Elf.header(2, 2, 0, 0, 0), X86_64));
    }

    @Test
    void anArchitectureWithoutANameIsLeftToItsLinker() throws IOException {
        Platform other = new Platform("Linux", "s390x", false);
        assertEquals(Optional.empty(), objection(Elf.header(2, 2, 22, 0, 0), other));
    }

    @Test
    void anotherProcessor() throws IOException {
        assertEquals(
                Optional.of("wrong architecture: built for aarch_64, this JVM is x86_64"),
                objection(Elf.header(2, 1, Elf.AARCH_64, 0, 0), X86_64));
        assertEquals(
                Optional.of("wrong architecture: built for x86_64, this JVM is aarch_64"),
                objection(Elf.library(0), AARCH_64));
        assertEquals(
                Optional.of("wrong architecture: built for ELF machine 243, this JVM is x86_64"),
                objection(Elf.header(2, 1, 243, 0, 0), X86_64));
    }

    @Test
    void truncated() throws IOException {
        assertEquals(
                Optional.of("truncated: the ELF header has 64 bytes, the file 20"),
                objection(Arrays.copyOf(Elf.library(0), 20), X86_64));
        assertEquals(
                Optional.of("truncated: its headers require 1320 bytes, the file has 64"),
                objection(Elf.header(2, 1, Elf.X86_64, 1000, 5), X86_64));
        assertEquals(
                Optional.of("truncated: its headers require 1320 bytes, the file has 1319"),
                objection(Arrays.copyOf(Elf.header(2, 1, Elf.X86_64, 1000, 5), 1319), X86_64));
        assertEquals(Optional.empty(), objection(Arrays.copyOf(Elf.header(2, 1, Elf.X86_64, 1000, 5), 1320), X86_64));
    }

    @Test
    void otherSystemsAreLeftToTheirLinkers() throws IOException {
        assertEquals(Optional.empty(), objection("MZ".getBytes(), new Platform("Windows 11", "amd64", false)));
    }

    @Test
    void noexecIsOfTheNearestMount() throws IOException {
        Path mounts = Files.writeString(temp.resolve("mounts"), """
                /dev/sda / ext4 rw 0 0
                tmpfs /tmp tmpfs rw,nosuid,noexec,relatime 0 0
                tmpfs /tmp/with\\040blank tmpfs rw 0 0
                /dev/sda /home ext4 rw,noexec 0 0
                /dev/sdb /home ext4 rw 0 0
                nonsense
                /dev/sdc /\0 ext4 rw 0 0
                """);
        assertTrue(Candidates.onNoexec(Path.of("/tmp/a/b.so"), mounts));
        assertFalse(Candidates.onNoexec(Path.of("/tmp/with blank/b.so"), mounts));
        assertFalse(Candidates.onNoexec(Path.of("/tmpfile"), mounts));
        assertFalse(Candidates.onNoexec(Path.of("/home/x"), mounts));
        assertFalse(Candidates.onNoexec(Path.of("/x"), temp.resolve("none")));
    }

    @Test
    void theLinkersMessageWithoutTheName() {
        Path file = temp.resolve("x.so");
        assertEquals("bad", Candidates.reason(new UnsatisfiedLinkError(file + ": " + file + ": bad"), file));
        assertEquals(
                "its file system is mounted noexec",
                Candidates.reason(new UnsatisfiedLinkError("failed to map segment from shared object"), file));
    }

    private Optional<String> objection(byte[] content, Platform platform) throws IOException {
        return Candidates.objection(Files.write(temp.resolve("file"), content), platform);
    }
}
