// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
    private static final String LINE = "{\"decision_log\":1}\n";

    @TempDir
    private Path dir;

    private static void append(LogFile log, String text) throws IOException {
        log.append(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aNewFileIsReadableByItsOwnerOnlyAndLinesAreAppended() throws Exception {
        Path path = dir.resolve("log");
        try (LogFile log = LogFile.open(path)) {
            append(log, LINE);
        }
        try (LogFile log = LogFile.open(path)) {
            append(log, LINE);
        }
        assertThat(Files.readString(path)).isEqualTo(LINE + LINE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
    }

    @Test
    void aMovedOrRemovedFileIsRecreated() throws Exception {
        Path path = dir.resolve("log");
        Path moved = dir.resolve("log.1");
        try (LogFile log = LogFile.open(path)) {
            append(log, LINE);
            log.followName();
            append(log, LINE);
            Files.move(path, moved);
            append(log, LINE);
            log.followName();
            append(log, LINE);
            assertThat(Files.readAllLines(moved)).hasSize(3);
            assertThat(Files.readAllLines(path)).hasSize(1);
            Files.delete(path);
            log.followName();
            append(log, LINE);
            assertThat(Files.readAllLines(path)).hasSize(1);
            // Nothing can be opened under the name now, so the old file stays in use.
            Files.move(path, moved, StandardCopyOption.REPLACE_EXISTING);
            Files.createDirectory(path);
            assertThatIOException().isThrownBy(log::followName);
            append(log, LINE);
            assertThat(Files.readAllLines(moved)).hasSize(2);
        }
    }

    @Test
    void onlyItsOwnUnfinishedLineIsRemoved() throws Exception {
        Path own = Files.writeString(dir.resolve("own"), LINE + LINE.substring(0, 12));
        LogFile.open(own).close();
        assertThat(Files.readString(own)).isEqualTo(LINE);
        Path other = Files.writeString(dir.resolve("other"), "notes");
        LogFile.open(other).close();
        assertThat(Files.readString(other)).isEqualTo("notes\n");
        Path long1 = Files.writeString(
                dir.resolve("long"), "x".repeat(3 << 20) + "\n" + LINE.strip().replace("1}", "1,"));
        LogFile.open(long1).close();
        assertThat(Files.size(long1)).isEqualTo((3 << 20) + 1);
    }

    @Test
    void onlyRegularFilesAreAccepted() {
        assertThatIOException().isThrownBy(() -> LogFile.open(dir)).withMessageContaining("not a regular file");
        assertThatIOException().isThrownBy(() -> LogFile.open(Path.of("/dev/full")));
        assertThatIOException().isThrownBy(() -> LogFile.open(dir.resolve("no/such")));
    }
}
