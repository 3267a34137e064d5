// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import static java.lang.System.Logger.Level.ERROR;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.BodyLimit;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.HealthWriter;
import org.decisionservice.host.Patience;
import org.decisionservice.host.decision.TruncationLog;
import org.decisionservice.tools.judge.Answering;

/** This process: the same reader, router, passes and writer as the service, without a port. */
final class LocalSource implements Source {
    private static final System.Logger LOG = System.getLogger(LocalSource.class.getName());

    private final Answering answering;
    private final Map<DecisionRoute, DecisionFormat> formats = new EnumMap<>(DecisionRoute.class);

    /** {@code answering} is closed with this. */
    LocalSource(Answering answering) {
        this.answering = answering;
        for (DecisionRoute route : new DecisionRoute[] {DecisionRoute.SINGLE, DecisionRoute.BATCH}) {
            formats.put(route, DecisionFormat.of(route, answering.service().names(), answering.options()));
        }
    }

    @Override
    public byte[] ask(DecisionRoute route, byte[] body) {
        return result(route, body, (format, parsing) -> {
            DecisionService.Decision decision = answering.service().answer(parsing, Patience.UNLIMITED);
            TruncationLog.of(format).ifPresent(log -> log.record("mcp", decision));
            return decision.body();
        });
    }

    @Override
    public byte[] plan(byte[] body) {
        return result(
                DecisionRoute.SINGLE,
                body,
                (_, parsing) -> answering
                        .service()
                        .plan(Arrival.of(parsing), Patience.UNLIMITED)
                        .body());
    }

    private byte[] result(
            DecisionRoute route,
            byte[] body,
            BiFunction<DecisionFormat, Supplier<ParsedRequest>, JsonDocument> answered) {
        DecisionFormat format = Objects.requireNonNull(formats.get(route));
        try {
            return answered.apply(format, () -> {
                        if (body.length > BodyLimit.BYTES) {
                            throw BodyLimit.counted(body.length);
                        }
                        return format.parse(body);
                    })
                    .bytes();
        } catch (RefusedException e) {
            throw new ToolException(e.refusal().detail());
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            Fatal.check(e);
            LOG.log(ERROR, "inference failed: {0}", RootCause.of(e));
            throw new ToolException("inference failed");
        }
    }

    @Override
    public byte[] health() {
        return HealthWriter.full(answering.service().health());
    }

    @Override
    public void close() {
        answering.close();
    }
}
