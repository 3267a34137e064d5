// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.exchange;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.Contract;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.IgnoredMembers;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.json.JsonDocument;
import org.decisionservice.contract.openai.AskedDecisions;
import org.decisionservice.contract.openai.DecisionsReader;
import org.decisionservice.contract.openai.DecisionsWriter;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.response.ResponseWriter;
import org.decisionservice.host.DecisionService;
import org.jspecify.annotations.Nullable;

/** Turns the bytes of a body into its answer: reads, decides, logs what was cut off, and writes. */
public final class DecisionExchange {
    private final DecisionService service;
    private final Function<byte[], Asked> reader;
    private final TruncationLog truncation;

    /**
     * The request that a body makes, and the writer of its answer.
     *
     * @param writer makes the answer's body from one response per state; it may know what the request does not, such as
     *     the names that a client gave its questions
     * @param terms says a refusal of the request in the words of the client's contract
     * @param positions where each state of the request stands in the body
     * @param ignored the members of the body that nobody reads
     */
    public record Asked(
            DecisionRequest request,
            Function<List<DecisionResponse>, JsonDocument> writer,
            UnaryOperator<Refusal> terms,
            List<Integer> positions,
            List<String> ignored) {
        public Asked {
            positions = List.copyOf(positions);
            ignored = List.copyOf(ignored);
        }
    }

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
    public static DecisionExchange single(DecisionService service, WireOptions options) {
        return of(service, options, RequestReader::single, (writer, _, responses) -> writer.single(responses));
    }

    /** The exchange of {@code POST /v1/systemone/batch}. */
    public static DecisionExchange batch(DecisionService service, WireOptions options) {
        return of(
                service,
                options,
                RequestReader::batch,
                (writer, asked, responses) ->
                        writer.batch(responses, asked.states().refused()));
    }

    /** The exchange of {@code POST /v1/decisions}. */
    public static DecisionExchange decisions(DecisionService service, WireOptions options) {
        DecisionsReader reader = new DecisionsReader(service.names(), options.maxTokenBudget());
        boolean extended = options.contract() != Contract.STRICT;
        DecisionsWriter writer = new DecisionsWriter(extended);
        return new DecisionExchange(
                service,
                body -> {
                    AskedDecisions asked = reader.read(body);
                    return new Asked(
                            asked.request(),
                            responses -> writer.write(asked, responses.getFirst()),
                            asked::named,
                            List.of(0),
                            List.of());
                },
                new TruncationLog(!extended));
    }

    /** Writes the answer to what was read. */
    @FunctionalInterface
    private interface Writing {
        JsonDocument answer(ResponseWriter writer, RequestReader.Read asked, List<DecisionResponse> responses);
    }

    private static DecisionExchange of(
            DecisionService service,
            WireOptions options,
            BiFunction<RequestReader, byte[], RequestReader.Read> read,
            Writing write) {
        Dialect dialect = Dialect.of(options);
        RequestReader reader = new RequestReader(service.names(), options.maxTokenBudget(), dialect.rules());
        ResponseWriter writer = new ResponseWriter(
                options.headName(), dialect.projection(), dialect.errors().systemOne());
        return new DecisionExchange(
                service,
                body -> {
                    RequestReader.Read asked = read.apply(reader, body);
                    return new Asked(
                            asked.request(),
                            responses -> write.answer(writer, asked, responses),
                            refusal -> refusal,
                            asked.states().positions(),
                            asked.ignored());
                },
                new TruncationLog(dialect.logsTruncation()));
    }

    /**
     * Begins to answer a body and returns at once.
     *
     * @param body decodes the body; called on the thread that reads the body, and released after that
     */
    public InProgress begin(Supplier<byte[]> body) {
        InProgress exchange = new InProgress();
        exchange.decision = new InTerms(service.begin(() -> exchange.read(body.get())), exchange);
        return exchange;
    }

    /** A decision whose refusals are in the words of the client's contract. */
    private record InTerms(DecisionService.Decision decision, InProgress exchange) implements DecisionService.Decision {
        @Override
        public Optional<DecisionService.Outcome> await(Duration patience) {
            try {
                return decision.await(patience);
            } catch (RefusedException e) {
                throw exchange.inTerms(e);
            }
        }

        @Override
        public void abandon() {
            decision.abandon();
        }
    }

    /** An exchange whose answer is waited for. For one thread. */
    public final class InProgress {
        private DecisionService.@Nullable Decision decision;
        /** Written by the thread that reads the body. */
        private volatile @Nullable Asked asked;

        private InProgress() {}

        private DecisionRequest read(byte[] body) {
            Asked read = reader.apply(body);
            asked = read;
            return read.request();
        }

        /** The decision to wait for or to abandon. */
        public DecisionService.Decision decision() {
            return Objects.requireNonNull(decision);
        }

        /** What the body asks, once there is an outcome. */
        public DecisionRequest request() {
            return Objects.requireNonNull(asked).request();
        }

        /** Where each of its states stands in the body, once there is an outcome. */
        public List<Integer> positions() {
            return Objects.requireNonNull(asked).positions();
        }

        /** Makes the answer's body from the outcome; {@code id} is the request's id in the log. */
        public JsonDocument answer(String id, DecisionService.Outcome outcome) {
            Asked read = Objects.requireNonNull(asked);
            truncation.record(id, read.positions(), outcome.responses());
            return read.writer().apply(outcome.responses());
        }

        /** The value of {@link IgnoredMembers#HEADER}, once there is an outcome; empty if every member was read. */
        public Optional<String> ignoredMembers() {
            return IgnoredMembers.text(Objects.requireNonNull(asked).ignored());
        }

        /** A refusal before anything was read is the reader's own, and in its words already. */
        private RefusedException inTerms(RefusedException e) {
            Asked read = asked;
            return read == null ? e : new RefusedException(read.terms().apply(e.refusal()));
        }
    }
}
