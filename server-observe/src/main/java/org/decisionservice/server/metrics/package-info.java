/**
 * The service's Prometheus metrics.
 *
 * <p>{@link org.decisionservice.server.metrics.RequestMetrics} is told of finished requests and of passes;
 * {@link org.decisionservice.server.metrics.Gauges} reads current values at the moment of a scrape. Every label value
 * comes from an enum or from the configuration, but for the ids of a few questions in
 * {@link org.decisionservice.server.metrics.ConfidenceMetrics}, which bounds them. The Prometheus client library is
 * used instead of Helidon's metrics, because the metric names are given, and Helidon's scope tags and Micrometer's
 * naming would interfere with them.
 *
 * <p>The service also watches itself: {@link org.decisionservice.server.metrics.DriftMonitor} counts what is answered,
 * {@link org.decisionservice.server.metrics.DriftWindow} compares it with a frozen baseline, and
 * {@link org.decisionservice.server.metrics.DriftMetrics} shows what it found on the operator's port.
 */
@NullMarked
package org.decisionservice.server.metrics;

import org.jspecify.annotations.NullMarked;
