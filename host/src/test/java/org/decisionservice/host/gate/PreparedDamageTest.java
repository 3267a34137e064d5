// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.Test;

/** Whatever has happened to what was prepared: the answers are right, and one line of the log says what was wrong. */
class PreparedDamageTest extends PreparedStarts {
    /** Starts again: the same answers, one line, and a folder that the start after that opens. */
    private void madeAgain(String reason) {
        try (LogLines lines = new LogLines()) {
            assertThat(start(TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with(NOT_USED)).singleElement().asString().contains(reason);
            assertThat(lines.with("judging int8")).hasSize(1);
        }
        opened();
    }

    private void change(String file, Consumer<byte[]> how) throws IOException {
        Path path = folder().resolve(file);
        byte[] bytes = Files.readAllBytes(path);
        how.accept(bytes);
        Files.delete(path);
        Files.write(path, bytes);
    }

    @Test
    void aChangedByteOfTheWeightsIsFound() throws IOException {
        change("files/weights.bin", bytes -> bytes[bytes.length / 2] ^= 1);
        madeAgain("weights.bin holds other bytes than were written");
    }

    @Test
    void aChangedByteOfTheGraphIsFound() throws IOException {
        change("files/model.onnx", bytes -> bytes[bytes.length / 2] ^= 1);
        madeAgain("model.onnx holds other bytes than were written");
    }

    @Test
    void aFileThatWasCutOffIsFound() throws IOException {
        Path weights = folder().resolve("files/weights.bin");
        byte[] bytes = Files.readAllBytes(weights);
        Files.delete(weights);
        Files.write(weights, Arrays.copyOf(bytes, bytes.length - 1));
        madeAgain("weights.bin was cut off or written to");
    }

    @Test
    void aFileThatIsMissingIsFound() throws IOException {
        Files.delete(folder().resolve("files/inputs.txt"));
        madeAgain("inputs.txt is missing");
    }

    @Test
    void aVerdictThatWasEditedIsFound() throws IOException {
        Path manifest = folder().resolve("manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest).replace("\"changed decisions\" : \"", "\"changed decisions\" : \"1"));
        madeAgain("manifest.json was changed");
    }

    @Test
    void aManifestThatIsNoJsonIsFound() throws IOException {
        Files.writeString(folder().resolve("manifest.json"), "{");
        madeAgain("manifest.json cannot be read");
    }

    @Test
    void aFolderOfAnotherCheckpointIsFound() throws IOException {
        Path mine = folder();
        PreparedStore.Settings elsewhere = new PreparedStore.Settings(directory.resolve("elsewhere"), MUCH);
        start(Catalogues.tiny(CheckpointName.MULTILINGUAL).checkpoint(), elsewhere, 1, onnx());
        Path other;
        try (Stream<Path> all = Files.list(elsewhere.directory())) {
            other = all.filter(path -> Files.isDirectory(path.resolve("files")))
                    .findFirst()
                    .orElseThrow();
        }
        Files.move(mine, directory.resolve("away"));
        Files.move(other, mine, StandardCopyOption.ATOMIC_MOVE);
        madeAgain("they are for weights ");
    }

    @Test
    void whatAKilledProcessLeftIsReplaced() throws IOException {
        Path whole = folder();
        Path half = whole.resolveSibling(whole.getFileName() + ".unfinished");
        Files.move(whole, half);
        Files.delete(half.resolve("manifest.json"));
        try (LogLines lines = new LogLines()) {
            assertThat(start(TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with("was not finished")).hasSize(1);
        }
        assertThat(half).doesNotExist();
        opened();
    }

    @Test
    void whatAKilledProcessLeftOfOtherWeightsIsRemoved() throws IOException {
        Path half = Files.createDirectories(store.resolve("0123456789ab-int8-cdef.unfinished/files"));
        Files.writeString(half.resolve("weights.bin"), "half of them");
        try (LogLines lines = new LogLines()) {
            assertThat(start(TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with("was not finished")).hasSize(1);
        }
        assertThat(half.getParent()).doesNotExist();
    }

    @Test
    void whatAnotherProcessIsMakingStays() throws IOException {
        Path half = Files.createDirectories(store.resolve("0123456789ab-int8-cdef.unfinished/files"));
        try (FileChannel channel = FileChannel.open(
                        store.resolve("0123456789ab-int8-cdef.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            opened();
        }
        assertThat(half).isDirectory();
    }

    /** Large files are read while the model is loaded. */
    @Test
    void aChangedByteOfALargeFileIsFound() throws IOException {
        Checkpoint starter = Catalogues.catalogue(new HostSettings.Starter())
                .find(CheckpointName.ENGLISH)
                .orElseThrow()
                .checkpoint();
        PreparedStore.Settings fresh = new PreparedStore.Settings(directory.resolve("fresh"), MUCH);
        List<Float> answers = start(starter, fresh, TOLERANCE, onnx());
        store = fresh.directory();
        assertThat(Files.size(folder().resolve("files/weights.bin"))).isGreaterThan(8 << 20);
        change("files/weights.bin", bytes -> bytes[bytes.length - 1] ^= 1);
        try (LogLines lines = new LogLines()) {
            assertThat(start(starter, fresh, TOLERANCE, onnx())).isEqualTo(answers);
            assertThat(lines.with(NOT_USED)).singleElement().asString().contains("weights.bin holds other bytes");
        }
    }
}
