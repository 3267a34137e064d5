// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Every setting, by its variable without SERVICE_. Its line of {@code conf/application.yaml} has all else about it. */
enum Setting {
    // scripts/settings.py writes these.
    HOST,
    PORT,
    ROOT_PATH,
    DRAIN_S,
    SHUTDOWN_GRACE_S,
    API_KEY,
    ALLOWED_ORIGINS,
    ALLOWED_HOSTS,
    DOCS,
    ADMIN_PORT,
    ADMIN_PASSWORD,
    MAX_CONCURRENT,
    MAX_PER_ADDRESS,
    OVERLOAD_STATUS,
    QUEUE_MAX,
    QUEUE_TIMEOUT_MS,
    WAITING_MEMORY_MB,
    BODY_READ_TIMEOUT,
    MIN_TRANSFER_RATE,
    REQUEST_TIMEOUT_S,
    MAX_CONNECTIONS,
    IDLE_CONNECTION_TIMEOUT,
    MAX_TOKEN_BUDGET,
    MAX_BATCH_TOKENS,
    CONTRACT,
    STRICT,
    DECISIONS,
    PLAN,
    EXPLAIN,
    MCP,
    HEAD_NAME,
    QUESTION_SETS,
    GUARDRAIL,
    SCHEMAS,
    CLEAN,
    TOURNAMENT_GROUP,
    OPTION_ORDERS,
    MODEL,
    DEFAULT_MODEL,
    AUTO_TASK,
    CHECKPOINTS,
    EXTRA_MODELS,
    REVISION,
    SHA256_DIGESTS,
    MODEL_PATH,
    PRELOAD,
    MODELS,
    FITTED,
    COVERAGE,
    LITERAL_TEXT,
    MAX_LOADED,
    IDLE_UNLOAD_SECONDS,
    HF_ENDPOINT,
    HF_TOKEN,
    HF_HOME,
    HF_HUB_CACHE,
    HF_HUB_OFFLINE,
    ENGINE,
    DEVICE,
    THREADS,
    PRECISION,
    COALESCE,
    CACHE_MB,
    PREPARED,
    WINDOWS,
    LOG_LEVEL,
    LOG_FORMAT,
    DECISION_LOG,
    SHADOW,
    DRIFT_BASELINE,
    OTEL_EXPORTER_OTLP_ENDPOINT,
    REQUEST_FILE;

    SettingsTable.Row row() {
        return SettingsTable.row(name());
    }

    /** Its key in the configuration file. */
    String key() {
        return row().key();
    }

    /** The variable that takes precedence over the configuration file. */
    String variable() {
        return row().variable();
    }

    /**
     * Whether answers depend on its value, so that a file of answers must not be continued with another. What only
     * moves a probability by its last decimal does not count, such as the rows that share a pass, nor do files, whose
     * contents are compared themselves.
     */
    boolean changesAnswers() {
        return row().ofAnswers();
    }

    /** Whether the value must not be shown. It may be in a file instead. */
    boolean secret() {
        return row().names().contains(fileVariable());
    }

    /** The key of the file that holds a secret. */
    String fileKey() {
        return key() + "-file";
    }

    /** The variable of the file that holds a secret. */
    String fileVariable() {
        return variable() + "_FILE";
    }

    /** The key that {@code name} sets, a variable or a flag: that of the file unless it is the secret itself. */
    private String keyOf(String name) {
        return secret() && !name.equals(variable()) ? fileKey() : key();
    }

    /** The flag or variable that sets {@code key} in {@code environment}. A flag wins. Blank means unset. */
    Optional<String> given(String key, Map<String, String> environment) {
        // Flags are behind variables in the line.
        return row().names().stream()
                .filter(name -> keyOf(name).equals(key)
                        && !environment.getOrDefault(name, "").isBlank())
                .reduce((_, last) -> last);
    }

    /** The setting of a key, which for a secret is also that of its file. */
    static Optional<Setting> ofKey(String key) {
        return Arrays.stream(values())
                .filter(each -> each.key().equals(key)
                        || (each.secret() && each.fileKey().equals(key)))
                .findFirst();
    }
}
