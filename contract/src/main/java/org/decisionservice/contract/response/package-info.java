/**
 * Turns answers and refusals into the bytes of a JSON body. {@link
 * org.decisionservice.contract.response.ResponseWriter} writes the members that every contract has and leaves the
 * others to a {@link org.decisionservice.contract.response.Projection}. An {@link
 * org.decisionservice.contract.response.ErrorForm} defines the form of errors, including their status. To add a member
 * to answers, write it in {@code Extensions}. Nothing in this package knows HTTP beyond the number of a status.
 */
@NullMarked
package org.decisionservice.contract.response;

import org.jspecify.annotations.NullMarked;
