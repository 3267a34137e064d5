package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalInt;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.Goldens;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runtime reads weights out of the checkpoint's file: wherever that is and however it is laid out. */
class OnnxFilesTest {
    private static final ModelSource SOURCE = SampleCheckpoint.TYPED_DECISIONS.source();
    private static final RowBatch ROWS =
            Goldens.of(SampleCheckpoint.TYPED_DECISIONS).getFirst().rowBatch();

    @Test
    void readsThroughSymbolicLinksAsAHubCacheHasThem(@TempDir Path cache) throws IOException {
        Path blob = Files.createDirectories(cache.resolve("blobs")).resolve("0123abcd");
        Files.copy(SOURCE.weights(), blob);
        Path link = Files.createDirectories(cache.resolve("snapshots/main")).resolve("model.safetensors");
        Files.createSymbolicLink(link, Path.of("../../blobs/0123abcd"));
        assertThat(logit(link)).isEqualTo(logit(SOURCE.weights()));
    }

    /** The header may have any length, so float32 tensors may start at any byte. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void readsTensorsAtOddOffsets(int shift, @TempDir Path directory) throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(SOURCE.weights())).order(ByteOrder.LITTLE_ENDIAN);
        int header = Math.toIntExact(file.getLong());
        ByteArrayOutputStream shifted = new ByteArrayOutputStream();
        shifted.writeBytes(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header + shift)
                .array());
        shifted.write(file.array(), Long.BYTES, header);
        shifted.writeBytes(" ".repeat(shift).getBytes(StandardCharsets.US_ASCII));
        int data = Long.BYTES + header;
        shifted.writeBytes(Arrays.copyOfRange(file.array(), data, file.capacity()));
        Path odd = Files.write(directory.resolve("odd.safetensors"), shifted.toByteArray());
        assertThat(logit(odd)).isEqualTo(logit(SOURCE.weights()));
    }

    @Test
    void refusesADeviceItDoesNotHave() {
        try (Engine engine = new OnnxEngineProvider().open(EngineOptions.DEFAULTS)) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> engine.load(SOURCE, Device.cuda(0)).close())
                    .withMessageContaining("cuda")
                    .extracting(EngineException::kind)
                    .isEqualTo(EngineException.Kind.FAILED);
        }
    }

    private static float logit(Path weights) {
        try (Engine engine = new OnnxEngineProvider().open(new EngineOptions(OptionalInt.of(1)));
                LoadedModel model = engine.load(new ModelSource(SOURCE.config(), weights), Device.CPU)) {
            Logits logits = model.forward(ROWS);
            return logits.optionLogit(0, 0);
        }
    }
}
