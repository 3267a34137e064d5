// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OffsetRegressionTest {
    private static final OffsetRegression.Prior PRIOR = new OffsetRegression.Prior(3, 10, 1);

    /** The problems of scripts/measure/learning/record_fits.py, with scipy's solutions. */
    static List<JsonNode> recorded() throws IOException {
        try (InputStream file = OffsetRegressionTest.class.getResourceAsStream("/fits.json")) {
            JsonNode problems = new ObjectMapper().readTree(Objects.requireNonNull(file));
            return StreamSupport.stream(problems.spliterator(), false).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void recordedFitsAreReproduced(JsonNode problem) {
        double[][] features = matrix(problem.get("features"));
        OffsetRegression regression = regression(problem);
        double penalty = problem.get("penalty").doubleValue();
        OffsetRegression.Fit fit = regression.fit(penalty, regression.start(), 1e-9);
        assertThat(fit.scale()).isCloseTo(problem.get("scale").doubleValue(), within(1e-6));
        assertThat(regression.bias(fit)).containsExactly(vector(problem.get("bias")), within(1e-6));
        double[][] weights = regression.weights(fit, penalty, features);
        double[][] theirs = matrix(problem.get("weights"));
        for (int option = 0; option < theirs.length; option++) {
            assertThat(weights[option]).containsExactly(theirs[option], within(1e-6));
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void whereTheSearchStartsDoesNotMatter(JsonNode problem) {
        OffsetRegression regression = regression(problem);
        OffsetRegression.Fit fit = regression.fit(0.5, regression.start(), 1e-9);
        OffsetRegression.Fit other = regression.fit(0.5, regression.fit(20, regression.start(), 0.1), 1e-9);
        assertThat(other.scale()).isCloseTo(fit.scale(), within(1e-7));
        double[][] features = matrix(problem.get("features"));
        double[][] weights = regression.weights(fit, 0.5, features);
        double[][] others = regression.weights(other, 0.5, features);
        for (int option = 0; option < weights.length; option++) {
            assertThat(others[option]).containsExactly(weights[option], within(1e-7));
        }
    }

    @Test
    void anOptionWithoutLabelsKeepsAChance() {
        double[][] products = new double[30][30];
        OffsetRegression regression = new OffsetRegression(products, new double[30][3], new int[30], PRIOR);
        OffsetRegression.Fit fit = regression.fit(1, regression.start(), 1e-9);
        double[] bias = regression.bias(fit);
        assertThat(bias[0] - bias[1]).isBetween(2.0, 4.0);
        assertThat(bias[2]).isCloseTo(bias[1], within(1e-9));
    }

    @Test
    void logitsThatAreAlreadyRightKeepTheirScale() {
        double[][] logits = new double[40][];
        int[] gold = new int[40];
        for (int row = 0; row < gold.length; row++) {
            // Three of four are right, as softmax(log 3, 0) says.
            logits[row] = new double[] {Math.log(3), 0};
            gold[row] = row % 4 == 0 ? 1 : 0;
        }
        OffsetRegression regression = new OffsetRegression(new double[40][40], logits, gold, PRIOR);
        OffsetRegression.Fit fit = regression.fit(1, regression.start(), 1e-9);
        assertThat(fit.scale()).isCloseTo(1, within(1e-9));
        assertThat(regression.bias(fit)).containsExactly(new double[2], within(1e-9));
    }

    private static OffsetRegression regression(JsonNode problem) {
        double[][] features = matrix(problem.get("features"));
        double[][] products = new double[features.length][features.length];
        for (int row = 0; row < features.length; row++) {
            for (int other = 0; other < features.length; other++) {
                for (int i = 0; i < features[row].length; i++) {
                    products[row][other] += features[row][i] * features[other][i];
                }
            }
        }
        int[] gold = Arrays.stream(vector(problem.get("gold")))
                .mapToInt(label -> (int) label)
                .toArray();
        return new OffsetRegression(products, matrix(problem.get("logits")), gold, prior(problem));
    }

    private static OffsetRegression.Prior prior(JsonNode problem) {
        double[] prior = vector(problem.get("prior"));
        return new OffsetRegression.Prior(prior[0], prior[1], prior[2]);
    }

    private static double[][] matrix(JsonNode rows) {
        return StreamSupport.stream(rows.spliterator(), false)
                .map(OffsetRegressionTest::vector)
                .toArray(double[][]::new);
    }

    private static double[] vector(JsonNode numbers) {
        return StreamSupport.stream(numbers.spliterator(), false)
                .mapToDouble(JsonNode::doubleValue)
                .toArray();
    }
}
