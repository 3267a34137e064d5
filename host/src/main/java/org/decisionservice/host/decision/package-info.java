/**
 * Takes a checked request to its answers; there is only this one path.
 *
 * <p>{@link org.decisionservice.host.decision.DecisionPipeline} routes every state, distributes the states among the
 * checkpoints, packs rows, submits all passes of the request to the inference thread as one job and decodes the result.
 * A single request is a batch of one. Everything before the passes is computed on
 * {@link org.decisionservice.host.decision.PreparationThreads}; decoding happens on the request's own thread. A
 * {@link org.decisionservice.host.decision.Share} is the part of a request that one checkpoint answers.
 */
@NullMarked
package org.decisionservice.host.decision;

import org.jspecify.annotations.NullMarked;
