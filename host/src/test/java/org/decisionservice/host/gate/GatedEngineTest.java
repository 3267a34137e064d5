// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.host.testing.Catalogues;
import org.decisionservice.testing.Guard;
import org.junit.jupiter.api.Test;

/** What is loaded, in which order, and what is closed. */
class GatedEngineTest {
    private static final Precision INT8 = Precision.INT8;

    private final Checkpoint checkpoint =
            Catalogues.tiny(CheckpointName.ENGLISH).checkpoint();

    /**
     * Offers int8 in two variants, whose logits are off by so much. It notes what is loaded and closed.
     *
     * @param says the precision that its reduced models say they are in
     */
    private record Scripted(float coarse, float fine, Precision says, List<String> events) implements Engine {
        Scripted(double coarse, double fine) {
            this((float) coarse, (float) fine, INT8, new ArrayList<>());
        }

        @Override
        public LoadedModel load(ModelSource source, Device device, Precision precision) {
            return switch (precision) {
                case FLOAT32 -> model("float32", Precision.FLOAT32, 0);
                case INT8 ->
                    reduce(source, device, precision).variants().getFirst().load();
                case TF32, FP16, BF16 ->
                    throw new EngineException(EngineException.Kind.UNSUPPORTED_PRECISION, "bf16 needs another machine");
            };
        }

        @Override
        public Reduction reduce(ModelSource source, Device device, Precision precision) {
            if (precision == Precision.BF16) {
                return Engine.super.reduce(source, device, precision);
            }
            events.add("answer " + source.samples().size() + " samples");
            return new Reduction(
                    ScriptedModel.logits(source.sampleRows(), 0),
                    List.of(
                            new Reduction.Variant("coarse", () -> model("coarse", says, coarse)),
                            new Reduction.Variant("fine", () -> model("fine", says, fine))));
        }

        @Override
        public boolean concurrent() {
            return true;
        }

        @Override
        public void close() {}

        private ScriptedModel model(String name, Precision precision, float offBy) {
            return new ScriptedModel(name, precision, offBy, 0, events);
        }
    }

    private static GatedEngine gated(Engine engine) {
        return GatedEngine.of(Guard.onAnyThread(engine));
    }

    private static Stream<String> withoutSamples(Scripted engine) {
        return engine.events().stream().filter(event -> !event.startsWith("answer"));
    }

    @Test
    void float32IsLoadedAndNothingElse() {
        Scripted engine = new Scripted(0, 0);
        GatedModel loaded = gated(engine).load(checkpoint, Device.CPU, Precision.FLOAT32);
        assertThat(loaded.report()).isEmpty();
        assertThat(engine.events()).containsExactly("load float32");
    }

    @Test
    void fastestVariantThatPassesServes() {
        Scripted engine = new Scripted(0.01, 0);
        GatedModel loaded = gated(engine).load(checkpoint, Device.CPU, INT8);
        assertThat(loaded.model().precision()).isEqualTo(INT8);
        assertThat(loaded.report()).hasValueSatisfying(report -> {
            assertThat(report.accepted()).isTrue();
            assertThat(report.largest()).isPositive();
        });
        assertThat(engine.events()).containsExactly("answer 49 samples", "load coarse");
    }

    @Test
    void variantThatIsRefusedIsClosedBeforeTheNextIsLoaded() {
        Scripted engine = new Scripted(1, 0.01);
        GatedModel loaded = gated(engine).load(checkpoint, Device.CPU, INT8);
        assertThat(loaded.model().precision()).isEqualTo(INT8);
        assertThat(withoutSamples(engine)).containsExactly("load coarse", "close coarse", "load fine");
    }

    @Test
    void float32ServesIfNoVariantPasses() {
        Scripted engine = new Scripted(2, 1);
        GatedModel loaded = gated(engine).load(checkpoint, Device.CPU, INT8);
        assertThat(loaded.model().precision()).isEqualTo(Precision.FLOAT32);
        assertThat(loaded.report())
                .hasValueSatisfying(report -> assertThat(report.accepted()).isFalse());
        assertThat(withoutSamples(engine))
                .containsExactly("load coarse", "close coarse", "load fine", "close fine", "load float32");
    }

    @Test
    void aJudgedCheckpointIsNotJudgedAgain() {
        for (Scripted engine : List.of(new Scripted(1, 0.01), new Scripted(2, 1))) {
            GatedEngine gated = gated(engine);
            GatedModel first = gated.load(checkpoint, Device.CPU, INT8);
            first.model().close();
            engine.events().clear();
            GatedModel again = gated.load(checkpoint, Device.CPU, INT8);
            assertThat(again.report()).isEqualTo(first.report());
            assertThat(again.model().precision()).isEqualTo(first.model().precision());
            assertThat(engine.events())
                    .containsExactly(first.report().orElseThrow().accepted() ? "load fine" : "load float32");
        }
    }

    @Test
    void onlyWhatHasToBeJudgedOnTheProcessorIsUnjudged() {
        GatedEngine gated = gated(new Scripted(0.01, 0));
        assertThat(gated.isUngated(checkpoint, Device.CPU, Optional.of(INT8))).isTrue();
        assertThat(gated.isUngated(checkpoint, Device.CPU, Optional.empty())).isTrue();
        assertThat(gated.isUngated(checkpoint, Device.CPU, Optional.of(Precision.FLOAT32)))
                .isFalse();
        assertThat(gated.isUngated(checkpoint, Device.cuda(0), Optional.of(INT8)))
                .isFalse();
        gated.load(checkpoint, Device.CPU, Optional.of(INT8)).model().close();
        assertThat(gated.isUngated(checkpoint, Device.CPU, Optional.of(INT8))).isFalse();
        assertThat(gated.isUngated(checkpoint, Device.CPU, Optional.empty())).isTrue();
    }

    @Test
    void float32ServesWithoutAReportWhereTheEngineHasNothingLess() {
        Scripted engine = new Scripted(0, 0);
        GatedModel loaded = gated(engine).load(checkpoint, Device.CPU, Precision.BF16);
        assertThat(loaded.model().precision()).isEqualTo(Precision.FLOAT32);
        assertThat(loaded.report()).isEmpty();
        // As it stands, the interface answers the samples with a model of its own first.
        assertThat(engine.events()).containsExactly("load float32", "close float32", "load float32");
    }

    @Test
    void engineThatForgetsThePrecisionIsFoundOut() {
        Scripted engine = new Scripted(0, 0, Precision.FLOAT32, new ArrayList<>());
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> gated(engine).load(checkpoint, Device.CPU, INT8))
                .withMessage("the engine offers int8 and has loaded float32")
                .extracting(EngineException::kind)
                .isEqualTo(EngineException.Kind.FAILED);
        assertThat(withoutSamples(engine)).containsExactly("load coarse", "close coarse");
    }
}
