// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

class RootCauseTest {
    @Test
    void theDeepestCauseSpeaks() {
        assertThat(RootCause.of(new IllegalStateException("wrapped", new IOException("No space left on device"))))
                .isEqualTo("No space left on device");
        assertThat(RootCause.of(new ExceptionInInitializerError(new NoSuchFileException("/nowhere"))))
                .isEqualTo("there is no /nowhere");
        assertThat(RootCause.of(new AccessDeniedException("/root"))).isEqualTo("there is no permission for /root");
        assertThat(RootCause.of(new NotDirectoryException("/file"))).isEqualTo("NotDirectoryException /file");
        assertThat(RootCause.of(new IllegalStateException("first\n  second"))).isEqualTo("first second");
        assertThat(RootCause.of(new StackOverflowError())).isEqualTo("StackOverflowError");
    }

    @Test
    void causesInACircleEnd() {
        RuntimeException one = new RuntimeException("one");
        one.initCause(new RuntimeException("two", one));
        assertThat(RootCause.of(one)).isIn("one", "two");
    }
}
