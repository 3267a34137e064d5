/**
 * What is known about a finished request, and who is told.
 *
 * <p>{@link org.decisionservice.server.observe.RequestWatch} watches a request of the decision routes from its head to
 * its last byte and then passes one {@link org.decisionservice.server.observe.FinishedRequest} to the log and to every
 * {@link org.decisionservice.server.observe.RequestObserver}: the traces in this package and the metrics in another.
 * It holds counts and times and never the state, a question or a key, so an observer cannot leak them. A
 * {@link org.decisionservice.server.observe.DecisionObserver} is told what was asked and answered; there are four:
 * the metrics of confidence, which keep the ids of a few questions, the decision log, the comparison with a baseline,
 * and what has a request answered a second time.
 *
 * <p>{@link org.decisionservice.server.observe.RequestTraces} writes OpenTelemetry spans from the recorded times once a
 * request is finished, so that request handling needs no tracer and no context has to be passed to the inference
 * thread. Nothing of it is loaded without a collector.
 */
@NullMarked
package org.decisionservice.server.observe;

import org.jspecify.annotations.NullMarked;
