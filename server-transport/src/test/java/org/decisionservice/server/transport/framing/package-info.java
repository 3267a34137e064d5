/** Tests of HTTP/1 framing, byte by byte. */
@NullMarked
package org.decisionservice.server.transport.framing;

import org.jspecify.annotations.NullMarked;
