/**
 * Takes a request to its answers; there is only this one path. The HTTP routes, {@code --once} and the commands use it.
 *
 * <p>{@link org.decisionservice.host.decision.DecisionPipeline#answer} is that path, to be read from top to bottom:
 * what the caller parses is routed, planned by {@link org.decisionservice.core.plan.DecisionPlan}, computed by the
 * inference thread round by round, and decoded. A single request is a batch of one. Everything before the passes is
 * computed on {@link org.decisionservice.host.decision.PreparationThreads}; decoding happens on the caller's own
 * thread, which waits in between as long as its {@link org.decisionservice.host.Patience} lasts.
 */
@NullMarked
package org.decisionservice.host.decision;

import org.jspecify.annotations.NullMarked;
