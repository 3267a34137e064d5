// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.email;

import jakarta.activation.DataSource;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimePart;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** The bytes of a part that has parts, as the library wants to be given them. */
record PartSource(MimePart part) implements DataSource {
    @Override
    public InputStream getInputStream() throws IOException {
        try {
            return MessageReader.raw(part);
        } catch (MessagingException e) {
            throw new IOException(e);
        }
    }

    @Override
    public OutputStream getOutputStream() {
        throw new UnsupportedOperationException("nothing is written to a message");
    }

    @Override
    public String getContentType() {
        return MessageReader.field(part, "Content-Type");
    }

    @Override
    public String getName() {
        return "";
    }
}
