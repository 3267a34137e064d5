// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Explanation.Influence;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.Usage;

/** Determines which members of a decision response a client gets, and under which names. */
public interface Projection {

    /**
     * Writes an answer.
     *
     * @param explanation what it depends on, if the request asks for that
     */
    void answer(JsonGenerator out, Answer answer, Optional<List<Influence>> explanation) throws IOException;

    void usage(JsonGenerator out, Usage usage) throws IOException;

    /** Writes the object that a schema's answers make, as a member of the root. */
    void values(JsonGenerator out, JsonObject values) throws IOException;

    /** Writes the members that follow the usage at the root: where the state went, and what an explanation took. */
    void routing(JsonGenerator out, DecisionResponse response) throws IOException;
}
