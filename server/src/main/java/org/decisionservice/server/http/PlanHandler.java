// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.util.function.Consumer;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.host.DecisionService;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.transport.BodyReader;

/** Says what the answer to an admitted request would take. */
final class PlanHandler implements GuardedHandler.Work {
    private final DecisionService service;
    private final BodyReader bodies;
    private final Admission admission;
    private final DecisionFormat format;

    /** @param format of the route that would answer it */
    PlanHandler(DecisionService service, BodyReader bodies, Admission admission, DecisionFormat format) {
        this.service = service;
        this.bodies = bodies;
        this.admission = admission;
        this.format = format;
    }

    @Override
    public Consumer<Runnable> answer(GuardedHandler.Exchange exchange) {
        JsonDocument plan =
                plan(exchange, bodies.read(exchange.request(), exchange.response(), exchange.patience()), 0);
        return beforeLast -> Reply.send(exchange.request(), exchange.response(), plan, beforeLast);
    }

    /**
     * Plans a body.
     *
     * @param beside bytes of the heap that the slot holds beside it
     */
    JsonDocument plan(GuardedHandler.Exchange exchange, BodyReader.Upload body, long beside) {
        DecisionService.Planned planned;
        try {
            planned = service.plan(
                    new ArrivedRequest(body, format, exchange.slot(), admission, beside), exchange.patience());
        } finally {
            exchange.watched().waitedForMemory(exchange.slot().memory().waited());
        }
        planned.parsed()
                .ignoredMembers()
                .ifPresent(names -> exchange.response().header(DecisionHandler.IGNORED_MEMBERS, names));
        return planned.body();
    }
}
