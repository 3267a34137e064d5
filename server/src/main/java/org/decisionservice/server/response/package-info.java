/**
 * Answers and refusals to the bytes of a JSON body. {@link org.decisionservice.server.response.ResponseWriter} writes
 * the members that every contract has and leaves the others to a {@link
 * org.decisionservice.server.response.Projection}; an {@link org.decisionservice.server.response.ErrorForm} says what
 * errors look like, their status included. To add a member to answers, write it in {@code Extensions}. Nothing here
 * knows HTTP beyond the number of a status.
 */
@NullMarked
package org.decisionservice.server.response;

import org.jspecify.annotations.NullMarked;
