// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.decisionservice.engine.kit.ParallelRow;
import org.decisionservice.engine.spi.Row;
import org.junit.jupiter.api.Test;

/** Positions and options of every token are those that upstream recorded. */
class RecordedLayoutTest {
    @Test
    void everyTokenLiesWhereUpstreamPutsIt() throws IOException {
        ObjectMapper json = new ObjectMapper();
        int rows = 0;
        for (String line : Files.readAllLines(
                Path.of(SampleCheckpoint.property("testdata"), "golden", "forward_parallel.jsonl"))) {
            for (JsonNode recorded : json.readTree(line).get("rows")) {
                check(recorded);
                rows++;
            }
        }
        assertThat(rows).isEqualTo(38);
    }

    private static void check(JsonNode recorded) {
        String id = recorded.get("packing_id").textValue();
        int[] ids = ints(recorded.get("ids"));
        int[] options = ints(recorded.get("option_ids"));
        ParallelRow row = new ParallelRow(new Row(
                ids,
                ints(recorded.get("markers")),
                recorded.get("options_end").intValue(),
                recorded.get("qtype").intValue()));
        assertThat(IntStream.range(0, ids.length).map(row::position))
                .as("positions of %s", id)
                .containsExactlyElementsOf(
                        IntStream.of(ints(recorded.get("position_ids"))).boxed().toList());
        for (int query : List.of(0, row.options().start(), row.options().end() - 1, ids.length - 1)) {
            for (int key = 0; key < ids.length; key++) {
                boolean otherOption = options[query] > 0 && options[key] > 0 && options[query] != options[key];
                assertThat(row.sees(query, key))
                        .as("%s: %d sees %d", id, query, key)
                        .isEqualTo(!otherOption);
            }
        }
    }

    private static int[] ints(JsonNode array) {
        return IntStream.range(0, array.size())
                .map(i -> array.get(i).intValue())
                .toArray();
    }
}
