/**
 * A fuzzer of request bodies. {@link org.decisionservice.server.fuzz.Mutator} makes message number n of a seed out of
 * recorded ones, by changing bytes, JSON tokens and JSON structure, and now and then its encoding, compression or
 * framing; {@link org.decisionservice.server.fuzz.Campaign} sends many of them over a few keep-alive connections to the
 * real service and {@link org.decisionservice.server.fuzz.Verdict} says what is wrong with an answer. Every message has
 * to get one, in time, that is either a decision or a refusal; and the process must not grow.
 *
 * <p>{@code FuzzTest} is a short run of it. {@code scripts/check/fuzz.sh} runs {@link
 * org.decisionservice.server.fuzz.FuzzMain} for as many messages as wanted; what failed is told with its number, which
 * alone reproduces it.
 */
@NullMarked
package org.decisionservice.server.fuzz;

import org.jspecify.annotations.NullMarked;
