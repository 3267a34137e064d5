// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.labelled;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue;
import org.decisionservice.core.text.JsonText;

/**
 * A line of a file of labels.
 *
 * @param line its number, from 1
 * @param request the members of the request that it asks: {@code state}, {@code questions} and any controls
 * @param gold the right answers by question id, as the file writes them; a question without one is not asked
 * @param named whether the file itself names the questions; otherwise their instructions are what people know
 * @param language of the state, where the file says it
 * @param recorded the answer, if the line is one of the decision log; the state is then blank unless the log has it
 */
public record LabelledRow(
        int line,
        SequencedMap<String, JsonValue> request,
        SequencedMap<String, JsonValue> gold,
        boolean named,
        Optional<String> language,
        Optional<Recorded> recorded) {
    public LabelledRow {
        request = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(request));
        gold = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(gold));
    }

    /** The body that asks it. */
    public byte[] body() {
        return JsonText.render(new JsonValue.JsonObject(request)).getBytes(StandardCharsets.UTF_8);
    }
}
