// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;

/**
 * The engine named {@code rounded}: the smallest one with a reduced precision, as docs/writing-an-engine.md describes
 * it. Its bf16 is the reference engine on weights that are rounded when they are loaded. It judges nothing: the host
 * does.
 */
public final class RoundedEngine implements EngineProvider, Engine {
    /** Bits of a float's fraction that bf16 does not have. */
    private static final int DROPPED = 16;

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String name() {
        return "rounded";
    }

    @Override
    public Set<Precision> precisions() {
        return Set.of(Precision.FLOAT32, Precision.BF16);
    }

    @Override
    public Availability probe(EngineOptions options) {
        return new Availability.Available(List.of(Device.CPU));
    }

    @Override
    public Engine open(EngineOptions options) {
        return this;
    }

    @Override
    public boolean stateVectors() {
        return true;
    }

    @Override
    public LoadedModel load(ModelSource source, Device device, Precision precision) {
        if (!device.equals(Device.CPU)) {
            throw new EngineException(EngineException.Kind.FAILED, "this engine computes on cpu, not on " + device);
        }
        return ReferenceEngine.model(
                source,
                precision,
                switch (precision) {
                    case FLOAT32 -> UnaryOperator.identity();
                    case BF16 -> RoundedEngine::rounded;
                    case TF32, FP16, INT8 ->
                        throw new EngineException(
                                EngineException.Kind.UNSUPPORTED_PRECISION, "this engine has no " + precision);
                });
    }

    private static float[][] rounded(float[][] weights) {
        for (float[] row : weights) {
            for (int i = 0; i < row.length; i++) {
                row[i] = rounded(row[i]);
            }
        }
        return weights;
    }

    /** The nearest number that bf16 has; of two that are equally near, the even one. */
    static float rounded(float weight) {
        int bits = Float.floatToRawIntBits(weight);
        int lastKept = (bits >>> DROPPED) & 1;
        int half = (1 << (DROPPED - 1)) - 1 + lastKept;
        return Float.intBitsToFloat(((bits + half) >>> DROPPED) << DROPPED);
    }

    @Override
    public void close() {}
}
