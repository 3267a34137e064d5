/**
 * Answers a share of the requests a second time, with what the operator wants to try, after their clients have theirs.
 *
 * <p>{@link org.decisionservice.server.shadow.ShadowedRequests} is told of every request and every decision. It draws
 * some, keeps them in a small bounded queue, has them answered by a {@link org.decisionservice.host.shadow.Shadow}
 * while no request is there, and writes both answers to a log. {@code ./serve shadow} reads that log.
 */
@NullMarked
package org.decisionservice.server.shadow;

import org.jspecify.annotations.NullMarked;
