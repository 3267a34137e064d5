// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.fitted;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.decisionservice.api.QuestionType;
import org.decisionservice.contract.json.MalformedFile;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.learning.Familiarity;
import org.decisionservice.core.learning.Features;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.core.learning.LearnedStates;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LearnedFileTest {
    private static final LearnedFile FILE = file();

    @TempDir
    private Path dir;

    private static LearnedFile file() {
        SequencedMap<String, LearnedFile.Entry> questions = new LinkedHashMap<>();
        for (LearnedFile.Entry entry : List.of(
                entry(QuestionType.NOUL, List.of("no", "yes"), "Is it \"angry\"?\nÄ"),
                entry(QuestionType.CHOICE, List.of("c", "a: x", "b"), "Which?"))) {
            questions.put(entry.wording(), entry);
        }
        return new LearnedFile("sha256:0123456789ab", questions);
    }

    private static LearnedFile.Entry entry(QuestionType type, List<String> options, String instructions) {
        float[][] weights = new float[options.size()][6];
        for (int option = 0; option < weights.length; option++) {
            Arrays.fill(weights[option], option + 0.25f);
        }
        return new LearnedFile.Entry(
                type,
                instructions,
                options,
                type == QuestionType.CHOICE,
                new LearnedQuestion(
                        0.1 + 0.2,
                        weights,
                        new float[options.size()],
                        new Features(new float[] {1, -2, 3e-8f, 4}, new float[] {0.5f, 0}),
                        IntStream.range(0, options.size()).toArray()),
                new float[] {0.5f, 1},
                LearnedStates.of("salt", List.of("A state", "another")),
                type == QuestionType.CHOICE
                        ? Optional.of(new Familiarity(new float[4], new float[] {1, 2, 3, 0.5f}, 7))
                        : Optional.empty());
    }

    private LearnedFile read(byte[] bytes) throws IOException {
        return LearnedFile.read(Files.write(dir.resolve("learned.safetensors"), bytes))
                .file();
    }

    @Test
    void readsWhatItWrites() throws IOException {
        LearnedFile read = read(FILE.bytes());
        assertThat(read.checkpoint()).isEqualTo("sha256:0123456789ab");
        assertThat(read.questions()).containsOnlyKeys(FILE.questions().keySet());
        FILE.questions().forEach((wording, written) -> {
            LearnedFile.Entry entry = read.questions().get(wording);
            assertThat(entry).usingRecursiveComparison().isEqualTo(written);
        });
    }

    @Test
    void aFamiliarityOfOtherVectorsIsRefused() {
        LearnedFile.Entry entry = entry(QuestionType.NOUL, List.of("no", "yes"), "Angry?");
        LearnedFile.Entry other = new LearnedFile.Entry(
                entry.type(),
                entry.instructions(),
                entry.options(),
                entry.narrowed(),
                entry.learned(),
                entry.heldOut(),
                entry.states(),
                Optional.of(new Familiarity(new float[8], new float[] {1, 1, 1, 1, 1, 1, 1, 1}, 7)));
        byte[] bytes =
                new LearnedFile("sha256:0123456789ab", new LinkedHashMap<>(Map.of(other.wording(), other))).bytes();
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read(bytes))
                .withMessageEndingWith(".middle' is missing or of another shape");
    }

    @Test
    void aLimitThatIsNoSingleNumberIsRefused() {
        SafeTensors file = SafeTensors.read(Path.of("learned.safetensors"), FILE.bytes());
        SequencedMap<String, SafeTensors.Tensor> tensors = new LinkedHashMap<>(file.tensors());
        assertThat(tensors.keySet()).filteredOn(name -> name.endsWith(".limit")).hasSize(1);
        tensors.replaceAll(
                (name, tensor) -> name.endsWith(".limit") ? SafeTensors.Tensor.vector(new float[2]) : tensor);
        byte[] bytes = new SafeTensors(new LinkedHashMap<>(file.metadata()), tensors).bytes();
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read(bytes))
                .withMessageEndingWith(".limit' is missing or of another shape");
    }

    /**
     * So that an earlier version reads it, too, which knows no digests and passes over tensors that it does not know.
     */
    @Test
    void theDigestsOfStatesAreTensors() throws IOException {
        String text = new String(FILE.bytes(), StandardCharsets.ISO_8859_1);
        assertThat(text)
                .contains(".salt\":{\"dtype\":\"F32\",\"shape\":[4]", ".states\":{\"dtype\":\"F32\",\"shape\":[2,2]")
                .doesNotContain("A state", "another", "\\\"salt", "\\\"states");
        LearnedStates states =
                read(FILE.bytes()).questions().firstEntry().getValue().states();
        assertThat(states.contains("a state!")).isTrue();
        assertThat(states.contains("a third")).isFalse();
    }

    @Test
    void theNumbersBeginAtAMultipleOfEightBytes() {
        long header =
                ByteBuffer.wrap(FILE.bytes()).order(ByteOrder.LITTLE_ENDIAN).getLong();
        assertThat(header % Long.BYTES).isZero();
    }

    /** Wherever a file is cut off, reading it says so, and nothing else. */
    @Test
    void aFileThatIsCutOffIsRefused() {
        byte[] whole = FILE.bytes();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatExceptionOfType(MalformedFile.class)
                    .as("%d bytes", length)
                    .isThrownBy(() -> read(part));
        }
    }

    @Test
    void otherFilesAreRefusedWithTheReason() {
        refused("{\"__metadata__\":{\"format\":\"pt\"}}", "'./serve learn' did not write it");
        refused(
                "{\"__metadata__\":{\"format\":\"decision-service.learned\",\"version\":\"1\"}}",
                "it is of version '1', and this service reads version 2");
        refused("[1]", "its header is not a JSON object");
        refused("{\"__metadata__\":{\"format\":1}}", "its metadata are not texts");
        refused("not JSON", "its header is not valid JSON");
        refused(
                "{\"x\":{\"dtype\":\"F32\",\"shape\":[2147483647,2147483647],\"data_offsets\":[0,4]}}",
                4,
                "tensor 'x' has an impossible shape [2147483647, 2147483647]");
        refused(
                "{\"x\":{\"dtype\":\"F32\",\"shape\":[2147483647,0],\"data_offsets\":[0,0]},"
                        + "\"y\":{\"dtype\":\"F32\",\"shape\":[16],\"data_offsets\":[0,64]}}",
                64,
                "tensor 'x' holds no number");
        refused(
                "{\"x\":{\"dtype\":\"F16\",\"shape\":[32],\"data_offsets\":[0,64]}}",
                64,
                "tensor 'x' has type F16, expected F32");
        refused(
                "{\"x\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}",
                "tensor 'x' has a negative number in its description");
        refused(
                "{\"__metadata__\":{\"format\":\"decision-service.learned\",\"version\":\"2\",\"questions\":"
                        + "\"{\\\"w\\\":{\\\"scale\\\":1}}\"}}",
                "'w.weights' is missing or of another shape");
        refused(
                "{\"__metadata__\":{\"format\":\"decision-service.learned\",\"version\":\"2\",\"question\":\"{}\"}}",
                "'question' is no member that is read; it takes checkpoint, format, questions, version");
        refused(
                "{\"__metadata__\":{\"format\":\"decision-service.learned\",\"version\":\"2\",\"questions\":"
                        + "\"{\\\"w\\\":{\\\"scales\\\":1}}\"}}",
                "'w.scales' is no member that is read; 'w' takes instructions, labels, narrowed, options, scale, type");
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> LearnedFile.read(dir.resolve("none")))
                .withMessage("it cannot be read: there is no such file");
    }

    private void refused(String header, String why) {
        refused(header, 0, why);
    }

    private void refused(String header, int data, String why) {
        byte[] json = header.getBytes(UTF_8);
        ByteBuffer file = ByteBuffer.allocate(Long.BYTES + json.length + data).order(ByteOrder.LITTLE_ENDIAN);
        file.putLong(json.length).put(json);
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read(file.array()))
                .withMessage(why);
    }

    @Test
    void aValueThatIsNoNumberIsRefused() throws IOException {
        byte[] bytes = FILE.bytes();
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.putFloat(Math.toIntExact(Long.BYTES + file.getLong(0)), Float.NaN);
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read(bytes))
                .withMessage(
                        "'" + FILE.questions().firstEntry().getKey() + ".weights' holds a value that is no number");
    }

    /** Whoever edits the texts makes a question of which nothing was learned. */
    @Test
    void textsOfAnotherQuestionAreRefused() {
        byte[] bytes = FILE.bytes();
        int place = new String(bytes, ISO_8859_1).indexOf("Which?");
        bytes[place + 1] = 'H';
        assertThatExceptionOfType(MalformedFile.class)
                .isThrownBy(() -> read(bytes))
                .withMessage("'" + FILE.questions().lastEntry().getKey()
                        + "' is the key of another question than its metadata describe");
    }

    @Test
    void theOrderOfOptionsDoesNotCountButThatOfLevelsDoes() {
        List<String> options = List.of("a", "b", "c");
        assertThat(Wording.inAnyOrder(QuestionType.CHOICE, "Which?", options))
                .isEqualTo(Wording.inAnyOrder(QuestionType.CHOICE, "Which?", options.reversed()))
                .isNotEqualTo(Wording.inAnyOrder(QuestionType.CHOICE, "Which?", List.of("a", "b", "d")))
                .isNotEqualTo(Wording.inAnyOrder(QuestionType.SCORE, "Which?", options));
        assertThat(Wording.inAnyOrder(QuestionType.SCORE, "Which?", options))
                .isNotEqualTo(Wording.inAnyOrder(QuestionType.SCORE, "Which?", options.reversed()));
    }
}
