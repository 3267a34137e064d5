// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.server.config.EffectiveSettings;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.tools.command.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    private static final Path SHIPPED = Path.of("..", "conf", "application.yaml");

    private static CommandLine of(String line) {
        return CommandLine.of(
                Arrays.stream(line.split(" ")).filter(word -> !word.isEmpty()).toList());
    }

    @Test
    void flagsWinOverVariablesAndAreValidatedAsTheyAre() {
        CommandLine line = of("--port 9000 --host=127.0.0.1 --engine pytorch --checkpoints hub");
        Map<String, String> environment = line.over(Map.of("SERVICE_PORT", "1", "SERVICE_MAX_CONCURRENT", "3"));
        Settings settings = SettingsReader.read(environment, SHIPPED);
        assertThat(line.command()).isEqualTo(Command.SERVE);
        assertThat(settings.listen().port()).isEqualTo(9000);
        assertThat(settings.listen().host()).isEqualTo("127.0.0.1");
        assertThat(settings.host().compute().engine()).isEqualTo("pytorch");
        assertThat(settings.host().checkpoints().source()).isEqualTo(new HostSettings.Published());
        assertThat(settings.http().admitting().maxConcurrent()).isEqualTo(3);
        assertThat(EffectiveSettings.of(environment, SHIPPED))
                .extracting(EffectiveSettings.Entry::toString)
                .contains("listen.port = 9000 (--port)", "limits.max-concurrent = 3 (SERVICE_MAX_CONCURRENT)");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(of("--port eighty").over(Map.of()), SHIPPED))
                .withMessageStartingWith("SERVICE_PORT")
                .withMessageContaining("'eighty'");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(
                        () -> SettingsReader.read(of("--api-key-file nowhere").over(Map.of()), SHIPPED))
                .withMessageStartingWith("SERVICE_API_KEY_FILE: nowhere cannot be read");
    }

    @Test
    void aCommandMayHaveFlags() {
        assertThat(of("--print-config --port 0").command()).isEqualTo(Command.PRINT_CONFIG);
        assertThat(of("--version").command()).isEqualTo(Command.VERSION);
        assertThat(of("-h").command()).isEqualTo(Command.HELP);
        assertThat(of("print-config --port 0").command()).isEqualTo(Command.PRINT_CONFIG);
        assertThat(of("serve --port 0").command()).isEqualTo(Command.SERVE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--prot 9000", "serv", "--port", "--port --host x", "--once --probe", "--once=1", "--port="})
    void whatCannotBeMeantIsRefusedByName(String line) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> of(line))
                .satisfies(e -> assertThat(e.getMessage())
                        .containsAnyOf(line.replaceFirst("=.*$", "").split(" ", -1))
                        .doesNotContain("\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evalute", "evaluate-", "calibrat", "anwser", "comapre", "--prot", "--print-confg", "--onec"})
    void aMisspeltCommandIsNamed(String typed) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CommandLine.of(List.of(typed)))
                .withMessageContaining("'" + typed + "'")
                .withMessageContaining("did you mean ");
    }

    @Test
    void whatIsNearNothingGetsNoSuggestionAndACommandInTheWrongPlaceIsTold() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CommandLine.of(List.of("frobnicate")))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("did you mean"));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> CommandLine.of(List.of("--port", "9000", "evaluate", "x")))
                .withMessageContaining("must come first");
    }

    @Test
    void theHelpHasASynopsisCommandsThatWorkAndEverySetting() {
        String help = Help.text();
        List<String> commands = help.lines()
                .filter(line -> line.matches("  (SERVICE_\\S+ )?\\./serve.*  +[a-z].*"))
                .toList();
        assertThat(commands).hasSize(10 + Program.NAMES.size()).allSatisfy(line -> {
            String typed = line.strip().replaceFirst(" {2,}.*", "");
            String arguments = typed.substring(typed.indexOf("./serve") + "./serve".length());
            if (!Program.isNamedIn(List.of(arguments.strip().split(" ", -1)))) {
                assertThat(of(arguments)).isNotNull();
            }
        });
        Program.NAMES.forEach(name -> assertThat(help).contains("  ./serve " + name + " "));
        assertThat(help)
                .startsWith("Answers typed questions")
                .contains("[--port N] [--host ADDRESS]")
                .doesNotContain("#");
        for (EffectiveSettings.Entry setting : EffectiveSettings.of(Map.of(), SHIPPED)) {
            setting.value().ifPresent(value -> assertThat(help).contains("default " + value));
        }
        assertThat(help)
                .contains("  SERVICE_PORT, --port (default 8000)\n      bind port; 0 takes a free one\n")
                .contains("  SERVICE_API_KEY, SERVICE_API_KEY_FILE, --api-key-file (unset)\n"
                        + "      bearer token of the decision routes");
        assertThat(help.lines().filter(line -> line.endsWith(")") && line.startsWith("  ") && line.charAt(2) != ' '))
                .hasSize(EffectiveSettings.of(Map.of(), SHIPPED).size());
        assertThat(help.lines().filter(String::isBlank)).hasSizeLessThan(8);
    }
}
