// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.contract.gemini.GeminiReader;
import org.decisionservice.contract.gemini.GeminiWriter;
import org.decisionservice.contract.openai.AskedDecisions;
import org.decisionservice.contract.openai.DecisionsReader;
import org.decisionservice.contract.openai.DecisionsWriter;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.response.ResponseWriter;

/** Reads the bodies of one route and writes the answers to them. Safe for any number of threads. */
public final class DecisionFormat {
    private final Function<byte[], ParsedRequest> parser;
    private final boolean reportsTruncation;

    private DecisionFormat(Function<byte[], ParsedRequest> parser, boolean reportsTruncation) {
        this.parser = parser;
        this.reportsTruncation = reportsTruncation;
    }

    /**
     * The format of a route.
     *
     * @param names that a request can select checkpoints by
     */
    public static DecisionFormat of(DecisionRoute route, CheckpointNames names, WireOptions options) {
        return switch (route) {
            case SINGLE, BATCH -> systemOne(route, names, options);
            case DECISIONS -> openAi(names, options);
            case GEMINI -> gemini(names, options);
            case GUARDRAIL -> guardrail(names, options);
        };
    }

    private static DecisionFormat systemOne(DecisionRoute route, CheckpointNames names, WireOptions options) {
        Dialect dialect = Dialect.of(options);
        RequestReader reader = new RequestReader(
                names,
                options.maxTokenBudget(),
                dialect.rules(),
                options.sources(),
                options.cleaning(),
                options.explains());
        ResponseWriter writer = new ResponseWriter(
                options.headName(), dialect.projection(), dialect.errors().systemOne());
        boolean batch = route == DecisionRoute.BATCH;
        return new DecisionFormat(
                body -> {
                    RequestReader.Read asked = batch ? reader.batch(body) : reader.single(body);
                    return new ParsedRequest(
                            asked.request(),
                            responses -> batch
                                    ? writer.batch(responses, asked.refused(), asked.schema())
                                    : writer.single(responses, asked.schema()),
                            UnaryOperator.identity(),
                            asked.positions(),
                            asked.ignored(),
                            asked.cleaned());
                },
                !dialect.logsTruncation());
    }

    private static DecisionFormat openAi(CheckpointNames names, WireOptions options) {
        boolean extended = options.contract() != Contract.STRICT;
        DecisionsReader reader =
                new DecisionsReader(names, options.maxTokenBudget(), options.sources(), options.cleaning());
        DecisionsWriter writer = new DecisionsWriter(extended);
        return new DecisionFormat(
                body -> {
                    AskedDecisions asked = reader.read(body);
                    return new ParsedRequest(
                            asked.request(),
                            responses -> writer.write(asked, responses.getFirst()),
                            asked::named,
                            List.of(0),
                            List.of(),
                            asked.cleaned());
                },
                extended);
    }

    private static DecisionFormat gemini(CheckpointNames names, WireOptions options) {
        boolean extended = options.contract() != Contract.STRICT;
        GeminiReader reader = new GeminiReader(names, options.maxTokenBudget(), options.sources(), options.cleaning());
        GeminiWriter writer = new GeminiWriter(extended);
        return new DecisionFormat(
                body -> {
                    GeminiReader.Read asked = reader.read(body);
                    return new ParsedRequest(
                            asked.request(),
                            responses -> writer.write(responses.getFirst()),
                            GeminiReader::named,
                            List.of(0),
                            List.of(),
                            asked.cleaned());
                },
                extended);
    }

    private static DecisionFormat guardrail(CheckpointNames names, WireOptions options) {
        GuardrailReader reader = new GuardrailReader(
                names, options.maxTokenBudget(), options.sources().sets().orElseThrow(), options.cleaning());
        return new DecisionFormat(
                body -> {
                    GuardrailReader.GuardedTexts asked = reader.read(body);
                    return new ParsedRequest(
                            asked.request(),
                            responses -> GuardrailWriter.write(asked.set(), responses),
                            UnaryOperator.identity(),
                            asked.positions(),
                            List.of(),
                            List.of());
                },
                false);
    }

    /**
     * Reads a body.
     *
     * @param body plain and complete
     * @throws org.decisionservice.api.RefusedException if the client has to change it
     */
    public ParsedRequest parse(byte[] body) {
        return parser.apply(body);
    }

    /** Whether answers say what was cut off a state; if not, only the log can. */
    public boolean reportsTruncation() {
        return reportsTruncation;
    }
}
