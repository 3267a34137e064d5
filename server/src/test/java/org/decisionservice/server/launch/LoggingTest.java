// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletionException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.decisionservice.server.observe.LogFormatter;
import org.junit.jupiter.api.Test;

/** What libraries log, as an operator reads it. */
class LoggingTest {
    private static String logged(String logger, IOException thrown) {
        LogRecord line = new LogRecord(Level.SEVERE, "Failed to export spans.");
        line.setLoggerName(logger);
        line.setThrown(new CompletionException(new UncheckedIOException(thrown)));
        assertThat(Logging.checked(line)).isTrue();
        return new LogFormatter().format(line);
    }

    @Test
    void aCollectorThatIsAwayIsOneLineThatNamesTheSetting() {
        ConnectException refused = new ConnectException();
        refused.initCause(new ClosedChannelException());
        assertThat(logged("io.opentelemetry.exporter.otlp.internal.HttpExporter", refused)
                        .lines())
                .singleElement()
                .asString()
                .contains("WARNING", "OTEL_EXPORTER_OTLP_ENDPOINT: traces are lost: nobody listens there")
                .endsWith("(Failed to export spans.)");
        assertThat(logged("io.opentelemetry.exporter.otlp.internal.HttpExporter", new HttpTimeoutException("timed out"))
                        .lines())
                .singleElement()
                .asString()
                .contains("traces are lost: timed out");
    }

    @Test
    void otherErrorsKeepTheirStack() {
        assertThat(logged("io.helidon.webserver", new IOException("broken"))).contains("\tat ");
    }
}
