// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.mcp;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.mcp.Source.ToolException;
import reactor.core.publisher.Mono;

/** The tools: what a client sees of them is in {@code tools.json}. Arguments are the members of a request. */
final class Tools {
    private static final String DEFINITIONS = "tools.json";
    private static final String REQUESTS = "requests";

    /** As many calls as a service admits are answered at once; the others wait. */
    private static final int AT_ONCE = 16;

    private static final int MOST_WAITING = 256;

    /** As many as states of a batch. */
    private static final int MOST_REQUESTS = 64;

    /** Half a surrogate pair reaches the service as an escape, so that the service refuses it. */
    private static final ObjectWriter BODY = Mapper.JSON.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

    private static final ArrayNode LIST = read();
    private static final List<String> NAMES = LIST.findParents("inputSchema").stream()
            .map(tool -> tool.path("name").asText())
            .toList();

    private final Source source;
    private final Semaphore slots = new Semaphore(AT_ONCE);

    Tools(Source source) {
        this.source = source;
    }

    /** The tools as a list of them has them; one tree for all answers, which nobody may change. */
    static ArrayNode definitions() {
        return LIST;
    }

    private static ArrayNode read() {
        try (InputStream definitions = Tools.class.getResourceAsStream(DEFINITIONS)) {
            return (ArrayNode) Mapper.JSON.readTree(Objects.requireNonNull(definitions));
        } catch (IOException e) {
            throw new UncheckedIOException(DEFINITIONS + " cannot be read", e);
        }
    }

    /** The names of the tools. */
    static List<String> names() {
        return NAMES;
    }

    List<AsyncToolSpecification> specifications() {
        return Arrays.stream(Mapper.JSON.convertValue(definitions(), Tool[].class))
                .map(tool -> new AsyncToolSpecification(
                        tool, (_, call) -> begin(tool.name(), Mapper.JSON.valueToTree(call.arguments()))))
                .toList();
    }

    /** Calls a tool on a thread of its own, which is interrupted if nobody wants the result any more. */
    private Mono<CallToolResult> begin(String tool, JsonNode arguments) {
        return Mono.create(sink -> {
            Thread calling = Thread.ofVirtual().name("tool").unstarted(() -> {
                try {
                    sink.success(call(tool, arguments));
                } catch (CancellationException | InterruptedException _) {
                    sink.success();
                } catch (RuntimeException | Error e) {
                    sink.error(e);
                }
            });
            sink.onCancel(calling::interrupt);
            calling.start();
        });
    }

    /**
     * Calls a tool on this thread.
     *
     * @throws CancellationException if nobody wants the result any more
     */
    CallToolResult call(String tool, JsonNode arguments) throws InterruptedException {
        if (slots.getQueueLength() >= MOST_WAITING) {
            return refused("too many calls at once (" + MOST_WAITING + " wait); call again when some are answered");
        }
        slots.acquire();
        try {
            JsonNode result = result(tool, arguments);
            return CallToolResult.builder()
                    .structuredContent(result)
                    .addTextContent(Mapper.JSON.writeValueAsString(result))
                    .isError(false)
                    .build();
        } catch (ToolException e) {
            return refused(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        } finally {
            slots.release();
        }
    }

    /** A call whose arguments are no object; the model that wrote them is told so as of any other refusal. */
    static final class ArgumentsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ArgumentsException() {
            super(
                    "'arguments' must be a JSON object, such as {\"state\": \"...\", \"questions\": {...}}",
                    null,
                    false,
                    false);
        }

        CallToolResult result() {
            return refused(String.valueOf(getMessage()));
        }
    }

    private static CallToolResult refused(String why) {
        return CallToolResult.builder().addTextContent(why).isError(true).build();
    }

    private JsonNode result(String tool, JsonNode given) throws IOException {
        ObjectNode arguments = given instanceof ObjectNode object ? object : Mapper.JSON.createObjectNode();
        return switch (tool) {
            case "decide" -> ask(DecisionRoute.SINGLE, arguments);
            case "decide_batch" -> arguments.has(REQUESTS) ? requests(arguments) : batch(arguments);
            case "plan" -> Mapper.JSON.readTree(source.plan(BODY.writeValueAsBytes(arguments)));
            case "route" -> route(arguments);
            case "status" -> Mapper.JSON.readTree(source.health());
            default -> throw new IllegalArgumentException("no tool of tools.json: " + tool);
        };
    }

    private JsonNode ask(DecisionRoute route, ObjectNode arguments) throws IOException {
        return Mapper.JSON.readTree(source.ask(route, BODY.writeValueAsBytes(arguments)));
    }

    /** Clients that were written for laya send 0 where they mean nothing. */
    private JsonNode batch(ObjectNode arguments) throws IOException {
        if (arguments.path("batch_size").isIntegralNumber()
                && arguments.get("batch_size").intValue() == 0) {
            arguments.remove("batch_size");
        }
        return ask(DecisionRoute.BATCH, arguments);
    }

    /** Requests that differ, one after the other; what is said of all counts where a request says nothing itself. */
    private JsonNode requests(ObjectNode arguments) throws IOException {
        if (!(arguments.get(REQUESTS) instanceof ArrayNode requests)
                || requests.isEmpty()
                || requests.size() > MOST_REQUESTS
                || arguments.has("states")
                || arguments.has("questions")) {
            throw new ToolException(
                    "'requests' must be an array of 1 to " + MOST_REQUESTS + " requests, without 'states' and"
                            + " 'questions' beside it; or send 'states' and 'questions' without 'requests'");
        }
        ObjectNode all = Mapper.JSON.createObjectNode();
        ArrayNode results = all.putArray("results");
        long tokens = 0;
        for (int i = 0; i < requests.size(); i++) {
            if (!(requests.get(i) instanceof ObjectNode request)) {
                throw new ToolException("'requests[" + i + "]' must be an object with 'state' and 'questions'");
            }
            if (!request.has("min_confidence") && arguments.has("min_confidence")) {
                request.set("min_confidence", arguments.get("min_confidence"));
            }
            try {
                JsonNode result = ask(DecisionRoute.SINGLE, request);
                tokens += result.path("usage").path("input_tokens").longValue();
                results.add(result);
            } catch (ToolException e) {
                throw new ToolException("'requests[" + i + "]': " + e.getMessage());
            }
        }
        all.putObject("total_usage").put("input_tokens", tokens).put("output_tokens", 0);
        return all;
    }

    /** Without questions, nothing is computed; with them, the ids may decide. */
    private JsonNode route(ObjectNode arguments) throws IOException {
        if (!arguments.has("questions")) {
            arguments.putObject("questions");
        }
        JsonNode routing = ask(DecisionRoute.SINGLE, arguments).path("routing");
        if (!routing.isObject()) {
            throw new ToolException(
                    "this deployment says of no answer which checkpoint gave it (SERVICE_STRICT, SERVICE_MODEL_PATH)");
        }
        return routing;
    }
}
