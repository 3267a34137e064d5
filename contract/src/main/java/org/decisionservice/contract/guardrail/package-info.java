/**
 * LiteLLM's generic guardrail API: texts of a conversation in, whether they are let through out. {@link
 * org.decisionservice.contract.guardrail.GuardrailReader} asks the questions of the configured set about each text,
 * {@link org.decisionservice.contract.guardrail.GuardrailWriter} says by its answers what the set blocks. The answers
 * themselves are those of every contract, so the decision log, metrics and the rest have them.
 */
@NullMarked
package org.decisionservice.contract.guardrail;

import org.jspecify.annotations.NullMarked;
