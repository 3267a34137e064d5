// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.decisionservice.engine.kit.Weights;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the contracts find faults: for each fault there is an engine, and the test that must detect it. */
// The contracts' tests are called directly, because they are what is tested here.
@SuppressWarnings("JUnitMethodInvoked")
class ContractsFindFaultsTest {
    private static final SampleCheckpoint SMALL = SampleCheckpoint.MULTILINGUAL;

    @Test
    void wrongLogits() {
        FaultyEngine engine = engineWith((_, logits) -> shifted(logits, 3e-3f));
        assertFound(() -> engine.extremeRowsStandAlone(SMALL));
    }

    @Test
    void answersThatAreNoNumbers() {
        FaultyEngine engine = engineWith((_, logits) -> shifted(logits, Float.NaN));
        assertFound(() -> engine.extremeRowsStandAlone(SMALL));
    }

    @Test
    void rowsThatNoticeTheirNeighbours() {
        FaultyEngine engine = engineWith((rows, logits) -> shifted(logits, 1e-5f * rows.size()));
        assertFound(() -> engine.neighboursOrderAndPaddingDoNotMatter(SMALL));
    }

    @Test
    void layoutThatIsOfferedAndIgnored() {
        FaultyEngine engine = new FaultyEngine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                ModelConfig config = source.config().with(OptionLayout.SEQUENTIAL);
                return super.load(new ModelSource(config, source.weights()), device, precision);
            }
        };
        assertFound(() -> engine.orderOfOptionsDoesNotMatter(SampleCheckpoint.PARALLEL_ENGLISH));
        assertFound(() -> engine.extremeRowsStandAlone(SampleCheckpoint.PARALLEL_ENGLISH));
    }

    @Test
    void stateVectorsThatAreNotThere() {
        FaultyEngine engine = engineWith((_, logits) -> shifted(logits, 0));
        assertFound(() -> engine.askingForStateVectorsChangesNoAnswer(SMALL));
    }

    @Test
    void stateVectorsOfAllTokens() {
        FaultyEngine engine = engine(model -> new FaultyEngine.Model(model) {
            @Override
            public Logits forward(RowBatch rows) {
                RowBatch whole = RowBatch.of(IntStream.range(0, rows.size())
                        .mapToObj(rows::row)
                        .map(row -> row.withState(0, row.length()))
                        .toList());
                return super.forward(rows.stateVectors() ? whole.withStateVectors() : whole);
            }
        });
        assertFound(() -> engine.stateVectorsAreThoseOfTheReferenceEngine(SMALL));
    }

    @Test
    void answersThatDependOnWhatIsAsked() {
        FaultyEngine engine = engine(model -> new FaultyEngine.Model(model) {
            @Override
            public Logits forward(RowBatch rows) {
                Logits logits = super.forward(rows);
                return rows.stateVectors() ? logits : shifted(logits, 1e-6f);
            }
        });
        assertFound(() -> engine.askingForStateVectorsChangesNoAnswer(SMALL));
    }

    @Test
    void resultsInReusedMemory() {
        float[] reused = new float[100];
        FaultyEngine engine = engineWith((rows, logits) -> {
            List<float[]> options = new ArrayList<>();
            for (int r = 0; r < rows.size(); r++) {
                reused[0] = logits.optionLogit(r, 0);
                options.add(reused);
            }
            return new Logits(options, new float[rows.size()]);
        });
        assertFound(engine::resultsOutliveLaterCallsAndTheModel);
    }

    @Test
    void modelThatWorksAfterClose() {
        assertFound(engine(model -> new FaultyEngine.Model(model) {
            @Override
            public void close() {}
        })::closedModelRefusesWorkAndClosesAgain);
    }

    @Test
    void refusalOfAnotherKind(@TempDir Path directory) {
        FaultyEngine engine = new FaultyEngine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                try {
                    return super.load(source, device, precision);
                } catch (EngineException e) {
                    throw new EngineException(EngineException.Kind.FAILED, "no act_head.2.bias", e);
                }
            }
        };
        assertFound(() -> engine.missingTensorIsNamed(SampleCheckpoint.ENGLISH, "act_head.2.bias", directory));
    }

    @Test
    void nativeMemoryThatStays() {
        try (Arena leak = Arena.ofShared()) {
            FaultyEngine engine = engine(model -> {
                leak.allocate(3 << 20).fill((byte) 1);
                return model;
            });
            assertFoundWhereMemoryIsTold(engine::loadingAndClosingLeavesNothingBehind);
        }
    }

    @Test
    void mappingThatStays(@TempDir Path directory) {
        List<Weights> leaked = new ArrayList<>();
        FaultyEngine engine = new FaultyEngine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                leaked.add(Weights.open(source.weights()));
                return super.load(source, device, precision);
            }
        };
        assertFoundWhereMemoryIsTold(() -> engine.engineLoadsOnAfterARefusal(directory));
        leaked.forEach(Weights::close);
    }

    private static FaultyEngine engine(UnaryOperator<LoadedModel> fault) {
        return new FaultyEngine() {
            @Override
            public LoadedModel load(ModelSource source, Device device, Precision precision) {
                return fault.apply(super.load(source, device, precision));
            }
        };
    }

    private static FaultyEngine engineWith(BiFunction<RowBatch, Logits, Logits> fault) {
        return engine(model -> new FaultyEngine.Model(model) {
            @Override
            public Logits forward(RowBatch rows) {
                return fault.apply(rows, super.forward(rows));
            }
        });
    }

    /** The same answers with {@code by} added to each row's first option. */
    private static Logits shifted(Logits logits, float by) {
        List<float[]> options = new ArrayList<>();
        float[] act = new float[logits.size()];
        for (int r = 0; r < act.length; r++) {
            float[] row = new float[logits.options(r)];
            for (int slot = 0; slot < row.length; slot++) {
                row[slot] = logits.optionLogit(r, slot) + (slot == 0 ? by : 0);
            }
            options.add(row);
            act[r] = logits.actProbability(r);
        }
        return new Logits(options, act);
    }

    private static void assertFound(Executable test) {
        assertThatExceptionOfType(AssertionError.class).isThrownBy(test::execute);
    }

    /** If the system does not report memory, the contract cannot detect a leak and passes. */
    private static void assertFoundWhereMemoryIsTold(Executable test) {
        if (ResidentMemory.isTold()) {
            assertFound(test);
        } else {
            assertThatCode(test::execute).doesNotThrowAnyException();
        }
    }
}
