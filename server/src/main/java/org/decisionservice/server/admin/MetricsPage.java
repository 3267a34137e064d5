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
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.decisionservice.server.metrics.OldNames;
import org.decisionservice.server.transport.Sending;

/** All metrics, in the text format that the scraper asks for: Prometheus' own or OpenMetrics. */
record MetricsPage(PrometheusRegistry registry, boolean oldNames, ExpositionFormats formats) implements Handler {

    /** {@code oldNames} adds the names of the release before. */
    MetricsPage(PrometheusRegistry registry, boolean oldNames) {
        this(registry, oldNames, ExpositionFormats.init());
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws IOException {
        String accept = String.join(",", request.headers().values(HeaderNames.ACCEPT));
        ExpositionFormatWriter writer = formats.findWriter(accept);
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        MetricSnapshots all = registry.scrape();
        writer.write(page, oldNames ? OldNames.beside(all) : all, EscapingScheme.fromAcceptHeader(accept));
        response.header(HeaderNames.CONTENT_TYPE, writer.getContentType());
        Sending.send(response, page.toByteArray());
    }
}
