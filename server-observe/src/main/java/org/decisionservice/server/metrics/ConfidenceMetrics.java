// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.metrics;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Teaching;
import org.decisionservice.core.text.Printable;
import org.decisionservice.server.observe.DecisionObserver;

/**
 * The confidence of answers by the id of their question. A shift shows that the traffic has changed before any label
 * does.
 *
 * <p>Ids are the client's text, so only the first few have a label of their own, cut and escaped; all others share one.
 * A histogram stays small this way however many ids a client makes up.
 */
public final class ConfidenceMetrics implements DecisionObserver {
    /** The label of all questions that have none of their own. */
    static final String OTHERS = "(others)";

    /** Answers whose request set no {@code min_confidence}. */
    private static final String UNGATED = "ungated";

    private static final int LONGEST_ID = 64;

    /** Ids with a label of their own: enough for the questions of a service, and few series for a scrape. */
    private static final int MOST = 20;

    /** Finer towards 1, where the confidences of a usable question are. */
    private static final double[] CONFIDENCES = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99};

    private final Histogram confidences;
    private final Counter answers;
    private final Counter taught;
    private final Series others;
    private final ConcurrentMap<String, Series> own = new ConcurrentHashMap<>();

    /** The metrics of one label. */
    private static final class Series {
        private final DistributionDataPoint confidence;
        private final Counter answers;
        private final Counter taught;
        private final String label;

        Series(Histogram confidences, Counter answers, Counter taught, String label) {
            this.confidence = confidences.labelValues(label);
            this.answers = answers;
            this.taught = taught;
            this.label = label;
        }

        void count(Answer answer) {
            double sure = answer.certainty().answerConfidence();
            if (!Double.isNaN(sure)) {
                confidence.observe(sure);
            }
            answers.labelValues(
                            label,
                            answer.certainty()
                                    .abstention()
                                    .map(Abstention::outcome)
                                    .map(Abstention.Outcome::wireName)
                                    .orElse(UNGATED))
                    .inc();
            Teaching teaching = answer.certainty().teaching();
            if (teaching != Teaching.NONE) {
                taught.labelValues(label, teaching.wireName()).inc();
            }
        }
    }

    /** Registers the metrics with {@code registry}. */
    public ConfidenceMetrics(PrometheusRegistry registry) {
        confidences = Histogram.builder()
                .name("decision_answer_confidence")
                .help("Probability of the reported answer, which min_confidence is held against")
                .classicOnly()
                .classicUpperBounds(CONFIDENCES)
                .labelNames("question")
                .register(registry);
        answers = Counter.builder()
                .name("decision_answers_total")
                .help("Answers, by whether they passed the min_confidence of their request")
                .labelNames("question", "gate")
                .register(registry);
        taught = Counter.builder()
                .name("decision_taught_answers_total")
                .help(
                        "Answers to questions that were learned from labels: as learned, with options added since (extended), or"
                                + " by the checkpoint alone, because they are worded otherwise (reworded)")
                .labelNames("question", "as")
                .register(registry);
        others = new Series(confidences, answers, taught, OTHERS);
    }

    @Override
    public void decided(Decided decision) {
        decision.responses()
                .forEach(response ->
                        response.answers().forEach((id, answer) -> series(id).count(answer)));
    }

    private Series series(String id) {
        String label = label(id);
        Series known = own.get(label);
        return known != null ? known : first(label);
    }

    private Series first(String label) {
        if (own.size() >= MOST || label.equals(OTHERS)) {
            return others;
        }
        synchronized (own) {
            return own.size() >= MOST
                    ? own.getOrDefault(label, others)
                    : own.computeIfAbsent(label, name -> new Series(confidences, answers, taught, name));
        }
    }

    /** The id as a label: on one line, and not longer than a page can show. */
    public static String label(String id) {
        StringBuilder label = new StringBuilder();
        int shown = 0;
        for (int i = 0; i < id.length(); i += Character.charCount(id.codePointAt(i))) {
            if (shown++ == LONGEST_ID) {
                return label.append('…').toString();
            }
            Printable.append(label, id.codePointAt(i));
        }
        return label.toString();
    }
}
