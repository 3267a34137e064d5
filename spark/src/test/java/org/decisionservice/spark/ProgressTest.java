// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** Reads the counters as Spark's own pages get them. */
class ProgressTest {
    @Test
    void stagesCountRowsErrorsAndPasses() throws Exception {
        Map<String, Long> seen = new ConcurrentHashMap<>();
        SparkListener listener = new SparkListener() {
            @Override
            public void onStageCompleted(SparkListenerStageCompleted stage) {
                CollectionConverters.asJava(stage.stageInfo().accumulables())
                        .values()
                        .forEach(counter -> {
                            if (counter.name().isDefined()
                                    && counter.name().get().startsWith("decisions: ")) {
                                seen.put(counter.name().get(), (Long)
                                        counter.value().get());
                            }
                        });
            }
        };
        LocalSpark.SESSION.sparkContext().addSparkListener(listener);
        try {
            List<Row> rows = Decisions.on(LocalSpark.tiny())
                    .questions("{\"angry\": {\"type\": \"noul\", \"instructions\": \"Angry?\"}}")
                    .score(LocalSpark.texts(2, Arrays.asList("One.", "Two.", null)), "value")
                    .collectAsList();
            assertThat(rows).hasSize(3);
            for (int i = 0; i < 100 && !seen.containsKey("decisions: rows"); i++) {
                Thread.sleep(50);
            }
        } finally {
            LocalSpark.SESSION.sparkContext().removeSparkListener(listener);
        }
        assertThat(seen)
                .containsEntry("decisions: rows", 3L)
                .containsEntry("decisions: rows with an error", 1L)
                .containsEntry("decisions: passes", 2L)
                .containsKeys("decisions: tokens", "decisions: milliseconds in passes");
    }
}
