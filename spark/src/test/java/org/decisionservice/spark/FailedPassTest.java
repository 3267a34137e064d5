// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scores rows with an engine that fails on one of them. */
class FailedPassTest {
    private static final String LONG = "Again and again and again. ".repeat(100);

    @ParameterizedTest
    @ValueSource(ints = {0, 8192})
    void onlyTheFaultyRowHasNoAnswers(int sharedTokens) {
        Decisions decisions = Decisions.on(LocalSpark.tiny())
                .engine("failing")
                .questions("{\"angry\": {\"type\": \"noul\", \"instructions\": \"Angry?\"}}");
        if (sharedTokens > 0) {
            decisions.sharedPasses(sharedTokens);
        }
        List<Row> rows = decisions
                .score(LocalSpark.texts(1, List.of("Short.", LONG, "Shorter.")), "value")
                .collectAsList();
        assertThat(rows).hasSize(3).allSatisfy(row -> {
            boolean faulty = row.getAs("value").equals(LONG);
            assertThat(row.<String>getAs("error")).isEqualTo(faulty ? "inference failed" : null);
            assertThat(row.<Row>getAs("angry") == null).isEqualTo(faulty);
        });
    }
}
