/**
 * What is known about a request once it is over, and who is told.
 *
 * <p>{@link org.decisionservice.server.observe.RequestWatch} accompanies a request of the decision routes from its head
 * to its last byte and then hands one {@link org.decisionservice.server.observe.FinishedRequest} to every {@link
 * org.decisionservice.server.observe.RequestObserver}: the log here, metrics and traces elsewhere. It holds counts and
 * times and never the state, a question or a key, so an observer cannot leak what it is not given.
 */
@NullMarked
package org.decisionservice.server.observe;

import org.jspecify.annotations.NullMarked;
