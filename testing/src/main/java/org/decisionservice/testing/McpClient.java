// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client of the Model Context Protocol: a message on each line. */
public class McpClient {
    public static final ObjectMapper JSON = new ObjectMapper();
    protected static final long PATIENCE_SECONDS = 60;

    private final OutputStream out;
    private final BlockingQueue<String> printed = new LinkedBlockingQueue<>();
    private int sent;

    /**
     * Reads lines on a thread of its own.
     *
     * @param out what the server reads
     * @param in what the server writes
     */
    public McpClient(OutputStream out, InputStream in) {
        this.out = out;
        Thread.ofVirtual().start(() -> read(in));
    }

    private void read(InputStream in) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                printed.add(line);
            }
        } catch (IOException _) {
            // The server has ended.
        }
    }

    /** Makes the handshake. */
    public final void initialize() throws Exception {
        begin("initialize", """
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}\
            """);
        assertThat(next().path("result").path("serverInfo").path("name").asText())
                .isEqualTo("decision-service");
        send("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
    }

    public final void send(String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Sends a request and returns its id. */
    public final int begin(String method, String parameters) throws IOException {
        sent++;
        send("{\"jsonrpc\": \"2.0\", \"id\": " + sent + ", \"method\": \"" + method + "\", \"params\": "
                + parameters.replace('\n', ' ') + "}");
        return sent;
    }

    public final int beginCall(String tool, String arguments) throws IOException {
        return begin("tools/call", "{\"name\": \"" + tool + "\", \"arguments\": " + arguments + "}");
    }

    /** The next line, which must be a message. */
    public final JsonNode next() throws InterruptedException {
        JsonNode message = nextOfAny();
        assertThat(message.path("jsonrpc").asText()).as(message.toString()).isEqualTo("2.0");
        return message;
    }

    /** The next line, which may be the answer to a batch. */
    public final JsonNode nextOfAny() throws InterruptedException {
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
    public final JsonNode call(String tool, String arguments) throws Exception {
        int id = beginCall(tool, arguments);
        JsonNode message = next();
        assertThat(message.path("id").intValue()).isEqualTo(id);
        return message.path("result");
    }

    /** Calls a tool that refuses, and returns its words. */
    public final String refusal(String tool, String arguments) throws Exception {
        JsonNode result = call(tool, arguments);
        assertThat(result.path("isError").booleanValue()).as(result.toString()).isTrue();
        assertThat(result.has("structuredContent")).isFalse();
        return result.path("content").path(0).path("text").asText();
    }

    /** The structured content of a result that is no refusal. */
    public static JsonNode structured(JsonNode result) throws Exception {
        assertThat(result.path("isError").booleanValue()).as(result.toString()).isFalse();
        assertThat(JSON.readTree(result.path("content").path(0).path("text").asText()))
                .as("the text is the result, too")
                .isEqualTo(result.path("structuredContent"));
        return result.path("structuredContent");
    }

    public final boolean hasPrinted() {
        return !printed.isEmpty();
    }

    /** Sends nothing more. */
    public final void endInput() throws IOException {
        out.close();
    }

    /** The text on standard error, if the server has a process of its own. */
    public String errors() {
        return "";
    }
}
