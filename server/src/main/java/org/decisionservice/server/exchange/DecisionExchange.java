// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.exchange;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.HttpOptions;
import org.decisionservice.server.request.RequestReader;
import org.decisionservice.server.response.ResponseWriter;
import org.jspecify.annotations.Nullable;

/** Turns the bytes of a body into the bytes of its answer: reads, decides, logs what was cut off, and writes. */
public final class DecisionExchange {
    private final DecisionService service;
    private final Function<byte[], Asked> reader;
    private final TruncationLog truncation;

    /**
     * The request that a body makes, and the writer of its answer.
     *
     * @param writer makes the answer's body from one response per state; it may know what the request does not, such as
     *     the names that a client gave its questions
     */
    public record Asked(DecisionRequest request, Function<List<DecisionResponse>, byte[]> writer) {}

    /**
     * Creates an exchange.
     *
     * @param reader reads a plain, complete body; throws {@link org.decisionservice.api.RefusedException} if the client
     *     has to change it
     */
    public DecisionExchange(DecisionService service, Function<byte[], Asked> reader, TruncationLog truncation) {
        this.service = service;
        this.reader = reader;
        this.truncation = truncation;
    }

    /** The exchange of {@code POST /v1/systemone}. */
    public static DecisionExchange single(DecisionService service, HttpOptions options) {
        Dialect dialect = Dialect.of(options.contract());
        RequestReader reader = reader(dialect, options);
        ResponseWriter writer = writer(dialect, options);
        return new DecisionExchange(
                service,
                body -> new Asked(reader.single(body), writer::single),
                new TruncationLog(dialect.logsTruncation()));
    }

    /** The exchange of {@code POST /v1/systemone/batch}. */
    public static DecisionExchange batch(DecisionService service, HttpOptions options) {
        Dialect dialect = Dialect.of(options.contract());
        RequestReader reader = reader(dialect, options);
        ResponseWriter writer = writer(dialect, options);
        return new DecisionExchange(
                service,
                body -> new Asked(reader.batch(body), writer::batch),
                new TruncationLog(dialect.logsTruncation()));
    }

    private static RequestReader reader(Dialect dialect, HttpOptions options) {
        return new RequestReader(options.maxTokenBudget(), dialect.rules());
    }

    private static ResponseWriter writer(Dialect dialect, HttpOptions options) {
        return new ResponseWriter(options.headName(), dialect.projection());
    }

    /**
     * Begins to answer a body and returns at once.
     *
     * @param body decodes the body; called on the thread that reads the body, and released after that
     */
    public InProgress begin(Supplier<byte[]> body) {
        InProgress exchange = new InProgress();
        exchange.decision = service.begin(() -> exchange.read(body.get()));
        return exchange;
    }

    /** An exchange whose answer is being waited for. Used by one thread. */
    public final class InProgress {
        private DecisionService.@Nullable Decision decision;
        /** Written by the thread that reads the body. */
        private volatile @Nullable Function<List<DecisionResponse>, byte[]> writer;

        private InProgress() {}

        private DecisionRequest read(byte[] body) {
            Asked asked = reader.apply(body);
            writer = asked.writer();
            return asked.request();
        }

        /** The decision to wait for or to abandon. */
        public DecisionService.Decision decision() {
            return Objects.requireNonNull(decision);
        }

        /** Makes the answer's body from the outcome; {@code id} is the request's id in the log. */
        public byte[] answer(String id, DecisionService.Outcome outcome) {
            truncation.record(id, outcome.responses());
            return Objects.requireNonNull(writer).apply(outcome.responses());
        }
    }
}
