/**
 * Takes one request from the bytes of its body to the bytes of its answer, independently of the transport:
 * {@link org.decisionservice.host.exchange.DecisionExchange} reads, decides, logs what was cut off, and writes. The
 * HTTP routes, {@code --once} and the commands use the same class.
 */
@NullMarked
package org.decisionservice.host.exchange;

import org.jspecify.annotations.NullMarked;
