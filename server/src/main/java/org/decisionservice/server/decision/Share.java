// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.packing.PackedQuestions;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.QuestionRows;
import org.decisionservice.core.packing.RowBatcher;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.RowRange;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.server.checkpoints.CheckpointVersion;
import org.decisionservice.server.worker.Work;

/** The states of a request that one checkpoint answers, packed. */
final class Share {
    private final OptionalDouble minConfidence;
    private final List<QuestionRows> questions;
    private final List<StateRows> states = new ArrayList<>();
    private final Work work;

    /**
     * A state and the position of its rows in the share.
     *
     * @param calibration in force when the share was packed; a new one holds for requests that come later
     */
    private record StateRows(RoutedState state, Calibration calibration, Usage usage, RowRange rows) {}

    /**
     * Packs {@code routed} states of {@code request}.
     *
     * @param version held until the share is answered
     * @param routed at least one
     * @param packing how they are packed
     */
    Share(CheckpointVersion version, DecisionRequest request, List<RoutedState> routed, Packing packing) {
        this.minConfidence = request.controls().minConfidence();
        Calibration calibration = version.calibration();
        PackedQuestions heads = RowPacker.of(version.checkpoint(), request.controls(), packing.splitsChoices())
                .pack(request.questions());
        this.questions = heads.questions();
        RowBatcher batcher = new RowBatcher(packing.tokenBudget(), request.batchSize());
        for (RoutedState state : routed) {
            PackedState packed = heads.pack(state.state());
            Calibration own =
                    state.language(request.controls()).map(calibration::in).orElse(calibration);
            states.add(new StateRows(state, own, packed.usage(), batcher.add(packed)));
        }
        // If a client sets the number of states per pass, its passes have exactly that many.
        boolean shareable = request.batchSize().isEmpty();
        this.work = new Work(version, batcher.batches(), shareable);
    }

    Work work() {
        return work;
    }

    /**
     * Returns the responses by the index of their state in the request.
     *
     * @param logits of the rows of {@link #work()}
     */
    Map<Integer, DecisionResponse> responses(Logits logits) {
        Map<Integer, DecisionResponse> responses = new HashMap<>();
        for (StateRows state : states) {
            responses.put(
                    state.state().index(),
                    new DecisionResponse(
                            answers(state, logits),
                            state.usage(),
                            state.state().destination().routing()));
        }
        return responses;
    }

    /**
     * Returns the answers by question id.
     *
     * @param logits of the rows of all states
     */
    private SequencedMap<String, Answer> answers(StateRows state, Logits logits) {
        Logits own = state.rows().of(logits);
        SequencedMap<String, Answer> answers = LinkedHashMap.newLinkedHashMap(questions.size());
        for (QuestionRows question : questions) {
            answers.put(
                    question.id(),
                    AnswerDecoder.decode(
                            question.question(), question.rows().of(own), state.calibration(), minConfidence));
        }
        return answers;
    }
}
