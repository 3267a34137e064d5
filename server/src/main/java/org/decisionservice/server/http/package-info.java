/**
 * HTTP in and out: the only package that knows routes, headers, JSON and status numbers.
 *
 * <p>What reaches this package has come through {@code transport}; {@link
 * org.decisionservice.server.http.HttpListener} sets that up. {@code Envelope} wraps every exchange with a request id and sees to it that a refused upload is never drained. {@code
 * DecisionHandler} is the way of a decision, top to bottom in the order of checks that the interface promises: {@code
 * Authentication}, admission, {@code BodyReader} (with {@code ContentCoding}), {@code JsonReader}, {@code
 * RequestReader} (shape, {@code Limits}, hooks, {@code Surrogates}, {@code ControlsReader}, {@code QuestionsReader}),
 * then the {@link org.decisionservice.server.DecisionService}, then {@code ResponseWriter} with a {@code Projection}.
 * Whoever finds a fault throws a {@link org.decisionservice.api.RefusedException} where it stands, whose text names
 * the field or question and the fix; {@code ErrorMapping} turns it into a status. To add a check, find its place in
 * that order; to add a member to answers, write it in {@code Extensions}. Everything in which the contracts differ is in {@code Dialect}.
 */
@NullMarked
package org.decisionservice.server.http;

import org.jspecify.annotations.NullMarked;
