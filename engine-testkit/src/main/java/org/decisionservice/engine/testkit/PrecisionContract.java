// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.EnumSet;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An engine computes in the precision that it is asked for and in no other; whether that will do is the host's
 * business.
 */
public interface PrecisionContract extends EngineUnderTest {

    @Test
    default void modelComputesInThePrecisionThatWasAskedFor() {
        assertThat(provider().precisions()).contains(Precision.FLOAT32, precision());
        try (LoadedModel model = load(SampleCheckpoint.ENGLISH)) {
            assertThat(model.precision()).isEqualTo(precision());
        }
    }

    @Test
    default void precisionsOfADeviceAreAmongThoseOfTheEngine() {
        assertThat(provider().precisions(Device.CPU))
                .contains(Precision.FLOAT32)
                .isSubsetOf(provider().precisions());
    }

    /** A test may open an engine that computes in the precision under test wherever it runs. */
    @Test
    default void precisionThatIsNotListedForTheDeviceIsRefusedByName() {
        ModelSource source = SampleCheckpoint.ENGLISH.source();
        EnumSet<Precision> others =
                EnumSet.complementOf(EnumSet.copyOf(provider().precisions(Device.CPU)));
        others.remove(precision());
        for (Precision other : others) {
            EngineException refusal = catchThrowableOfType(
                    EngineException.class,
                    () -> engine().load(source, Device.CPU, other).close());
            assertThat(refusal).as("refusal of %s", other).isNotNull().hasMessageContaining(other.toString());
            assertThat(refusal.kind()).isEqualTo(EngineException.Kind.UNSUPPORTED_PRECISION);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ENGLISH", "MULTILINGUAL", "PARALLEL_ENGLISH"})
    default void samplesAreAnsweredInFloat32(SampleCheckpoint checkpoint) {
        assumeReduced();
        assumeOffered(checkpoint);
        ModelSource source = checkpoint.source();
        Reduction reduction = engine().reduce(source, Device.CPU, precision());
        Differences differences = new Differences();
        try (LoadedModel exact = engine().load(source, Device.CPU, Precision.FLOAT32)) {
            Logits expected = exact.forward(source.sampleRows());
            assertThat(reduction.exact().size()).isEqualTo(expected.size());
            for (int row = 0; row < expected.size(); row++) {
                differences.add("sample " + row, expected, row, reduction.exact(), row);
            }
        }
        differences.report(provider().name() + ", " + checkpoint.key() + ", samples from float32");
        differences.assertWithin(Tolerances.FLOAT32.invariant());
    }

    @Test
    default void everyVariantRoundsAndCanBeLoadedAgain() {
        assumeReduced();
        ModelSource source = SampleCheckpoint.ENGLISH.source();
        Reduction reduction = engine().reduce(source, Device.CPU, precision());
        for (Reduction.Variant variant : reduction.variants()) {
            Logits first = answers(variant, source);
            Logits again = answers(variant, source);
            Differences fromExact = new Differences();
            Differences fromFirst = new Differences();
            for (int row = 0; row < first.size(); row++) {
                fromExact.add("sample " + row, reduction.exact(), row, first, row);
                fromFirst.add("sample " + row, first, row, again, row);
            }
            fromExact.report(provider().name() + ", " + variant.name() + ", samples from float32");
            fromExact.assertWithin(tolerances().golden());
            fromExact.assertBeyond(Tolerances.FLOAT32.invariant());
            fromFirst.assertWithin(tolerances().invariant());
        }
    }

    private Logits answers(Reduction.Variant variant, ModelSource source) {
        try (LoadedModel model = variant.load()) {
            assertThat(model.precision()).as(variant.name()).isEqualTo(precision());
            return model.forward(source.sampleRows());
        }
    }

    private void assumeReduced() {
        assumeTrue(precision() != Precision.FLOAT32, "float32 is compared with nothing");
    }
}
