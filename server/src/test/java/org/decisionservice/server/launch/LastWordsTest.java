// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.decisionservice.host.Fatal;
import org.decisionservice.server.config.Settings;
import org.junit.jupiter.api.Test;

class LastWordsTest {
    private static final Fatal.LastResort NOTHING = (_, _) -> {};
    private static final Duration SHORT = Duration.ofMillis(1);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(2048);
    private final BlockingQueue<Integer> halts = new LinkedBlockingQueue<>();

    private LastWords words() {
        LastWords words = new LastWords(out, halts::add, SHORT);
        words.started();
        return words;
    }

    @Test
    void oneLineAndTheStatus() {
        words().end(Fatal.Reason.OUT_OF_MEMORY, "Java heap space");
        assertThat(out)
                .hasToString("the process cannot continue and exits with status 3: out of memory: Java heap space\n");
        assertThat(halts).containsExactly(3);
    }

    @Test
    void theLineIsAnObjectWhereAllLinesAre() throws IOException {
        LastWords words = words();
        words.write(Settings.Log.Format.JSON);
        words.end(Fatal.Reason.OUT_OF_MEMORY, "Java \"heap\" \\ space\n" + "x".repeat(5000));
        JsonNode line = new ObjectMapper().readTree(out.toString(US_ASCII));
        assertThat(line.path("level").asText()).isEqualTo("error");
        assertThat(line.path("logger").asText()).isEqualTo(LastWords.class.getName());
        assertThat(line.path("message").asText())
                .startsWith(
                        "the process cannot continue and exits with status 3: out of memory: Java 'heap' ' space xx");
        assertThat(out.toString(US_ASCII)).hasSize(1024).endsWith("\"}\n");
    }

    @Test
    void everyReasonHasItsWords() {
        for (Fatal.Reason reason : Fatal.Reason.values()) {
            words().end(reason, "");
        }
        assertThat(out.toString(US_ASCII).lines())
                .containsExactly(
                        "the process cannot continue and exits with status 3: out of memory",
                        "the process cannot continue and exits with status 3: a class or the virtual machine is broken",
                        "the process cannot continue and exits with status 3: unexpected error",
                        "the process cannot continue and exits with status 3: a listener has stopped");
    }

    @Test
    void aStartThatFailsEndsWithStatusTwoUnlessMemoryIsOut() {
        new LastWords(out, halts::add, SHORT).end(Fatal.Reason.BROKEN_PROGRAM, "no library");
        new LastWords(out, halts::add, SHORT).cannotStart(new StackOverflowError());
        new LastWords(out, halts::add, SHORT).end(Fatal.Reason.OUT_OF_MEMORY, "");
        assertThat(out.toString(US_ASCII).lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo(
                                        "the service cannot start and exits with status 2: a class or the virtual machine is broken:"
                                                + " no library"),
                        line -> assertThat(line)
                                .startsWith("the service cannot start and exits with status 2: unexpected error:"
                                        + " StackOverflowError (in LastWordsTest.java, line "),
                        line -> assertThat(line)
                                .isEqualTo("the process cannot continue and exits with status 3: out of memory"));
        assertThat(halts).containsExactly(2, 2, 3);
    }

    @Test
    void anyDetailIsPrintedAsOneLineOfPlainText() {
        words().end(Fatal.Reason.BROKEN_PROGRAM, "first\nsecond\tthird é" + "x".repeat(5000));
        assertThat(out.toString(US_ASCII).lines())
                .singleElement()
                .asString()
                .contains(": first second third ?xxx")
                .hasSizeLessThan(1024);
        assertThat(out.toString(US_ASCII)).endsWith("\n");
    }

    @Test
    void onlyTheFirstReasonIsPrinted() {
        LastWords words = words();
        words.end(Fatal.Reason.NOBODY_LISTENS, "first");
        words.end(Fatal.Reason.OUT_OF_MEMORY, "second");
        assertThat(out.toString(US_ASCII).lines()).singleElement().asString().endsWith("first");
        assertThat(halts).containsExactly(3);
    }

    @Test
    void probesAreToldBeforeTheLine() {
        LastWords words = words();
        List<String> seen = new ArrayList<>();
        words.before(() -> seen.add("told, written: " + out.size()));
        words.end(Fatal.Reason.OUT_OF_MEMORY, "");
        assertThat(seen).containsExactly("told, written: 0");
    }

    @Test
    void theStatusDoesNotDependOnTheLine() {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("nobody reads");
            }
        };
        new LastWords(broken, halts::add, SHORT).end(Fatal.Reason.OUT_OF_MEMORY, "");
        assertThat(halts).containsExactly(3);
    }

    @Test
    void aLineThatCannotBeWrittenDoesNotKeepTheProcess() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        OutputStream full = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        };
        LastWords words = new LastWords(full, halts::add, SHORT);
        words.backUp();
        Thread speaker = Thread.ofPlatform().start(() -> words.end(Fatal.Reason.OUT_OF_MEMORY, ""));
        assertThat(halts.poll(1, TimeUnit.MINUTES)).isEqualTo(3);
        end.countDown();
        speaker.join();
    }

    @Test
    void noMemoryIsNeeded() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        String detail = "Java heap space";
        OutOfMemoryError error = new OutOfMemoryError(detail);
        LastWords first = new LastWords(out, _ -> {}, SHORT);
        LastWords second = new LastWords(out, _ -> {}, SHORT);
        end(first, error);
        long before = threads.getCurrentThreadAllocatedBytes();
        long again = threads.getCurrentThreadAllocatedBytes();
        end(second, error);
        long after = threads.getCurrentThreadAllocatedBytes();
        assertThat(after - again - (again - before)).as("bytes").isZero();
    }

    private static void end(LastWords words, Throwable error) {
        Fatal.lastResort(words);
        try {
            Fatal.check(error);
        } finally {
            Fatal.lastResort(NOTHING);
        }
    }
}
