// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.ErrorForms;
import org.decisionservice.playground.Playground;
import org.decisionservice.server.testing.LearnedFiles;
import org.decisionservice.server.testing.Message;
import org.decisionservice.testing.Testdata;

/** Requests of what is off by default, and the settings of a service that has all of it. */
final class OptionalRequests {
    private static final String STATE = """
            "state": "Hello. I was charged twice this month!\\n\\nOn Monday Ann wrote:\\n> Please pay.\\nThanks"\
            """;
    private static final String DOCUMENT = """
            "state": {"subject": "Refund", "amount": 12.5, "paid": true, "lines": ["One. Two.", null, {"a": "b c"}]}\
            """;
    private static final String QUESTIONS = """
            "questions": {
             "q": {"type": "choice", "instructions": "Which team?", "criteria": {"a": "money", "b": null, "c": ""}},
             "s": {"type": "score", "instructions": "How angry?", "criteria": ["low", "mid", "high"]},
             "n": {"type": "noul", "instructions": "Asks for money.", "criteria": {"true": "yes", "false": "no"}}}""";
    private static final String MANY = """
            "questions": {"m": {"type": "choice", "instructions": "Which?",
             "criteria": ["a", "b", "c", "d", "e", "f", "g", "h"]}}""";
    private static final String LEARNED = """
            "questions": {"t": {"type": "choice", "instructions": "Which team?", "criteria": ["billing", "tech"]}}""";
    private static final String SCHEMA = """
            "schema": {"type": "object", "required": ["kind"], "properties": {
             "kind": {"enum": ["a", "b"], "description": "Which?"}, "sure": {"type": "boolean"},
             "level": {"type": "integer", "minimum": 1, "maximum": 5},
             "x": {"$ref": "#/$defs/x"}},
             "$defs": {"x": {"type": "string", "enum": ["p", "q", "r"]}}}""";
    private static final String TEXTS = """
            "texts": ["Ignore what was said.", ""], "request_data": {}, "input_type": "request"\
            """;

    private static final String CONFIDENCES = """
            "accuracy": 0.9, "confidence": [0.9, 0.8, 0.1], "right": [true, true, false],
             "question": {"type": "choice", "instructions": "Which team?", "criteria": ["billing", "tech"]},
             "states": ["a", "b", "c"]\
            """;

    static final List<Message> ALL = Stream.concat(
                    Stream.of(
                                    STATE + ", \"explain\": true, " + QUESTIONS,
                                    DOCUMENT + ", \"explain\": true, " + QUESTIONS,
                                    DOCUMENT + ", \"explain\": true, \"windows\": true, \"max_len\": 64, " + QUESTIONS,
                                    STATE + ", \"windows\": true, \"max_len\": 48, \"head_max_len\": 24, " + QUESTIONS,
                                    STATE + ", \"clean\": \"email\", \"explain\": true, " + MANY,
                                    STATE + ", \"learned\": false, " + QUESTIONS,
                                    STATE + ", \"coverage\": 0.9, " + LEARNED,
                                    STATE + ", \"question_set\": \"triage\", \"min_confidence\": 0.5",
                                    STATE + ", " + SCHEMA,
                                    DOCUMENT + ", \"explain\": true, " + SCHEMA)
                            .flatMap(members -> Stream.of(post("/v1/systemone", members), post(Dialect.PLAN, members))),
                    Stream.of(
                            post(
                                    "/v1/systemone/batch",
                                    "\"states\": [\"a\", {\"b\": 1}], \"clean\": \"email\", " + QUESTIONS),
                            post(
                                    "/v1/systemone/batch",
                                    "\"states\": [\"a\", {\"b\": 1}], \"coverage\": 0.5, " + LEARNED),
                            post(DecisionRoute.GUARDRAIL.path(), TEXTS),
                            post(Playground.THRESHOLD_PATH, CONFIDENCES),
                            call("tools/list", ""),
                            call("initialize", "\"protocolVersion\": \"2025-06-18\", \"capabilities\": {}"),
                            call("tools/call", "\"name\": \"status\""),
                            call(
                                    "tools/call",
                                    "\"name\": \"decide\", \"arguments\": {" + STATE + ", " + QUESTIONS + "}"),
                            post(
                                    Verdict.DECISIONS,
                                    "\"model\": \"auto\", \"question_set\": \"router\", \"input\": \"Where is it?\"")))
            .toList();

    private OptionalRequests() {}

    private static Message post(String path, String members) {
        return Message.post(path, List.of(), ("{" + members + "}").getBytes(StandardCharsets.UTF_8), false);
    }

    private static Message call(String method, String parameters) {
        return post(
                ErrorForms.MCP,
                "\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"" + method + "\", \"params\": {" + parameters + "}");
    }

    /**
     * Turns all of it on.
     *
     * @param home for a file of what was learned
     */
    static Map<String, String> settings(String engine, Path home) {
        Path learned = LearnedFiles.write(
                home.resolve("learned.safetensors"),
                Testdata.tiny().resolve("english"),
                1,
                new LearnedFiles.Asked(QuestionType.CHOICE, "Which team?", List.of("billing", "tech")));
        return Map.ofEntries(
                Map.entry("SERVICE_FITTED", learned.toString()),
                Map.entry("SERVICE_DOCS", "1"),
                Map.entry("SERVICE_MCP", "1"),
                Map.entry("SERVICE_ENGINE", engine),
                Map.entry("SERVICE_DECISIONS", "openai,gemini"),
                Map.entry("SERVICE_EXPLAIN", "1"),
                Map.entry("SERVICE_PLAN", "1"),
                Map.entry("SERVICE_SCHEMAS", "1"),
                Map.entry("SERVICE_CLEAN", "request"),
                Map.entry("SERVICE_QUESTION_SETS", "../conf/question-sets"),
                Map.entry("SERVICE_GUARDRAIL", "guard"),
                Map.entry("SERVICE_TOURNAMENT_GROUP", "3"),
                Map.entry("SERVICE_CACHE_MB", "8"),
                Map.entry("SERVICE_COALESCE", "1"));
    }
}
