// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.admin;

import static java.lang.System.Logger.Level.ERROR;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.Fatal;
import org.decisionservice.server.observe.Seldom;
import org.decisionservice.server.transport.Sending;

/**
 * All metrics, as text: in OpenMetrics for whoever takes that, else in Prometheus' own format. A scraper that would
 * rather have Prometheus' binary format takes text as well, and the library writes that format only with another 3 MB
 * beside it.
 */
final class MetricsPage implements Handler {
    private static final System.Logger LOG = System.getLogger(MetricsPage.class.getName());

    private final PrometheusRegistry registry;
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final Seldom saysFailure = new Seldom(Duration.ofMinutes(1), System::nanoTime);

    MetricsPage(PrometheusRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws IOException {
        String accept = String.join(",", request.headers().values(HeaderNames.ACCEPT));
        ExpositionFormatWriter openMetrics = formats.getOpenMetricsTextFormatWriter();
        ExpositionFormatWriter writer =
                openMetrics.accepts(accept) ? openMetrics : formats.getPrometheusTextFormatWriter();
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        writer.write(page, all(), EscapingScheme.fromAcceptHeader(accept));
        response.header(HeaderNames.CONTENT_TYPE, writer.getContentType());
        Sending.send(response, page.toByteArray());
    }

    private MetricSnapshots all() {
        try {
            return registry.scrape();
        } catch (RuntimeException e) {
            Fatal.check(e);
            return withoutThoseThatFail();
        }
    }

    /** Reads one metric after the other, so that one whose value cannot be read is missing, and no other. */
    private MetricSnapshots withoutThoseThatFail() {
        SequencedMap<String, MetricSnapshot> read = new LinkedHashMap<>();
        List<String> failures = new ArrayList<>();
        for (String name : names()) {
            try {
                registry.scrape(name::equals)
                        .forEach(metric -> read.putIfAbsent(metric.getMetadata().getName(), metric));
            } catch (RuntimeException e) {
                Fatal.check(e);
                failures.add(name + " (" + RootCause.of(e) + ")");
            }
        }
        if (saysFailure.due()) {
            LOG.log(ERROR, "left out of /metrics because they cannot be read: {0}", String.join(", ", failures));
        }
        return new MetricSnapshots(read.values());
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        var _ = registry.scrape(name -> {
            names.add(name);
            return false;
        });
        return names;
    }
}
