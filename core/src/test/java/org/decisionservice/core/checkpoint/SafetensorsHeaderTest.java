// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.decisionservice.core.golden.Golden;
import org.decisionservice.engine.spi.DataType;
import org.decisionservice.engine.spi.TensorInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A header is untrusted: each false statement is rejected by name, before anything is allocated for it. */
class SafetensorsHeaderTest {
    @TempDir
    private Path directory;

    @Test
    void soundFileListsItsTensorsInOrder() throws IOException {
        String header = """
            {"__metadata__":{"format":"pt"},\
            "b":{"dtype":"F16","shape":[2,1],"data_offsets":[0,4]},\
            "empty":{"shape":[0,7],"dtype":"F32","data_offsets":[4,4]},\
            "scalar":{"dtype":"U8","shape":[],"data_offsets":[4,5],"later":{"x":[1]}}}  \
            """;
        Path file = RawFile.write(directory, header, (byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5);
        SafetensorsHeader read = SafetensorsHeader.read(file);
        assertThat(read.tensors().values())
                .containsExactly(
                        new TensorInfo(file, "b", DataType.F16, List.of(2L, 1L), 8 + header.length(), 4),
                        new TensorInfo(file, "empty", DataType.F32, List.of(0L, 7L), 12 + header.length(), 0),
                        new TensorInfo(file, "scalar", DataType.U8, List.of(), 12 + header.length(), 1));
        assertThat(read.metadata()).containsExactly(Map.entry("format", "pt"));
        assertThat(SafetensorsHeader.read(file, Files.readAllBytes(file)).tensors())
                .isEqualTo(read.tensors());
    }

    @ParameterizedTest
    @ValueSource(strings = {"english", "multilingual", "typed-decisions"})
    void publishedFilesAreRead(String checkpoint) {
        assertThat(SafetensorsHeader.read(Golden.tiny(checkpoint).resolve("model.safetensors"))
                        .tensors())
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"__metadata__\":null}"})
    void anObjectMayBeAFileWithoutTensors(String header) throws IOException {
        SafetensorsHeader read = SafetensorsHeader.read(RawFile.write(directory, header));
        assertThat(read.tensors()).isEmpty();
        assertThat(read.metadata()).isEmpty();
    }

    /** Nobody may need it, and whoever does refuses it by name. */
    @ParameterizedTest
    @ValueSource(strings = {"F8", "f32", "F4"})
    void tensorOfAnUnknownTypeIsLeftToWhoeverNeedsIt(String type) throws IOException {
        String header = "{\"a\":{\"dtype\":\"" + type + "\",\"shape\":[3],\"data_offsets\":[0,4]}}";
        assertThat(SafetensorsHeader.read(RawFile.write(directory, header, new byte[4]))
                        .tensors())
                .hasEntrySatisfying("a", tensor -> assertThat(tensor.type()).isEqualTo(DataType.OTHER));
    }

