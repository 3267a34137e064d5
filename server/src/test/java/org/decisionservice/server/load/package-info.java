/**
 * More clients than are admitted. {@link org.decisionservice.server.load.OverloadMain}, run by
 * {@code scripts/check/overload.sh}, first learns from the quiet service what the right answers are, then lets
 * {@link org.decisionservice.server.load.Client}s ask one thing after the other while a {@link
 * org.decisionservice.server.load.Prober} times {@code GET /health}; every request has to be answered, rightly or with
 * a refusal for overload.
 */
@NullMarked
package org.decisionservice.server.load;

import org.jspecify.annotations.NullMarked;
