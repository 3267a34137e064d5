/**
 * The service around the model: everything that waits, listens or is configured.
 *
 * <p>A request enters through {@link org.decisionservice.server.http}, which takes an admission slot, reads and checks
 * the body and asks a {@link org.decisionservice.server.DecisionService}; behind that interface one worker thread owns
 * the loaded checkpoints. The types of this package are the boundary between the two: the HTTP side knows no engine,
 * and the other side knows no status codes.
 */
@NullMarked
package org.decisionservice.server;

import org.jspecify.annotations.NullMarked;
