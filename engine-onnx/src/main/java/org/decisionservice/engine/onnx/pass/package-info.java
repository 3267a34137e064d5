/**
 * Turns rows into the tensors of one pass through the graph.
 *
 * <p>{@link org.decisionservice.engine.spi.PassPlanner} splits a batch into passes of bounded size, with rows of
 * similar length together. A {@link org.decisionservice.engine.onnx.pass.GraphInputs} then provides every
 * {@link org.decisionservice.engine.onnx.pass.PassInput} that the graph needs: it gives the shape and writes the values
 * into a buffer. The tokens of all rows are one after the other; the index inputs tell attention where the rows are.
 * Full attention uses padded rows. Sliding attention uses rows too if they are short, else chunks of queries with the
 * keys around them ({@link org.decisionservice.engine.onnx.pass.WindowLayout}). If the checkpoint's options are
 * parallel, {@code ParallelRows} gives the positions, the chunks, and a mask for the tokens of options in full
 * attention.
 */
@NullMarked
package org.decisionservice.engine.onnx.pass;

import org.jspecify.annotations.NullMarked;
