// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.LazyString;
import io.helidon.webserver.CloseConnectionException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Helidon's reader of a connection, with two gaps closed. Header values keep their bytes, one character per byte, while
 * Helidon's ASCII loses all bytes above 127. And no part of a body is ever taken for a request: Helidon looks for the
 * next request line even if it left a body unread, which would let a client hide a request in a refused body.
 */
final class FramedReader extends DataReader {

    /**
     * The maximum length of a request line that Helidon is given. No line is that long, so a search for the end of a
     * line within that many bytes marks the beginning of a request. If Helidon searched otherwise, this guard would be
     * off and ListenerTest.anUnreadBodyIsNeverTakenForARequest would fail.
     */
    static final int REQUEST_LINE = 1024 * 1024;

    private final RequestBytes requests;

    FramedReader(RequestBytes requests) {
        super(requests);
        this.requests = requests;
    }

    @Override
    public LazyString readLazyString(Charset charset, int length) {
        return super.readLazyString(StandardCharsets.ISO_8859_1, length);
    }

    @Override
    public int findNewLine(int most) {
        if (most == REQUEST_LINE && (available() > 0 || !requests.atEndOfRequest())) {
            throw new CloseConnectionException("the previous request's body was not read");
        }
        return super.findNewLine(most);
    }
}
