/**
 * Bytes in: what stands between a socket and Helidon, before anybody has said who they are, and the way of a body from
 * there. Nothing here knows the application.
 *
 * <p>{@link org.decisionservice.server.transport.Connections} sets up a listener: how many connections it may have,
 * and how each is read. A {@code Connection} is one of them, with the phase it is in; a thread of {@code Connections}
 * closes those that stay in a phase for too long, and those that merely wait when room is needed for others.
 *
 * <p>On the way in, {@code Arrivals} are packets (read ahead while {@link
 * org.decisionservice.server.transport.Departures} watches for the client to leave), {@code HeadReader} reads a head
 * with what {@code framing} has for it, and {@code RequestBytes} hands Helidon one request after the other, rewritten:
 * a head in HTTP/1.1 that can be understood in one way only, then exactly the bytes of its body. So Helidon never
 * parses what a client made up. Malformed requests leave as Helidon's {@code RequestException}, which the listener's
 * direct handlers answer before the connection is closed. {@code BodyReader} then takes the body of a request that was
 * admitted, within its cap and its time. On the way out, {@code TimedWriter} marks how long a client takes to read its
 * answer.
 *
 * <p>Only HTTP/1.0 and HTTP/1.1 are spoken; docs/adr/0011-no-http2.md says why.
 */
@NullMarked
package org.decisionservice.server.transport;

import org.jspecify.annotations.NullMarked;
