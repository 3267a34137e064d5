/**
 * The one way through, from a checked request to its answers.
 *
 * <p>{@link org.decisionservice.server.decision.Decider} routes every state, shares the states out among the
 * checkpoints, packs rows, hands all passes of the request to the inference thread as one job and decodes what comes
 * back. A single request is a batch of one. What computes before the passes happens on {@link
 * org.decisionservice.server.decision.PreparationThreads}, decoding on the request's own thread; a {@link
 * org.decisionservice.server.decision.Share} is the part of a request that one checkpoint answers.
 */
@NullMarked
package org.decisionservice.server.decision;

import org.jspecify.annotations.NullMarked;
