// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.openai;

import java.util.List;
import java.util.Optional;
import org.decisionservice.api.Question;
import org.decisionservice.contract.members.Place;

/**
 * A question as its client asked it.
 *
 * @param id of the question within the request; clients never see it
 * @param name as sent: any text, even one that other questions have too
 * @param question for the model
 * @param levels labels of a score's levels, lowest first; of other questions none
 * @param place where it stands in the body: its own, or that of the question set that has it
 */
public record AskedQuestion(String id, Optional<String> name, Question question, List<String> levels, Place place) {
    public AskedQuestion {
        levels = List.copyOf(levels);
    }
}
