// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Precision;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/**
 * The contract of every engine. An engine's test extends this class and gives the name; the engine is found and opened
 * once, as the server does. The tests are in the contract interfaces that this class implements, grouped by subject.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EngineContractTest
        implements ProviderContract,
                PrecisionContract,
                PreparedContract,
                ForwardContract,
                ShapesContract,
                OptionOrderContract,
                StateVectorsContract,
                IsolationContract,
                LifecycleContract,
                FilesContract,
                BadModelContract {
    private final EngineProvider provider;
    private final Precision precision;
    private final Engine engine;

    /** Of the large checkpoint, whose loading takes seconds in a reduced precision. */
    private final Map<SampleCheckpoint, LoadedModel> kept = new EnumMap<>(SampleCheckpoint.class);

    /** @param name the engine's name in the configuration */
    protected EngineContractTest(String name) {
        this(found(name), Precision.FLOAT32);
    }

    /** @param precision the precision that checkpoints are loaded in */
    protected EngineContractTest(EngineProvider provider, Precision precision) {
        this.provider = provider;
        this.precision = precision;
        this.engine = provider.open(EngineOptions.DEFAULTS);
    }

    private static EngineProvider found(String name) {
        List<EngineProvider> found = ServiceLoader.load(EngineProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.name().equals(name))
                .toList();
        assertThat(found).as("engines named '%s' in META-INF/services", name).hasSize(1);
        return found.getFirst();
    }

    @Override
    public EngineProvider provider() {
        return provider;
    }

    @Override
    public Precision precision() {
        return precision;
    }

    @Override
    public Engine engine() {
        return engine;
    }

    /** Loads the large checkpoint once for all tests; none of them is about the loading of that one. */
    @Override
    public LoadedModel load(SampleCheckpoint checkpoint) {
        assumeOffered(checkpoint);
        return checkpoint.isTiny()
                ? load(engine, checkpoint.source())
                : new KeptModel(kept.computeIfAbsent(checkpoint, key -> load(engine, key.source())));
    }

    @AfterAll
    void closeEngine() {
        kept.values().forEach(LoadedModel::close);
        engine.close();
    }
}
