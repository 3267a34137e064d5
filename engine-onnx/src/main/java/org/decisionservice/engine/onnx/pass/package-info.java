/**
 * Turns rows into the tensors of one pass through the graph.
 *
 * <p>{@link org.decisionservice.engine.spi.PassPlanner} splits a batch into passes of bounded size, rows of like length
 * together; a {@link org.decisionservice.engine.onnx.pass.GraphInputs} then answers for every {@link
 * org.decisionservice.engine.onnx.pass.PassInput} the graph asks for: its shape, and its numbers written into a buffer.
 * The tokens of all rows lie behind each other; the index inputs say how attention finds the rows again. Full
 * attention takes padded rows; sliding attention takes rows too while they are short, else chunks of queries with the
 * keys around them ({@link org.decisionservice.engine.onnx.pass.WindowLayout}).
 */
@NullMarked
package org.decisionservice.engine.onnx.pass;

import org.jspecify.annotations.NullMarked;
