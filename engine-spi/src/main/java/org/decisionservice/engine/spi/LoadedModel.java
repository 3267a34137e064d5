package org.decisionservice.engine.spi;

/** Weights on a device, ready to answer. One caller at a time, not always the same thread. */
public interface LoadedModel extends AutoCloseable {

    /** Where it really computes. */
    Device device();

    /** What it really computes in. */
    default Precision precision() {
        return Precision.FLOAT32;
    }

    /**
     * One forward pass.
     *
     * @param rows borrowed for the call
     * @return new heap memory, one entry per row in the order of {@code rows}
     * @throws EngineException OUT_OF_DEVICE_MEMORY, DEVICE_LOST or FAILED; the model stays usable unless the device is
     *     lost
     * @throws IllegalStateException after {@link #close}
     */
    Logits forward(RowBatch rows);

    /** Frees every native resource before it returns. Idempotent. */
    @Override
    void close();
}
