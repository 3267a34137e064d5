/**
 * The decision log: one line of JSON for each answered question, in a file that the operator names.
 *
 * <p>{@link org.decisionservice.server.decisionlog.DecisionLog} is told of a decision on the request's thread, where it
 * only estimates its size and puts it into a bounded queue; what does not fit is counted and dropped, because a log
 * must never hold up an answer. Its own thread makes the lines
 * ({@link org.decisionservice.server.decisionlog.DecisionLine}) and writes them
 * ({@link org.decisionservice.server.decisionlog.LogFile}). A state is written as a keyed hash
 * ({@link org.decisionservice.server.decisionlog.StateHash}) unless the operator allows its text. The commands
 * {@code evaluate} and {@code compare} read the lines back.
 *
 * <p>{@link org.decisionservice.server.decisionlog.ShadowedRequests} keeps a share of the requests in a small bounded
 * queue, has them answered a second time by a {@link org.decisionservice.host.backend.Shadow} while no request is
 * there, and writes both answers to a log of its own. {@code ./serve shadow} reads that one.
 */
@NullMarked
package org.decisionservice.server.decisionlog;

import org.jspecify.annotations.NullMarked;
