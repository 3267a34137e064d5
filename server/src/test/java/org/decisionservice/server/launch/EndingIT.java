// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.server.testing.ServiceProcess;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a process which cannot continue ends, with status 3 and one line. */
class EndingIT {
    private static final int CANNOT_GO_ON = 3;
    private static final String BY_JAVA = "-XX:+ExitOnOutOfMemoryError -XX:+DisplayVMOutputToStderr";
    private static final byte[] MANY_MAPS = ("{\"state\": \"x\", \"questions\": {}, \"unknown\": ["
                    + String.join(",", Collections.nCopies(690_000, "{}")) + "]}")
            .getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path dir;

    private static Map<String, String> with(String javaOptions) {
        return Map.of(
                "JDK_JAVA_OPTIONS",
                "-XX:+UseSerialGC " + javaOptions,
                "SERVICE_CHECKPOINTS",
                Testdata.tiny().toString(),
                "SERVICE_LOG_LEVEL",
                "warn");
    }

    /** The lines that report that memory is exhausted: ours, or that of the virtual machine. */
    private static List<String> lastWords(ServiceProcess service) throws IOException {
        return service.errors()
                .lines()
                .filter(line -> line.startsWith("the process cannot continue") || line.startsWith("Terminating due to"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", BY_JAVA})
    void aHeapThatIsTooSmallEndsTheStart(String flags) throws Exception {
        try (ServiceProcess service = ServiceProcess.launch(
                dir, Map.of("JDK_JAVA_OPTIONS", "-XX:+UseSerialGC -Xmx24m " + flags, "SERVICE_PORT", "0"))) {
            assertThat(service.exitStatus()).isEqualTo(CANNOT_GO_ON);
            assertThat(lastWords(service)).hasSize(1);
            assertThat(service.errors()).doesNotContain("\tat ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", BY_JAVA})
    void bodiesThatTheHeapCannotHoldAreAnsweredOrEndTheProcess(String flags) throws Exception {
        try (ServiceProcess service = ServiceProcess.start(dir, with("-Xmx96m " + flags))) {
            List<CompletableFuture<String>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(CompletableFuture.supplyAsync(
                        () -> post(service.url(), MANY_MAPS),
                        task -> Thread.ofVirtual().start(task)));
            }
            boolean all =
                    answers.stream().map(CompletableFuture::join).allMatch(answer -> answer.startsWith("HTTP/1.1 "));
            if (!all) {
                assertThat(service.exitStatus()).isEqualTo(CANNOT_GO_ON);
                assertThat(lastWords(service)).hasSize(1);
            } else {
                assertThat(service.get("/health").statusCode()).isEqualTo(200);
                assertThat(lastWords(service)).isEmpty();
            }
        }
    }

    /** Returns the status line; empty if the connection ends without one. */
    private static String post(String url, byte[] body) {
        URI uri = URI.create(url);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write(("POST /v1/systemone HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        } catch (IOException _) {
            return "";
        }
    }

    @Test
    void aListenerThatEndedEndsTheProcess() throws Exception {
        // Only Linux lists the descriptors of a process, and only prlimit changes the limit of a running one.
        assumeThat(Path.of("/proc/self/fd")).as("Linux").isDirectory();
        assumeThat(Path.of("/usr/bin/prlimit")).as("util-linux").isExecutable();
        try (ServiceProcess service = ServiceProcess.start(dir, with("-Xmx256m"))) {
            assertThat(service.get("/health").statusCode()).isEqualTo(200);
            awaitWaitingConnection(service.pid());
            // With the limit below the lowest free descriptor every accept fails, as after a flood of connections.
            limit(service, lowestFreeDescriptor(service.pid()));
            awaitRefusal(URI.create(service.url()));
            limit(service, 1024);
            assertThat(service.exitStatus()).isEqualTo(CANNOT_GO_ON);
            assertThat(service.errors().lines().filter(line -> line.contains("a listener has stopped")))
                    .as(service.errors())
                    .singleElement()
                    .asString()
                    .contains("127.0.0.1", "refuses connections");
        }
    }

    /**
     * The first virtual thread that waits for a socket opens the descriptors that all of them wait with. If there were
     * none left by then, the process would end for that reason, before it notices that its listener has.
     */
    private static void awaitWaitingConnection(long pid) throws Exception {
        Await.until("the kept connection waits for its next request", () -> {
            try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
                return open.anyMatch(path -> {
                    try {
                        return Files.readSymbolicLink(path).toString().contains("eventpoll");
                    } catch (IOException _) {
                        return false; // Closed meanwhile.
                    }
                });
            }
        });
    }

    private static void awaitRefusal(URI uri) throws Exception {
        Await.until("the listener ends", () -> {
            try (Socket _ = new Socket(uri.getHost(), uri.getPort())) {
                return false;
            } catch (ConnectException _) {
                return true;
            }
        });
    }

    private static void limit(ServiceProcess service, int descriptors) throws Exception {
        int status = new ProcessBuilder(
                        "/usr/bin/prlimit", "--pid", "" + service.pid(), "--nofile=" + descriptors + ":")
                .inheritIO()
                .start()
                .waitFor();
        assertThat(status).isZero();
    }

    private static int lowestFreeDescriptor(long pid) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            Set<String> names = open.map(path -> path.getFileName().toString()).collect(Collectors.toSet());
            int lowest = 0;
            while (names.contains("" + lowest)) {
                lowest++;
            }
            return lowest;
        }
    }
}
