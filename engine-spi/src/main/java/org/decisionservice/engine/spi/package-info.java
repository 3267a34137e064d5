/**
 * What an engine implements, and nothing else: tensors in, logits out.
 *
 * <p>An engine jar names its {@link org.decisionservice.engine.spi.EngineProvider} in {@code META-INF/services}; the
 * server finds it with {@link java.util.ServiceLoader} and asks for it by name. A provider opens an {@link
 * org.decisionservice.engine.spi.Engine}; the engine loads a {@link org.decisionservice.engine.spi.ModelSource} onto a
 * {@link org.decisionservice.engine.spi.Device}; the {@link org.decisionservice.engine.spi.LoadedModel} turns a {@link
 * org.decisionservice.engine.spi.RowBatch} into {@link org.decisionservice.engine.spi.Logits}.
 *
 * <p>The contract, checked by the test kit: one caller at a time, though not always the same thread. Inputs are
 * borrowed for the call and never written to; outputs are new heap memory; nothing native leaves. {@code close} is
 * idempotent and frees before it returns; use after close is an {@link IllegalStateException}. Rows never influence
 * each other: order, neighbours and padding move a logit by rounding noise only. Everything an engine cannot do is an
 * {@link org.decisionservice.engine.spi.EngineException} of the fitting kind.
 *
 * <p>An engine knows nothing of questions, downloads, retries or configuration keys.
 */
@NullMarked
package org.decisionservice.engine.spi;

import org.jspecify.annotations.NullMarked;
