package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That it is then used shows where it is unpacked: in the container image, whose jar holds no library. */
class UnpackedLibraryTest {
    @TempDir
    private Path dir;

    @Test
    void onlyBothPartsAreALibrary() throws Exception {
        assertThat(UnpackedLibrary.holdsLibrary(dir)).isFalse();
        Files.createFile(dir.resolve(System.mapLibraryName("onnxruntime")));
        assertThat(UnpackedLibrary.holdsLibrary(dir)).isFalse();
        Files.createFile(dir.resolve(System.mapLibraryName("onnxruntime4j_jni")));
        assertThat(UnpackedLibrary.holdsLibrary(dir)).isTrue();
    }

    @Test
    void withoutOneTheJarsAreUsed() {
        UnpackedLibrary.use();
        assertThat(System.getProperty(UnpackedLibrary.DIRECTORY)).isNull();
    }
}
