/**
 * Reads a checkpoint directory into a {@link org.decisionservice.core.checkpoint.Checkpoint}: what an engine needs to
 * load it, the numbers that shape rows and answers, and its tokenizer.
 *
 * <p>{@link org.decisionservice.core.checkpoint.CheckpointReader#read} looks at the configuration of the
 * checkpoint's {@link org.decisionservice.core.checkpoint.Family}, {@code encoder/config.json}, {@code tokenizer/} and
 * checks that {@code model.safetensors} is there; for anything wrong it throws a {@link
 * org.decisionservice.core.checkpoint.CheckpointException} that names the file, the key and what was expected. The
 * weights themselves are read by the engine. A checkpoint is small and immutable, and it stays in memory while its
 * weights are loaded and unloaded. Nothing is downloaded, and nothing in the directory is ever written.
 */
@NullMarked
package org.decisionservice.core.checkpoint;

import org.jspecify.annotations.NullMarked;
