// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.decisionservice.api.QuestionType;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.engine.spi.EncoderConfig;
import org.decisionservice.engine.spi.EncoderConfig.Bert;
import org.decisionservice.engine.spi.EncoderConfig.Biases;
import org.decisionservice.engine.spi.EncoderConfig.ModernBert;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.OptionLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointReaderTest {
    private static final Biases NO_BIASES = new Biases(false, false, false);

    @TempDir
    Path directory;

    @Test
    void readsTheNewerSpellingOfModernBert() {
        Checkpoint checkpoint = Golden.checkpoint(Golden.tiny("multilingual"));
        assertThat(checkpoint.source().config())
                .isEqualTo(new ModelConfig(
                        new ModernBert(
                                64,
                                4,
                                4,
                                96,
                                2624,
                                1e-5,
                                List.of(false, true, true, false),
                                8,
                                160_000,
                                160_000,
                                NO_BIASES),
                        2,
                        2));
        assertThat(checkpoint.source().weights().file()).isRegularFile();
        assertThat(checkpoint.maxLen()).isEqualTo(1024);
        assertThat(checkpoint.headMaxLen()).isEqualTo(192);
        assertThat(checkpoint.positionLimit()).isEmpty();
        assertThat(checkpoint.modelName()).isEmpty();
        assertThat(checkpoint.tokenizer().specialTokens()).isEqualTo(new SpecialTokens(2, 1, 4, 0, List.of("<mask>")));
    }

    @Test
    void readsTheOlderSpellingOfModernBert() {
        assertThat(Golden.checkpoint(Golden.tiny("typed-decisions")).source().config())
                .isEqualTo(new ModelConfig(
                        new ModernBert(
                                64,
                                4,
                                2,
                                96,
                                1984,
                                1e-5,
                                List.of(false, true, true, false),
                                8,
                                160_000,
                                10_000,
                                NO_BIASES),
                        1,
                        2));
    }

    @Test
    void readsBert() {
        Checkpoint starter = Golden.checkpoint(Golden.starter());
        assertThat(starter.source().config())
                .isEqualTo(new ModelConfig(new Bert(384, 6, 12, 1536, 30_522, 1e-12, 512, 2), 2, 2));
        assertThat(starter.maxLen()).isEqualTo(384);
        assertThat(starter.positionLimit()).isEqualTo(OptionalInt.of(512));
        assertThat(starter.modelName()).isEqualTo(Optional.of("laya-starter-en"));
    }

    @ParameterizedTest
    @EnumSource
    void readsTheOptionLayout(OptionLayout layout) {
        Checkpoint checkpoint = CheckpointReader.read(CheckpointCopy.of(Golden.tiny("typed-decisions"), directory)
                .edit(Family.LAYA.config(), config -> config.put("option_layout", layout.toString()))
                .directory());
        try (Tokenizer _ = checkpoint.tokenizer()) {
            assertThat(checkpoint.source().config().optionLayout()).isEqualTo(layout);
        }
    }

    @Test
    void fillsInDefaults() {
        Checkpoint checkpoint = CheckpointReader.read(CheckpointCopy.of(Golden.tiny("typed-decisions"), directory)
                .write(Family.LAYA.config(), "{}")
                .edit(
                        EncoderConfigReader.FILE,
                        config -> config.remove(List.of(
                                "global_rope_theta",
                                "local_rope_theta",
                                "local_attention",
                                "norm_eps",
                                "global_attn_every_n_layers",
                                "hidden_activation",
                                "attention_bias")))
                .directory());
        EncoderConfig encoder = checkpoint.source().config().encoder();
        assertThat(encoder)
                .isEqualTo(new ModernBert(
                        64, 4, 2, 96, 1984, 1e-5, List.of(false, true, true, false), 64, 160_000, 10_000, NO_BIASES));
        assertThat(checkpoint.source().config().head().layers()).isEqualTo(2);
        assertThat(checkpoint.source().config().head().actions()).isEqualTo(1);
        assertThat(checkpoint.maxLen()).isEqualTo(512);
        assertThat(checkpoint.headMaxLen()).isEqualTo(192);
        assertThat(checkpoint.temperatures().of(QuestionType.SCORE, 4)).isEqualTo(1);
    }

    @Test
    void usesASingleThetaForBothKindsOfLayer() {
        Checkpoint checkpoint = CheckpointReader.read(CheckpointCopy.of(Golden.tiny("typed-decisions"), directory)
                .edit(
                        EncoderConfigReader.FILE,
                        config -> config.putObject("rope_parameters").put("rope_theta", 5000))
                .directory());
        var encoder = (ModernBert) checkpoint.source().config().encoder();
        assertThat(encoder.fullTheta()).isEqualTo(5000);
        assertThat(encoder.slidingTheta()).isEqualTo(5000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"type", "rope_type"})
    void rotaryPositionsOfTheDefaultTypeAreNotScaled(String key) {
        Checkpoint checkpoint = CheckpointReader.read(CheckpointCopy.of(Golden.tiny("typed-decisions"), directory)
                .edit(
                        EncoderConfigReader.FILE,
                        config -> config.putObject("rope_scaling").put(key, "default"))
                .directory());
        assertThat(checkpoint.source().config())
                .isEqualTo(Golden.checkpoint(Golden.tiny("typed-decisions"))
                        .source()
                        .config());
    }

    @Test
    void aTemperatureThatIsNotANumberIsOne() {
        Checkpoint checkpoint = CheckpointReader.read(CheckpointCopy.of(Golden.tiny("typed-decisions"), directory)
                .write(
                        Family.LAYA.config(),
                        "{\"temperature\": [NaN, true, \"2\"], \"temperature_by_options\": {\"noul:2\": null}}")
                .directory());
        for (QuestionType type : QuestionType.values()) {
            assertThat(checkpoint.temperatures().of(type, 2)).isEqualTo(1);
        }
        assertThat(checkpoint.temperatures().replaced()).hasSize(4);
    }

    @Test
    void ignoresTheLengthsAndPaddingInTokenizerFilesAndDoesNotChangeThem() throws IOException {
        CheckpointCopy copy = CheckpointCopy.of(Golden.starter(), directory)
                .edit(TokenizerReader.TOKENIZER, CheckpointReaderTest::limitTo8)
                .edit(TokenizerReader.CONFIG, config -> {
                    config.put("model_max_length", 8);
                    config.putObject("mask_token").put("content", "[MASK]").put("lstrip", true);
                    config.putArray("extra_special_tokens").add("[UNK]");
                });
        String before = Files.readString(directory.resolve(TokenizerReader.CONFIG));
        Tokenizer tokenizer = CheckpointReader.read(copy.directory()).tokenizer();
        assertThat(tokenizer.encode("hello ".repeat(300))).hasSize(300);
        assertThat(tokenizer.encode("hello")).hasSize(1);
        assertThat(tokenizer.specialTokens()).isEqualTo(new SpecialTokens(101, 102, 103, 0, List.of("[MASK]")));
        assertThat(directory.resolve(TokenizerReader.CONFIG)).hasContent(before);
    }

    private static void limitTo8(ObjectNode tokenizer) {
        tokenizer
                .putObject("truncation")
                .put("direction", "Right")
                .put("max_length", 8)
                .put("strategy", "LongestFirst")
                .put("stride", 0);
        tokenizer
                .putObject("padding")
                .put("direction", "Right")
                .put("pad_id", 0)
                .put("pad_type_id", 0)
                .put("pad_token", "[PAD]")
                .putNull("pad_to_multiple_of")
                .putObject("strategy")
                .put("Fixed", 8);
    }
}
