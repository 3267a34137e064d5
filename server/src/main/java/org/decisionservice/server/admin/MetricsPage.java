// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.decisionservice.server.transport.Sending;

/** All metrics, in the text format that the scraper asks for: Prometheus' own or OpenMetrics. */
record MetricsPage(PrometheusRegistry registry, ExpositionFormats formats) implements Handler {

    MetricsPage(PrometheusRegistry registry) {
        this(registry, ExpositionFormats.init());
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws IOException {
        String accept = String.join(",", request.headers().values(HeaderNames.ACCEPT));
        ExpositionFormatWriter writer = formats.findWriter(accept);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        writer.write(page, registry.scrape(), EscapingScheme.fromAcceptHeader(accept));
        response.header(HeaderNames.CONTENT_TYPE, writer.getContentType());
        Sending.send(response, page.toByteArray());
    }
}
