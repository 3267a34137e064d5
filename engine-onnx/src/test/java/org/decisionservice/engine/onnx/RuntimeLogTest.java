// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuntimeLogTest {
    /** {@code y = Reshape(x, shape)} for numbers x of any shape. */
    private static final byte[] RESHAPE = HexFormat.of()
            .parseHex("08083a400a160a01780a0573686170651201792207526573686170651201675a090a017812040a0208015a0d"
                    + "0a05736861706512040a02080762090a017912040a02080142021011");

    /** What the runtime writes to standard error, no Java stream sees. */
    @Test
    void errorsOfTheRuntimeAreLinesOfTheLog() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.util.logging.SimpleFormatter.format=%4$s %5$s%n",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Failing.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).doesNotContain("\u001b");
        assertThat(said.lines().filter(line -> line.contains("Non-zero status code")))
                .singleElement()
                .asString()
                .startsWith("WARNING ONNX Runtime: Non-zero status code")
                .contains("requested shape:{2,2}", "sequential_executor.cc");
    }

    /** Has the runtime fail, as an engine does that has started it. */
    static final class Failing {
        public static void main(String[] arguments) throws OrtException {
            RuntimeStart.runtime();
            OrtEnvironment environment = OrtEnvironment.getEnvironment();
            try (OrtSession session = environment.createSession(RESHAPE);
                    OnnxTensor x = OnnxTensor.createTensor(environment, new float[] {1, 2, 3});
                    OnnxTensor shape = OnnxTensor.createTensor(environment, new long[] {2, 2})) {
                session.run(Map.of("x", x, "shape", shape)).close();
                throw new AssertionError("three numbers have a shape of two times two");
            } catch (OrtException _) {
                // It says the same as the log.
            }
        }
    }
}
