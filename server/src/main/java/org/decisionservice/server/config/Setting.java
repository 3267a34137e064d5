// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The names of every setting: its key in {@code conf/application.yaml} and the variable that takes precedence over it.
 */
enum Setting {
    HOST("listen.host", "SERVICE_HOST"),
    PORT("listen.port", "SERVICE_PORT"),
    ROOT_PATH("listen.root-path", "SERVICE_ROOT_PATH"),
    DRAIN("listen.drain-seconds", "SERVICE_DRAIN_S"),
    SHUTDOWN_GRACE("listen.shutdown-grace-seconds", "SERVICE_SHUTDOWN_GRACE_S"),
    API_KEY("security.api-key", "SERVICE_API_KEY"),
    API_KEY_FILE("security.api-key-file", "SERVICE_API_KEY_FILE"),
    API_KEYS_FILE("security.api-keys-file", "SERVICE_API_KEYS_FILE"),
    ALLOWED_ORIGINS("security.allowed-origins", "SERVICE_ALLOWED_ORIGINS"),
    ALLOWED_HOSTS("security.allowed-hosts", "SERVICE_ALLOWED_HOSTS"),
    DOCS("security.docs", "SERVICE_DOCS"),
    ADMIN_PORT("admin.port", "SERVICE_ADMIN_PORT"),
    ADMIN_HOST("admin.host", "SERVICE_ADMIN_HOST"),
    ADMIN_PASSWORD("admin.password", "SERVICE_ADMIN_PASSWORD"),
    ADMIN_PASSWORD_FILE("admin.password-file", "SERVICE_ADMIN_PASSWORD_FILE"),
    MAX_CONCURRENT("limits.max-concurrent", "SERVICE_MAX_CONCURRENT"),
    MAX_PER_ADDRESS("limits.max-per-address", "SERVICE_MAX_PER_ADDRESS"),
    OVERLOAD_STATUS("limits.overload-status", "SERVICE_OVERLOAD_STATUS"),
    QUEUE_MAX("limits.queue-max", "SERVICE_QUEUE_MAX"),
    QUEUE_TIMEOUT("limits.queue-timeout-ms", "SERVICE_QUEUE_TIMEOUT_MS"),
    WAITING_MEMORY("limits.waiting-memory-mb", "SERVICE_WAITING_MEMORY_MB"),
    BODY_READ_TIMEOUT("limits.body-read-timeout-seconds", "SERVICE_BODY_READ_TIMEOUT"),
    MIN_TRANSFER_RATE("limits.min-transfer-rate", "SERVICE_MIN_TRANSFER_RATE"),
    REQUEST_TIMEOUT("limits.request-timeout-seconds", "SERVICE_REQUEST_TIMEOUT_S"),
    MAX_CONNECTIONS("limits.max-connections", "SERVICE_MAX_CONNECTIONS"),
    IDLE_CONNECTION_TIMEOUT("limits.idle-connection-timeout-seconds", "SERVICE_IDLE_CONNECTION_TIMEOUT"),
    MAX_TOKEN_BUDGET("limits.max-token-budget", "SERVICE_MAX_TOKEN_BUDGET"),
    MAX_BATCH_TOKENS("limits.max-batch-tokens", "SERVICE_MAX_BATCH_TOKENS"),
    CONTRACT("contract.mode", "SERVICE_CONTRACT"),
    STRICT("contract.strict", "SERVICE_STRICT"),
    DECISIONS("contract.decisions", "SERVICE_DECISIONS"),
    JEV_CONFIDENCE("contract.jev-confidence", "SERVICE_JEV_CONFIDENCE"),
    HEAD_NAME("contract.head-name", "SERVICE_HEAD_NAME"),
    QUESTION_SETS("questions.sets", "SERVICE_QUESTION_SETS"),
    SCHEMAS("questions.schemas", "SERVICE_SCHEMAS"),
    CLEAN("states.clean", "SERVICE_CLEAN"),
    TOURNAMENT_GROUP("choices.tournament-group", "SERVICE_TOURNAMENT_GROUP"),
    OPTION_ORDERS("choices.option-orders", "SERVICE_OPTION_ORDERS"),
    MODEL("routing.model", "SERVICE_MODEL"),
    DEFAULT_MODEL("routing.default-model", "SERVICE_DEFAULT_MODEL"),
    AUTO_TASK("routing.auto-task", "SERVICE_AUTO_TASK"),
    CHECKPOINTS("checkpoints.source", "SERVICE_CHECKPOINTS"),
    MODEL_PATH("checkpoints.model-path", "SERVICE_MODEL_PATH"),
    EXTRA_MODELS("checkpoints.extra-models", "SERVICE_EXTRA_MODELS"),
    REVISION("checkpoints.revision", "SERVICE_REVISION"),
    DIGESTS("checkpoints.sha256-digests", "SERVICE_SHA256_DIGESTS"),
    PRELOAD("checkpoints.preload", "SERVICE_PRELOAD"),
    MODELS("checkpoints.models", "SERVICE_MODELS"),
    FITTED("checkpoints.fitted", "SERVICE_FITTED"),
    COVERAGE("checkpoints.coverage", "SERVICE_COVERAGE"),
    LITERAL_TEXT("checkpoints.literal-text", "SERVICE_LITERAL_TEXT"),
    MAX_LOADED("checkpoints.max-loaded", "SERVICE_MAX_LOADED"),
    IDLE_UNLOAD("checkpoints.idle-unload-seconds", "SERVICE_IDLE_UNLOAD_SECONDS"),
    HUB_ENDPOINT("hub.endpoint", "HF_ENDPOINT"),
    HUB_TOKEN("hub.token", "HF_TOKEN"),
    HUB_TOKEN_FILE("hub.token-file", "HF_TOKEN_FILE"),
    HUB_HOME("hub.home", "HF_HOME"),
    HUB_CACHE("hub.cache", "HF_HUB_CACHE"),
    HUB_OFFLINE("hub.offline", "HF_HUB_OFFLINE"),
    ENGINE("compute.engine", "SERVICE_ENGINE"),
    ENGINES("compute.engines", "SERVICE_ENGINES"),
    DEVICE("compute.device", "SERVICE_DEVICE"),
    THREADS("compute.threads", "SERVICE_THREADS"),
    PRECISION("compute.precision", "SERVICE_PRECISION"),
    PRECISION_TOLERANCE("compute.precision-tolerance", "SERVICE_PRECISION_TOLERANCE"),
    COALESCE("compute.coalesce", "SERVICE_COALESCE"),
    CACHE_SIZE("compute.cache-mb", "SERVICE_CACHE_MB"),
    PREPARED("compute.prepared", "SERVICE_PREPARED"),
    WINDOWS("windows.by-default", "SERVICE_WINDOWS"),
    LOG_LEVEL("log.level", "SERVICE_LOG_LEVEL"),
    LOG_FORMAT("log.format", "SERVICE_LOG_FORMAT"),
    LOG_ADDRESSES("log.client-addresses", "SERVICE_LOG_ADDRESSES"),
    DECISION_LOG("log.decisions", "SERVICE_DECISION_LOG"),
    DECISION_LOG_STATES("log.decision-states", "SERVICE_DECISION_LOG_STATES"),
    DRIFT_BASELINE("drift.baseline", "SERVICE_DRIFT_BASELINE"),
    DRIFT_WINDOW("drift.window-seconds", "SERVICE_DRIFT_WINDOW_S"),
    SHADOW("shadow.answers-with", "SERVICE_SHADOW"),
    TRACES("traces.endpoint", "OTEL_EXPORTER_OTLP_ENDPOINT"),
    REQUEST_FILE("once.request-file", "SERVICE_REQUEST_FILE");