    @Test
    void pointerOfGitLfsIsNamedWithTheCommandThatFetches() throws IOException {
        Path file = Files.writeString(directory.resolve("weights.safetensors"), """
            version https://git-lfs.github.com/spec/v1
            oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
            size 12345
            """);
        assertRefused(
                file,
                "cannot be read: it is a pointer of Git LFS, whose contents were not fetched; run 'git lfs pull'");
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 'it declares a header of 18446744073709551615 bytes, and 2 follow'",
        "0, it declares a header of 0 bytes",
        "1, it declares a header of 1 bytes",
        "3, 'is not a safetensors file, or is cut off: it declares a header of 3 bytes, and 2 follow'",
        "100000001, it declares a header of 100000001 bytes",
        "9223372036854775807, it declares a header of 9223372036854775807 bytes"
    })
    void headerLengthIsNotBelieved(long declared, String complaint) throws IOException {
        assertRefused(RawFile.write(directory, declared, "{}"), complaint);
    }

    @Test
    void fileWithoutRoomForALengthIsRefused() throws IOException {
        Path file = Files.write(directory.resolve("weights.safetensors"), new byte[7]);
        assertRefused(file, "is 7 bytes long, too short for a safetensors header");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":", "{'a':{}}", "\u0000\u0001\u0002", "{\"a\":{\"dtype\":\"F32\"", "{} {", "{}}"})
    void brokenJsonIsRefused(String header) throws IOException {
        assertRefused(RawFile.write(directory, header), "its header");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]                                                                | its header is not a JSON object",
                "{\"a\":[]}                                                        | tensor 'a' is not described",
                "{\"a\":{}}                                                        | tensor 'a' has no dtype",
                "{\"__metadata__\":{\"a\":1}}                                     | its metadata are not texts",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],\"data_offsets\":[0,0]}} |"
                        + " tensor 'a'",
                "{\"a\":{\"dtype\":{\"b\":1},\"shape\":[1],\"data_offsets\":[0,4]}}| tensor 'a'",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}                         | tensor 'a' has no data_offsets",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}    | tensor 'a' has no data_offsets",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,2,4]}}| tensor 'a' has no data_offsets",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,9]}}  | tensor 'a' lies outside the file",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,0]}}  | tensor 'a' lies outside the file",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[-4,0]}} | tensor 'a' has a negative number",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}} | tensor 'a' has a negative number",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}  "
                        + "| tensor 'a' of shape [2] does not fit its 4 bytes",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1.0],\"data_offsets\":[0,4]}}"
                        + "| tensor 'a' has a malformed description",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":\"1\",\"data_offsets\":[0,4]}}"
                        + "| tensor 'a' has a malformed description",
                "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,99999999999999999999]}}"
                        + " | its header is not valid JSON"
            })
    void everyLieAboutATensorIsNamed(String header, String complaint) throws IOException {
        assertRefused(RawFile.write(directory, header, new byte[4]), complaint);
    }

    /** Its memory would be many times its size. */
    @Test
    void headerThatNoModelHasIsRefused() throws IOException {
        assertRefused(
                RawFile.write(directory, "{\"a\":[" + "[],".repeat(3_000_000) + "[]]}"),
                "has a header of 9000010 bytes, and no model needs more than 8388608");
    }

    @Test
    void sizeThatOverflowsIsRefused() throws IOException {
        String header = "{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],\"data_offsets\":[0,0]}}";
        assertRefused(RawFile.write(directory, header), "tensor 'a' has an impossible shape");
    }

    @Test
    void doubledNameIsRefused() throws IOException {
        String tensor = "\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}";
        assertRefused(
                RawFile.write(directory, "{" + tensor + "," + tensor + "}", (byte) 0), "tensor 'a' is listed twice");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, 1, 3, 'tensor ''b'' begins at byte 1 where the one before it ends at 2'",
        "0, 2, 0, 2, 'begins at byte 0 where the one before it ends at 2'",
        "0, 2, 3, 4, 'tensor ''b'' begins at byte 3 where the one before it ends at 2'",
        "1, 2, 2, 4, 'tensor ''a'' begins at byte 1 where the one before it ends at 0'",
        "0, 2, 2, 3, its last 1 bytes belong to no tensor"
    })
    void tensorsNeitherOverlapNorLeaveHoles(int aBegin, int aEnd, int bBegin, int bEnd, String complaint)
            throws IOException {
        String header = "{\"a\":" + bytes(aBegin, aEnd) + ",\"b\":" + bytes(bBegin, bEnd) + "}";
        assertRefused(RawFile.write(directory, header, new byte[4]), complaint);
    }

    private static String bytes(int begin, int end) {
        return "{\"dtype\":\"U8\",\"shape\":[" + (end - begin) + "],\"data_offsets\":[" + begin + "," + end + "]}";
    }

    private static void assertRefused(Path file, String complaint) {
        CheckpointException refusal =
                catchThrowableOfType(CheckpointException.class, () -> SafetensorsHeader.read(file));
        assertThat(refusal)
                .isNotNull()
                .hasMessageStartingWith("weights.safetensors: ")
                .hasMessageContaining(complaint);
    }
}
