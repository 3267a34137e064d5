// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.TensorInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeightFilesTest {
    private static final String ONE = "model-00001-of-00002.safetensors";
    private static final String TWO = "model-00002-of-00002.safetensors";

    @TempDir
    private Path directory;

    private void shard(String name, String tensor, float... values) throws IOException {
        byte[] header = ("{\"" + tensor + "\":{\"dtype\":\"F32\",\"shape\":[" + values.length + "],\"data_offsets\":[0,"
                        + 4 * values.length + "]}}")
                .getBytes(StandardCharsets.UTF_8);
        ByteBuffer file =
                ByteBuffer.allocate(8 + header.length + 4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(header.length).put(header);
        for (float value : values) {
            file.putFloat(value);
        }
        Files.write(directory.resolve(name), file.array());
    }

    private void index(String weightMap) throws IOException {
        Files.writeString(
                directory.resolve(WeightFiles.INDEX),
                "{\"metadata\": {\"total_size\": 8}, \"weight_map\": " + weightMap + "}");
    }

    @Test
    void tensorsKnowTheirFile() throws IOException {
        shard(ONE, "a", 1);
        shard(TWO, "b", 2);
        index("{\"b\": \"" + TWO + "\", \"a\": \"" + ONE + "\"}");
        ModelWeights weights = WeightFiles.read(directory, Optional.empty());
        assertThat(weights.name()).isEqualTo("model.safetensors.index.json");
        assertThat(weights.files()).containsExactly(directory.resolve(ONE), directory.resolve(TWO));
        assertThat(weights.tensors().values())
                .extracting(
                        TensorInfo::name, tensor -> tensor.file().getFileName().toString())
                .containsExactly(tuple("a", ONE), tuple("b", TWO));
    }

    /** As upstream's library does. */
    @Test
    void oneFileWinsOverAnIndex() throws IOException {
        shard(WeightFiles.WEIGHTS, "a", 1);
        index("{\"a\": \"" + ONE + "\"}");
        assertThat(WeightFiles.read(directory, Optional.empty()).files())
                .containsExactly(directory.resolve(WeightFiles.WEIGHTS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '#',
            value = {
                "{\"a\": \"../" + ONE + "\"} | 'weight_map' names \"../" + ONE
                        + "\", expected a safetensors file of the same folder",
                "{\"a\": \"/etc/passwd\"}    | expected a safetensors file of the same folder",
                "{\"a\": 1}                  | 'weight_map' names 1, expected",
                "{}                          | 'weight_map' names 0 files, expected 1 to 1000",
                "[]                          | 'weight_map' is [], expected an object",
                "null                        | 'weight_map' is missing"
            })
    void anIndexLeadsNowhereElse(String weightMap, String problem) throws IOException {
        index(weightMap);
        refuses("model.safetensors.index.json: ", problem);
    }

    @Test
    void aFileThatIsNotThereIsNamed() throws IOException {
        shard(ONE, "a", 1);
        index("{\"a\": \"" + ONE + "\", \"b\": \"" + TWO + "\"}");
        refuses(TWO, ": cannot be read: there is no such file");
    }

    @Test
    void aTensorIsInOneFileOnly() throws IOException {
        shard(ONE, "a", 1);
        shard(TWO, "a", 1);
        index("{\"a\": \"" + ONE + "\", \"b\": \"" + TWO + "\"}");
        refuses(TWO, ": tensor 'a' is in " + ONE + " too");
    }

    @Test
    void neitherFileNorIndexIsAMissingFile() {
        refuses("model.safetensors", ": is missing; a checkpoint directory holds it");
    }

    @Test
    void weightsOfTheOldFormatAreNamed() throws IOException {
        Files.write(directory.resolve("pytorch_model.bin"), new byte[] {'P', 'K'});
        refuses("model.safetensors", ": is missing, and pytorch_model.bin beside it is a format that can run code");
    }

    private void refuses(String file, String problem) {
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> WeightFiles.read(directory, Optional.empty()))
                .withMessageStartingWith(file)
                .withMessageContaining(problem);
    }

    /** Whatever of a checkpoint changes is another version. */
    @Test
    void stampsCoverEveryFile() throws IOException {
        shard(ONE, "a", 1);
        shard(TWO, "b", 2);
        index("{\"b\": \"" + TWO + "\", \"a\": \"" + ONE + "\"}");
        assertThat(CheckpointReader.stamps(directory)).containsOnlyKeys(ONE, TWO, WeightFiles.INDEX);
        FileStamp before =
                FileStamp.of(WeightFiles.read(directory, Optional.empty()).files());
        Files.delete(directory.resolve(TWO));
        shard(TWO, "b", 3);
        FileStamp after =
                FileStamp.of(WeightFiles.read(directory, Optional.empty()).files());
        assertThat(after).isNotEqualTo(before);
        assertThat(after.size()).isEqualTo(before.size());
    }

    @Test
    void theTensorThatHoldsNoNumbersIsFound() throws IOException {
        shard(ONE, "infinite", 1, Float.NEGATIVE_INFINITY);
        shard(TWO, "broken", 0, Float.NaN, 1);
        index("{\"b\": \"" + TWO + "\", \"a\": \"" + ONE + "\"}");
        assertThat(WeightFiles.notFinite(WeightFiles.read(directory, Optional.empty())))
                .contains("broken");
        shard(TWO, "broken", Float.MAX_VALUE);
        assertThat(WeightFiles.notFinite(WeightFiles.read(directory, Optional.empty())))
                .contains("infinite");
        Path whole = Golden.tiny("english").resolve(WeightFiles.WEIGHTS);
        assertThat(WeightFiles.notFinite(WeightFiles.of(whole, List.of(whole)))).isEmpty();
    }
}