    /** Whether another value of a setting makes other answers to the same requests. */
    enum Change {
        NONE,
        BY_VALUE,
        /** It says where files are, and what is in them makes the difference. */
        BY_CONTENTS
    }

    private final String key;
    private final String variable;

    Setting(String key, String variable) {
        this.key = key;
        this.variable = variable;
    }

    String key() {
        return key;
    }

    String variable() {
        return variable;
    }

    /** The flag of the command line that sets it, too; most settings have none. */
    Optional<String> flag() {
        return switch (this) {
            case HOST, PORT, API_KEY_FILE, CHECKPOINTS, ENGINE ->
                Optional.of("--"
                        + variable.substring("SERVICE_".length())
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-'));
            default -> Optional.empty();
        };
    }

    /**
     * The flag or variable that sets it in {@code environment}; empty if none does. A flag wins over the variable.
     * Blank means unset.
     */
    Optional<String> given(Map<String, String> environment) {
        return Stream.concat(flag().stream(), Stream.of(variable))
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .findFirst();
    }

    /** Whether the value must not be shown. */
    boolean secret() {
        return this == API_KEY || this == ADMIN_PASSWORD || this == HUB_TOKEN;
    }

    /** Whether the value names files or directories, among other things perhaps. */
    boolean namesFiles() {
        return switch (this) {
            case API_KEY_FILE,
                    ADMIN_PASSWORD_FILE,
                    HUB_TOKEN_FILE,
                    CHECKPOINTS,
                    MODEL_PATH,
                    EXTRA_MODELS,
                    FITTED,
                    QUESTION_SETS,
                    HUB_HOME,
                    HUB_CACHE,
                    PREPARED,
                    DECISION_LOG,
                    DRIFT_BASELINE,
                    SHADOW,
                    REQUEST_FILE -> true;
            default -> false;
        };
    }

    /**
     * Whether answers depend on it, so that a file of answers must not be continued with another value. Nothing is left
     * to a default: a setting that is added has to say it here, or the program does not compile. What can only move a
     * probability by its last decimal, such as the rows that share a pass, counts as no change.
     */
    Change changesAnswers() {
        return switch (this) {
            case MAX_TOKEN_BUDGET,
                    CONTRACT,
                    STRICT,
                    JEV_CONFIDENCE,
                    HEAD_NAME,
                    SCHEMAS,
                    CLEAN,
                    TOURNAMENT_GROUP,
                    OPTION_ORDERS,
                    MODEL,
                    DEFAULT_MODEL,
                    AUTO_TASK,
                    ENGINE,
                    ENGINES,
                    DEVICE,
                    PRECISION,
                    PRECISION_TOLERANCE,
                    WINDOWS,
                    COVERAGE,
                    LITERAL_TEXT -> Change.BY_VALUE;
            case CHECKPOINTS, MODEL_PATH, EXTRA_MODELS, REVISION, FITTED, QUESTION_SETS -> Change.BY_CONTENTS;
            case HOST,
                    PORT,
                    ROOT_PATH,
                    SHUTDOWN_GRACE,
                    DRAIN,
                    API_KEY,
                    API_KEY_FILE,
                    API_KEYS_FILE,
                    ALLOWED_ORIGINS,
                    ALLOWED_HOSTS,
                    DOCS,
                    ADMIN_PORT,
                    ADMIN_HOST,
                    ADMIN_PASSWORD,
                    ADMIN_PASSWORD_FILE,
                    MAX_CONCURRENT,
                    MAX_PER_ADDRESS,
                    OVERLOAD_STATUS,
                    QUEUE_MAX,
                    QUEUE_TIMEOUT,
                    WAITING_MEMORY,
                    BODY_READ_TIMEOUT,
                    MIN_TRANSFER_RATE,
                    REQUEST_TIMEOUT,
                    MAX_CONNECTIONS,
                    IDLE_CONNECTION_TIMEOUT,
                    MAX_BATCH_TOKENS,
                    DECISIONS,
                    DIGESTS,
                    PRELOAD,
                    MODELS,
                    MAX_LOADED,
                    IDLE_UNLOAD,
                    HUB_ENDPOINT,
                    HUB_TOKEN,
                    HUB_TOKEN_FILE,
                    HUB_HOME,
                    HUB_CACHE,
                    HUB_OFFLINE,
                    THREADS,
                    COALESCE,
                    CACHE_SIZE,
                    PREPARED,
                    LOG_LEVEL,
                    LOG_FORMAT,
                    LOG_ADDRESSES,
                    DECISION_LOG,
                    DECISION_LOG_STATES,
                    DRIFT_BASELINE,
                    DRIFT_WINDOW,
                    SHADOW,
                    TRACES,
                    REQUEST_FILE -> Change.NONE;
        };
    }

    static Optional<Setting> ofKey(String key) {
        return Arrays.stream(values()).filter(s -> s.key.equals(key)).findFirst();
    }
}
