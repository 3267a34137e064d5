// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.decisionservice.api.Answer;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Question;
import org.decisionservice.api.Routing;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.contract.response.DocumentProjection;
import org.decisionservice.contract.response.ResponseWriter;
import org.decisionservice.contract.response.TextErrors;
import org.decisionservice.core.checkpoint.Temperatures;
import org.decisionservice.core.decoding.AnswerDecoder;
import org.decisionservice.core.decoding.Calibration;
import org.decisionservice.core.decoding.QuestionLogits;
import org.decisionservice.core.routing.language.EvidenceDetector;
import org.decisionservice.engine.spi.Logits;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Reads the bytes of a body into a validated request, and writes a response to bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class JsonBenchmark {
    @Param({"1", "3", "64"})
    public int questions = 1;

    private final RequestReader reader =
            new RequestReader(CheckpointNames.ROUTED, WireOptions.DEFAULTS.maxTokenBudget(), RequestRules.DOCUMENT);
    private final ResponseWriter writer =
            new ResponseWriter(WireOptions.DEFAULTS.headName(), new DocumentProjection(false), new TextErrors());
    private byte[] body = {};
    private List<DecisionResponse> responses = List.of();

    @Setup
    public void prepare() {
        body = Samples.body(questions);
        responses = List.of(response(reader.single(body).request().questions()));
    }

    private static DecisionResponse response(SequencedMap<String, Question> questions) {
        Logits logits = Samples.logits(questions.values());
        Temperatures temperatures = Temperatures.of(List.of(1.1, 0.9, 1.0), new LinkedHashMap<>());
        SequencedMap<String, Answer> answers = new LinkedHashMap<>();
        questions.forEach((id, question) -> answers.put(
                id,
                AnswerDecoder.decode(
                        question,
                        new QuestionLogits(logits.slice(answers.size(), 1)),
                        Calibration.of(temperatures),
                        OptionalDouble.empty())));
        Routing routing = new Routing(
                CheckpointName.ENGLISH,
                "laya-starter-en",
                "English Latin text",
                Optional.of(new EvidenceDetector().detect(new org.decisionservice.api.State.Text(Samples.TICKET))),
                Optional.empty());
        return new DecisionResponse(
                answers, new Usage(160, 60, 0, List.of(), new LinkedHashMap<>()), Optional.of(routing));
    }

    @Benchmark
    public DecisionRequest reading() {
        return reader.single(body).request();
    }

    @Benchmark
    public byte[] writing() {
        return writer.single(responses, Optional.empty()).bytes();
    }
}
