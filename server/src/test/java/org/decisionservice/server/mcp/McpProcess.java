// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.decisionservice.server.testing.ServiceProcess;
import org.decisionservice.testing.Testdata;

/** {@code java -jar decision-service.jar mcp} on the tiny checkpoints, with a client on its standard streams. */
final class McpProcess implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final Path errors;
    private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();
    private int sent;

    McpProcess(Map<String, String> variables, String... options) throws IOException {
        errors = Files.createTempFile("mcp", ".stderr");
        errors.toFile().deleteOnExit();
        ProcessBuilder builder = new ProcessBuilder(ServiceProcess.java().toArray(String[]::new));
        Path jar = ServiceProcess.distribution().resolve("decision-service.jar");
        builder.command().addAll(List.of("-jar", jar.toString(), "mcp"));
        builder.command().addAll(List.of(options));
        builder.redirectError(errors.toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("SERVICE_") || name.equals("JAVA_TOOL_OPTIONS"));
        Map<String, String> environment =
                new HashMap<>(Map.of("SERVICE_CHECKPOINTS", Testdata.tiny().toString(), "SERVICE_PREPARED", "off"));
        environment.putAll(variables);
        builder.environment().putAll(environment);
        process = builder.start();
        Thread.ofVirtual().start(this::read);
    }

    /** With the handshake made. */
    static McpProcess initialized(Map<String, String> variables, String... options) throws Exception {
        McpProcess mcp = new McpProcess(variables, options);
        mcp.begin("initialize", """
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}\
            """);
        assertThat(mcp.next().path("result").path("serverInfo").path("name").asText())
                .isEqualTo("decision-service");
        mcp.send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
        return mcp;
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                printed.add(line);
            }
        } catch (IOException _) {
            // The process has ended.
        }
    }

    void send(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** Sends a request and returns its id. */
    int begin(String method, String parameters) throws IOException {
        sent++;
        send("{\"jsonrpc\": \"2.0\", \"id\": " + sent + ", \"method\": \"" + method + "\", \"params\": "
                + parameters.replace('\n', ' ') + "}");
        return sent;
    }

    int beginCall(String tool, String arguments) throws IOException {
        return begin("tools/call", "{\"name\": \"" + tool + "\", \"arguments\": " + arguments + "}");
    }

    /** The next line on standard output, which must be a message. */
    JsonNode next() throws InterruptedException {
        JsonNode message = nextOfAny();
        assertThat(message.path("jsonrpc").asText()).as(message.toString()).isEqualTo("2.0");
        return message;
    }

    /** The next line on standard output, which may be the answer to a batch. */
    JsonNode nextOfAny() throws InterruptedException {
        String line = printed.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(line)
                .as("a line on standard output; standard error has:\n%s", errors())
                .isNotNull();
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new AssertionError("no message: " + line, e);
        }
    }

    /** Calls a tool and returns its result. */
    JsonNode call(String tool, String arguments) throws Exception {
        int id = beginCall(tool, arguments);
        JsonNode message = next();
        assertThat(message.path("id").intValue()).isEqualTo(id);
        return message.path("result");
    }

    /** Calls a tool that refuses, and returns its words. */
    String refusal(String tool, String arguments) throws Exception {
        JsonNode result = call(tool, arguments);
        assertThat(result.path("isError").booleanValue()).as(result.toString()).isTrue();
        assertThat(result.has("structuredContent")).isFalse();
        return result.path("content").path(0).path("text").asText();
    }

    boolean hasPrinted() {
        return !printed.isEmpty();
    }

    String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends standard input, and returns the exit status. */
    int end() throws Exception {
        process.getOutputStream().close();
        return status();
    }

    int status() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
