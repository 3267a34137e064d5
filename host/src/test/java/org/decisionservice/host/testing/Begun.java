// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.testing;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Patience;

/** A request that is being answered on a thread of its own. */
public final class Begun implements Patience {
    private final FutureTask<DecisionService.Decision> answer;
    private volatile boolean abandoned;

    private Begun(DecisionService service, Supplier<DecisionRequest> request) {
        answer = new FutureTask<>(() -> service.answer(() -> ParsedRequest.unwritten(request.get()), this));
        Thread.ofVirtual().start(answer);
    }

    public static Begun begin(DecisionService service, Supplier<DecisionRequest> request) {
        return new Begun(service, request);
    }

    @Override
    public Duration next() {
        return Duration.ofMillis(1);
    }

    @Override
    public void check() {
        if (abandoned) {
            throw new CancellationException("abandoned");
        }
    }

    /** Waits for the answer, and throws what the service threw. */
    public DecisionService.Decision await() {
        return Patience.UNLIMITED.await(answer);
    }

    /** Returns empty if there is no answer within {@code most}. */
    public Optional<DecisionService.Decision> await(Duration most) throws InterruptedException {
        try {
            return Optional.of(answer.get(most.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException _) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Returns when the thread of the request has given up. */
    public void abandon() throws InterruptedException {
        abandoned = true;
        try {
            answer.get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof CancellationException)) {
                throw new IllegalStateException(e.getCause());
            }
        }
    }
}
