// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decision;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Question;
import org.decisionservice.api.Usage;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.decoding.SlotLogits;
import org.decisionservice.core.packing.PackedQuestions;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.RowBatches;
import org.decisionservice.core.packing.RowPacker;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.worker.Work;

/** The states of a request that one checkpoint answers, packed. States are counted within the share. */
final class Share {
    private final ServedCheckpoint served;
    /** What it was packed by, and is decoded by: another one may have been read meanwhile. */
    private final Checkpoint checkpoint;

    private final SequencedMap<String, Question> questions;
    private final OptionalDouble minConfidence;
    private final boolean ownPasses;
    private final List<PackedState> packed;
    private final List<Integer> rowsPerQuestion;
    private final RowBatches batches;

    /**
     * Packs {@code states} of {@code request}.
     *
     * @param states indexes into the request's states, at least one
     * @param packing how they are packed
     */
    Share(ServedCheckpoint served, DecisionRequest request, List<Integer> states, Packing packing) {
        this.served = served;
        this.checkpoint = served.checkpoint();
        this.questions = request.questions();
        this.minConfidence = request.controls().minConfidence();
        // Who says how many states a pass has gets passes of that many.
        this.ownPasses = request.batchSize().isPresent();
        PackedQuestions heads = RowPacker.of(checkpoint, request.controls(), packing.splitsChoices())
                .pack(questions);
        this.rowsPerQuestion = heads.rowsPerQuestion();
        this.packed = new ArrayList<>(states.size());
        for (int state : states) {
            packed.add(heads.pack(request.states().get(state)));
        }
        this.batches = RowBatches.of(packed, packing.tokenBudget(), request.batchSize());
    }

    Work work() {
        return new Work(served, batches.batches(), !ownPasses);
    }

    Usage usage(int state) {
        return packed.get(state).usage();
    }

    /**
     * Answers by question id.
     *
     * @param logits one per batch of {@link #work()}
     * @throws EngineException BAD_MODEL if the checkpoint was read again since the rows were packed: what one tokenizer
     *     made may have met the weights of the next
     */
    SequencedMap<String, Answer> answers(int state, List<Logits> logits) {
        if (!served.checkpoint().equals(checkpoint)) {
            throw new EngineException(
                    EngineException.Kind.BAD_MODEL,
                    "checkpoint " + served + " was changed while a request was answered");
        }
        Temperatures temperatures = checkpoint.config().temperatures();
        SequencedMap<String, Answer> answers = LinkedHashMap.newLinkedHashMap(questions.size());
        int number = 0;
        int row = 0;
        for (var question : questions.entrySet()) {
            int rows = rowsPerQuestion.get(number++);
            SlotLogits found = SlotLogits.joined(IntStream.range(row, row + rows)
                    .mapToObj(part -> row(batches.place(state, part), logits))
                    .toList());
            row += rows;
            answers.put(
                    question.getKey(), AnswerDecoder.decode(question.getValue(), found, temperatures, minConfidence));
        }
        return answers;
    }

    private static SlotLogits row(RowBatches.Place place, List<Logits> logits) {
        return SlotLogits.of(logits.get(place.batch()), place.row());
    }
}
