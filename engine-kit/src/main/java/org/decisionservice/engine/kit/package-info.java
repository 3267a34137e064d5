/**
 * What engines share: tools to implement {@code org.decisionservice.engine.spi} with, none of which an engine has to
 * use.
 *
 * <p>{@link org.decisionservice.engine.kit.Weights} maps the files of a checkpoint's weights, and
 * {@link org.decisionservice.engine.kit.ModelTensors} finds in it every tensor that an architecture calls for.
 * {@link org.decisionservice.engine.kit.ParallelRow} works out what the tokens of a row with parallel options see.
 * {@link org.decisionservice.engine.kit.ErrorTable} tells the kinds of a native runtime's messages apart, and
 * {@link org.decisionservice.engine.kit.NativeHeap} gives back what a runtime has freed.
 *
 * <p>The service does not use this package: an engine brings its own copy, in the folder of its jars.
 */
@NullMarked
package org.decisionservice.engine.kit;

import org.jspecify.annotations.NullMarked;
