/**
 * HTTP/1 by the letter of RFC 9112, as far as it is a matter of bytes: the request line, header characters, and where a
 * body begins and ends. {@code Inbox} turns packets into lines and runs of bytes for the others.
 */
@NullMarked
package org.decisionservice.server.transport.framing;

import org.jspecify.annotations.NullMarked;
