/**
 * Takes one request from the bytes of its body to the bytes of its answer, independently of the transport:
 * {@link org.decisionservice.server.exchange.DecisionExchange} reads, decides, logs what was cut off, and writes. The
 * HTTP routes and {@code --once} use the same class. {@link org.decisionservice.server.exchange.Dialect} holds
 * everything that differs between the contracts of System One. To support another contract, write a reader and a writer
 * and pass them to a {@code DecisionExchange}; handler, decider and worker stay as they are.
 */
@NullMarked
package org.decisionservice.server.exchange;

import org.jspecify.annotations.NullMarked;
