// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.learning;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.decisionservice.core.checkpoint.Temperatures;

/**
 * The learned questions of one checkpoint. Immutable.
 *
 * @param own the checkpoint's temperatures, whatever it is calibrated with: what was learned starts from its own
 *     answers
 * @param questions by {@link org.decisionservice.core.decoding.Wording#inAnyOrder}
 * @param narrowed the same, of choices that are narrowed down in rounds: other rows than of one that is asked at once
 * @param choices keys of both kinds of choices, by {@link org.decisionservice.core.decoding.Wording#ofInstructions}
 * @param parts of the wordings of these questions, by which one is recognised that was changed since
 */
public record Learned(
        Temperatures own,
        Map<String, TaughtQuestion> questions,
        Map<String, TaughtQuestion> narrowed,
        Map<String, List<String>> choices,
        Set<String> parts) {
    public Learned {
        questions = Map.copyOf(questions);
        narrowed = Map.copyOf(narrowed);
        choices = Map.copyOf(choices);
        parts = Set.copyOf(parts);
    }

    /** The same for choices that are narrowed down in rounds, whose rows are other rows. */
    public Learned narrowedAlone() {
        return new Learned(own, narrowed, Map.of(), choices, parts);
    }
}
