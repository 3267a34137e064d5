// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.logging.Level;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.contract.Contract;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.observe.Export;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {
    private static final Path NO_FILE = Path.of("there-is-no-such-file.yaml");
    private static final Path SHIPPED = Path.of("..", "conf", "application.yaml");

    @TempDir
    private Path dir;

    private static Settings read(String variable, String value) {
        return SettingsReader.read(Map.of(variable, value), NO_FILE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1", "[0:0:0:0:0:0:0:1]", "[::1]", "[::ffff:127.0.0.1]", "LOCALHOST"})
    void theOperatorsPortNeedsNoPasswordOnLoopbackHoweverThatIsSpelt(String host) {
        assertThat(read("SERVICE_ADMIN_PORT", host + ":0").admin().orElseThrow().password())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "0", "[::]", "127.0.0.1.example", "192.0.2.1", "localhost.example", "0x7f.1"})
    void theOperatorsPortNeedsAPasswordBeyondLoopback(String host) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read("SERVICE_ADMIN_PORT", host + ":0"))
                .withMessageStartingWith("SERVICE_ADMIN_PORT: ")
                .withMessageContaining("SERVICE_ADMIN_PASSWORD");
    }

    @Test
    void valuesAreReadAsTheirSettingsMeanThem() {
        expect("SERVICE_HOST", "127.0.0.1", s -> s.listen().host(), "127.0.0.1");
        expect("SERVICE_PORT", " 0 ", s -> s.listen().port(), 0);
        expect("SERVICE_ROOT_PATH", "/p/", s -> s.http().rootPath(), "/p");
        expect(
                "SERVICE_ADMIN_PORT",
                "8001",
                s -> s.admin(),
                Optional.of(new Settings.Admin("127.0.0.1", 8001, Optional.empty())));
        expect("SERVICE_DRAIN_S", "8", s -> s.listen().drain(), Duration.ofSeconds(8));
        expect("SERVICE_SHUTDOWN_GRACE_S", "0", s -> s.listen().shutdownGrace(), Duration.ZERO);
        expect("SERVICE_API_KEY", "a$b ${x}", s -> s.http().apiKey(), Optional.of("a$b ${x}"));
        expect("SERVICE_MAX_CONCURRENT", "3", s -> s.http().admitting().maxConcurrent(), 3);
        expect("SERVICE_MAX_PER_ADDRESS", "4", s -> s.http().admitting().perAddress(), 4);
        expect("SERVICE_MIN_TRANSFER_RATE", "0", s -> s.http().patience().leastRate(), LeastRate.NONE);
        expect("SERVICE_OVERLOAD_STATUS", "529", s -> s.http().wire().overloadStatus(), 529);
        Set<DecisionRoute> openAi = Set.of(DecisionRoute.DECISIONS);
        Set<DecisionRoute> gemini = Set.of(DecisionRoute.GEMINI);
        Set<DecisionRoute> both = Set.of(DecisionRoute.DECISIONS, DecisionRoute.GEMINI);
        expect("SERVICE_DECISIONS", "1", s -> s.http().wire().decisions(), openAi);
        expect("SERVICE_DECISIONS", "True", s -> s.http().wire().decisions(), openAi);
        expect("SERVICE_DECISIONS", "openai", s -> s.http().wire().decisions(), openAi);
        expect("SERVICE_DECISIONS", "Gemini", s -> s.http().wire().decisions(), gemini);
        expect("SERVICE_DECISIONS", "gemini, openai", s -> s.http().wire().decisions(), both);
        expect("SERVICE_DECISIONS", "off", s -> s.http().wire().decisions(), Set.of());
        expect("SERVICE_BODY_READ_TIMEOUT", "2.5", s -> s.http().patience().bodyReadTimeout(), Duration.ofMillis(2500));
        expect(
                "SERVICE_REQUEST_TIMEOUT_S",
                "30",
                s -> s.http().patience().requestTimeout(),
                Optional.of(Duration.ofSeconds(30)));
        expect("SERVICE_REQUEST_TIMEOUT_S", "0", s -> s.http().patience().requestTimeout(), Optional.empty());
        expect("SERVICE_HOST", "[::1]", s -> s.listen().host(), "::1");
        expect("SERVICE_MAX_CONNECTIONS", "50", s -> s.connections().most(), OptionalInt.of(50));
        expect("SERVICE_IDLE_CONNECTION_TIMEOUT", "5", s -> s.connections().idleTimeout(), Duration.ofSeconds(5));
        expect(
                "SERVICE_ALLOWED_ORIGINS",
                "https://App.example.com, http://localhost:3000",
                s -> s.http().callers().origins(),
                Set.of("https://app.example.com", "http://localhost:3000"));
        expect(
                "SERVICE_ALLOWED_HOSTS",
                "Decision-Service, .svc.cluster.local",
                s -> s.http().callers().hosts(),
                Set.of("decision-service", ".svc.cluster.local"));
        expect("SERVICE_MAX_TOKEN_BUDGET", "256", s -> s.http().wire().maxTokenBudget(), 256);
        expect("SERVICE_WAITING_MEMORY_MB", "64", Settings::waitingMemory, OptionalInt.of(64));
        expect("SERVICE_MAX_BATCH_TOKENS", "1024", s -> s.host().compute().maxBatchTokens(), 1024);
        expect("SERVICE_STRICT", "Yes", s -> s.http().wire().contract(), Contract.STRICT);
        expect("SERVICE_CONTRACT", "document", s -> s.http().wire().contract(), Contract.DOCUMENT);
        expect("SERVICE_CONTRACT", "document", s -> s.http().wire().jevConfidence(), false);
        expect(
                "SERVICE_CONTRACT",
                "Document, jev-confidence",
                s -> s.http().wire().contract(),
                Contract.DOCUMENT);
        expect(
                "SERVICE_CONTRACT",
                "Document, jev-confidence",
                s -> s.http().wire().jevConfidence(),
                true);
        expect("SERVICE_CONTRACT", "strict", s -> s.http().wire().contract(), Contract.STRICT);
        expect("SERVICE_CONTRACT", "Full", s -> s.http().wire().contract(), Contract.FULL);
        expect("SERVICE_HEAD_NAME", "my-head", s -> s.http().wire().headName(), "my-head");
        expect("SERVICE_MODEL", "typed", s -> s.host().routing().pinned(), Optional.of(CheckpointName.TYPED_DECISIONS));
        expect("SERVICE_MODEL", "AUTO", s -> s.host().routing().pinned(), Optional.empty());
        expect("SERVICE_DEFAULT_MODEL", "ml", s -> s.host().routing().defaultModel(), CheckpointName.MULTILINGUAL);
        expect("SERVICE_AUTO_TASK", "on", s -> s.host().routing().autoTask(), true);
        expect(
                "SERVICE_CHECKPOINTS",
                dir.toString(),
                s -> s.host().checkpoints().source(),
                new HostSettings.Directory(dir));
        expect("SERVICE_CHECKPOINTS", "Starter", s -> s.host().checkpoints().source(), new HostSettings.Starter());
        expect("SERVICE_MODEL_PATH", dir.toString(), s -> s.host().checkpoints().source(), new HostSettings.Local(dir));
        expect("SERVICE_PRELOAD", "0", s -> s.host().checkpoints().loading().preload(), false);
        expect(
                "SERVICE_MODELS",
                "ml, english,,ml",
                s -> s.host().checkpoints().loading().models(),
                List.of(CheckpointName.MULTILINGUAL, CheckpointName.ENGLISH));
        expect(
                "SERVICE_IDLE_UNLOAD_SECONDS",
                "0.25",
                s -> s.host().checkpoints().loading().idleUnload(),
                Optional.of(Duration.ofMillis(250)));
        expect(
                "SERVICE_IDLE_UNLOAD_SECONDS",
                "0",
                s -> s.host().checkpoints().loading().idleUnload(),
                Optional.empty());
        expect("SERVICE_ENGINE", "Reference", s -> s.host().compute().engine(), "reference");
        expect(
                "SERVICE_ENGINE",
                " english = ONNX,, ml=pytorch ",
                s -> s.host().compute().engines(),
                Map.of(CheckpointName.ENGLISH, "onnx", CheckpointName.MULTILINGUAL, "pytorch"));
        expect("SERVICE_ENGINE", "ml=pytorch", s -> s.host().compute().engine(), "onnx");
        expect("SERVICE_ENGINE", "ml=onnx, pytorch", s -> s.host().compute().engine(), "pytorch");
        expect("SERVICE_DEVICE", "cuda:1", s -> s.host().compute().device(), Optional.of(Device.cuda(1)));
        expect("SERVICE_DEVICE", "auto", s -> s.host().compute().device(), Optional.empty());
        expect("SERVICE_PRECISION", "INT8", s -> s.host().compute().precision(), Optional.of(Precision.INT8));
        expect("SERVICE_PRECISION", "bf16", s -> s.host().compute().precision(), Optional.of(Precision.BF16));
        expect("SERVICE_PRECISION", "Auto", s -> s.host().compute().precision(), Optional.empty());
        expect("SERVICE_PRECISION", "int8", s -> s.host().compute().precisionTolerance(), 0.02);
        expect(
                "SERVICE_PRECISION",
                "auto, tolerance = 0.005",
                s -> s.host().compute().precisionTolerance(),
                0.005);
        expect("SERVICE_PRECISION", "int8,tolerance=1", s -> s.host().compute().precisionTolerance(), 1.0);
        expect(
                "SERVICE_PRECISION",
                "int8,tolerance=1",
                s -> s.host().compute().precision(),
                Optional.of(Precision.INT8));
        expect("SERVICE_THREADS", "1", s -> s.host().compute().threads(), OptionalInt.of(1));
        expect("SERVICE_LOG_LEVEL", "WARNING", s -> s.log().level(), Level.WARNING);
        expect("SERVICE_LOG_LEVEL", "debug", s -> s.log().level(), Level.FINE);
        expect(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "http://collector:4318",
                s -> s.traces().map(Export::collector),
                Optional.of(URI.create("http://collector:4318")));
        expect(
                "SERVICE_DECISION_LOG",
                "log.jsonl",
                s -> s.decisionLog(),
                Optional.of(new Settings.DecisionLog(Path.of("log.jsonl"), false)));
        expect(
                "SERVICE_DECISION_LOG",
                "log.jsonl, states=Text",
                s -> s.decisionLog(),
                Optional.of(new Settings.DecisionLog(Path.of("log.jsonl"), true)));
        expect(
                "SERVICE_DRIFT_BASELINE",
                "baseline.json",
                s -> s.drift(),
                Optional.of(new Settings.Drift(Path.of("baseline.json"), Duration.ofDays(1))));
        expect(
                "SERVICE_DRIFT_BASELINE",
                "baseline.json,window=3600",
                s -> s.drift(),
                Optional.of(new Settings.Drift(Path.of("baseline.json"), Duration.ofHours(1))));
        expect("SERVICE_LOG_FORMAT", "JSON", s -> s.log().format(), Settings.Log.Format.JSON);
        expect("SERVICE_LOG_FORMAT", "json, addresses=shown", s -> s.log().addresses(), true);
    }

    @Test
    void threadsFollowThoseOfOtherProgramsUnlessTheServiceIsToldItself() {
        int here = Runtime.getRuntime().availableProcessors();
        expect("OMP_NUM_THREADS", "1", s -> s.host().compute().threads(), OptionalInt.of(1));
        expect("OMP_NUM_THREADS", "1,2", s -> s.host().compute().threads(), OptionalInt.of(1));
        expect("OMP_NUM_THREADS", "9999", s -> s.host().compute().threads(), OptionalInt.of(here));
        OptionalInt unset =
                SettingsReader.read(Map.of(), NO_FILE).host().compute().threads();
        expect("OMP_NUM_THREADS", " ", s -> s.host().compute().threads(), unset);
        Map<String, String> both = Map.of("OMP_NUM_THREADS", "4096", "SERVICE_THREADS", "1");
        assertThat(SettingsReader.read(both, NO_FILE).host().compute().threads())
                .isEqualTo(OptionalInt.of(1));
        expect("SERVICE_THREADS", "4096", s -> s.host().compute().threads(), OptionalInt.of(here));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read("OMP_NUM_THREADS", "0"))
                .withMessageStartingWith("OMP_NUM_THREADS:")
                .withMessageContaining("SERVICE_THREADS");
    }

    private static <T> void expect(String variable, String value, Function<Settings, T> part, T wanted) {
        assertThat(part.apply(read(variable, value)))
                .as("%s=%s", variable, value)
                .isEqualTo(wanted);
    }

    @ParameterizedTest
    @CsvSource({
        "SERVICE_TOURNAMENT_GROUP, 1",
        "SERVICE_TOURNAMENT_GROUP, 101",
        "SERVICE_TOURNAMENT_GROUP, -2",
        "SERVICE_TOURNAMENT_GROUP, automatic",
        "SERVICE_OPTION_ORDERS, 0",
        "SERVICE_OPTION_ORDERS, 9",
        "SERVICE_OPTION_ORDERS, many",
        "SERVICE_PORT, 65536",
        "SERVICE_PORT, -1",
        "SERVICE_PORT, abc",
        "SERVICE_PORT, 80.0",
        "SERVICE_ROOT_PATH, p",
        "SERVICE_ROOT_PATH, /p?q",
        "SERVICE_ADMIN_PORT, 65536",
        "SERVICE_ADMIN_PORT, 0.0.0.0",
        "SERVICE_ADMIN_PORT, ':8081'",
        "SERVICE_ADMIN_PORT, '::1:8081'",
        "SERVICE_ADMIN_PORT, '[::1]'",
        "SERVICE_SHUTDOWN_GRACE_S, soon",
        "SERVICE_MAX_CONCURRENT, 0",
        "SERVICE_MAX_PER_ADDRESS, -1",
        "SERVICE_MIN_TRANSFER_RATE, fast",
        "SERVICE_OVERLOAD_STATUS, 200",
        "SERVICE_DECISIONS, google",
        "SERVICE_DECISIONS, 'openai,'",
        "SERVICE_DECISIONS, '1,gemini'",
        "SERVICE_BODY_READ_TIMEOUT, 0",
        "SERVICE_BODY_READ_TIMEOUT, 1.2.3",
        "SERVICE_REQUEST_TIMEOUT_S, -1",
        "SERVICE_MAX_CONNECTIONS, 0",
        "SERVICE_IDLE_CONNECTION_TIMEOUT, x",
        "SERVICE_ALLOWED_ORIGINS, app.example.com",
        "SERVICE_ALLOWED_ORIGINS, https://a.example/path",
        "SERVICE_ALLOWED_HOSTS, https://a.example",
        "SERVICE_ALLOWED_HOSTS, a.example:8000",
        "SERVICE_ALLOWED_HOSTS, '*.example'",
        "SERVICE_ALLOWED_HOSTS, 'a,,b'",
        "SERVICE_MAX_TOKEN_BUDGET, 99999999999999999999",
        "SERVICE_MAX_BATCH_TOKENS, NaN",
        "SERVICE_WAITING_MEMORY_MB, 0",
        "SERVICE_STRICT, maybe",
        "SERVICE_CONTRACT, most",
        "SERVICE_MODEL, klingon",
        "SERVICE_DEFAULT_MODEL, auto",
        "SERVICE_AUTO_TASK, 2",
        "SERVICE_CHECKPOINTS, there/is/no/such/directory",
        "SERVICE_MODEL_PATH, there/is/no/such/directory",
        "SERVICE_PRELOAD, y",
        "SERVICE_MODELS, 'english,klingon'",
        "SERVICE_IDLE_UNLOAD_SECONDS, -5",
        "SERVICE_ENGINE, 'onnx,pytorch'",
        "SERVICE_ENGINE, english=",
        "SERVICE_ENGINE, klingon=onnx",
        "SERVICE_ENGINE, 'english=onnx,en=pytorch'",
        "SERVICE_DEVICE, tpu",
        "SERVICE_DEVICE, cuda:x",
        "SERVICE_PRECISION, int4",
        "SERVICE_PRECISION, 'int8,tolerance=0'",
        "SERVICE_PRECISION, 'int8,tolerance=1.01'",
        "SERVICE_PRECISION, 'int8,tolerance=2 %'",
        "SERVICE_PRECISION, 'int8,tolerance=NaN'",
        "SERVICE_PRECISION, 'int8,tolerance=1,tolerance=1'",
        "SERVICE_PRECISION, 'int8,0.03'",
        "SERVICE_PRECISION, tolerance=0.03",
        "SERVICE_DECISION_LOG, 'log.jsonl,states'",
        "SERVICE_DECISION_LOG, 'log.jsonl,states=1'",
        "SERVICE_DRIFT_BASELINE, 'baseline.json,window=9'",
        "SERVICE_DRIFT_BASELINE, 'baseline.json,window=604801'",
        "SERVICE_CONTRACT, jev-confidence",
        "SERVICE_CONTRACT, 'full,jev-confidence'",
        "SERVICE_THREADS, 0",
        "SERVICE_LOG_LEVEL, loud",
        "SERVICE_LOG_FORMAT, xml",
        "SERVICE_LOG_FORMAT, 'json,addresses=1'",
        "OTEL_EXPORTER_OTLP_ENDPOINT, collector:4318",
        "SERVICE_API_KEY_FILE, there-is-no-such-file",
    })
    void aBadValueNamesItsVariableAndWhatItTakes(String variable, String value) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read(variable, value))
                .satisfies(e -> assertThat(e.getMessage())
                        .startsWith(variable)
                        .contains("takes")
                        .doesNotContain("\n"));
    }

    @Test
    void aBadValueIsShownOnOneLineAndShortened() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> read("SERVICE_PORT", "80\n80" + "0".repeat(1000)))
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(220));
    }

    @Test
    void blankMeansUnset() {
        assertThat(read("SERVICE_PORT", "  ").listen().port()).isEqualTo(8000);
        assertThat(read("SERVICE_API_KEY", " ").http().apiKey()).isEmpty();
    }

    @Test
    void aVariableWinsOverTheFile() throws IOException {
        Path file = yaml("listen: {port: 9000, host: 127.0.0.2}\ncheckpoints: {models: [english, ml]}\n");
        Settings settings = SettingsReader.read(Map.of("SERVICE_PORT", "9001"), file);
        assertThat(settings.listen().port()).isEqualTo(9001);
        assertThat(settings.listen().host()).isEqualTo("127.0.0.2");
        assertThat(settings.host().checkpoints().loading().models())
                .containsExactly(CheckpointName.ENGLISH, CheckpointName.MULTILINGUAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"listen: {prot: 9000}", "listen: 9000", "listen: {port: 9000", "\tx: 1"})
    void anUnusableFileIsNamed(String text) throws IOException {
        Path file = yaml(text);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(Map.of(), file))
                .satisfies(e ->
                        assertThat(e.getMessage()).contains("application.yaml").doesNotContain("\n"));
    }

    private Path yaml(String text) throws IOException {
        return Files.writeString(dir.resolve("application.yaml"), text);
    }

    @Test
    void theEffectiveSettingsSayWhereEachComesFromAndShowNoSecret() {
        Map<String, String> environment =
                Map.of("SERVICE_PORT", "9000", "SERVICE_API_KEY", "s3cret", "SERVICE_ADMIN_PASSWORD", "s3cret");
        assertThat(EffectiveSettings.of(Map.of("OMP_NUM_THREADS", "1"), SHIPPED))
                .extracting(EffectiveSettings.Entry::toString)
                .contains("compute.threads = 1 (OMP_NUM_THREADS)");
        assertThat(EffectiveSettings.of(environment, SHIPPED))
                .extracting(EffectiveSettings.Entry::toString)
                .hasSize(Setting.values().length)
                .contains(
                        "listen.port = 9000 (SERVICE_PORT)",
                        "listen.host = 0.0.0.0 (application.yaml)",
                        "security.api-key = *** (SERVICE_API_KEY)",
                        "compute.threads is unset")
                .noneMatch(line -> line.contains("s3cret"));
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_PROTOCOL, grpc",
        "OTEL_EXPORTER_OTLP_HEADERS, api-key",
        "OTEL_EXPORTER_OTLP_HEADERS, api-key=%zz",
        "OTEL_TRACES_SAMPLER, xray",
        "OTEL_RESOURCE_ATTRIBUTES, =eu",
    })
    void variablesOfOpenTelemetryAreRefusedByName(String variable, String value) {
        Map<String, String> environment =
                Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318", variable, value);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> SettingsReader.read(environment, NO_FILE))
                .withMessageStartingWith(variable + ": ")
                .withMessageNotContaining("api-key");
    }
}
