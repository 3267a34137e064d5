/**
 * The parts of HTTP/1 that concern bytes, strictly according to RFC 9112: the request line, header characters, and
 * where a body begins and ends. {@code Inbox} turns packets into lines and runs of bytes for the other classes.
 */
@NullMarked
package org.decisionservice.server.transport.framing;

import org.jspecify.annotations.NullMarked;
