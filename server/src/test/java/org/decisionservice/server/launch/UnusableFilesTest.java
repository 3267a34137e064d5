// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.decisionservice.core.checkpoint.SafetensorsHeader;
import org.decisionservice.engine.spi.TensorInfo;
import org.decisionservice.engine.testkit.SafetensorsFile;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Copies;
import org.decisionservice.testing.Testdata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that would fill the heap, or that make a model which computes nothing: a start ends with one line, a reload
 * with 409, and what was served before answers on.
 */
class UnusableFilesTest {
    private static final String MODEL = "model.safetensors";
    private static final String INDEX = "model.safetensors.index.json";
    private static final String TOKENIZER = "tokenizer/tokenizer.json";
    private static final long HUGE = 200L << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path dir;

    interface Spoiling {
        void spoil(Path directory) throws IOException;
    }

    private static Arguments spoilt(String what, Spoiling spoiling, String complaint) {
        return argumentSet(what, spoiling, complaint);
    }

    static Stream<Arguments> checkpoints() {
        return Stream.of(
                spoilt(
                        "a configuration of 200 MiB",
                        files -> grow(files.resolve("rl_agent_config.json")),
                        "rl_agent_config.json: cannot be read: it is larger than 4194304 bytes"),
                spoilt(
                        "a tokenizer of 200 MiB",
                        files -> grow(files.resolve(TOKENIZER)),
                        "tokenizer/tokenizer.json: cannot be read: it is larger than 41943040 bytes"),
                spoilt(
                        "a tokenizer of brackets",
                        files -> Files.writeString(
                                files.resolve(TOKENIZER), "{\"x\":[" + "[],".repeat(10_000_000) + "[]]}"),
                        "tokenizer/tokenizer.json: holds longer or more values than a tokenizer has"),
                spoilt(
                        "weights with a header of 60 MB",
                        files -> {
                            byte[] json = ("{\"a\":[" + "[],".repeat(20_000_000) + "[]]}")
                                    .getBytes(StandardCharsets.US_ASCII);
                            try (RandomAccessFile file =
                                    new RandomAccessFile(files.resolve(MODEL).toFile(), "rw")) {
                                file.writeLong(Long.reverseBytes(json.length));
                                file.write(json);
                            }
                        },
                        MODEL + ": has a header of 60000010 bytes"),
                spoilt(
                        "NaN in the scorer",
                        files -> nan(files.resolve(MODEL), "scorer.3.bias"),
                        MODEL
                                + ": its answer to a question of type choice is not a number: tensor 'scorer.3.bias'"
                                + " holds NaN"),
                spoilt(
                        "NaN in what only scores read",
                        files -> nan(files.resolve(MODEL), "type_emb.weight", 1),
                        MODEL
                                + ": its answer to a question of type score is not a number: tensor 'type_emb.weight'"
                                + " holds"),
                spoilt(
                        "NaN in the act head",
                        files -> nan(files.resolve(MODEL), "act_head.2.bias"),
                        "tensor 'act_head.2.bias' holds NaN"),
                spoilt(
                        "an added token without an embedding",
                        files -> {
                            ObjectNode tokenizer = (ObjectNode)
                                    JSON.readTree(files.resolve(TOKENIZER).toFile());
                            ObjectNode token = ((ArrayNode) tokenizer.get("added_tokens"))
                                    .get(0)
                                    .deepCopy();
                            ((ArrayNode) tokenizer.get("added_tokens"))
                                    .add(token.put("content", "<beyond>").put("id", 99_999));
                            JSON.writeValue(files.resolve(TOKENIZER).toFile(), tokenizer);
                        },
                        TOKENIZER + ": token '<beyond>' has the id 99999, but the encoder has only"),
                spoilt(
                        "a pointer of Git LFS",
                        files -> Files.writeString(
                                files.resolve(MODEL),
                                "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64)
                                        + "\nsize 12345\n"),
                        MODEL
                                + ": cannot be read: it is a pointer of Git LFS, whose contents were not fetched; run"
                                + " 'git lfs pull'"));
    }

