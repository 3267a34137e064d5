/**
 * Turns answers and refusals into the bytes of a JSON body. {@link org.decisionservice.server.response.ResponseWriter}
 * writes the members that every contract has and leaves the others to a
 * {@link org.decisionservice.server.response.Projection}. An {@link org.decisionservice.server.response.ErrorForm}
 * defines the form of errors, including their status. To add a member to answers, write it in {@code Extensions}.
 * Nothing in this package knows HTTP beyond the number of a status.
 */
@NullMarked
package org.decisionservice.server.response;

import org.jspecify.annotations.NullMarked;
