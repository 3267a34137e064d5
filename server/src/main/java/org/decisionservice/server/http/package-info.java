/**
 * The public port: routes, headers and status numbers.
 *
 * <p>{@link org.decisionservice.server.http.HttpRoutes} lists the routes; {@code Decorators} lists, in order, what
 * every request passes before it reaches one. {@code DecisionHandler} is the way of a decision in the order that the
 * interface promises: {@code Authentication}, admission, the body, then {@code exchange}. Whoever finds a fault throws
 * a {@link org.decisionservice.api.RefusedException}; {@code ErrorMapping} turns it into a status and a body.
 */
@NullMarked
package org.decisionservice.server.http;

import org.jspecify.annotations.NullMarked;
