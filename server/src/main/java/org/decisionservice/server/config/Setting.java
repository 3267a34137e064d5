// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every setting: its key in {@code conf/application.yaml}, the variable that takes precedence over it, and what else has
 * to be known of it before its value is read.
 */
enum Setting {
    HOST("listen.host", "SERVICE_HOST", Change.NONE, Trait.FLAG),
    PORT("listen.port", "SERVICE_PORT", Change.NONE, Trait.FLAG),
    ROOT_PATH("listen.root-path", "SERVICE_ROOT_PATH", Change.NONE),
    DRAIN("listen.drain-seconds", "SERVICE_DRAIN_S", Change.NONE),
    SHUTDOWN_GRACE("listen.shutdown-grace-seconds", "SERVICE_SHUTDOWN_GRACE_S", Change.NONE),
    API_KEY("security.api-key", "SERVICE_API_KEY", Change.NONE, Trait.SECRET),
    API_KEY_FILE("security.api-key-file", "SERVICE_API_KEY_FILE", Change.NONE, Trait.FLAG, Trait.FILES),
    API_KEYS_FILE("security.api-keys-file", "SERVICE_API_KEYS_FILE", Change.NONE, Trait.FILES),
    ALLOWED_ORIGINS("security.allowed-origins", "SERVICE_ALLOWED_ORIGINS", Change.NONE),
    ALLOWED_HOSTS("security.allowed-hosts", "SERVICE_ALLOWED_HOSTS", Change.NONE),
    DOCS("security.docs", "SERVICE_DOCS", Change.NONE),
    ADMIN_PORT("admin.port", "SERVICE_ADMIN_PORT", Change.NONE),
    ADMIN_HOST("admin.host", "SERVICE_ADMIN_HOST", Change.NONE),
    ADMIN_PASSWORD("admin.password", "SERVICE_ADMIN_PASSWORD", Change.NONE, Trait.SECRET),
    ADMIN_PASSWORD_FILE("admin.password-file", "SERVICE_ADMIN_PASSWORD_FILE", Change.NONE, Trait.FILES),
    MAX_CONCURRENT("limits.max-concurrent", "SERVICE_MAX_CONCURRENT", Change.NONE),
    MAX_PER_ADDRESS("limits.max-per-address", "SERVICE_MAX_PER_ADDRESS", Change.NONE),
    OVERLOAD_STATUS("limits.overload-status", "SERVICE_OVERLOAD_STATUS", Change.NONE),
    QUEUE_MAX("limits.queue-max", "SERVICE_QUEUE_MAX", Change.NONE),
    QUEUE_TIMEOUT("limits.queue-timeout-ms", "SERVICE_QUEUE_TIMEOUT_MS", Change.NONE),
    WAITING_MEMORY("limits.waiting-memory-mb", "SERVICE_WAITING_MEMORY_MB", Change.NONE),
    BODY_READ_TIMEOUT("limits.body-read-timeout-seconds", "SERVICE_BODY_READ_TIMEOUT", Change.NONE),
    MIN_TRANSFER_RATE("limits.min-transfer-rate", "SERVICE_MIN_TRANSFER_RATE", Change.NONE),
    REQUEST_TIMEOUT("limits.request-timeout-seconds", "SERVICE_REQUEST_TIMEOUT_S", Change.NONE),
    MAX_CONNECTIONS("limits.max-connections", "SERVICE_MAX_CONNECTIONS", Change.NONE),
    IDLE_CONNECTION_TIMEOUT("limits.idle-connection-timeout-seconds", "SERVICE_IDLE_CONNECTION_TIMEOUT", Change.NONE),
    MAX_TOKEN_BUDGET("limits.max-token-budget", "SERVICE_MAX_TOKEN_BUDGET", Change.BY_VALUE),
    MAX_BATCH_TOKENS("limits.max-batch-tokens", "SERVICE_MAX_BATCH_TOKENS", Change.NONE),
    CONTRACT("contract.mode", "SERVICE_CONTRACT", Change.BY_VALUE),
    STRICT("contract.strict", "SERVICE_STRICT", Change.BY_VALUE),
    DECISIONS("contract.decisions", "SERVICE_DECISIONS", Change.NONE),
    PLAN("contract.plan", "SERVICE_PLAN", Change.NONE),
    MCP("contract.mcp", "SERVICE_MCP", Change.NONE),
    JEV_CONFIDENCE("contract.jev-confidence", "SERVICE_JEV_CONFIDENCE", Change.BY_VALUE),
    HEAD_NAME("contract.head-name", "SERVICE_HEAD_NAME", Change.BY_VALUE),
    QUESTION_SETS("questions.sets", "SERVICE_QUESTION_SETS", Change.BY_CONTENTS, Trait.FILES),
    GUARDRAIL("questions.guardrail", "SERVICE_GUARDRAIL", Change.NONE),
    SCHEMAS("questions.schemas", "SERVICE_SCHEMAS", Change.BY_VALUE),
    CLEAN("states.clean", "SERVICE_CLEAN", Change.BY_VALUE),
    TOURNAMENT_GROUP("choices.tournament-group", "SERVICE_TOURNAMENT_GROUP", Change.BY_VALUE),
    OPTION_ORDERS("choices.option-orders", "SERVICE_OPTION_ORDERS", Change.BY_VALUE),
    MODEL("routing.model", "SERVICE_MODEL", Change.BY_VALUE),
    DEFAULT_MODEL("routing.default-model", "SERVICE_DEFAULT_MODEL", Change.BY_VALUE),
    AUTO_TASK("routing.auto-task", "SERVICE_AUTO_TASK", Change.BY_VALUE),
    CHECKPOINTS("checkpoints.source", "SERVICE_CHECKPOINTS", Change.BY_CONTENTS, Trait.FLAG, Trait.FILES),
    MODEL_PATH("checkpoints.model-path", "SERVICE_MODEL_PATH", Change.BY_CONTENTS, Trait.FILES),
    EXTRA_MODELS("checkpoints.extra-models", "SERVICE_EXTRA_MODELS", Change.BY_CONTENTS, Trait.FILES),
    REVISION("checkpoints.revision", "SERVICE_REVISION", Change.BY_CONTENTS),
    DIGESTS("checkpoints.sha256-digests", "SERVICE_SHA256_DIGESTS", Change.NONE),
    PRELOAD("checkpoints.preload", "SERVICE_PRELOAD", Change.NONE),
    MODELS("checkpoints.models", "SERVICE_MODELS", Change.NONE),
    FITTED("checkpoints.fitted", "SERVICE_FITTED", Change.BY_CONTENTS, Trait.FILES),
    COVERAGE("checkpoints.coverage", "SERVICE_COVERAGE", Change.BY_VALUE),
    LITERAL_TEXT("checkpoints.literal-text", "SERVICE_LITERAL_TEXT", Change.BY_VALUE),
    MAX_LOADED("checkpoints.max-loaded", "SERVICE_MAX_LOADED", Change.NONE),
    IDLE_UNLOAD("checkpoints.idle-unload-seconds", "SERVICE_IDLE_UNLOAD_SECONDS", Change.NONE),
    HUB_ENDPOINT("hub.endpoint", "HF_ENDPOINT", Change.NONE),
    HUB_TOKEN("hub.token", "HF_TOKEN", Change.NONE, Trait.SECRET),
    HUB_TOKEN_FILE("hub.token-file", "HF_TOKEN_FILE", Change.NONE, Trait.FILES),
    HUB_HOME("hub.home", "HF_HOME", Change.NONE, Trait.FILES),
    HUB_CACHE("hub.cache", "HF_HUB_CACHE", Change.NONE, Trait.FILES),
    HUB_OFFLINE("hub.offline", "HF_HUB_OFFLINE", Change.NONE),
    ENGINE("compute.engine", "SERVICE_ENGINE", Change.BY_VALUE, Trait.FLAG),
    ENGINES("compute.engines", "SERVICE_ENGINES", Change.BY_VALUE),
    DEVICE("compute.device", "SERVICE_DEVICE", Change.BY_VALUE),
    THREADS("compute.threads", "SERVICE_THREADS", Change.NONE),
    PRECISION("compute.precision", "SERVICE_PRECISION", Change.BY_VALUE),
    PRECISION_TOLERANCE("compute.precision-tolerance", "SERVICE_PRECISION_TOLERANCE", Change.BY_VALUE),
    COALESCE("compute.coalesce", "SERVICE_COALESCE", Change.NONE),
    CACHE_SIZE("compute.cache-mb", "SERVICE_CACHE_MB", Change.NONE),
    PREPARED("compute.prepared", "SERVICE_PREPARED", Change.NONE, Trait.FILES),
    WINDOWS("windows.by-default", "SERVICE_WINDOWS", Change.BY_VALUE),
    LOG_LEVEL("log.level", "SERVICE_LOG_LEVEL", Change.NONE),
    LOG_FORMAT("log.format", "SERVICE_LOG_FORMAT", Change.NONE),
    LOG_ADDRESSES("log.client-addresses", "SERVICE_LOG_ADDRESSES", Change.NONE),
    DECISION_LOG("log.decisions", "SERVICE_DECISION_LOG", Change.NONE, Trait.FILES),
    DECISION_LOG_STATES("log.decision-states", "SERVICE_DECISION_LOG_STATES", Change.NONE),
    DRIFT_BASELINE("drift.baseline", "SERVICE_DRIFT_BASELINE", Change.NONE, Trait.FILES),
    DRIFT_WINDOW("drift.window-seconds", "SERVICE_DRIFT_WINDOW_S", Change.NONE),
    SHADOW("shadow.answers-with", "SERVICE_SHADOW", Change.NONE, Trait.FILES),
    TRACES("traces.endpoint", "OTEL_EXPORTER_OTLP_ENDPOINT", Change.NONE),
    REQUEST_FILE("once.request-file", "SERVICE_REQUEST_FILE", Change.NONE, Trait.FILES);

