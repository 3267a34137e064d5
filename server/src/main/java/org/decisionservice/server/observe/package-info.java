/**
 * What is known about a finished request, and who is told.
 *
 * <p>{@link org.decisionservice.server.observe.RequestWatch} watches a request of the decision routes from its head to
 * its last byte and then passes one {@link org.decisionservice.server.observe.FinishedRequest} to the log and to every
 * {@link org.decisionservice.server.observe.RequestObserver}: metrics and traces in other packages. It holds counts and times and never the state, a question or a key, so an observer cannot leak them. A
 * {@link org.decisionservice.server.observe.DecisionObserver} is told what was asked and answered; there are four:
 * the metrics of confidence, which keep the ids of a few questions, the decision log, the comparison with a baseline,
 * and what has a request answered a second time.
 */
@NullMarked
package org.decisionservice.server.observe;

import org.jspecify.annotations.NullMarked;
