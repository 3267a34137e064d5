/**
 * What the service counts and times, in Prometheus' terms.
 *
 * <p>{@link org.decisionservice.server.metrics.RequestMetrics} is told of finished requests and of passes, {@link
 * org.decisionservice.server.metrics.Gauges} reads what there is at the moment of a scrape. Every label value comes
 * from an enum or from the configuration: nothing that a client sends becomes one. The Prometheus client library is
 * used and not Helidon's metrics: these names are given, and Helidon's scope tags and Micrometer's naming would be in
 * their way.
 */
@NullMarked
package org.decisionservice.server.metrics;

import org.jspecify.annotations.NullMarked;
