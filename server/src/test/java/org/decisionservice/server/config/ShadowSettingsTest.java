// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShadowSettingsTest {
    @TempDir
    private Path dir;

    private Settings read(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(Map.of("HOME", dir.toString()));
        all.putAll(variables);
        return SettingsReader.read(all, Path.of("none.yaml"));
    }

    private Settings.Shadow shadow(String tried, Map<String, String> more) {
        Map<String, String> all = new HashMap<>(Map.of("SERVICE_SHADOW", tried + ",log=" + dir.resolve("s")));
        all.putAll(more);
        return read(all).shadow().orElseThrow();
    }

    private void refused(Map<String, String> variables, String message) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(variables))
                .withMessageContaining(message)
                .withMessageNotContaining("\n");
    }

    @Test
    void nothingIsTriedUnlessItIsNamed() {
        assertThat(read(Map.of()).shadow()).isEmpty();
        for (String nothing : List.of("log=x", "log=x,share=0.5")) {
            refused(Map.of("SERVICE_SHADOW", nothing), "it takes a comma list of log=FILE");
        }
    }

    @Test
    void aPrecisionIsTriedWithAllElseAsServed() {
        Settings.Shadow shadow = shadow("precision=int8", Map.of("SERVICE_CHECKPOINTS", "hub"));
        assertThat(shadow.ownWeights()).isTrue();
        assertThat(shadow.share()).isEqualTo(0.1);
        assertThat(shadow.tried()).isEqualTo("precision=int8");
        assertThat(shadow.log()).isEqualTo(new Settings.DecisionLog(dir.resolve("s"), false));
        assertThat(shadow.host().compute().precision()).contains(Precision.INT8);
        assertThat(shadow.host().checkpoints().source()).isEqualTo(new HostSettings.Published());
    }

    @Test
    void filesAreTriedOnTheWeightsThatAreServed() throws Exception {
        Path one = Files.write(dir.resolve("one.safetensors"), new byte[8]);
        Path other = Files.write(dir.resolve("other.safetensors"), new byte[8]);
        Map<String, String> served = Map.of("SERVICE_FITTED", one.toString(), "SERVICE_COVERAGE", "0.9");
        Settings.Shadow shadow = shadow("fitted=" + other, served);
        assertThat(shadow.ownWeights()).isFalse();
        assertThat(shadow.host().checkpoints().learned())
                .containsExactly(new HostSettings.Calibrated(Optional.empty(), other));
        assertThat(shadow("fitted=", served).host().checkpoints().learned()).isEmpty();
        Path thresholds = Files.writeString(dir.resolve("thresholds.json"), "{\"thresholds\": {}}");
        Path calibration = Files.writeString(dir.resolve("calibration.json"), "{\"temperature\": [1, 1, 1]}");
        HostSettings.Checkpoints tried = shadow(
                        "fitted=%s, fitted=%s,fitted=%s".formatted(other, thresholds, calibration), served)
                .host()
                .checkpoints();
        assertThat(tried.learned()).hasSize(1);
        assertThat(tried.calibration()).hasSize(1);
        assertThat(tried.thresholds()).isEmpty();
        assertThat(shadow("fitted=, precision=int8", served).ownWeights()).isTrue();
    }

    @Test
    void otherCheckpointsAreTriedInPlaceOfAllThatAreServed() throws Exception {
        Path other = dir.resolve("other");
        Files.createDirectories(other.resolve("english"));
        for (Map<String, String> served : List.of(
                Map.of("SERVICE_MODEL_PATH", dir.toString()),
                Map.of("SERVICE_EXTRA_MODELS", "{\"english\": \"owner/name\", \"papers\": \"owner/name\"}"))) {
            HostSettings.Checkpoints tried =
                    shadow("checkpoints=" + other, served).host().checkpoints();
            assertThat(tried.source()).isEqualTo(new HostSettings.Directory(other));
            assertThat(tried.pins().places()).isEmpty();
            assertThat(tried.pins().extra()).hasSize(served.containsKey("SERVICE_EXTRA_MODELS") ? 1 : 0);
        }
    }

    @Test
    void mistakesNameTheSettingAndTheFix() {
        refused(Map.of("SERVICE_SHADOW", "precision=int8"), "add log=FILE");
        for (String wrong : new String[] {
            "int8",
            "precision=int8,precision=bf16",
            "engine=onnx",
            "precision=int8,",
            "fitted=,fitted=",
            "precision=int8,share=0",
            "precision=int8,share=1.5",
            "precision=int8,share=half",
            "precision=int8,share=0.5,share=0.5",
            "precision=int8,states=1",
            "tolerance=0.03,precision=int8"
        }) {
            refused(Map.of("SERVICE_SHADOW", wrong + ",log=x"), "it takes a comma list of log=FILE");
        }
        refused(Map.of("SERVICE_SHADOW", "precision=int8,log="), "it takes a comma list of log=FILE");
        refused(
                Map.of("SERVICE_SHADOW", "precision=int9,log=x"),
                "SERVICE_SHADOW: SERVICE_PRECISION (compute.precision): 'int9' cannot be used");
        refused(
                Map.of("SERVICE_SHADOW", "precision=int8,log=x", "SERVICE_DECISION_LOG", "x"),
                "SERVICE_SHADOW: its log is the file of SERVICE_DECISION_LOG");
    }

    @Test
    void aPrecisionIsTriedWithTheToleranceBehindIt() {
        Map<String, String> served = Map.of("SERVICE_PRECISION", "int8,tolerance=0.5");
        Settings.Shadow own = shadow("precision=int8, tolerance=0.03", served);
        assertThat(own.host().compute().precisionTolerance()).isEqualTo(0.03);
        assertThat(own.tried()).isEqualTo("precision=int8,tolerance=0.03");
        assertThat(shadow("precision=int8", served).host().compute().precisionTolerance())
                .isEqualTo(0.02);
    }

    @Test
    void itsLogHasTheTextOfStatesIfItSaysSo() {
        assertThat(shadow("precision=int8,states=text", Map.of()).log())
                .isEqualTo(new Settings.DecisionLog(dir.resolve("s"), true));
    }

    @Test
    void theShareAndTheLogAreNotWhatIsTried() {
        Settings.Shadow shadow = shadow("share=0.5, precision=int8", Map.of());
        assertThat(shadow.share()).isEqualTo(0.5);
        assertThat(shadow.tried()).isEqualTo("precision=int8");
    }
}
