/**
 * Google's Decisions API, {@code POST /v1beta/decisions}: the envelope of the Gemini API around the same job. {@link
 * org.decisionservice.contract.gemini.GeminiReader} turns a body into a request as every contract makes it, {@link
 * org.decisionservice.contract.gemini.GeminiWriter} writes the answers, {@link
 * org.decisionservice.contract.gemini.GeminiErrors} the refusals. Nothing here knows HTTP, routing, the worker or an
 * engine. To read another kind of content, add a case to {@code TextReader}.
 */
@NullMarked
package org.decisionservice.contract.gemini;

import org.jspecify.annotations.NullMarked;
