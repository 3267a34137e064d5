// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static java.lang.System.Logger.Level.DEBUG;

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
import org.decisionservice.engine.onnx.pass.GraphInputs;
import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.onnx.pass.PassTensors;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.OptionLayout;
import org.decisionservice.engine.spi.Row;

/**
 * The memory of a session's passes. A session keeps what its largest pass needed and uses it again, so passes of the
 * usual lengths cause no page faults. What a pass of a much longer row needed is given back: with 421 million weights
 * and 8,192 tokens, that is 0.9 GB, for each loaded checkpoint.
 */
final class PassMemory {
    private static final System.Logger LOG = System.getLogger(PassMemory.class.getName());

    /** An option of a run: which arenas give back the blocks that nothing is in, once the run has ended. */
    private static final String SHRINK = "memory.enable_memory_arena_shrinkage";

    private static final String CPU_ARENA = "cpu:0";
    private static final String GPU_ARENA = "gpu:";

    /** The shortest row there is. */
    private static final Row SHORTEST = new Row(new int[] {0}, new int[] {0}, 1, 0);

    private PassMemory() {}

    /**
     * Gives the memory of a pass of long rows back. Called when nothing of the pass is in use.
     *
     * @param window largest distance of sliding attention, in positions
     */
    static void giveBack(Model model, Device device, Set<PassInput> inputs, int window, OptionLayout layout) {
        session(model).ifPresent(session -> {
            try {
                shrink(session, arenas(device), inputs, GraphInputs.of(List.of(SHORTEST), window, layout, false));
            } catch (OrtException e) {
                // The rows have their answers. A device that is full may have no room for this run, and then the memory
                // stays until after the next long row.
                LOG.log(DEBUG, "a pass keeps its memory", e);
            }
        });
    }

    private static String arenas(Device device) {
        return switch (device.kind()) {
            case CPU -> CPU_ARENA;
            case CUDA -> CPU_ARENA + ";" + GPU_ARENA + device.index();
        };
    }

    /**
     * In a run of its own: the block that the outputs of a run are in is kept, and after this one it is a small one.
     */
    private static void shrink(OrtSession session, String arenas, Set<PassInput> inputs, GraphInputs values)
            throws OrtException {
        Map<String, OnnxTensor> tensors = PassTensors.of(inputs, values);
        try (OrtSession.RunOptions options = new OrtSession.RunOptions()) {
            options.addRunConfigEntry(SHRINK, arenas);
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
