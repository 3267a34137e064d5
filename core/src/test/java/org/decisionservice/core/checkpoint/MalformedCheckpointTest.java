// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.decisionservice.core.golden.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Makes one thing wrong at a time and checks the message. */
class MalformedCheckpointTest {
    private static final String AGENT = Family.LAYA.config();
    private static final String ENCODER = EncoderConfigReader.FILE;
    private static final String TOKENS = TokenizerReader.CONFIG;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rl_agent_config.json",
                "encoder/config.json",
                "tokenizer/tokenizer.json",
                "tokenizer/tokenizer_config.json",
                "model.safetensors"
            })
    void namesAMissingFile(String file) {
        refuses(modern().delete(file), file + ": is missing; a checkpoint directory holds it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rl_agent_config.json", "encoder/config.json", "tokenizer/tokenizer_config.json"})
    void namesAFileThatIsNotAJsonObject(String file) {
        CheckpointCopy copy = modern();
        refuses(copy.write(file, "{\"max_len\": 512"), file + ": is not valid JSON: Unexpected end-of-input");
        refuses(copy.write(file, "{} {}"), file + ": is not valid JSON: Trailing token");
        refuses(copy.write(file, "[1]"), file + ": is not a JSON object");
        refuses(copy.write(file, ""), file + ": is not a JSON object");
    }

    @Test
    void namesAnUnreadableTokenizer() {
        refuses(
                modern().write(TokenizerReader.TOKENIZER, "{}"),
                "tokenizer/tokenizer.json: is not a tokenizer in the Hugging Face format: ");
    }

    @Test
    void namesAPathThatIsNotADirectory() {
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> CheckpointReader.read(directory.resolve("absent")))
                .withMessageEndingWith("absent: is not a directory");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"format_version\": 2, \"head_layers\": 2, \"n_act\": 2 | 'format_version' is 2, expected an integer"
                        + " from 1 to 1",
                "\"head_layers\": 2, \"n_act\": 2 | 'format_version' is missing",
                "\"format_version\": 1, \"n_act\": 2 | 'head_layers' is missing",
                "\"format_version\": 1, \"head_layers\": 2, \"n_act\": 0 | 'n_act' is 0, expected an integer from 1"
            })
    void namesWhatIsWrongWithAConfigurationOfJulia(String members, String problem) {
        CheckpointCopy julia = modern().delete(AGENT).write(Family.JULIA.config(), "{" + members + "}");
        refuses(julia, "julia_config.json: " + problem);
    }

    /** Those of Tacet's authors have Laya's configuration, which the published ones do not. */
    @Test
    void tacetUnderAnotherFamilysConfigurationIsRefusedByName() {
        refuses(
                modern().delete(WeightFiles.WEIGHTS)
                        .write(
                                WeightFiles.WEIGHTS,
                                ((char) 84)
                                        + "\0".repeat(7)
                                        + "{\"segment_embedding.weight\": {\"dtype\": \"F32\", \"shape\": [0],"
                                        + " \"data_offsets\": [0, 0]}}"),
                "model.safetensors: holds a tensor 'segment_embedding.weight', so the checkpoint is of the family"
                        + " Tacet, but its configuration is that of Laya; rename rl_agent_config.json to config.json,"
                        + " or remove it where there is one");
    }

    @Test
    void anotherLayoutOfTacetIsRefused() {
        refuses(
                modern().delete(AGENT).write("config.json", "{\"tacet_format\": 2}"),
                "config.json: 'tacet_format' is 2, expected an integer from 1 to 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"config.json", "tokenizer.json", "model.safetensors"})
    void aFileOfDecisionTuneThatIsMissingIsNamed(String file) throws IOException {
        for (String each : List.of("config.json", "tokenizer.json", "model.safetensors", "head.safetensors")) {
            if (!each.equals(file)) {
                Files.createSymbolicLink(
                        directory.resolve(each), Golden.tiny("decision-tune").resolve(each));
            }
        }
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> CheckpointReader.read(directory))
                .withMessageStartingWith(file + ": is missing");
    }

    static Stream<Arguments> edits() {
        return Stream.of(
                edit(AGENT, c -> c.put("max_len", 0), "'max_len' is 0, expected an integer from 1 to "),
                edit(AGENT, c -> c.put("max_len", 512.0), "'max_len' is 512.0, expected an integer"),
                edit(AGENT, c -> c.put("max_len", 1L << 40), "'max_len' is 1099511627776, expected an integer"),
                edit(AGENT, c -> c.put("head_max_len", "192"), "'head_max_len' is \"192\", expected an integer"),
                edit(AGENT, c -> c.put("head_layers", -1), "'head_layers' is -1, expected an integer from 0 to 100"),
                edit(AGENT, c -> c.putArray("act_costs"), "'act_costs' is [], expected an object"),
                edit(AGENT, c -> c.put("model_name", 7), "'model_name' is 7, expected a string"),
                edit(AGENT, c -> c.put("languages", "en"), "'languages' is \"en\", expected a list of codes"),
                edit(AGENT, c -> c.putArray("languages"), "'languages' is [], expected a list of codes"),
                edit(
                        AGENT,
                        c -> c.putArray("languages").add("English"),
                        "'languages' is [\"English\"], expected a list of codes"),
                edit(
                        AGENT,
                        c -> c.putArray("temperature").add(1).add(2),
                        "'temperature' is [1,2], expected a list of 3 numbers: choice, score, noul"),
                edit(AGENT, c -> c.put("temperature", 1.5), "'temperature' is 1.5, expected a list of 3 numbers"),
                edit(
                        AGENT,
                        c -> c.putArray("temperature_by_options"),
                        "'temperature_by_options' is [], expected an object"),
                edit(
                        AGENT,
                        c -> c.put("option_layout", "round"),
                        "'option_layout' is \"round\", expected \"sequential\" or \"parallel\""),
                edit(AGENT, c -> c.put("option_layout", 2), "'option_layout' is 2, expected a string"),
                edit(ENCODER, c -> c.remove("model_type"), "'model_type' is missing, expected one of"),
                edit(ENCODER, c -> c.put("model_type", "gpt2"), "'model_type' is \"gpt2\"; supported encoders are"),
                edit(ENCODER, c -> c.put("model_type", 3), "'model_type' is 3, expected a string"),
                edit(ENCODER, c -> c.remove("hidden_size"), "'hidden_size' is missing"),
                edit(ENCODER, c -> c.putNull("vocab_size"), "'vocab_size' is missing"),
                edit(ENCODER, c -> c.put("num_hidden_layers", 0), "'num_hidden_layers' is 0, expected an integer"),
                edit(ENCODER, c -> c.put("intermediate_size", 1 << 30), "'intermediate_size' is 1073741824, expected"),
                edit(
                        ENCODER,
                        c -> c.put("num_attention_heads", 3),
                        "'num_attention_heads' is 3, which does not divide 'hidden_size' 64"),
                edit(
                        ENCODER,
                        c -> c.put("hidden_size", 66).put("num_attention_heads", 22),
                        "'hidden_size' 66 over 'num_attention_heads' 22 makes heads of 3; rotary positions need an"
                                + " even size"),
                edit(
                        ENCODER,
                        c -> c.put("hidden_size", 200).put("num_attention_heads", 4),
                        "'hidden_size' is 200, which the decision head cannot split into 3 heads"),
                edit(
                        ENCODER,
                        c -> c.put("hidden_activation", "relu"),
                        "'hidden_activation' is \"relu\"; only \"gelu\""),
                edit(
                        ENCODER,
                        c -> c.putArray("layer_types").add("full_attention"),
                        "'layer_types' must be a list of 4 entries, one per layer, but is [\"full_attention\"]"),
                edit(
                        ENCODER,
                        c -> c.putArray("layer_types")
                                .add("full_attention")
                                .add("sparse")
                                .add("full_attention")
                                .add(1),
                        "'layer_types' holds \"sparse\"; layers are \"full_attention\" or \"sliding_attention\""),
                edit(ENCODER, c -> c.put("layer_types", "all"), "'layer_types' must be a list of 4 entries"),
                edit(
                        ENCODER,
                        c -> c.put("global_attn_every_n_layers", 0),
                        "'global_attn_every_n_layers' is 0, expected an integer"),
                edit(
                        ENCODER,
                        c -> c.put("global_rope_theta", -1),
                        "'global_rope_theta' is -1, expected a number above"),
                edit(ENCODER, c -> c.put("norm_eps", "small"), "'norm_eps' is \"small\", expected a number above 0"),
                edit(ENCODER, c -> c.put("mlp_bias", 1), "'mlp_bias' is 1, expected true or false"),
                edit(ENCODER, c -> c.put("rope_parameters", 1), "'rope_parameters' is 1, expected an object"),
                edit(
                        ENCODER,
                        c -> c.putObject("rope_parameters")
                                .putObject("sliding_attention")
                                .put("rope_type", "yarn"),
                        "'rope_parameters.sliding_attention.rope_type' is \"yarn\"; only \"default\""),
                edit(
                        ENCODER,
                        c -> c.putObject("rope_parameters")
                                .putObject("full_attention")
                                .put("rope_theta", 0),
                        "'rope_parameters.full_attention.rope_theta' is 0, expected a number above 0"),
                edit(ENCODER, c -> c.putObject("rope_scaling").put("factor", 2), "'rope_scaling' is {\"factor\":2};"),
                edit(
                        ENCODER,
                        c -> c.putObject("rope_scaling").put("type", "yarn"),
                        "'rope_scaling' is {\"type\":\"yarn\"};"),
                edit(TOKENS, c -> c.remove("cls_token"), "'cls_token' is missing"),
                edit(TOKENS, c -> c.put("sep_token", 5), "'sep_token' is 5, expected a string or an object with"),
                edit(
                        TOKENS,
                        c -> c.putObject("pad_token").put("id", 5),
                        "'pad_token' is {\"id\":5}, expected a string"),
                edit(TOKENS, c -> c.put("mask_token", ""), "'mask_token' is \"\", expected a string"),
                edit(
                        TOKENS,
                        c -> c.put("mask_token", "no such token"),
                        "'mask_token' is \"no such token\", which tokenizer/tokenizer.json reads as "));
    }

    @ParameterizedTest
    @MethodSource("edits")
    void namesTheFileTheKeyAndWhatWasExpected(String file, Consumer<ObjectNode> edit, String problem) {
        refuses(modern().edit(file, edit), file + ": " + problem);
    }

    @Test
    void namesATokenBeyondTheEmbeddings() {
        refuses(
                modern().edit(ENCODER, c -> c.put("vocab_size", 1000)),
                TokenizerReader.TOKENIZER + ": token '",
                "has the id ",
                ", but the encoder has only 1000 embeddings ('vocab_size' in encoder/config.json)");
    }

    /** A client's text may hold it, and the encoder has no vector for it. */
    @Test
    void namesAnAddedTokenBeyondTheEmbeddings() {
        CheckpointCopy copy = modern();
        refuses(
                copy.edit(TokenizerReader.TOKENIZER, json -> added(json, "<beyond>", 99_999)),
                TokenizerReader.TOKENIZER + ": token '<beyond>' has the id 99999, but the encoder has only ");
    }

    /** The library numbers added tokens one after the other, whatever ids they have in the file. */
    @Test
    void namesAnAddedTokenWhoseIdTheLibraryPutsBeyondTheEmbeddings() {
        CheckpointCopy copy = modern();
        refuses(
                copy.edit(TokenizerReader.TOKENIZER, json -> {
                    for (int i = 0; i < 1000; i++) {
                        added(json, "<more" + i + ">", 0);
                    }
                }),
                TokenizerReader.TOKENIZER + ": token '<more");
    }

    private static void added(ObjectNode tokenizer, String content, int id) {
        ((ArrayNode) tokenizer.get("added_tokens"))
                .addObject()
                .put("id", id)
                .put("content", content)
                .put("single_word", false)
                .put("lstrip", false)
                .put("rstrip", false)
                .put("normalized", false)
                .put("special", false);
    }

    /** Whatever a file holds, reading it takes no more memory than a heap of the image has to spare. */
    @ParameterizedTest
    @CsvSource({
        "rl_agent_config.json, 4194305, 'cannot be read: it is larger than 4194304 bytes, which no file of its kind"
                + " needs'",
        "encoder/config.json, 4194305, cannot be read: it is larger than 4194304 bytes",
        "tokenizer/tokenizer_config.json, 4194305, cannot be read: it is larger than 4194304 bytes",
        "tokenizer/tokenizer.json, 41943041, cannot be read: it is larger than 41943040 bytes"
    })
    void refusesAFileBeyondItsBound(String file, int size, String problem) {
        refuses(modern().write(file, " ".repeat(size)), file + ": " + problem);
    }

    @ParameterizedTest
    @CsvSource({
        "rl_agent_config.json, 1000000, holds longer or more values than a configuration has",
        "tokenizer/tokenizer_config.json, 1000000, holds longer or more values than a configuration has",
        "tokenizer/tokenizer.json, 1000000, 'holds longer or more values than a tokenizer has: 6000000 are read, of"
                + " which'"
    })
    void refusesAFileOfBrackets(String file, int brackets, String problem) {
        refuses(modern().write(file, "{\"x\":[" + "[],".repeat(brackets) + "[]]}"), file + ": " + problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rl_agent_config.json", "tokenizer/tokenizer.json", "model.safetensors"})
    void namesAPointerOfGitLfs(String file) {
        // The weights are a link, which must not be written through.
        refuses(
                modern().delete(file)
                        .write(
                                file,
                                "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64)
                                        + "\nsize 12345\n"),
                file + ": cannot be read: it is a pointer of Git LFS",
                "run 'git lfs pull'");
    }

    @Test
    void showsNoMoreOfAValueThanALineHolds() {
        String message = catchThrowable(() ->
                        CheckpointReader.read(modern().edit(AGENT, c -> c.put("languages", "x".repeat(100_000)))
                                .directory()))
                .getMessage();
        assertThat(message).hasSizeLessThan(400);
    }

    @Test
    void namesAMaxLenBeyondTheEncodersPositions() {
        refuses(
                bert().edit(AGENT, c -> c.put("max_len", 513)),
                AGENT + ": 'max_len' is 513, but the encoder has positions for 512 tokens ('max_position_embeddings'"
                        + " in encoder/config.json)");
    }

    @Test
    void namesUnsupportedBertSettings() {
        CheckpointCopy copy = bert();
        refuses(
                copy.edit(ENCODER, c -> c.put("position_embedding_type", "relative_key")),
                ENCODER + ": 'position_embedding_type' is \"relative_key\"; only \"absolute\" is supported");
        refuses(
                copy.edit(ENCODER, c -> c.put("hidden_act", "gelu_new")),
                ENCODER + ": 'hidden_act' is \"gelu_new\"; only \"gelu\" is supported");
    }

    private CheckpointCopy modern() {
        return CheckpointCopy.of(Golden.tiny("typed-decisions"), directory);
    }

    private CheckpointCopy bert() {
        return CheckpointCopy.of(Golden.starter(), directory);
    }

    private static Arguments edit(String file, Consumer<ObjectNode> edit, String problem) {
        return argumentSet(problem, file, edit, problem);
    }

    private static void refuses(CheckpointCopy copy, String begin, String... more) {
        assertThatExceptionOfType(CheckpointException.class)
                .isThrownBy(() -> CheckpointReader.read(copy.directory()))
                .withMessageStartingWith(begin)
                .satisfies(e -> assertThat(List.of(more)).allMatch(String.valueOf(e.getMessage())::contains));
    }
}
