// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every setting; the switch below does not compile without a value for a new one. */
class EverySettingTest {
    private static final Path NO_FILE = Path.of("there-is-no-such-file.yaml");
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final Pattern DOCUMENTED = Pattern.compile("\\| `([A-Z0-9_]+)`.*? \\| .* \\| (?:`(.*)`|unset) \\|");

    @TempDir
    private Path dir;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(dir.resolve("secret"), "s3cret");
    }

    /** A value that is not the default. */
    private String value(Setting setting) {
        return switch (setting) {
            case HOST -> "127.0.0.1";
            case PORT, ADMIN_PORT -> "9000";
            case ROOT_PATH -> "/p";
            case DRAIN_S, SHUTDOWN_GRACE_S, MAX_PER_ADDRESS, QUEUE_MAX, QUEUE_TIMEOUT_MS -> "3";
            case API_KEY, ADMIN_PASSWORD, HF_TOKEN -> "other";
            case FITTED -> file.toString();
            case ALLOWED_ORIGINS -> "https://app.example.com";
            case ALLOWED_HOSTS -> "decision-service";
            case DOCS, STRICT, DECISIONS, AUTO_TASK, LITERAL_TEXT, HF_HUB_OFFLINE, COALESCE -> "true";
            case PLAN, EXPLAIN, MCP, SCHEMAS, WINDOWS -> "true";
            case PRELOAD -> "false";
            case MAX_CONCURRENT, BODY_READ_TIMEOUT, REQUEST_TIMEOUT_S, MAX_CONNECTIONS -> "4";
            case IDLE_CONNECTION_TIMEOUT, IDLE_UNLOAD_SECONDS, OPTION_ORDERS -> "5";
            case MIN_TRANSFER_RATE, WAITING_MEMORY_MB, MAX_TOKEN_BUDGET, MAX_BATCH_TOKENS -> "64";
            case OVERLOAD_STATUS -> "429";
            case CONTRACT -> "full";
            case HEAD_NAME -> "my-head";
            case GUARDRAIL -> "guard";
            case QUESTION_SETS -> Path.of("..", "conf", "question-sets").toString();
            case CLEAN -> "email";
            case TOURNAMENT_GROUP -> "auto";
            case MODEL, DEFAULT_MODEL, MODELS -> "multilingual";
            case CHECKPOINTS -> "hub";
            case MODEL_PATH -> dir.toString();
            case EXTRA_MODELS -> "{\"papers\": \"owner/name\"}";
            case REVISION -> "v2";
            case SHA256_DIGESTS -> "{\"english\": {\"model.safetensors\": \"" + "a".repeat(64) + "\"}}";
            case REQUEST_FILE, HF_HOME, HF_HUB_CACHE, DECISION_LOG, DRIFT_BASELINE ->
                dir.resolve("other").toString();
            case PREPARED -> dir.resolve("prepared").toString();
            case MAX_LOADED, THREADS, CACHE_MB -> "1";
            case HF_ENDPOINT, OTEL_EXPORTER_OTLP_ENDPOINT -> "http://127.0.0.1:4318";
            case ENGINE -> "pytorch";
            case DEVICE -> "cpu";
            case PRECISION -> "int8";
            case COVERAGE -> "0.9";
            case SHADOW -> "precision=int8,log=" + dir.resolve("log");
            case LOG_LEVEL -> "debug";
            case LOG_FORMAT -> "json";
        };
    }

    /** Settings without which {@code setting} means nothing. */
    private Map<String, String> needed(Setting setting) {
        return switch (setting) {
            case ADMIN_PASSWORD -> Map.of("SERVICE_ADMIN_PORT", "0");
            case REVISION, SHA256_DIGESTS -> Map.of("SERVICE_CHECKPOINTS", "hub");
            case COVERAGE -> Map.of("SERVICE_FITTED", file.toString());
            case GUARDRAIL -> Map.of("SERVICE_QUESTION_SETS", value(Setting.QUESTION_SETS));
            case QUEUE_TIMEOUT_MS -> Map.of("SERVICE_QUEUE_MAX", "1");
            default -> Map.of();
        };
    }

    @ParameterizedTest
    @EnumSource
    void variableAndFileHaveTheSameEffect(Setting setting) throws IOException {
        Map<String, String> without = new HashMap<>(needed(setting));
        without.put("HOME", dir.toString());
        Map<String, String> with = new HashMap<>(without);
        with.put(setting.variable(), value(setting));
        String[] key = setting.key().split("\\.", 2);
        Path yaml = Files.writeString(
                dir.resolve("application.yaml"),
                "%s:%n  %s: '%s'%n".formatted(key[0], key[1], value(setting).replace("'", "''")));
        Settings byVariable = SettingsReader.read(with, NO_FILE);
        assertThat(byVariable).isNotEqualTo(SettingsReader.read(without, NO_FILE));
        assertThat(SettingsReader.read(without, yaml)).isEqualTo(byVariable);
    }

    static Stream<Setting> secrets() {
        return Arrays.stream(Setting.values()).filter(Setting::secret);
    }

    /** Docker's way: what _FILE names wins over the secret, in the environment as in the file. */
    @ParameterizedTest
    @MethodSource("secrets")
    void aSecretMayBeInAFile(Setting setting) throws IOException {
        Map<String, String> others = new HashMap<>(needed(setting));
        others.put("HOME", dir.toString());
        Map<String, String> itself = new HashMap<>(others);
        itself.put(setting.variable(), "s3cret");
        Settings read = SettingsReader.read(itself, NO_FILE);
        itself.put(setting.variable(), "other");
        itself.put(setting.variable() + "_FILE", file.toString());
        assertThat(SettingsReader.read(itself, NO_FILE)).isEqualTo(read);
        String[] key = setting.key().split("\\.", 2);
        Path yaml = Files.writeString(
                dir.resolve("application.yaml"), "%s:%n  %s-file: '%s'%n".formatted(key[0], key[1], file));
        assertThat(SettingsReader.read(others, yaml)).isEqualTo(read);
        assertThat(EffectiveSettings.of(itself, NO_FILE))
                .extracting(EffectiveSettings.Entry::toString)
                .contains(setting.key() + " = in " + file + " (" + setting.variable() + "_FILE)");
    }

    @Test
    void documentedDefaultsAreTheDefaults() throws IOException {
        Map<String, String> documented = new HashMap<>();
        int rows = 0;
        for (String line : Files.readAllLines(PAGE)) {
            Matcher row = DOCUMENTED.matcher(line);
            if (row.matches()) {
                rows++;
                if (row.group(2) != null) {
                    documented.put(row.group(1), row.group(2));
                }
            }
        }
        assertThat(rows).isEqualTo(Setting.values().length);
        assertThat(documented).hasSizeGreaterThan(40);
        // Without a port for the operator and a decision log or baseline, their own settings are not read.
        for (boolean all : new boolean[] {false, true}) {
            Map<String, String> untold = new HashMap<>(Map.of("HOME", dir.toString()));
            if (all) {
                untold.putAll(Map.of(
                        "SERVICE_ADMIN_PORT",
                        "0",
                        "SERVICE_DECISION_LOG",
                        "log.jsonl",
                        "SERVICE_DRIFT_BASELINE",
                        "baseline.json"));
            }
            Map<String, String> told = new HashMap<>(documented);
            told.putAll(untold);
            assertThat(SettingsReader.read(told, NO_FILE)).isEqualTo(SettingsReader.read(untold, NO_FILE));
        }
    }
}
