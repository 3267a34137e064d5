// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.exchange;

import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.HttpOptions;
import org.decisionservice.server.request.RequestReader;
import org.decisionservice.server.response.ResponseWriter;
import org.jspecify.annotations.Nullable;

/** From the bytes of a body to the bytes of its answer: read, decide, note what was cut off, write. */
public final class DecisionExchange {
    private final DecisionService service;
    private final Function<byte[], Asked> reader;
    private final TruncationLog truncation;

    /**
     * What a body asks, and how that is answered.
     *
     * @param writer makes the answer's body of one response per state; it may know what the request does not, such as
     *     the names that a client gave its questions
     */
    public record Asked(DecisionRequest request, Function<List<DecisionResponse>, byte[]> writer) {}

    /**
     * @param reader of a plain, complete body; throws {@link org.decisionservice.api.RefusedException} if the client
     * has
     *     to change it
     */
    public DecisionExchange(DecisionService service, Function<byte[], Asked> reader, TruncationLog truncation) {
        this.service = service;
        this.reader = reader;
        this.truncation = truncation;
    }

    /** That of {@code POST /v1/systemone}. */
    public static DecisionExchange single(DecisionService service, HttpOptions options) {
        return of(service, options, RequestReader::single, ResponseWriter::single);
    }

    /** That of {@code POST /v1/systemone/batch}. */
    public static DecisionExchange batch(DecisionService service, HttpOptions options) {
        return of(service, options, RequestReader::batch, ResponseWriter::batch);
    }

    private static DecisionExchange of(
            DecisionService service,
            HttpOptions options,
            BiFunction<RequestReader, byte[], DecisionRequest> read,
            BiFunction<ResponseWriter, List<DecisionResponse>, byte[]> write) {
        Dialect dialect = Dialect.of(options.contract());
        RequestReader reader = new RequestReader(options.maxTokenBudget(), dialect.rules());
        ResponseWriter writer = new ResponseWriter(options.headName(), dialect.projection());
        return new DecisionExchange(
                service,
                body -> new Asked(read.apply(reader, body), responses -> write.apply(writer, responses)),
                new TruncationLog(dialect.logsTruncation()));
    }

    /**
     * Begins to answer a body and returns at once.
     *
     * @param body decodes the body; called on the thread that reads it, and let go then
     */
    public InProgress begin(Supplier<byte[]> body) {
        InProgress exchange = new InProgress();
        exchange.decision = service.begin(() -> exchange.read(body.get()));
        return exchange;
    }

    /** An exchange whose answer is waited for. For one thread. */
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

        /** What to wait for, or to abandon. */
        public DecisionService.Decision decision() {
            return Objects.requireNonNull(decision);
        }

        /** The answer's body, made of what was decided; {@code id} is the request's in the log. */
        public byte[] answer(String id, DecisionService.Outcome outcome) {
            truncation.record(id, outcome.responses());
            return Objects.requireNonNull(writer).apply(outcome.responses());
        }
    }
}
