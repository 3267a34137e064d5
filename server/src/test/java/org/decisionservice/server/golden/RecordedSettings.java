// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.golden;

import java.util.LinkedHashMap;
import java.util.Map;
import org.decisionservice.server.testing.GuardedProvider;
import org.decisionservice.server.testing.Testdata;

/** The settings of the recorded server. */
final class RecordedSettings {
    private RecordedSettings() {}

    /** Translates the recorded server's variables into this service's names. */
    static Map<String, String> of(GoldenCase any) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (var recorded : any.recording().get("env").properties()) {
            String value = recorded.getValue().asText();
            switch (recorded.getKey()) {
                case "LAYA_EXTRA_MODELS" ->
                    variables.put("SERVICE_CHECKPOINTS", Testdata.tiny().toString());
                case "LAYA_JEV_STRICT" -> variables.put("SERVICE_STRICT", value);
                case "LAYA_MAX_LOADED" -> {
                    // This service keeps every checkpoint that it has loaded.
                }
                default -> variables.put(recorded.getKey().replace("LAYA_", "SERVICE_"), value);
            }
        }
        // Upstream's own default, for the one group that was recorded without the variable.
        variables.putIfAbsent("SERVICE_DEFAULT_MODEL", "multilingual");
        variables.put("SERVICE_HOST", "127.0.0.1");
        variables.put("SERVICE_PORT", "0");
        variables.put("SERVICE_ENGINE", GuardedProvider.guarded("onnx"));
        return variables;
    }
}
