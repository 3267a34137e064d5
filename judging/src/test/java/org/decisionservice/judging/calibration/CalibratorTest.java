// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.decoding.Scaling;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.judging.metrics.Metrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibratorTest {
    private static final int SPLITS = Boolean.getBoolean("nightly") ? 20 : 4;

    /** Rows of one noul whose logit says {@code temperature · (z − bias)} where z would be true. */
    private static List<Sample> sample(SplittableRandom random, int n, double temperature, double bias) {
        return sample("w", random, n, temperature, bias);
    }

    private static List<Sample> sample(
            String wording, SplittableRandom random, int n, double temperature, double bias) {
        List<Sample> rows = new ArrayList<>(n);
        for (int i = 0; i < n; i++) {
            double z = 1.5 * random.nextGaussian();
            double claimed = sigmoid(temperature * (z - bias));
            Judged answer = new Judged(
                    "q",
                    wording,
                    QuestionType.NOUL,
                    List.of("false", "true"),
                    "english",
                    Optional.empty(),
                    Probabilities.of(1 - claimed, claimed),
                    Math.max(claimed, 1 - claimed),
                    random.nextDouble() < sigmoid(z) ? 1 : 0);
            rows.add(new Sample(answer, 1));
        }
        return rows;
    }

    private static double sigmoid(double z) {
        return 1 / (1 + Math.exp(-z));
    }

    private static Metrics after(List<Sample> rows, Calibrator.Fitted fitted) {
        return Metrics.of(rows.stream().map(row -> row.scaled(fitted.of(row))).toList());
    }

    @Test
    void theTemperatureAndTheBiasAreFound() {
        List<Sample> rows = sample(new SplittableRandom(1), 20_000, 3, 0.5);
        Scaling scaling = Fit.TEMPERATURE_AND_BIAS.of(rows, Scaling.of(1));
        assertThat(scaling.temperature()).isEqualTo(3, within(0.1));
        assertThat(scaling.bias()).isEqualTo(0.5, within(0.05));
    }

    /** Its type's are the best guess for a question, until its own labels say otherwise. */
    @Test
    void aQuestionsValuesMoveAwayFromThoseOfItsTypeAsLabelsGrow() {
        Scaling start = new Scaling(1.5, -0.5);
        Scaling few = Fit.OWN_TEMPERATURE_AND_BIAS.of(sample(new SplittableRandom(4), 10, 3, 0.5), start);
        Scaling many = Fit.OWN_TEMPERATURE_AND_BIAS.of(sample(new SplittableRandom(4), 20_000, 3, 0.5), start);
        assertThat(few.temperature()).isBetween(1.2, 2.2);
        assertThat(few.bias()).isBetween(-0.7, 0.2);
        assertThat(many.temperature()).isEqualTo(3, within(0.1));
        assertThat(many.bias()).isEqualTo(0.5, within(0.05));
    }

    @Test
    void aQuestionThatIsCalibratedStaysSoBesideOneThatIsNot() {
        SplittableRandom random = new SplittableRandom(5);
        List<Sample> rows = new ArrayList<>(sample("far off", random, 800, 4, 0));
        rows.addAll(sample("right", random, 200, 1, 0));
        Calibrator.Fitted fitted = Calibrator.fit(rows);
        Sample right = rows.getLast();
        assertThat(fitted.types())
                .hasEntrySatisfying(
                        QuestionType.NOUL,
                        type -> assertThat(type.temperature()).isGreaterThan(2));
        assertThat(fitted.of(right).temperature()).isEqualTo(1, within(0.3));
        assertThat(fitted.of(right).bias()).isEqualTo(0, within(0.3));
    }

    /** A temperature moves no answer across even odds; a bias does. */
    @Test
    void aBiasRaisesAnAccuracyThatATemperatureCannot() {
        SplittableRandom random = new SplittableRandom(2);
        Calibrator.Fitted fitted = Calibrator.fit(sample(random, 200, 1, 2));
        List<Sample> held = sample(random, 2_000, 1, 2);
        double before = Metrics.of(held.stream().map(Sample::answer).toList())
                .accuracy()
                .value();
        Scaling temperature = Fit.TEMPERATURE.of(held, Scaling.of(1));
        assertThat(Metrics.of(held.stream().map(row -> row.scaled(temperature)).toList())
                        .accuracy()
                        .value())
                .isEqualTo(before);
        assertThat(after(held, fitted).accuracy().value()).isGreaterThan(before + 0.1);
    }

    @Test
    void heldOutRowsNeverLoseByACalibration() {
        for (double temperature : List.of(1.0, 2.5)) {
            for (int split = 0; split < SPLITS; split++) {
                SplittableRandom random = new SplittableRandom(split);
                Calibrator.Fitted fitted = Calibrator.fit(sample(random, 200, temperature, 0));
                List<Sample> held = sample(random, 2_000, temperature, 0);
                double before = Metrics.of(held.stream().map(Sample::answer).toList())
                        .logLoss()
                        .value();
                // Where there is nothing to gain, a fit that is taken by chance may cost this much.
                double chance = temperature == 1.0 ? 0.005 : 0;
                assertThat(after(held, fitted).logLoss().value()).isLessThanOrEqualTo(before + chance);
            }
        }
    }

    /** Real answers of the starter, to questions like those it was trained for and to others. */
    @ParameterizedTest
    @CsvSource({"thresholds, 79", "spam, 50", "spam, 200", "spam, 600"})
    void realRowsThatAreHeldOutHardlyEverLose(String source, int labels) throws Exception {
        List<Sample> rows = real(source);
        for (int split = 0; split < SPLITS; split++) {
            Collections.shuffle(rows, new Random(split));
            Calibrator.Fitted fitted = Calibrator.fit(rows.subList(0, labels));
            List<Sample> held = rows.subList(labels, rows.size());
            // Scaled by what they had: the file's probabilities are rounded and sum to 1 only then.
            double before = Metrics.of(held.stream()
                            .map(row -> row.scaled(Scaling.of(row.temperature())))
                            .toList())
                    .logLoss()
                    .value();
            // One split of eighty loses 0.0008: what is taken by chance may cost a little.
            assertThat(after(held, fitted).logLoss().value())
                    .as("split %d", split)
                    .isLessThanOrEqualTo(before + 0.002);
        }
    }

    private static List<Sample> real(String source) throws IOException {
        List<Sample> rows = new ArrayList<>();
        Path file = Path.of("src/test/resources/answers.csv");
        for (String line : Files.readAllLines(file)) {
            List<String> cells = List.of(line.split(","));
            if (cells.getFirst().equals(source)) {
                Probabilities p = Probabilities.of(Arrays.stream(cells.get(4).split(" "))
                        .mapToDouble(Double::parseDouble)
                        .toArray());
                Judged answer = new Judged(
                        source,
                        source + cells.get(1),
                        QuestionType.valueOf(cells.get(1).toUpperCase(Locale.ROOT)),
                        Collections.nCopies(p.size(), ""),
                        "english",
                        Optional.empty(),
                        p,
                        p.max(),
                        Integer.parseInt(cells.get(3)));
                rows.add(new Sample(answer, Double.parseDouble(cells.get(2))));
            }
        }
        return rows;
    }

    @Test
    void tooFewLabelsChangeNothingAndSaySo() {
        Calibrator.Fitted fitted = Calibrator.fit(sample(new SplittableRandom(3), 10, 3, 1));
        assertThat(fitted.types()).isEmpty();
        assertThat(fitted.questions()).isEmpty();
        assertThat(fitted.kept()).singleElement().asString().contains("10 labels are too few");
    }
}
