/**
 * Requests as OpenTelemetry traces, sent to a collector by OTLP over HTTP; nothing of it is loaded where no collector
 * is configured.
 *
 * <p>{@link org.decisionservice.server.tracing.RequestTraces} is one more observer of finished requests: it writes the
 * spans of a request from its known times once it is over, so that the way of a request knows no tracer and no context
 * has to follow it to the inference thread.
 */
@NullMarked
package org.decisionservice.server.tracing;

import org.jspecify.annotations.NullMarked;
