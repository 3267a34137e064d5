// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Does not test that the runtime uses the library: the container image shows that, because its jar holds no library.
 */
class RuntimeLibraryTest {
    @TempDir
    private Path dir;

    @Test
    void onlyBothPartsAreALibrary() throws Exception {
        assertThat(RuntimeLibrary.holds(dir, RuntimeLibrary.CPU_ONLY)).isFalse();
        Files.createFile(dir.resolve(System.mapLibraryName("onnxruntime")));
        assertThat(RuntimeLibrary.holds(dir, RuntimeLibrary.CPU_ONLY)).isFalse();
        Files.createFile(dir.resolve(System.mapLibraryName("onnxruntime4j_jni")));
        assertThat(RuntimeLibrary.holds(dir, RuntimeLibrary.CPU_ONLY)).isTrue();
    }

    @Test
    void withoutOneItIsUnpackedUntilItIsLoaded() throws Exception {
        Path unpacked;
        try (RuntimeLibrary _ = RuntimeLibrary.provide(RuntimeLibrary.CPU_ONLY)) {
            unpacked = Path.of(System.getProperty(RuntimeLibrary.DIRECTORY));
            assertThat(RuntimeLibrary.holds(unpacked, RuntimeLibrary.CPU_ONLY)).isTrue();
        }
        assertThat(unpacked).doesNotExist();
        assertThat(System.getProperty(RuntimeLibrary.DIRECTORY)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, amd64, linux-x64",
        "Linux, aarch64, linux-aarch64",
        "Mac OS X, aarch64, osx-aarch64",
        "Windows 11, amd64, win-x64"
    })
    void everySystemHasItsOwn(String system, String processor, String folder) {
        assertThat(RuntimeLibrary.resources(system, processor)).isEqualTo("/ai/onnxruntime/native/" + folder + "/");
    }
}