    /**
     * Whether answers depend on a setting, so that a file of answers must not be continued with another value. Nothing
     * is left to a default: a setting that is added has to say it. What can only move a probability by its last decimal,
     * such as the rows that share a pass, counts as no change.
     */
    enum Change {
        NONE,
        BY_VALUE,
        /** It says where files are, and what is in them makes the difference. */
        BY_CONTENTS
    }

    /** What holds for few settings. */
    private enum Trait {
        /** A flag of the command line sets it, too. */
        FLAG,
        /** The value must not be shown. */
        SECRET,
        /** The value names files or directories, among other things perhaps. */
        FILES
    }

    private final String key;
    private final String variable;
    private final Change change;
    private final boolean flagged;
    private final boolean secret;
    private final boolean namesFiles;

    Setting(String key, String variable, Change change, Trait... traits) {
        this.key = key;
        this.variable = variable;
        this.change = change;
        this.flagged = List.of(traits).contains(Trait.FLAG);
        this.secret = List.of(traits).contains(Trait.SECRET);
        this.namesFiles = List.of(traits).contains(Trait.FILES);
    }

    String key() {
        return key;
    }

    String variable() {
        return variable;
    }

    Change changesAnswers() {
        return change;
    }

    boolean secret() {
        return secret;
    }

    boolean namesFiles() {
        return namesFiles;
    }

    /** The flag of the command line that sets it, too; most settings have none. */
    Optional<String> flag() {
        return flagged
                ? Optional.of("--"
                        + variable.substring("SERVICE_".length())
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-'))
                : Optional.empty();
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

    static Optional<Setting> ofKey(String key) {
        return Arrays.stream(values()).filter(s -> s.key.equals(key)).findFirst();
    }
}
