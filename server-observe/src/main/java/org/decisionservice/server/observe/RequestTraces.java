// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.observe;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.IdGenerator;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.host.DecisionService.Timings;
import org.jspecify.annotations.Nullable;

/** Sends one trace per request: its span, with child spans for packing, waiting, inference and, if any, loading. */
public final class RequestTraces implements RequestObserver, AutoCloseable {
    static final Duration LAST_EXPORT = Duration.ofSeconds(2);
    private static final String NAME = "decision-service";
    private static final String TRACEPARENT = "traceparent";

    /** The request itself holds the header that the propagator reads. */
    private static final TextMapGetter<FinishedRequest> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(FinishedRequest request) {
            return List.of(TRACEPARENT);
        }

        @Override
        public @Nullable String get(@Nullable FinishedRequest request, String key) {
            return request == null || !key.equals(TRACEPARENT)
                    ? null
                    : request.traceparent().orElse(null);
        }
    };

    private static final ScopedValue<String> TRACE_ID = ScopedValue.newInstance();

    /** Traces have the id of their request. */
    private record Ids() implements IdGenerator {
        @Override
        public String generateSpanId() {
            return IdGenerator.random().generateSpanId();
        }

        @Override
        public String generateTraceId() {
            return TRACE_ID.get();
        }
    }

    private final InstantSource clock;
    private final SdkTracerProvider provider;
    private final Tracer tracer;

    /** Prepares the export to a collector. Nothing is sent yet, and an unreachable collector only causes log lines. */
    public RequestTraces(Export export, String version, InstantSource clock) {
        this.clock = clock;
        String base = export.collector().toString();
        OtlpHttpSpanExporterBuilder exporter =
                OtlpHttpSpanExporter.builder().setEndpoint((base.endsWith("/") ? base : base + "/") + "v1/traces");
        export.headers().forEach(exporter::addHeader);
        AttributesBuilder resource =
                Attributes.builder().put("service.name", NAME).put("service.version", version);
        export.resource().forEach(resource::put);
        provider = SdkTracerProvider.builder()
                .setResource(Resource.create(resource.build()))
                .setSampler(sampler(export.sampling()))
                .setIdGenerator(new Ids())
                .addSpanProcessor(BatchSpanProcessor.builder(exporter.build()).build())
                .build();
        tracer = provider.get(NAME);
    }

    private static Sampler sampler(Export.Sampling sampling) {
        Sampler share = Sampler.traceIdRatioBased(sampling.share());
        return sampling.parents() ? Sampler.parentBased(share) : share;
    }

    /** The id of a new trace. */
    public static String newId() {
        return IdGenerator.random().generateTraceId();
    }

    @Override
    public void finished(FinishedRequest request) {
        // A trace that the service begins has the id that the request's log line has.
        ScopedValue.where(TRACE_ID, request.traceId().orElseGet(RequestTraces::newId))
                .run(() -> record(request));
    }

    private void record(FinishedRequest request) {
        Instant end = clock.instant();
        Instant start = end.minus(request.latency());
        Context parent = W3CTraceContextPropagator.getInstance().extract(Context.root(), request, HEADERS);
        SpanBuilder builder = tracer.spanBuilder(
                        request.route().method() + " " + request.route().path())
                .setParent(parent)
                .setSpanKind(SpanKind.SERVER)
                .setStartTimestamp(start)
                .setAttribute("http.request.method", request.route().method())
                .setAttribute("http.route", request.route().path())
                .setAttribute("http.response.status_code", request.status())
                .setAttribute("decision.request_id", request.id())
                .setAttribute("decision.outcome", request.ending().label());
        request.route()
                .decision()
                .ifPresent(route -> builder.setAttribute("decision.checkpoint", request.checkpoint())
                        .setAttribute("openinference.span.kind", "DECISION")
                        .setAttribute("decision.system", system(route))
                        .setAttribute("gen_ai.operation.name", "decision"));
        request.key().ifPresent(name -> builder.setAttribute("decision.key", name));
        request.effort().ifPresent(effort -> {
            builder.setAttribute("decision.rows", effort.rows()).setAttribute("decision.tokens", effort.tokens());
            answeredBy(effort, builder);
        });
        Span span = builder.startSpan();
        if (request.ending() == Ending.FAILED) {
            span.setStatus(StatusCode.ERROR);
        }
        request.effort().ifPresent(effort -> steps(Context.root().with(span), start, effort));
        span.end(end);
    }

    /** Whose request and response the client speaks, in OpenInference's words. */
    private static String system(DecisionRoute route) {
        return switch (route) {
            case SINGLE, BATCH -> "typesafe";
            case DECISIONS -> "openai";
            case GEMINI -> "google";
            case GUARDRAIL -> "litellm";
        };
    }

    /** The model and its tokens, as OpenInference and OpenTelemetry's conventions for models call them. */
    private static void answeredBy(Effort effort, SpanBuilder builder) {
        builder.setAttribute("decision.model_name", effort.checkpoint())
                .setAttribute("decision.response.model_name", effort.checkpoint())
                .setAttribute("decision.token_count.input", effort.tokens())
                .setAttribute("decision.token_count.output", 0)
                .setAttribute("gen_ai.response.model", effort.checkpoint())
                .setAttribute("gen_ai.usage.input_tokens", effort.tokens())
                .setAttribute("gen_ai.usage.output_tokens", 0);
    }

    /** Writes the spans of the steps, which followed one another and ended with the decision. */
    private void steps(Context request, Instant start, Effort effort) {
        Timings timings = effort.timings();
        Instant decided = start.plus(effort.decidedAfter());
        Instant taken = decided.minus(timings.working());
        Instant loaded = taken.plus(timings.loading());
        Instant queued = taken.minus(timings.waited());
        step(request, "pack", queued.minus(timings.packing()), queued);
        step(request, "queue", queued, taken);
        if (loaded.isAfter(taken)) {
            step(request, "load", taken, loaded);
        }
        step(request, "inference", loaded, decided);
    }

    private void step(Context request, String name, Instant from, Instant to) {
        tracer.spanBuilder(name)
                .setParent(request)
                .setStartTimestamp(from)
                .startSpan()
                .end(to);
    }

    /** Sends the remaining traces, within a short time limit. */
    @Override
    public void close() {
        var _ = provider.shutdown().join(LAST_EXPORT.toMillis(), TimeUnit.MILLISECONDS);
    }
}
