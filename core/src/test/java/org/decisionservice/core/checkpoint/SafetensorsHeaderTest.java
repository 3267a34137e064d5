// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.decisionservice.engine.spi.EngineException;
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
        try (Weights weights =
                Weights.open(RawFile.write(directory, header, (byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5))) {
            assertThat(weights.tensors())
                    .containsExactly(
                            new TensorInfo("b", DataType.F16, List.of(2L, 1L), 8 + header.length(), 4),
                            new TensorInfo("empty", DataType.F32, List.of(0L, 7L), 12 + header.length(), 0),
                            new TensorInfo("scalar", DataType.U8, List.of(), 12 + header.length(), 1));
        }
    }

    @Test
    void emptyObjectIsAFileWithoutTensors() throws IOException {
        try (Weights weights = Weights.open(RawFile.write(directory, "{}"))) {
            assertThat(weights.tensors()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-1, declares a header of 18446744073709551615 bytes",
        "0, declares a header of 0 bytes",
        "1, declares a header of 1 bytes",
        "100000001, declares a header of 100000001 bytes",
        "3, 'is truncated: its header needs 3 bytes, 2 are there'",
        "100000000, 'is truncated: its header needs 100000000 bytes, 2 are there'"
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
                "{\"a\":{}}                                                  | tensor 'a' has the unknown type ''",
                "{\"a\":{\"dtype\":\"F8\",\"shape\":[1],\"data_offsets\":[0,1]}}   | the unknown type 'F8'",
                "{\"a\":{\"dtype\":\"f32\",\"shape\":[1],\"data_offsets\":[0,4]}}  | the unknown type 'f32'",
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
        EngineException refusal = catchThrowableOfType(
                EngineException.class, () -> Weights.open(file).close());
        assertThat(refusal).isNotNull();
        assertThat(refusal.kind()).isEqualTo(EngineException.Kind.BAD_MODEL);
        assertThat(refusal).hasMessageStartingWith("weights.safetensors: ").hasMessageContaining(complaint);
    }
}
