// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.decisionservice.core.packing.Probe;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrecisionGateTest {
    private static final PrecisionGate GATE = new PrecisionGate(PrecisionGate.DEFAULT_TOLERANCE);
    private static final int ROWS = 50;

    @Test
    void sameAnswersDifferByNothing() {
        PrecisionReport report = compare(1, logits(0.5f, 1, 2, 3), logits(0.5f, 1, 2, 3));
        assertThat(report).isEqualTo(new PrecisionReport(1, 0, 0, 0, 0, true));
    }

    @Test
    void probabilitiesCountNotLogits() {
        assertThat(compare(1, logits(0.5f, 1, 2, 3), logits(0.5f, 11, 12, 13)).largest())
                .isCloseTo(0, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1, 3})
    void probabilitiesAreThoseAtTheCheckpointsTemperature(double temperature) {
        PrecisionReport report = compare(temperature, logits(0.5f, 0, 0), logits(0.5f, 0.02f, 0));
        assertThat(report.largest()).isCloseTo(1 / (1 + Math.exp(-0.02 / temperature)) - 0.5, within(1e-6));
    }

    @Test
    void actProbabilityMayMoveThreeTimesAsFar() {
        PrecisionReport report = compare(1, logits(0.5f, 1), logits(0.559f, 1));
        assertThat(report.largest()).isZero();
        assertThat(report.largestAct()).isCloseTo(0.059, within(1e-6));
        assertThat(report.accepted()).isTrue();
        assertThat(compare(1, logits(0.5f, 1), logits(0.561f, 1)).accepted()).isFalse();
    }

    @Test
    void notANumberIsNeverAccepted() {
        PrecisionGate open = new PrecisionGate(1);
        for (Logits broken : List.of(
                logits(0.5f, Float.NaN, 2),
                logits(0.5f, 1, Float.NaN),
                logits(Float.NaN, 1, 2),
                logits(0.5f, Float.POSITIVE_INFINITY, 2))) {
            PrecisionReport report = open.compare(probes(1, 1), logits(0.5f, 1, 2), broken);
            assertThat(report.largest() + report.largestAct()).isNaN();
            assertThat(report.accepted()).isFalse();
        }
    }

    @Test
    void oneRowMayMoveFurtherThanTheToleranceButNotMuch() {
        assertThat(withTwo(0.015, 0.024).accepted()).isTrue();
        assertThat(withTwo(0.005, 0.031).accepted()).isFalse();
        assertThat(withTwo(0.005, 0.029).accepted()).isTrue();
        PrecisionReport twoFar = withTwo(0.024, 0.024);
        assertThat(twoFar.percentile99()).isCloseTo(0.024, within(1e-6));
        assertThat(twoFar.accepted()).isFalse();
    }

    @Test
    void percentileLiesBetweenTheTwoLargest() {
        // Of 50 rows it is 0.51 of the way from the 49th to the 50th.
        assertThat(withTwo(0.01, 0.02).percentile99()).isCloseTo(0.01 + 0.51 * 0.01, within(1e-6));
    }

    @Test
    void changedDecisionIsRefusedIfItWasClear() {
        // The options were 0.0125 and 0.0250 apart; both change places and move by as much.
        PrecisionGate gate = new PrecisionGate(0.02);
        PrecisionReport narrow =
                gate.compare(probes(1, 1), logits(0.5f, 0.0125f, -0.0125f), logits(0.5f, -0.01f, 0.01f));
        assertThat(narrow.changedDecisions()).isEqualTo(1);
        assertThat(narrow.accepted()).isTrue();
        PrecisionReport clear =
                gate.compare(probes(1, 1), logits(0.5f, 0.021f, -0.021f), logits(0.5f, -0.001f, 0.001f));
        assertThat(clear.changedDecisions()).isEqualTo(1);
        assertThat(clear.percentile99()).isLessThan(0.02);
        assertThat(clear.accepted()).isFalse();
    }

    @Test
    void toleranceIsAPossibleChangeOfAProbability() {
        for (double tolerance : new double[] {0, -0.1, 1.01, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new PrecisionGate(tolerance));
        }
    }

    @Test
    void reportIsOneLine() {
        assertThat(new PrecisionReport(49, 0.02606, 0.01, 0.04, 1, false))
                .hasToString(
                        "over 49 rows a probability differs from float32's by at most 0.0261, by 0.0100 at the 99th"
                                + " percentile, an act probability by at most 0.0400; changed decisions: 1");
    }

    /** The report on rows whose answers are equal but for two, in which an option moves by that much. */
    private static PrecisionReport withTwo(double second, double first) {
        List<float[]> exact = Collections.nCopies(ROWS, new float[2]);
        List<float[]> reduced = new ArrayList<>(exact);
        reduced.set(7, moved(first));
        reduced.set(31, moved(second));
        return GATE.compare(probes(ROWS, 1), new Logits(exact, new float[ROWS]), new Logits(reduced, new float[ROWS]));
    }

    /** Two logits that make the first option more probable than one half by that much. */
    private static float[] moved(double difference) {
        return new float[] {(float) Math.log((0.5 + difference) / (0.5 - difference)), 0};
    }

    private static PrecisionReport compare(double temperature, Logits exact, Logits reduced) {
        return GATE.compare(probes(exact.size(), temperature), exact, reduced);
    }

    private static List<Probe> probes(int rows, double temperature) {
        return Collections.nCopies(rows, new Probe(new Row(new int[] {1}, new int[] {0}, 0), temperature));
    }

    private static Logits logits(float act, float... options) {
        return new Logits(List.of(options), new float[] {act});
    }
}
