// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.host.AgentProtocol;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.observe.Ending;
import org.decisionservice.server.transport.Beside;
import org.decisionservice.server.transport.BodyReader;
import org.decisionservice.server.transport.RequestPatience;

/** Answers the admitted posts of agents. What they ask is decided as a request of its own route is. */
final class AgentHandler implements GuardedHandler.Work {
    /** The tree of an answer, and the two forms of it that clients are sent, for each of its bytes. */
    private static final int HEAP_PER_ANSWERED_BYTE = 20;

    /** Most values of a post: it is a tree before what it asks becomes another. */
    private static final int MOST_VALUES = 200_000;

    private final AgentProtocol protocol;
    private final BodyReader bodies;
    private final Admission admission;
    private final Map<DecisionRoute, DecisionHandler> decisions;
    private final Supplier<byte[]> health;

    /**
     * For the posts that are not small: their trees, and the answers to a batch, stay in memory while what they ask
     * waits for memory of its own, so that only one of them may be there at a time.
     */
    private final Semaphore large = new Semaphore(1);

    AgentHandler(
            AgentProtocol protocol,
            BodyReader bodies,
            Admission admission,
            Map<DecisionRoute, DecisionHandler> decisions,
            Supplier<byte[]> health) {
        this.protocol = protocol;
        this.bodies = bodies;
        this.admission = admission;
        this.decisions = Map.copyOf(decisions);
        this.health = health;
    }

    @Override
    public Consumer<Runnable> answer(GuardedHandler.Exchange exchange) {
        BodyReader.Upload body = bodies.read(exchange.request(), exchange.response(), exchange.patience());
        return Beside.compute("agents", () -> answer(exchange, body.plain()));
    }

    private Consumer<Runnable> answer(GuardedHandler.Exchange exchange, byte[] body) {
        long values = ArrivedRequest.values(body);
        if (values > MOST_VALUES) {
            throw new RefusedException(
                    Refusal.Kind.TOO_LARGE,
                    "a message has at most " + MOST_VALUES + " values; ask with fewer states at once, or at POST "
                            + DecisionRoute.BATCH.path());
        }
        long heap = 2 * ArrivedRequest.heapToRead(body.length, values);
        if (heap <= admission.memory().largestSmall() && !isBatch(body)) {
            return answer(exchange, body, heap);
        }
        awaitTurn(exchange.patience());
        try {
            return answer(exchange, body, heap);
        } finally {
            large.release();
        }
    }

    /** Whether a body begins as a list of messages does, in whatever encoding. */
    private static boolean isBatch(byte[] body) {
        for (byte each : body) {
            if (each == '[' || each == '{') {
                return each == '[';
            }
        }
        return false;
    }

    private void awaitTurn(RequestPatience patience) {
        try {
            while (!large.tryAcquire(patience.next().toNanos(), TimeUnit.NANOSECONDS)) {
                patience.check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CloseConnectionException("interrupted while a post waited for its turn", e);
        }
    }

    private Consumer<Runnable> answer(GuardedHandler.Exchange exchange, byte[] body, long heap) {
        Asked asked = new Asked(exchange);
        asked.hold(heap);
        AgentProtocol.Reply reply = protocol.answer(
                new AgentProtocol.Posted(
                        body,
                        name -> header(exchange, name),
                        exchange.slot().holder().orElse("")),
                asked);
        reply.headers().forEach((name, value) -> exchange.response().header(HeaderNames.create(name), value));
        Status status = Status.create(reply.status());
        return reply.body().length == 0 ? Reply.nothing(exchange, status) : Reply.later(exchange, status, reply.body());
    }

    private static Optional<String> header(GuardedHandler.Exchange exchange, String name) {
        return Optional.of(exchange.request().headers().all(HeaderNames.create(name), List::of))
                .filter(values -> !values.isEmpty())
                .map(values -> String.join(",", values));
    }

    /** Answers what one post asks, with the slot that the post holds. */
    private final class Asked implements AgentProtocol.Decisions {
        private final GuardedHandler.Exchange exchange;
        private final AtomicBoolean cancelled = new AtomicBoolean();
        private long held;

        Asked(GuardedHandler.Exchange posted) {
            RequestPatience patience = posted.patience();
            this.exchange = posted.with(new RequestPatience(
                    patience.elapsed(),
                    patience.limit(),
                    () -> cancelled.get() || patience.departed().getAsBoolean(),
                    patience.stopping()));
        }

        /** Holds so many bytes of the heap, beside those of what is asked, until the post is answered. */
        void hold(long bytes) {
            held += bytes;
            ArrivedRequest.hold(held, exchange.slot().memory(), admission, exchange.patience());
        }

        @Override
        public String version() {
            return Release.VERSION;
        }

        @Override
        public byte[] ask(DecisionRoute route, byte[] body) {
            return answer(() -> handler(route).decide(exchange, BodyReader.Upload.plain(body), held));
        }

        @Override
        public byte[] plan(byte[] body) {
            return answer(() -> handler(DecisionRoute.SINGLE).plan(exchange, BodyReader.Upload.plain(body), held));
        }

        private DecisionHandler handler(DecisionRoute route) {
            return Objects.requireNonNull(decisions.get(route));
        }

        private byte[] answer(Supplier<JsonDocument> work) {
            try {
                JsonDocument answer = work.get();
                hold(HEAP_PER_ANSWERED_BYTE * answer.length());
                return answer.bytes();
            } catch (RefusedException e) {
                exchange.watched().endedWithin(Ending.of(e.refusal().kind()));
                throw e;
            } catch (CloseConnectionException e) {
                if (cancelled.get()) {
                    exchange.watched().endedWithin(Ending.GONE);
                    throw new CancellationException("the client cancelled its call");
                }
                throw e;
            }
        }

        @Override
        public byte[] health() {
            byte[] answer = health.get();
            hold(HEAP_PER_ANSWERED_BYTE * (long) answer.length);
            return answer;
        }

        @Override
        public void cancel() {
            cancelled.set(true);
        }
    }
}
