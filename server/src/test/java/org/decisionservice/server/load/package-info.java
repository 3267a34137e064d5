/**
 * A load test with more clients than are admitted. {@link org.decisionservice.server.load.OverloadMain}, run by
 * {@code scripts/check/overload.sh}, first learns the correct answers from the idle service. It then lets
 * {@link org.decisionservice.server.load.Client}s send one request after the other while a
 * {@link org.decisionservice.server.load.Prober} times {@code GET /health}. Every request must get the correct answer
 * or a refusal for overload.
 */
@NullMarked
package org.decisionservice.server.load;

import org.jspecify.annotations.NullMarked;
