/**
 * The public port: routes, headers and status codes.
 *
 * <p>{@link org.decisionservice.server.http.HttpRoutes} lists the routes; {@code Decorators} lists, in order, the
 * filters that every request passes before it reaches one. {@code GuardedHandler} handles every route that needs the
 * key in the order that the interface promises: {@code Authentication}, rate, admission, then the work of the route,
 * which for decisions is {@code DecisionHandler}. Code that finds a fault throws a {@link
 * org.decisionservice.api.RefusedException}; {@code ErrorMapping} turns it into a status and a body.
 *
 * <p>The pages for people are here too: the interface description ({@code /openapi.json}, {@code /docs}) and the
 * playground ({@code /docs/try}), with the one route that only the playground calls.
 */
@NullMarked
package org.decisionservice.server.http;

import org.jspecify.annotations.NullMarked;
