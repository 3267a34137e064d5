// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RegularFileTest {
    @TempDir
    Path directory;

    private static String reason(Path file) {
        return RegularFile.reason(catchThrowableOfType(IOException.class, () -> RegularFile.bytes(file, 10)));
    }

    @Test
    void filesAndLinksToFilesAreRead() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "0123456789");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        assertThat(RegularFile.bytes(link, 10)).isEqualTo("0123456789".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void textIsReadWithoutAByteOrderMark() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "\uFEFFé\uFEFF");
        assertThat(RegularFile.text(file, 10)).isEqualTo("é\uFEFF");
        Path other = Files.writeString(directory.resolve("other"), "é", StandardCharsets.ISO_8859_1);
        IOException refusal = catchThrowableOfType(IOException.class, () -> RegularFile.text(other, 10));
        assertThat(RegularFile.reason(refusal)).isEqualTo("it is not UTF-8; save it as UTF-8");
    }

    @Test
    void largeFilesMissingFilesAndDirectoriesAreRefusedWithAReason() throws IOException {
        assertThat(reason(Files.writeString(directory.resolve("large"), "0123456789x")))
                .isEqualTo("it is larger than 10 bytes, which no file of its kind needs");
        assertThat(reason(directory.resolve("absent"))).isEqualTo("there is no such file");
        assertThat(reason(directory)).isEqualTo("it is not a regular file");
    }

    /** Root enters every folder; the check of odd starts closes some to another user. */
    @Test
    void whatCannotBeLookedAtIsNotSaidToBeMissing() throws IOException {
        Path circle = directory.resolve("circle");
        Files.createSymbolicLink(circle, circle);
        assertThat(reason(circle.resolve("file"))).isEqualTo("it cannot be looked at");
        Path file = Files.writeString(directory.resolve("file"), "x");
        assertThat(reason(file.resolve("in/it"))).isEqualTo("there is no such file");
        assertThat(RegularFile.hidden(directory)).isEmpty();
        assertThat(RegularFile.hidden(directory.resolve("absent/file"))).isEmpty();
    }

    @Test
    void pointersOfGitLfsAreNamedWithTheCommandThatFetches() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), """
            version https://git-lfs.github.com/spec/v1
            oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
            size 12345
            """);
        IOException refusal = catchThrowableOfType(IOException.class, () -> RegularFile.bytes(file, 1000));
        assertThat(RegularFile.reason(refusal)).contains("a pointer of Git LFS", "'git lfs pull'");
    }

    /** Bounds are for the heap that the image has; a smaller one holds less. */
    @Test
    void aFileThatTheHeapCannotHoldIsNotRead() throws IOException {
        Path file = directory.resolve("sparse");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / 2));
        }
        IOException refusal = catchThrowableOfType(IOException.class, () -> RegularFile.bytes(file, Integer.MAX_VALUE));
        assertThat(RegularFile.reason(refusal)).endsWith("Java's heap is too small for it; raise -Xmx");
    }

    /** Nobody writes into the pipe, so opening it would block for ever. */
    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeIsNotOpened() throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "this system has no mkfifo");
        assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString())
                        .start()
                        .waitFor(100, TimeUnit.SECONDS))
                .isTrue();
        assertThat(reason(pipe)).isEqualTo("it is not a regular file");
    }

    /** The kernel's log is a regular file of size 0 that never ends. */
    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aFileOfSizeZeroIsNotRead() throws IOException {
        Path log = Path.of("/proc/kmsg");
        assumeTrue(Files.isReadable(log), "only root reads the kernel's log, and only where there is one");
        assertThat(RegularFile.bytes(log, 10)).isEmpty();
    }
}
