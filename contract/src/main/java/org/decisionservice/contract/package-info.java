/**
 * From bytes to requests and from responses to bytes. {@link org.decisionservice.contract.Dialect} holds everything
 * that differs between the contracts of System One; OpenAI's and Google's Decisions APIs have a package each.
 * LiteLLM's generic guardrail API takes the texts of a conversation and is told whether to let them through: {@link
 * org.decisionservice.contract.GuardrailReader} asks the questions of the configured set about each, and {@link
 * org.decisionservice.contract.GuardrailWriter} says by the answers what the set blocks. To support another contract,
 * write a reader and a writer.
 */
@NullMarked
package org.decisionservice.contract;

import org.jspecify.annotations.NullMarked;
