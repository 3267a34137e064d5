// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.transport;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;

/**
 * Passes request bodies on undecoded. Helidon would refuse an unknown {@code Content-Encoding} before routing, and
 * would decode without a limit; {@link ContentCoding} decodes after authentication and admission.
 */
public final class CodedBodies implements ContentEncodingContext {
    private final ContentEncodingContext none = ContentEncodingContext.builder()
            .contentEncodingsDiscoverServices(false)
            .build();

    @Override
    public boolean contentDecodingEnabled() {
        return true;
    }

    @Override
    public boolean contentDecodingSupported(String encoding) {
        return true;
    }

    @Override
    public ContentDecoder decoder(String encoding) {
        return ContentDecoder.NO_OP;
    }

    @Override
    public boolean contentEncodingEnabled() {
        return false;
    }

    @Override
    public boolean contentEncodingSupported(String encoding) {
        return false;
    }

    @Override
    public ContentEncoder encoder(String encoding) {
        return ContentEncoder.NO_OP;
    }

    @Override
    public ContentEncoder encoder(Headers headers) {
        return ContentEncoder.NO_OP;
    }

    @Override
    public ContentEncodingContextConfig prototype() {
        return none.prototype();
    }
}
