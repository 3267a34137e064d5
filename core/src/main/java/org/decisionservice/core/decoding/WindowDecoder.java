// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.decoding;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.Window;
import org.decisionservice.engine.spi.Logits;

/** Turns the logits of a state's windows into one answer. */
public final class WindowDecoder {
    private WindowDecoder() {}

    /**
     * The answer to {@code question} about the whole state, with the window that decided it.
     *
     * @param rows one per window and then one per sentence, each with all options
     * @param windows where each row reads: at least two windows, numbered among themselves, and then the sentences that
     *     are read on their own, numbered among themselves
     * @param minConfidence the request's abstention threshold in [0, 1], which the combined answer has to pass
     */
    public static Answer decode(
            Question question,
            Logits rows,
            List<Window> windows,
            Calibration calibration,
            OptionalDouble minConfidence) {
        List<Probabilities> readings = new ArrayList<>(windows.size());
        for (int window = 0; window < windows.size(); window++) {
            readings.add(AnswerDecoder.probabilities(question, rows.slice(window, 1), calibration));
        }
        int wide = windows.getFirst().count();
        WindowEvidence evidence = SentenceEvidence.added(
                question,
                WindowEvidence.of(question, readings.subList(0, wide)),
                wide,
                readings.subList(wide, readings.size()));
        int deciding = evidence.window();
        return AnswerDecoder.answer(
                        question, evidence.probabilities(), rows.actProbability(deciding), calibration, minConfidence)
                .in(windows.get(deciding));
    }
}
