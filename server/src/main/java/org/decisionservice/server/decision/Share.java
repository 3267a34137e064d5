// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Usage;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.WindowDecoder;
import org.decisionservice.core.packing.PackedQuestions;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.QuestionRows;
import org.decisionservice.core.packing.RowBatcher;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.core.packing.RowRange;
import org.decisionservice.core.packing.WindowAllowance;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.worker.Work;

/** The states of a request that one checkpoint answers, packed. */
final class Share {
    private final ServedCheckpoint served;
    /** The checkpoint that the share was packed with, and is decoded with; another one may have been read since. */
    private final Checkpoint checkpoint;

    private final OptionalDouble minConfidence;
    private final List<StateRows> states = new ArrayList<>();
    private final Work work;

    /**
     * A state and the position of its rows in the share.
     *
     * @param calibration in force when the share was packed; a new one holds for requests that come later
     */
    private record StateRows(
            RoutedState state, Calibration calibration, Usage usage, List<QuestionRows> questions, RowRange rows) {}

    /**
     * Packs {@code routed} states of {@code request}.
     *
     * @param routed at least one
     * @param packing how they are packed
     * @param windows what the request may still have; empty cuts states that are too long for a row
     */
    Share(
            ServedCheckpoint served,
            DecisionRequest request,
            List<RoutedState> routed,
            Packing packing,
            Optional<WindowAllowance> windows) {
        this.served = served;
        this.checkpoint = served.checkpoint();
        this.minConfidence = request.controls().minConfidence();
        Calibration calibration = served.calibration();
        PackedQuestions heads = RowPacker.of(checkpoint, request.controls(), packing.splitsChoices(), windows)
                .pack(request.questions());
        RowBatcher batcher = new RowBatcher(packing.tokenBudget(), request.batchSize());
        for (RoutedState state : routed) {
            PackedState packed = heads.pack(state.state());
            Calibration own =
                    state.language(request.controls()).map(calibration::in).orElse(calibration);
            states.add(new StateRows(state, own, packed.usage(), packed.questions(), batcher.add(packed)));
        }
        // If a client sets the number of states per pass, its passes have exactly that many.
        boolean shareable = request.batchSize().isEmpty();
        this.work = new Work(served, batcher.batches(), shareable);
    }

    Work work() {
        return work;
    }

    /**
     * Returns the responses by the index of their state in the request.
     *
     * @param logits of the rows of {@link #work()}
     * @throws EngineException BAD_MODEL if the checkpoint was read again since the rows were packed, because rows of
     *     the old tokenizer may have met the new weights
     */
    Map<Integer, DecisionResponse> responses(Logits logits) {
        if (!served.checkpoint().equals(checkpoint)) {
            throw new EngineException(
                    EngineException.Kind.BAD_MODEL,
                    "checkpoint " + served + " was changed while a request was answered");
        }
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
        SequencedMap<String, Answer> answers =
                LinkedHashMap.newLinkedHashMap(state.questions().size());
        for (QuestionRows question : state.questions()) {
            answers.put(question.id(), answer(question, question.rows().of(own), state.calibration()));
        }
        return answers;
    }

    private Answer answer(QuestionRows question, Logits rows, Calibration calibration) {
        return question.windows().isEmpty()
                ? AnswerDecoder.decode(question.question(), rows, calibration, minConfidence)
                : WindowDecoder.decode(question.question(), rows, question.windows(), calibration, minConfidence);
    }
}
