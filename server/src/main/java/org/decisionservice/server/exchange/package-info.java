/**
 * One request from the bytes of its body to the bytes of its answer, whoever carries them: {@link
 * org.decisionservice.server.exchange.DecisionExchange} reads, decides, notes what was cut off, and writes. The HTTP
 * routes and {@code --once} use the same one. {@link org.decisionservice.server.exchange.Dialect} holds everything in
 * which the contracts of System One differ. To speak another contract, write a reader and a writer and give them to a
 * {@code DecisionExchange}; handler, decider and worker stay as they are.
 */
@NullMarked
package org.decisionservice.server.exchange;

import org.jspecify.annotations.NullMarked;
