/**
 * The interfaces that an engine implements: tensors in, logits out.
 *
 * <p>An engine jar names its {@link org.decisionservice.engine.spi.EngineProvider} in {@code META-INF/services}; the
 * server finds it with {@link java.util.ServiceLoader} and asks for it by name. A provider opens an
 * {@link org.decisionservice.engine.spi.Engine}; the engine loads a {@link org.decisionservice.engine.spi.ModelSource}
 * onto a {@link org.decisionservice.engine.spi.Device} in a {@link org.decisionservice.engine.spi.Precision}; the
 * {@link org.decisionservice.engine.spi.LoadedModel} turns a {@link org.decisionservice.engine.spi.RowBatch} into
 * {@link org.decisionservice.engine.spi.Logits}. For a reduced precision there is a
 * {@link org.decisionservice.engine.spi.Reduction} too, by which the host judges it.
 *
 * <p>The test kit checks this contract: an engine is used by one caller at a time unless it is concurrent, and not
 * always on the same thread; a model is used by one caller at a time in any case. Inputs are borrowed for the call and
 * never written to; outputs are new heap memory; nothing native is exposed. {@code close} is idempotent and frees
 * everything before it returns; use after close throws an {@link IllegalStateException}. Rows never influence each
 * other: order, neighbours and padding change a logit only by rounding noise. Every failure is an {@link
 * org.decisionservice.engine.spi.EngineException} of the matching kind.
 *
 * <p>An engine knows nothing of questions, downloads, retries, configuration keys or how near is near enough.
 *
 * <p>{@link org.decisionservice.engine.spi.EngineProvider#SPI_VERSION} is the version of all this.
 */
@NullMarked
package org.decisionservice.engine.spi;

import org.jspecify.annotations.NullMarked;
