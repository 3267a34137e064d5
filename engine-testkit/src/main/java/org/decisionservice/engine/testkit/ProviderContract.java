// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalInt;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the provider: name, probe, options, devices. */
public interface ProviderContract extends EngineUnderTest {

    @Test
    default void nameFitsAConfigurationFile() {
        assertThat(provider().name()).matches("[a-z][a-z0-9-]*");
    }

    @Test
    default void probeSaysTheSameTwiceAndOffersTheCpu() {
        Availability first = provider().probe(EngineOptions.DEFAULTS);
        assertThat(provider().probe(EngineOptions.DEFAULTS)).isEqualTo(first);
        assertThat(first)
                .isInstanceOfSatisfying(
                        Availability.Available.class,
                        available -> assertThat(available.devices())
                                .doesNotHaveDuplicates()
                                .contains(Device.CPU));
    }

    @Test
    default void itIsForThisVersionOfTheInterface() {
        assertThat(provider().spiVersion()).isEqualTo(EngineProvider.SPI_VERSION);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    default void threadCountsAreAcceptedAndChangeNoAnswer(int threads) {
        EngineOptions options = new EngineOptions(OptionalInt.of(threads));
        Goldens.Batch batch = Goldens.of(SampleCheckpoint.ENGLISH).getFirst();
        assertThat(provider().probe(options)).isInstanceOf(Availability.Available.class);
        try (Engine engine = provider().open(options);
                LoadedModel model = load(engine, SampleCheckpoint.ENGLISH.source())) {
            assertThat((double) model.forward(batch.rowBatch()).optionLogit(0, 0))
                    .isCloseTo(
                            batch.rows().getFirst().optionLogits().getFirst(),
                            within(tolerances().golden().logit()));
        }
    }

    @Test
    default void modelSaysWhereItComputes() {
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            assertThat(model.device()).isEqualTo(Device.CPU);
        }
    }

    @Test
    default void deviceThatIsNotThereIsRefusedByName() {
        ModelSource source = SampleCheckpoint.ENGLISH.source();
        assertThatThrownBy(() ->
                        engine().load(source, Device.cuda(99), precision()).close())
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("cuda:99");
    }
}
