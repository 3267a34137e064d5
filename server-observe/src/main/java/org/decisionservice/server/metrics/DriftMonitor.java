// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import static java.lang.System.Logger.Level.WARNING;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Question;
import org.decisionservice.api.Routing;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.Quote;
import org.decisionservice.judging.drift.Baseline;
import org.decisionservice.judging.drift.Tally;
import org.decisionservice.server.decisionlog.AnswerLabel;
import org.decisionservice.server.observe.DecisionObserver;

/** Counts the answers that a baseline has been frozen of. It keeps counts, and nothing of a state. */
public final class DriftMonitor implements DecisionObserver {
    private static final System.Logger LOG = System.getLogger(DriftMonitor.class.getName());

    private final DriftWindow window;
    private final Map<String, String> wordings = new HashMap<>();
    private final Set<String> reworded = ConcurrentHashMap.newKeySet();

    /** Counts in {@code window} the answers to the questions of {@code baseline}. */
    public DriftMonitor(Baseline baseline, DriftWindow window) {
        this.window = window;
        baseline.questions().forEach((id, asked) -> wordings.put(id, asked.wording()));
    }

    /** The counts, and the findings from them. */
    public DriftWindow window() {
        return window;
    }

    @Override
    public void decided(Decided decision) {
        decision.request().questions().forEach((id, question) -> {
            if (isCompared(id, question)) {
                decision.responses()
                        .forEach(response -> Optional.ofNullable(
                                        response.answers().get(id))
                                .ifPresent(answer -> window.count(id, seen(response, id, answer))));
            }
        });
    }

    private boolean isCompared(String id, Question question) {
        String wording = wordings.get(id);
        if (wording == null || Wording.of(question).equals(wording)) {
            return wording != null;
        }
        if (reworded.add(id)) {
            LOG.log(
                    WARNING,
                    "drift: question {0} is asked in other words than in the baseline, and these answers do not count;"
                            + " freeze a new baseline if the new words are to stay",
                    Quote.of(id));
        }
        return false;
    }

    private static Tally.Seen seen(DecisionResponse response, String id, Answer answer) {
        return new Tally.Seen(
                JsonText.asText(AnswerLabel.of(answer)),
                answer.certainty().answerConfidence(),
                answer.certainty().abstention().map(Abstention::outcome).flatMap(DriftMonitor::passed),
                response.routing().flatMap(Routing::detection).flatMap(Detection::language),
                Optional.of(response.usage().truncatedQuestions().contains(id)));
    }

    private static Optional<Boolean> passed(Abstention.Outcome outcome) {
        return switch (outcome) {
            case PASSED -> Optional.of(true);
            case ABSTAINED -> Optional.of(false);
            case UNEVALUATED -> Optional.empty();
        };
    }
}
