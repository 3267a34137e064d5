// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTextTest {
    @TempDir
    private Path dir;

    private Path shown(byte[] bytes) throws IOException {
        return Files.write(dir.resolve("shown"), bytes);
    }

    private Path shown(String text) throws IOException {
        return shown(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void variablesAreUtf8WhateverJavaReadThemAs() throws IOException {
        Path shown = shown("A=clé\0B=x=y\0EMPTY=\0A=second\0=odd\0none\0");
        assertThat(ProcessText.variables(shown, Map.of("A", "cl\uFFFD\uFFFD")))
                .isEqualTo(Map.of("A", "clé", "B", "x=y", "EMPTY", ""));
    }

    @Test
    void aByteThatIsNoTextIsMarked() throws IOException {
        Path shown = shown("A=clé\0".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(ProcessText.variables(shown, Map.of())).isEqualTo(Map.of("A", "cl\uFFFD"));
    }

    @Test
    void withoutRawBytesJavasOwnDecodingIsUsed() {
        assertThat(ProcessText.variables(dir.resolve("absent"), Map.of("A", "b")))
                .isEqualTo(Map.of("A", "b"));
        assertThat(ProcessText.arguments(dir.resolve("absent"), List.of("b"))).containsExactly("b");
    }

    @Test
    void argumentsAreTheLastOnes() throws IOException {
        Path shown = shown("java\0-jar\0a.jar\0evaluate\0é.csv\0");
        assertThat(ProcessText.arguments(shown, List.of("evaluate", "\uFFFD\uFFFD.csv")))
                .containsExactly("evaluate", "é.csv");
        assertThat(ProcessText.arguments(shown, List.of())).isEmpty();
        assertThat(ProcessText.arguments(shown, List.of("something", "else"))).containsExactly("something", "else");
    }
}