    /** Makes a file larger without its bytes. */
    private static void grow(Path file) throws IOException {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(HUGE);
        }
    }

    private static void nan(Path weights, String tensor) throws IOException {
        nan(weights, tensor, 0);
    }

    /** All ones are NaN in every type of weights. */
    private static void nan(Path weights, String name, int row) throws IOException {
        TensorInfo tensor =
                Objects.requireNonNull(SafetensorsHeader.read(weights).tensors().get(name));
        long rowSize = tensor.byteSize() / tensor.shape().getFirst();
        try (RandomAccessFile file = new RandomAccessFile(weights.toFile(), "rw")) {
            file.seek(tensor.offset() + row * rowSize);
            file.write(0xff);
            file.write(0xff);
            file.write(0xff);
            file.write(0xff);
        }
    }

    private Path english(String name) throws IOException {
        Path files = dir.resolve(name).resolve("english");
        Copies.copy(Testdata.tiny().resolve("english"), files);
        return files;
    }

    private static String answer(RunningService running) throws Exception {
        HttpResponse<String> response = running.post(
                "/v1/systemone",
                "{\"state\": \"The app crashes on start.\", \"model\": \"english\", \"questions\": {\"angry\":"
                        + " {\"type\": \"noul\", \"instructions\": \"Is the customer angry?\"}}}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body().replaceFirst(",\"routing\":.*", "");
    }

    @ParameterizedTest
    @MethodSource("checkpoints")
    void aCheckpointIsRefusedAtAReloadAndAtAStart(Spoiling spoiling, String complaint) throws Exception {
        Path files = english("served");
        Map<String, String> settings = Map.of(
                "SERVICE_CHECKPOINTS",
                dir.resolve("served").toString(),
                "SERVICE_PRELOAD",
                "1",
                "SERVICE_ADMIN_PORT",
                "0");
        try (RunningService running = RunningService.start(settings)) {
            String before = answer(running);
            Path next = english("next");
            spoiling.spoil(next);
            // In one step, so that the old weights are not written to.
            Files.move(files, dir.resolve("old"));
            Files.move(next, files);
            HttpResponse<String> refused = running.operate("/checkpoints/english/reload");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
            assertThat(JSON.readTree(refused.body()).path("detail").asText()).contains(complaint);
            assertThat(answer(running)).isEqualTo(before);
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(settings).close())
                .withMessageStartingWith("SERVICE_CHECKPOINTS: checkpoint english")
                .withMessageContaining(complaint)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(1000));
    }

    static Stream<Arguments> files() {
        return Stream.of(
                argumentSet("a calibration of spaces", (Spoiling) UnusableFilesTest::grow, "larger than"),
                argumentSet("thresholds of spaces", (Spoiling) UnusableFilesTest::grow, "larger than"),
                argumentSet("a learned file of spaces", (Spoiling) UnusableFilesTest::grow, "larger than"),
                argumentSet(
                        "thresholds of brackets",
                        (Spoiling)
                                file -> Files.writeString(file, "{\"thresholds\": [" + "[],".repeat(400_000) + "[]]}"),
                        "of at most 524288 values"),
                argumentSet(
                        "a learned file whose shape claims two billion rows",
                        (Spoiling) UnusableFilesTest::claim,
                        "tensor 'w.weights' holds no number"));
    }

    /** A shape with a zero needs no bytes, whatever its other dimension is. */
    private static void claim(Path file) throws IOException {
        byte[] json = """
            {"__metadata__":{"format":"decision-service.learned","version":"2","checkpoint":"sha256:0",\
            "questions":"{\\"w\\":{\\"type\\":\\"noul\\",\\"instructions\\":\\"?\\",\\"options\\":[],\\"labels\\":[],\\"scale\\":1}}"},\
            "w.weights":{"dtype":"F32","shape":[2147483647,0],"data_offsets":[0,0]}}\
            """.getBytes(StandardCharsets.UTF_8);
        try (RandomAccessFile learned = new RandomAccessFile(file.toFile(), "rw")) {
            learned.writeLong(Long.reverseBytes(json.length));
            learned.write(json);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void aFileIsRefusedAtAStart(Spoiling spoiling, String complaint) throws IOException {
        Path file = Files.createFile(dir.resolve("file"));
        spoiling.spoil(file);
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RunningService.start(Map.of("SERVICE_FITTED", "english=" + file))
                        .close())
                .withMessageStartingWith("SERVICE_FITTED: " + file + ": ")
                .withMessageContaining(complaint);
    }

    @Test
    void aFileIsRefusedAtAReloadAndTheOldOneStays() throws Exception {
        Path file = Files.writeString(dir.resolve("calibration.json"), "{\"temperature\": [1, 1, 5]}");
        try (RunningService running =
                RunningService.start(Map.of("SERVICE_FITTED", "english=" + file, "SERVICE_ADMIN_PORT", "0"))) {
            String before = answer(running);
            for (String content : new String[] {
                "{\"temperature\": [" + "[],".repeat(2_000_000) + "[]]}",
                "{\"version\": 3, \"temperature\": [1, 1, 1]}",
                "{\"temperature\": [1, 1, 1], \"temprature_by_options\": {}}"
            }) {
                Files.writeString(file, content);
                HttpResponse<String> refused = running.operate("/calibration/reload");
                assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
                assertThat(answer(running)).isEqualTo(before);
            }
        }
    }

    /** As large models are saved, and hubs have them. */
    @Test
    void weightsInSeveralFilesAnswerAsInOne() throws Exception {
        Path files = english("served");
        Map<String, String> settings = Map.of(
                "SERVICE_CHECKPOINTS",
                dir.resolve("served").toString(),
                "SERVICE_PRELOAD",
                "1",
                "SERVICE_ADMIN_PORT",
                "0");
        try (RunningService running = RunningService.start(settings)) {
            String before = answer(running);
            Path next = english("next");
            ObjectNode map = JSON.createObjectNode();
            for (int part = 0; part < 3; part++) {
                String name = "model-0000" + (part + 1) + "-of-00003.safetensors";
                Path shard = SafetensorsFile.copyOf(next.resolve(MODEL))
                        .part(part, 3)
                        .writeTo(next.resolve(name));
                SafetensorsHeader.read(shard).tensors().keySet().forEach(tensor -> map.put(tensor, name));
            }
            Files.delete(next.resolve(MODEL));
            JSON.writeValue(
                    next.resolve(INDEX).toFile(), JSON.createObjectNode().set("weight_map", map));
            Files.move(files, dir.resolve("old"));
            Files.move(next, files);
            HttpResponse<String> reloaded = running.operate("/checkpoints/english/reload");
            assertThat(reloaded.statusCode()).as(reloaded.body()).isEqualTo(200);
            assertThat(answer(running)).isEqualTo(before);
            assertThat(running.get("/health").body())
                    .contains(JSON.readTree(reloaded.body()).path("revision").asText());

            Files.delete(files.resolve("model-00002-of-00003.safetensors"));
            HttpResponse<String> refused = running.operate("/checkpoints/english/reload");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(409);
            assertThat(refused.body())
                    .contains("model-00002-of-00003.safetensors: cannot be read: there is no such file");
            assertThat(answer(running)).isEqualTo(before);
        }
    }
}
