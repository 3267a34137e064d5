package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;
import org.decisionservice.engine.testkit.ReferenceEngineProvider;
import org.decisionservice.engine.testkit.SampleCheckpoint;
import org.decisionservice.engine.testkit.Tolerances;
import org.junit.jupiter.api.Test;

/** Shapes that the recordings do not have, against the plain-Java engine. */
class OnnxAgainstReferenceTest {
    private static final Offset<Float> TOLERANCE = within((float) Tolerances.INVARIANT_LOGIT);

    private final Random random = new Random(1);

    @Test
    void headWithoutLayers() {
        ModelSource source = SampleCheckpoint.ENGLISH.source();
        ModelConfig config =
                new ModelConfig(source.config().encoder(), 0, source.config().actions());
        agree(new ModelSource(config, source.weights()), RowBatch.of(List.of(row(30, 3), row(90, 5))));
    }

    @Test
    void batchOfSeveralPasses() {
        List<Row> rows = IntStream.of(700, 40, 900, 3, 1500, 700, 130)
                .mapToObj(length -> row(length, 1 + length % 2))
                .toList();
        agree(SampleCheckpoint.MULTILINGUAL.source(), RowBatch.of(rows));
    }

    @Test
    void singleRowOfEveryWidth() {
        for (int length : List.of(2, 63, 64, 65, 129)) {
            agree(SampleCheckpoint.TYPED_DECISIONS.source(), RowBatch.of(List.of(row(length, 1))));
        }
    }

    @Test
    void bertRowsOfUnlikeLength() {
        agree(SampleCheckpoint.STARTER.source(), RowBatch.of(List.of(row(9, 1), row(200, 100), row(77, 2))));
    }

    private Row row(int length, int options) {
        int[] tokenIds = random.ints(length, 0, 1900).toArray();
        return new Row(tokenIds, IntStream.rangeClosed(1, options).toArray(), random.nextInt(3));
    }

    private static void agree(ModelSource source, RowBatch rows) {
        Logits expected = forward(new ReferenceEngineProvider(), source, rows);
        Logits actual = forward(new OnnxEngineProvider(), source, rows);
        for (int r = 0; r < rows.size(); r++) {
            assertThat(actual.options(r)).isEqualTo(expected.options(r));
            for (int slot = 0; slot < expected.options(r); slot++) {
                assertThat(actual.optionLogit(r, slot))
                        .as("row %d slot %d", r, slot)
                        .isCloseTo(expected.optionLogit(r, slot), TOLERANCE);
            }
            assertThat(actual.actProbability(r)).as("row %d", r).isCloseTo(expected.actProbability(r), TOLERANCE);
        }
    }

    private static Logits forward(EngineProvider provider, ModelSource source, RowBatch rows) {
        try (Engine engine = provider.open(EngineOptions.DEFAULTS);
                LoadedModel model = engine.load(source, Device.CPU)) {
            return model.forward(rows);
        }
    }
}
