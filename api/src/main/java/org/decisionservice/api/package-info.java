/**
 * The types of what a client sends and receives: a {@link org.decisionservice.api.DecisionRequest} of a
 * {@link org.decisionservice.api.State} and typed {@link org.decisionservice.api.Question}s, a
 * {@link org.decisionservice.api.DecisionResponse} of {@link org.decisionservice.api.Answer}s with
 * {@link org.decisionservice.api.Usage} and {@link org.decisionservice.api.Routing}, or a
 * {@link org.decisionservice.api.Refusal}.
 *
 * <p>Every value here is valid by construction and carries full double precision; rounding is left to the response
 * writer. The package depends on no JSON library, engine or HTTP.
 */
@NullMarked
package org.decisionservice.api;

import org.jspecify.annotations.NullMarked;
