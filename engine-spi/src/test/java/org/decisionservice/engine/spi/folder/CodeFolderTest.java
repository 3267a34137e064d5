// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CodeFolderTest {
    private static final List<String> MOUNTS = List.of(
            "/dev/sda1 / ext4 rw,relatime 0 0",
            "tmpfs /tmp tmpfs rw,nosuid,noexec 0 0",
            "tmpfs /tmp/a\\040b tmpfs rw 0 0",
            "tmpfs /var/tmp tmpfs rw,noexec 0 0",
            "tmpfs /var/tmp tmpfs rw 0 0",
            "half a line");

    private static Optional<String> refusal(String folder) {
        return CodeFolder.refusal(Path.of(folder), MOUNTS);
    }

    @Test
    void theMountThatHoldsTheFolderDecides() {
        assertThat(refusal("/tmp/x")).hasValueSatisfying(why -> assertThat(why).contains("/tmp", "noexec"));
        assertThat(refusal("/tmp")).isPresent();
        assertThat(refusal("/tmpx")).isEmpty();
        assertThat(refusal("/tmp/a b/c")).isEmpty();
        assertThat(refusal("/home")).isEmpty();
    }

    @Test
    void ofTwoMountsOnOnePointTheLaterDecides() {
        assertThat(refusal("/var/tmp/x")).isEmpty();
    }
}
