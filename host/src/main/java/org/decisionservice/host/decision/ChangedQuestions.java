// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.decision;

import static java.lang.System.Logger.Level.WARNING;

import java.util.List;
import java.util.Map;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Question;
import org.decisionservice.api.Teaching;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.plan.Destination;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.checkpoints.CheckpointVersion;

/**
 * Logs questions that are worded almost as one that was learned: whoever changes an option or a word of a question
 * makes it a new one, which the checkpoint alone answers from then on. Each wording is logged once.
 */
final class ChangedQuestions {
    private static final System.Logger LOG = System.getLogger(ChangedQuestions.class.getName());

    private ChangedQuestions() {}

    static void log(DecisionRequest request, List<Destination<CheckpointVersion>> destinations) {
        if (request.controls().learned().orElse(true)) {
            destinations.stream().map(Destination::checkpoint).distinct().forEach(version -> log(request, version));
        }
    }

    private static void log(DecisionRequest request, CheckpointVersion version) {
        for (Map.Entry<String, Question> asked : request.questions().entrySet()) {
            Question question = asked.getValue();
            Teaching teaching = version.calibration().teachingAnyhow(question);
            boolean noted = (teaching == Teaching.REWORDED || teaching == Teaching.EXTENDED)
                    && version.notes(Wording.of(question));
            if (noted && teaching == Teaching.EXTENDED) {
                LOG.log(
                        WARNING,
                        "checkpoint {0} answers question {1} as learned, but for options that were added since, for"
                                + " which"
                                + " it speaks alone; label rows of these, and learn them with ./serve learn",
                        version.served(),
                        Quote.field(asked.getKey()));
            } else if (noted) {
                LOG.log(
                        WARNING,
                        "checkpoint {0} alone answers question {1}: one was learned that differs from it in its"
                                + " options or"
                                + " instructions only; ask as it was learned, or learn the new wording with ./serve"
                                + " learn",
                        version.served(),
                        Quote.field(asked.getKey()));
            }
        }
    }
}
