/**
 * OpenAI's Decisions API, {@code POST /v1/decisions}: another envelope around the same job. {@link
 * org.decisionservice.contract.openai.DecisionsReader} turns a body into a request as every contract makes it, {@link
 * org.decisionservice.contract.openai.DecisionsWriter} writes the answers, {@link
 * org.decisionservice.contract.openai.OpenAiErrors} the refusals. Messages and tool calls become a state in {@code
 * InputReader} and {@code Conversation}; predicates, choices and scores become questions in {@code QuestionReader}.
 * Nothing here knows HTTP, routing, the worker or an engine. To take another kind of item or part, add a case to {@code
 * Conversation} or {@code ContentReader}.
 */
@NullMarked
package org.decisionservice.contract.openai;

import org.jspecify.annotations.NullMarked;
