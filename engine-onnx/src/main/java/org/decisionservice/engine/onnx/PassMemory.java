// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import ai.djl.Model;
import ai.djl.onnxruntime.engine.OrtSymbolBlock;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.engine.kit.PassModel;
import org.decisionservice.engine.onnx.pass.GraphInputs;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.pass.PassTensors;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;

/**
 * The memory of a session's passes. A session keeps what its largest pass needed and uses it again, so passes of the
 * usual lengths cause no page faults. What a pass of a much longer row needed is given back: with 421 million weights
 * and 8,192 tokens, that is 0.9 GB, for each loaded checkpoint.
 */
final class PassMemory {
    /** An option of a run: which arenas give back the blocks that nothing is in, once the run has ended. */
    private static final String SHRINK = "memory.enable_memory_arena_shrinkage";

    private static final String CPU_ARENA = "cpu:0";

    /** The shortest row there is. */
    private static final Row SHORTEST = new Row(new int[] {0}, new int[] {0}, 1, 0);

    private PassMemory() {}

    /**
     * Gives the memory of a pass of these rows back, if it was much. Called when nothing of the pass is in use.
     *
     * @param window largest distance of sliding attention, in positions
     */
    static void giveBack(List<Row> rows, Model model, Set<PassInput> inputs, int window, OptionLayout layout)
            throws OrtException {
        if (PassModel.isLong(rows)) {
            Optional<OrtSession> session = session(model);
            if (session.isPresent()) {
                shrink(session.get(), inputs, GraphInputs.of(List.of(SHORTEST), window, layout, false));
            }
        }
    }

    /**
     * In a run of its own: the block that the outputs of a run are in is kept, and after this one it is a small one.
     */
    private static void shrink(OrtSession session, Set<PassInput> inputs, GraphInputs values) throws OrtException {
        Map<String, OnnxTensor> tensors = PassTensors.of(inputs, values);
        try (OrtSession.RunOptions options = new OrtSession.RunOptions()) {
            options.addRunConfigEntry(SHRINK, CPU_ARENA);
            session.run(tensors, options).close();
        } finally {
            tensors.values().forEach(OnnxTensor::close);
        }
    }

    /** DJL has no options for a run, and keeps the session in a field. */
    static Optional<OrtSession> session(Model model) {
        if (!(model.getBlock() instanceof OrtSymbolBlock block)) {
            return Optional.empty();
        }
        try {
            Field field = OrtSymbolBlock.class.getDeclaredField("session");
            field.setAccessible(true);
            return Optional.of((OrtSession) field.get(block));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of DJL keeps its session elsewhere", e);
        }
    }
}
