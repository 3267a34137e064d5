// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.rounds;

import java.util.List;
import java.util.OptionalDouble;
import org.decisionservice.api.Answer;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.packing.Asked;

/** A question about one state on its way to an answer. Immutable. */
public sealed interface Course {

    /** A question that needs rows. */
    non-sealed interface Open extends Course {

        /** What is asked in the coming round, at least one question. */
        List<Asked> asks();

        /**
         * The course after that round.
         *
         * @param readings of each question of {@link #asks()}, in its order
         */
        Course after(List<Reading> readings);
    }

    /** A question whose rows are all computed. */
    non-sealed interface Settled extends Course {

        /** The answer, with the request's abstention threshold in [0, 1] if it set one. */
        Answer answer(Calibration calibration, OptionalDouble minConfidence);
    }
}
