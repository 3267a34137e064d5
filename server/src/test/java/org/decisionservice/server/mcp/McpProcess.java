// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.decisionservice.server.testing.ServiceProcess;
import org.decisionservice.testing.McpClient;
import org.decisionservice.testing.Testdata;

/** {@code java -jar decision-service.jar mcp} on the tiny checkpoints, with a client on its standard streams. */
final class McpProcess extends McpClient implements AutoCloseable {
    private final Process process;
    private final Path errors;

    private McpProcess(Process process, Path errors) {
        super(process.getOutputStream(), process.getInputStream());
        this.process = process;
        this.errors = errors;
    }

    static McpProcess start(Map<String, String> variables, String... options) throws IOException {
        Path errors = Files.createTempFile("mcp", ".stderr");
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
        return new McpProcess(builder.start(), errors);
    }

    /** With the handshake made. */
    static McpProcess initialized(Map<String, String> variables, String... options) throws Exception {
        McpProcess mcp = start(variables, options);
        mcp.initialize();
        return mcp;
    }

    @Override
    public String errors() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends standard input, and returns the exit status. */
    int end() throws Exception {
        endInput();
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
