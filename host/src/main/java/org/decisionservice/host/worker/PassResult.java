// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.worker;

import java.util.List;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.host.DecisionService.Timings;

/**
 * The result of a request's passes.
 *
 * @param logits those of each {@link PassRequest}, with its rows in their order, whatever passes they were computed in
 * @param rows that were computed for the request: without those whose logits were known
 * @param passes that these rows took, others' rows in them or not
 * @param timings where the time went since the request was submitted
 */
public record PassResult(List<Logits> logits, int rows, int passes, Timings timings) {
    public PassResult {
        logits = List.copyOf(logits);
    }

    /** The result of a request whose logits were all known. */
    static PassResult known(List<Logits> logits) {
        return new PassResult(logits, 0, 0, Timings.NONE);
    }
}
