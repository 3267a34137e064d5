// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import ai.djl.util.ClassLoaderUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryLoaderTest {
    @TempDir
    private Path dir;

    private String unloadable(String name) throws Exception {
        return Files.createFile(dir.resolve(System.mapLibraryName(name))).toString();
    }

    /** As where there is no driver, with which it is linked. */
    @Test
    void computingGoesOnWithoutTheCompilerForGpus() throws Exception {
        String path = unloadable("caffe2_nvrtc");
        assertThatNoException().isThrownBy(() -> LibraryLoader.load(path));
    }

    @Test
    void nothingElseMayBeMissingAndDjlPassesTheReasonOn() throws Exception {
        String path = unloadable("torch_cuda");
        assertThatExceptionOfType(UnsatisfiedLinkError.class)
                .isThrownBy(() -> LibraryLoader.load(path))
                .withMessageContaining("libtorch_cuda");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> ClassLoaderUtils.nativeLoad(LibraryLoader.class.getName(), path))
                .withRootCauseInstanceOf(UnsatisfiedLinkError.class);
    }
}
