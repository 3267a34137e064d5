/**
 * Reads bytes from the network: everything between a socket and Helidon before authentication, and the reading of
 * bodies after that. Nothing in this package knows the application.
 *
 * <p>{@link org.decisionservice.server.transport.Connections} sets up a listener: how many connections it may have, and
 * how each is read. A {@code Connection} is one of them, with its current phase. A thread of {@code Connections} closes
 * those that stay in a phase for too long, and closes waiting ones when others need their place.
 *
 * <p>On the way in, {@code Arrivals} returns packets (read ahead while
 * {@link org.decisionservice.server.transport.Client} watches for the client to leave), {@code framing} reads a head,
 * and {@code RequestBytes} gives Helidon one request after the other, rewritten: an HTTP/1.1 head that has one meaning
 * only, then exactly the bytes of its body. Helidon therefore never parses a client's own bytes. Malformed requests are
 * reported as Helidon's {@code RequestException}, which the listener's direct handlers answer before the connection is
 * closed. {@link org.decisionservice.server.transport.BodyReader} then reads the body of an admitted request within its
 * size limit and its time limit, and {@link org.decisionservice.server.transport.RequestPatience} says how long a
 * request waits for whatever it needs. {@link org.decisionservice.server.transport.ContentCoding} names the codings of
 * compressed bodies; each decoder stops as soon as its output exceeds
 * {@link org.decisionservice.contract.BodyLimit}, and frees its native memory when it is done. On the way out,
 * {@link org.decisionservice.server.transport.Sending} writes large answers piece by piece, and {@code AnswerWriter}
 * records how long a client takes to read its answer. {@link org.decisionservice.server.admission.LeastRate} holds in
 * both directions.
 *
 * <p>Only HTTP/1.0 and HTTP/1.1 are supported; docs/adr/0011-no-http2.md gives the reasons.
 */
@NullMarked
package org.decisionservice.server.transport;

import org.jspecify.annotations.NullMarked;
