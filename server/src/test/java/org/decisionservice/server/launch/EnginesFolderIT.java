// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.server.testing.ServiceProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged jar with other engines than the distributed ones, and without what cleans states; the rest of the
 * installation is linked.
 */
class EnginesFolderIT {
    /** An engine that gives all options the same value; it exists only in the jar that a test builds from it. */
    private static final String EVEN_ENGINE = """
            package even;

            import java.util.ArrayList;
            import java.util.List;
            import org.decisionservice.engine.spi.*;

            public final class EvenEngine implements EngineProvider, Engine, LoadedModel {
                public int spiVersion() { return SPI_VERSION; }
                public String name() { return "even"; }
                public Availability probe(EngineOptions options) {
                    return new Availability.Available(List.of(Device.CPU));
                }
                public Engine open(EngineOptions options) { return this; }
                public LoadedModel load(ModelSource source, Device device, Precision precision) { return this; }
                public Device device() { return Device.CPU; }
                public void close() {}
                public Logits forward(RowBatch rows) {
                    List<float[]> logits = new ArrayList<>();
                    for (int r = 0; r < rows.size(); r++) {
                        logits.add(new float[rows.row(r).options()]);
                    }
                    return new Logits(logits, new float[rows.size()]);
                }
            }
            """;

    private static final String REQUEST = """
            {"state": "I was charged twice", "questions": {"q": {"type": "choice", "instructions": "Which team?", \
            "criteria": ["billing", "tech"]}}}""";

    @TempDir
    private Path home;

    @TempDir
    private Path work;

    @BeforeEach
    void installWithoutEngines() throws IOException {
        Path distribution = ServiceProcess.distribution();
        // The service takes the directory in which this file really is for its home.
        Files.copy(distribution.resolve("decision-service.jar"), home.resolve("decision-service.jar"));
        for (String part : new String[] {"libs", "conf", "starter"}) {
            Files.createSymbolicLink(home.resolve(part), distribution.resolve(part));
        }
        Files.createDirectories(home.resolve("engines"));
    }

    private void dropIn() throws IOException {
        Path source = Files.writeString(work.resolve("EvenEngine.java"), EVEN_ENGINE);
        Path classes = work.resolve("classes");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status = compiler.run(
                null,
                null,
                null,
                "-proc:none",
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                source.toString());
        assertThat(status).as("compiled").isZero();
        Path folder = Files.createDirectories(home.resolve("engines").resolve("even"));
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve("even.jar")))) {
            jar.putNextEntry(new JarEntry("even/EvenEngine.class"));
            Files.copy(classes.resolve("even").resolve("EvenEngine.class"), jar);
            jar.putNextEntry(new JarEntry("META-INF/services/" + EngineProvider.class.getName()));
            jar.write("even.EvenEngine".getBytes(StandardCharsets.UTF_8));
            jar.closeEntry();
        }
    }

    @Test
    void anEngineOfSomebodyElseIsFoundByItsName() throws Exception {
        dropIn();
        try (ServiceProcess service = ServiceProcess.start(home, work, Map.of("SERVICE_ENGINE", "even"))) {
            assertThat(service.errors()).contains("even on cpu");
            HttpResponse<String> answer = service.post("/v1/systemone", REQUEST);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains("\"probabilities\":{\"billing\":0.5,\"tech\":0.5}");
        }
    }

    @Test
    void withoutTheConfiguredEngineTheStartNamesThoseThatAreThere() throws Exception {
        dropIn();
        expectOneLine(Map.of(), "SERVICE_ENGINE: there is no engine 'onnx'; it takes one of: even (cpu)");
    }

    @Test
    void withoutAnyEngineTheStartSaysWhereTheyBelong() throws Exception {
        expectOneLine(Map.of(), "put an engine's jars into the engines folder");
    }

    @Test
    void withoutWhatCleansStatesTheStartSaysWhereItBelongs() throws Exception {
        dropIn();
        expectOneLine(
                Map.of("SERVICE_ENGINE", "even", "SERVICE_CLEAN", "request"),
                "SERVICE_CLEAN: this installation comes without it; its jars belong into the folder cleaners/email");
    }

    @Test
    void withoutTheProtocolOfAgentsTheStartSaysWhereItBelongs() throws Exception {
        dropIn();
        expectOneLine(
                Map.of("SERVICE_ENGINE", "even", "SERVICE_MCP", "1"),
                "SERVICE_MCP: this installation comes without it; its jars belong into the folder commands/mcp");
    }

    private void expectOneLine(Map<String, String> variables, String text) throws Exception {
        try (ServiceProcess service = ServiceProcess.launch(home, work, variables)) {
            assertThat(service.exitStatus()).isEqualTo(2);
            assertThat(service.errors().lines()).singleElement().asString().contains(text);
        }
    }
}
