/**
 * Requests as OpenTelemetry traces, sent to a collector by OTLP over HTTP. Nothing is loaded without a collector.
 *
 * <p>{@link org.decisionservice.server.tracing.RequestTraces} is one more observer of finished requests. It writes the
 * spans of a request from the recorded times once the request is finished, so that request handling needs no tracer and
 * no context has to be passed to the inference thread.
 */
@NullMarked
package org.decisionservice.server.tracing;

import org.jspecify.annotations.NullMarked;
