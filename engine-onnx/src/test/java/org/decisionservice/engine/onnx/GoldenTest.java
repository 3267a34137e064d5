package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.assertj.core.data.Offset;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against upstream's own numbers, for every stored weight type: F16, BF16 and F32. */
class GoldenTest {
    /** Float32 noise between two implementations is about 3e-5. */
    private static final Offset<Double> LOGIT_TOLERANCE = within(1e-4);

    private static final Offset<Double> ACT_TOLERANCE = within(1e-5);

    @ParameterizedTest
    @ValueSource(strings = {"english", "multilingual", "typed-decisions"})
    void computesWhatUpstreamComputes(String checkpoint) throws IOException {
        double worst = 0;
        try (Engine engine = new OnnxEngineProvider().open(EngineOptions.DEFAULTS);
                LoadedModel model = engine.load(Golden.source(checkpoint), Device.CPU)) {
            for (Golden.Case batch : Golden.cases()) {
                if (!batch.checkpoint().equals(checkpoint)) {
                    continue;
                }
                Logits logits = model.forward(batch.rows());
                for (int row = 0; row < logits.size(); row++) {
                    for (int slot = 0; slot < logits.options(row); slot++) {
                        worst = Math.max(worst, Math.abs(logits.optionLogit(row, slot) - batch.logit(row, slot)));
                        assertThat((double) logits.optionLogit(row, slot))
                                .as("%s row %d slot %d", batch, row, slot)
                                .isCloseTo(batch.logit(row, slot), LOGIT_TOLERANCE);
                    }
                    assertThat((double) logits.actProbability(row))
                            .as("%s row %d act", batch, row)
                            .isCloseTo(batch.act(row), ACT_TOLERANCE);
                }
            }
        }
        System.out.println(checkpoint + " largest logit difference " + worst);
    }
}
