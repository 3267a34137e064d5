/**
 * A fuzzer of request bodies. {@link org.decisionservice.server.fuzz.Mutator} derives message number n of a seed from
 * recorded ones, by changing bytes, JSON tokens and JSON structure, and occasionally the encoding, compression or
 * framing. {@link org.decisionservice.server.fuzz.Campaign} sends many of them over a few keep-alive connections to the
 * real service, and {@link org.decisionservice.server.fuzz.Verdict} reports what is wrong with an answer. Every message
 * must get an answer in time, either a decision or a refusal, and the process must not grow.
 *
 * <p>{@code FuzzTest} is a short run of it. {@code scripts/check/fuzz.sh} runs
 * {@link org.decisionservice.server.fuzz.FuzzMain} for any number of messages. A failure is reported with the number of
 * its message, which is sufficient to reproduce it.
 */
@NullMarked
package org.decisionservice.server.fuzz;

import org.jspecify.annotations.NullMarked;
