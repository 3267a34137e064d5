/**
 * Turns the body of a System One request into a {@link org.decisionservice.api.DecisionRequest} that is valid by
 * construction. {@link org.decisionservice.contract.request.RequestReader} checks in the order that the interface
 * promises: shape, {@code Limits}, hook arguments, surrogates, {@code ControlsReader}, {@code QuestionReader}. To add
 * a check, find its place in that order. Code that finds a fault throws a
 * {@link org.decisionservice.api.RefusedException} on the spot; its text names the field or question and the fix.
 * {@link org.decisionservice.contract.request.RequestRules} holds what differs between contracts, and {@link
 * org.decisionservice.contract.request.QuestionSources} where questions come from besides the request: a folder of
 * question sets, or a schema. Nothing in this package knows HTTP.
 */
@NullMarked
package org.decisionservice.contract.request;

import org.jspecify.annotations.NullMarked;
