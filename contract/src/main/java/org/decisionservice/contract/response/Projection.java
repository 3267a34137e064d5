// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.JsonValue.JsonObject;
import org.decisionservice.api.Usage;

/** Determines which members of a decision response a client gets, and under which names. */
public interface Projection {

    void answer(JsonGenerator out, Answer answer) throws IOException;

    void usage(JsonGenerator out, Usage usage) throws IOException;

    /** Writes the object that a schema's answers make, as a member of the root. */
    void values(JsonGenerator out, JsonObject values) throws IOException;

    /** Writes the members that follow the usage at the root. */
    void routing(JsonGenerator out, DecisionResponse response) throws IOException;
}
