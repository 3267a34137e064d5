// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.decisionservice.server.testing.ServiceProcess;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the class archive that {@code scripts/lib/class-archive.sh} creates, and starts with and without a match. */
class ClassArchiveIT {
    private static final Path DISTRIBUTION = ServiceProcess.distribution();
    private static final Path SCRIPTS =
            DISTRIBUTION.resolve("../../scripts/lib").toAbsolutePath().normalize();
    private static final String FROM_THE_ARCHIVE =
            "org.decisionservice.server.launch.Main source: shared objects file (top)";

    @TempDir
    private static Path dir;

    private static final Path ARCHIVE = DISTRIBUTION.resolve("decision-service.jsa");

    private record Run(int status, String output, String errors) {}

    @BeforeAll
    static void makeOne() throws Exception {
        Files.deleteIfExists(ARCHIVE);
        Run made = bash(SCRIPTS.resolve("class-archive.sh").toString(), DISTRIBUTION.toString());
        assertThat(made).isEqualTo(new Run(0, "", ""));
        assertThat(ARCHIVE).isNotEmptyFile();
    }

    private static Run bash(String... command) throws IOException, InterruptedException {
        Path output = dir.resolve("output");
        Path errors = dir.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment()
                .keySet()
                .removeIf(name -> name.startsWith("SERVICE_") || name.equals("JAVA_TOOL_OPTIONS"));
        builder.environment().putAll(Map.of("JAVA_HOME", System.getProperty("java.home")));
        int status = builder.redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start()
                .waitFor();
        return new Run(status, Files.readString(output), Files.readString(errors));
    }

    /** Starts the program as {@code ./serve} does, with one more option. */
    private static Run printConfig(Path withArchive, Path jar, String option) throws Exception {
        return bash(
                "bash",
                "-c",
                ". \"$0/jdk.sh\"; use_class_archive \"$1\"; exec \"$JAVA_HOME/bin/java\" \"${java_options[@]}\" $3 -jar"
                        + " \"$2\" --print-config",
                SCRIPTS.toString(),
                withArchive.toString(),
                jar.toString(),
                option);
    }

    private static Run printConfig(Path withArchive) throws Exception {
        return printConfig(withArchive, DISTRIBUTION.resolve("decision-service.jar"), "");
    }

    @Test
    void aStartTakesItsClassesFromIt() throws Exception {
        Path log = dir.resolve("classes");
        Run run = printConfig(
                ARCHIVE, DISTRIBUTION.resolve("decision-service.jar"), "-Xlog:class+load:file=" + log + ":none");
        assertThat(run.status()).isZero();
        assertThat(Files.readString(log)).contains(FROM_THE_ARCHIVE);
    }

    @Test
    void aMissingOrBrokenOneIsNoFailureAndNoNews() throws Exception {
        Run with = printConfig(ARCHIVE);
        assertThat(with.status()).isZero();
        assertThat(with.output()).contains("listen.port = 8000");
        assertThat(with.errors()).isEmpty();

        byte[] whole = Files.readAllBytes(ARCHIVE);
        Path broken = dir.resolve("broken.jsa");
        for (byte[] content : List.of(new byte[0], new byte[100_000], Arrays.copyOf(whole, whole.length / 2))) {
            Files.write(broken, content);
            assertThat(printConfig(broken)).isEqualTo(with);
        }
        assertThat(printConfig(dir.resolve("missing.jsa"))).isEqualTo(with);
    }

    @Test
    void oneOfOtherJarsIsNotUsedAndNoNews() throws Exception {
        Path home = Files.createDirectory(dir.resolve("home"));
        for (String shared : List.of("libs", "conf")) {
            Files.createSymbolicLink(
                    home.resolve(shared), DISTRIBUTION.resolve(shared).toAbsolutePath());
        }
        Path jar = home.resolve("decision-service.jar");
        Files.copy(DISTRIBUTION.resolve("decision-service.jar"), jar);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH.plusSeconds(1_000_000_000)));
        Path log = dir.resolve("other-classes");
        Run run = printConfig(ARCHIVE, jar, "-Xlog:class+load:file=" + log + ":none");
        assertThat(run).isEqualTo(printConfig(ARCHIVE));
        assertThat(Files.readString(log)).doesNotContain(FROM_THE_ARCHIVE);
    }
}
