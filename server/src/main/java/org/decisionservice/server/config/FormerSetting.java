// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.host.ConfigurationException;

/**
 * The settings of earlier releases that are none any more. A start with one of them stops: a deployment that sets it
 * wants something that would otherwise silently not happen.
 */
enum FormerSetting {
    API_KEYS_FILE("security.api-keys-file", "SERVICE_API_KEYS_FILE", "SERVICE_API_KEY_FILE takes this file too: {}"),
    ADMIN_HOST(
            "admin.host",
            "SERVICE_ADMIN_HOST",
            "SERVICE_ADMIN_PORT takes it before the port, such as {}:8081, an address with colons in brackets"),
    JEV_CONFIDENCE(
            "contract.jev-confidence",
            "SERVICE_JEV_CONFIDENCE",
            "SERVICE_CONTRACT takes it as document,jev-confidence"),
    ENGINES("compute.engines", "SERVICE_ENGINES", "SERVICE_ENGINE takes this list too: {}"),
    PRECISION_TOLERANCE(
            "compute.precision-tolerance",
            "SERVICE_PRECISION_TOLERANCE",
            "SERVICE_PRECISION takes it behind the precision, such as int8,tolerance={}"),
    DECISION_LOG_STATES(
            "log.decision-states",
            "SERVICE_DECISION_LOG_STATES",
            "SERVICE_DECISION_LOG takes it behind the file, such as decisions.jsonl,states=text, and SERVICE_SHADOW"
                    + " takes states=text too"),
    LOG_ADDRESSES(
            "log.client-addresses",
            "SERVICE_LOG_ADDRESSES",
            "SERVICE_LOG_FORMAT takes it behind the format, such as json,addresses=shown"),
    DRIFT_WINDOW(
            "drift.window-seconds",
            "SERVICE_DRIFT_WINDOW_S",
            "SERVICE_DRIFT_BASELINE takes it behind the file, such as baseline.json,window={}"),
    SHADOW_SHARE(
            "shadow.share",
            "SERVICE_SHADOW_SHARE",
            "SERVICE_SHADOW takes it, such as precision=int8,log=shadow.jsonl,share={}"),
    SHADOW_LOG("shadow.log", "SERVICE_SHADOW_LOG", "SERVICE_SHADOW takes it, such as precision=int8,log={}"),
    CALIBRATION("checkpoints.calibration", "SERVICE_CALIBRATION", FormerSetting.FITTED),
    LEARNED("checkpoints.learned", "SERVICE_LEARNED", FormerSetting.FITTED),
    THRESHOLDS("checkpoints.thresholds", "SERVICE_THRESHOLDS", FormerSetting.FITTED),
    SOURCES(
            "checkpoints.sources",
            "SERVICE_SOURCES",
            "SERVICE_EXTRA_MODELS takes other places of the three as well, such as {\"english\": \"owner/name\"}"),
    REVISIONS("checkpoints.revisions", "SERVICE_REVISIONS", "SERVICE_REVISION takes this list too: {}"),
    METRICS_QUESTIONS(
            "admin.metrics-questions", "SERVICE_METRICS_QUESTIONS", "20 question ids have metrics of their own"),
    METRICS_OLD_NAMES(
            "admin.metrics-old-names",
            "SERVICE_METRICS_OLD_NAMES",
            "metrics have their names with decision_ only, which dashboards have to use"),
    HEAD_READ_TIMEOUT(
            "limits.head-read-timeout-seconds", "SERVICE_HEAD_READ_TIMEOUT", "a request's head has 10 seconds"),
    PREPARED_SIZE(
            "compute.prepared-mb",
            "SERVICE_PREPARED_MB",
            "prepared checkpoints take 8 GiB at most, and SERVICE_PREPARED names their directory or is off"),
    WINDOWS_MAX(
            "windows.most",
            "SERVICE_WINDOWS_MAX",
            "a request may have 4,096 windows and sentences, as was the default");

    private static final String FITTED = "SERVICE_FITTED takes these files: {}, with commas between all that there are";

    private final String key;
    private final String variable;
    private final String now;

    FormerSetting(String key, String variable, String now) {
        this.key = key;
        this.variable = variable;
        this.now = now;
    }

    String key() {
        return key;
    }

    String variable() {
        return variable;
    }

    /** The setting that takes its place when it was {@code value}. */
    String now(String value) {
        return now.replace("{}", value.isBlank() ? "…" : Values.shown(value.strip()));
    }

    /**
     * Refuses those that {@code environment} sets, all at once; blank means unset.
     *
     * @throws ConfigurationException with what takes the place of each
     */
    static void refuse(Map<String, String> environment) {
        List<String> gone = Arrays.stream(values())
                .map(former -> former.unset(environment.getOrDefault(former.variable, "")))
                .flatMap(Optional::stream)
                .toList();
        if (!gone.isEmpty()) {
            throw new ConfigurationException(String.join(". ", gone));
        }
    }

    /** Why a key of the configuration file is none any more; empty if it never was one. */
    static Optional<String> ofKey(String key, String value) {
        return Arrays.stream(values())
                .filter(former -> former.key.equals(key))
                .map(former -> key + former.gone(value) + ". Take the line out")
                .findFirst();
    }

    private Optional<String> unset(String value) {
        return value.isBlank() ? Optional.empty() : Optional.of(variable + gone(value) + ". Unset it");
    }

    private String gone(String value) {
        return " is no setting any more: " + now(value);
    }
}
