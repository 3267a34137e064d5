// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.launch.Main;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A start of the program with a setting that has gone, and the page that says what takes its place. */
class FormerSettingTest {
    private static final String CLASSES = System.getProperty("java.class.path");

    private static final long STOPS_WITHIN_S = 60;

    /** The program's classes, with a place for a configuration file beside them. */
    @TempDir
    private static Path home;

    @TempDir
    private Path dir;

    @BeforeAll
    static void install() throws IOException {
        Path classes = Path.of(
                Main.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        Files.createDirectory(home.resolve("conf"));
        try (Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.toList()) {
                Files.copy(
                        each,
                        home.resolve("classes").resolve(classes.relativize(each).toString()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aVariableIsRefusedWithWhatTakesItsPlace(FormerSetting former) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(Map.of(former.variable(), "1"), dir.resolve("none.yaml")))
                .withMessageStartingWith(former.variable() + " ")
                .withMessageContaining(former.now("1"));
    }

    @ParameterizedTest
    @EnumSource
    void aLineOfTheFileIsRefusedWithWhatTakesItsPlace(FormerSetting former) throws Exception {
        Path file = write(dir, former);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(Map.of(), file))
                .withMessageStartingWith(file + ": " + former.key() + " ")
                .withMessageContaining(former.now("1"));
    }

    /** One of each kind; starts of all of them took half a minute. */
    @Test
    void theRefusalEndsTheProgram() throws Exception {
        FormerSetting former = FormerSetting.LEARNED;
        assertThat(refusal(CLASSES, Map.of(former.variable(), "1")))
                .startsWith(former.variable() + " ")
                .contains(former.now("1"));
        write(home.resolve("conf"), former);
        String classes = home.resolve("classes") + File.pathSeparator + CLASSES;
        assertThat(refusal(classes, Map.of()))
                .contains("application.yaml: " + former.key() + " ")
                .contains(former.now("1"));
    }

    private static Path write(Path folder, FormerSetting former) throws IOException {
        String[] key = former.key().split("\\.", 2);
        return Files.writeString(folder.resolve("application.yaml"), "%s:%n  %s: 1%n".formatted(key[0], key[1]));
    }

    @Test
    void theValueStandsWhereItGoes() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(
                        Map.of("SERVICE_ENGINES", " english=onnx,multilingual=pytorch "), dir.resolve("none.yaml")))
                .withMessage("SERVICE_ENGINES is no setting any more: SERVICE_ENGINE takes this list too:"
                        + " english=onnx,multilingual=pytorch. Unset it");
        assertThat(FormerSetting.PRECISION_TOLERANCE.now("0.03")).endsWith("int8,tolerance=0.03");
        assertThat(FormerSetting.ADMIN_HOST.now("0.0.0.0")).contains(" 0.0.0.0:8081,");
        assertThat(FormerSetting.SHADOW_LOG.now("")).endsWith("log=…");
    }

    /** A copy of an old file has many of them, and one start is to name them all. */
    @Test
    void allOfThemAreNamedAtOnce() throws IOException {
        Path old = Files.writeString(
                dir.resolve("old.yaml"),
                "checkpoints:\n  learned: [a.safetensors, b.safetensors]\n  thresholds: t.json\n");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(Map.of(), old))
                .withMessage(old + ": checkpoints.learned is no setting any more: SERVICE_FITTED takes these files:"
                        + " a.safetensors, with commas between all that there are. Take the line out."
                        + " checkpoints.thresholds is no setting any more: SERVICE_FITTED takes these files: t.json,"
                        + " with commas between all that there are. Take the line out");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(
                        Map.of("SERVICE_ENGINES", "onnx", "SERVICE_LEARNED", "l.safetensors"),
                        dir.resolve("none.yaml")))
                .withMessageStartingWith("SERVICE_ENGINES is no setting any more")
                .withMessageContaining("Unset it. SERVICE_LEARNED is no setting any more");
    }

    @Test
    void aBlankVariableIsUnset() {
        for (FormerSetting former : FormerSetting.values()) {
            assertThat(SettingsReader.read(Map.of(former.variable(), " "), dir.resolve("none.yaml")))
                    .isEqualTo(SettingsReader.read(Map.of(), dir.resolve("none.yaml")));
        }
    }

    @Test
    void noNameIsThatOfASetting() {
        for (FormerSetting former : FormerSetting.values()) {
            assertThat(Setting.ofKey(former.key())).isEmpty();
            assertThat(Arrays.stream(Setting.values()).map(Setting::variable)).doesNotContain(former.variable());
        }
    }

    @Test
    void thePageOnUpgradingNamesEachAndNoOther() throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "docs", "upgrading.md")).stream()
                        .filter(line -> line.matches("\\| `[A-Z_]+` \\(`.*"))
                        .map(line -> line.substring(0, line.indexOf(" | ")))
                        .toList())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(FormerSetting.values())
                        .map(former -> "| `%s` (`%s`)".formatted(former.variable(), former.key()))
                        .toList());
    }

    /** The one line with which the program ends. */
    private String refusal(String classPath, Map<String, String> environment) throws Exception {
        ProcessBuilder program = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                Main.class.getName());
        program.environment().clear();
        program.environment().putAll(environment);
        Path said = dir.resolve("said");
        Process running = program.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(said.toFile())
                .start();
        try {
            assertThat(running.waitFor(STOPS_WITHIN_S, TimeUnit.SECONDS))
                    .as("it stops")
                    .isTrue();
        } finally {
            running.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(said);
        assertThat(running.exitValue()).as(String.join("\n", lines)).isEqualTo(2);
        assertThat(lines).hasSize(1);
        return lines.getFirst();
    }
}
