// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.decisionservice.engine.onnx.graph.DecisionGraph;
import org.decisionservice.engine.onnx.pass.PassInput;

/**
 * A folder with everything that a session is opened on: the graph as the runtime has optimized it, and one file with
 * all weights, in which those of the matrix products are in the order that this processor reads them in. The runtime
 * maps that file, so processes that serve the same checkpoint share its pages, and the checkpoint's own file is not
 * read.
 */
record PreparedFolder(Path path) {
    private static final String MODEL = "model.onnx";
    private static final String WEIGHTS = "weights.bin";
    private static final String INPUTS = "inputs.txt";

    /** Bytes that can still be written there. */
    long room() {
        return path.toFile().getUsableSpace();
    }

    /** @param weights folder that the locations of the graph's weights are relative to */
    void write(DecisionGraph graph, Path weights, SessionOpener sessions) throws OrtException, IOException {
        sessions.save(graph.model(), weights, path.resolve(MODEL), WEIGHTS);
        Files.writeString(
                path.resolve(INPUTS),
                graph.inputs().stream().map(PassInput::name).sorted().collect(Collectors.joining("\n")));
    }

    /** The graph, whose weights are in this folder. */
    DecisionGraph graph() throws IOException {
        return DecisionGraph.saved(Files.readAllBytes(path.resolve(MODEL)), inputs());
    }

    private Set<PassInput> inputs() throws IOException {
        Set<PassInput> inputs = EnumSet.noneOf(PassInput.class);
        for (String name : Files.readAllLines(path.resolve(INPUTS))) {
            try {
                inputs.add(PassInput.valueOf(name));
            } catch (IllegalArgumentException e) {
                throw new IOException(INPUTS + " names no input: " + name, e);
            }
        }
        return inputs;
    }
}
