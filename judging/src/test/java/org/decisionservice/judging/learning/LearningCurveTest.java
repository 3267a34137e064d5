// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LearningCurveTest {
    @Test
    void theCurveEndsWithAllLabelsAndSaysWhatTheSecondHalfBrought() {
        LabelledVectors rows = new World(3, 32, 0.5, 0.5, 1, 6).rows(new SplittableRandom(3), 130);
        Learning.Learned learned = (Learning.Learned) Learner.learn(rows);
        LearningCurve curve = LearningCurve.of(rows, SharedStart.NONE, learned.heldOut());
        assertThat(curve.points().stream().map(LearningCurve.Point::labels)).containsExactly(0, 10, 20, 65, 130);
        double right = IntStream.range(0, rows.size())
                .filter(row -> {
                    double[] p = learned.heldOut().probabilities().get(row);
                    int gold = rows.gold().get(row);
                    return IntStream.range(0, p.length).allMatch(option -> p[option] <= p[gold]);
                })
                .count();
        assertThat(curve.points().getLast().accuracy()).isEqualTo(right / rows.size());
        LearningCurve.Doubling last = curve.last().orElseThrow();
        assertThat(last.gain())
                .isCloseTo(
                        curve.points().getLast().accuracy()
                                - curve.points().get(3).accuracy(),
                        org.assertj.core.api.Assertions.within(1e-12));
        assertThat(last.next().high()).isGreaterThanOrEqualTo(last.gain());
    }

    /** As few as these cannot show that the next ones would change nothing. */
    @Test
    void fewLabelsNeverSayThatMoreWouldChangeNothing() {
        LabelledVectors rows = new World(2, 32, 0.5, 0.5, 1, 12).rows(new SplittableRandom(4), 60);
        Learning.HeldOut allRight = new Learning.HeldOut(
                rows.gold().stream()
                        .map(gold -> new double[] {1.0 - gold, gold})
                        .toList(),
                1,
                0.1);
        LearningCurve curve = LearningCurve.of(rows, SharedStart.NONE, allRight);
        assertThat(curve.last().orElseThrow().isLast()).isFalse();
        assertThat(LearningCurve.of(
                                rows.rows(IntStream.range(0, 15).boxed().toList()),
                                SharedStart.NONE,
                                new Learning.HeldOut(allRight.probabilities().subList(0, 15), 1, 0.1))
                        .last())
                .isEmpty();
        assertThat(new LearningCurve.Doubling(0.07, 0.03).isLast()).isFalse();
        assertThat(new LearningCurve.Doubling(0.001, 0.003).isLast()).isTrue();
        assertThat(new LearningCurve.Doubling(-0.02, 0.008).isLast()).isFalse();
        assertThat(List.of(new LearningCurve.Doubling(-0.02, 0.005).next().low()))
                .containsExactly(0.0);
    }

    /**
     * Recorded on public sets by benchmarks/learning_promises.py: set, labels, what the last doubling brought and its
     * error, what the next one did on a thousand other rows.
     */
    private static final String RECORDED = """
            question_types, 100, 0.1200, 0.0293, 0.0327
            question_types, 200, 0.0075, 0.0160, 0.0177
            question_types, 100, 0.0050, 0.0304, 0.0253
            question_types, 200, 0.0250, 0.0172, 0.0285
            question_types, 100, 0.0150, 0.0180, 0.0140
            question_types, 200, -0.0050, 0.0137, 0.0362
            question_types, 100, 0.0000, 0.0212, 0.0227
            question_types, 200, 0.0650, 0.0216, 0.0415
            question_types, 100, 0.0950, 0.0337, 0.0260
            question_types, 200, 0.0250, 0.0202, 0.0231
            sms, 100, 0.0000, 0.0100, -0.0020
            sms, 200, 0.0050, 0.0050, 0.0077
            sms, 100, 0.0200, 0.0121, 0.0080
            sms, 200, 0.0100, 0.0070, 0.0000
            sms, 100, 0.0450, 0.0213, 0.0027
            sms, 200, -0.0050, 0.0061, 0.0085
            sms, 100, 0.0100, 0.0100, 0.0027
            sms, 200, 0.0000, 0.0071, -0.0008
            sms, 100, 0.0000, 0.0100, 0.0067
            sms, 200, 0.0100, 0.0061, 0.0000
            intents10, 100, 0.0000, 0.0122, 0.0021
            intents10, 200, -0.0025, 0.0090, 0.0209
            intents10, 100, 0.0050, 0.0112, 0.0114
            intents10, 200, 0.0075, 0.0050, 0.0092
            intents10, 100, 0.0150, 0.0165, 0.0064
            intents10, 200, -0.0075, 0.0056, 0.0025
            intents10, 100, 0.0300, 0.0119, 0.0029
            intents10, 200, 0.0025, 0.0050, 0.0033
            intents10, 100, 0.0000, 0.0122, 0.0086
            intents10, 200, 0.0050, 0.0079, 0.0033
            mails, 100, 0.0400, 0.0169, 0.0153
            mails, 200, 0.0175, 0.0129, 0.0000
            mails, 100, 0.0000, 0.0245, 0.0107
            mails, 200, 0.0350, 0.0120, 0.0054
            mails, 100, 0.0350, 0.0190, 0.0193
            mails, 200, 0.0000, 0.0127, 0.0162
            mails, 100, 0.0350, 0.0146, -0.0107
            mails, 200, 0.0150, 0.0106, 0.0469
            mails, 100, 0.0950, 0.0314, 0.0193
            mails, 200, 0.0550, 0.0169, 0.0192
            """;

    /** By so much the judged rows may be off. */
    private static final double ERROR = 0.017;

    @Test
    void recordedDoublingsBroughtWhatWasSaid() {
        int missed = 0;
        int all = 0;
        for (String line : RECORDED.lines().toList()) {
            String[] cells = line.strip().split(", ", -1);
            LearningCurve.Doubling last =
                    new LearningCurve.Doubling(Double.parseDouble(cells[2]), Double.parseDouble(cells[3]));
            double brought = Double.parseDouble(cells[4]);
            assertThat(brought)
                    .as(line)
                    .isBetween(last.next().low() - ERROR, last.next().high() + ERROR);
            missed += brought > last.next().high() ? 1 : 0;
            all++;
            if (last.isLast()) {
                assertThat(Math.max(brought, last.gain())).as(line).isLessThan(0.02);
            }
        }
        assertThat(all).isGreaterThanOrEqualTo(10);
        assertThat(20 * missed)
                .as("%d of %d brought more than was said", missed, all)
                .isLessThanOrEqualTo(2 * all);
    }
}
