/**
 * Which checkpoints a deployment serves, and under what names.
 *
 * <p>{@link org.decisionservice.server.checkpoints.CheckpointCatalogue} is created once at start from the configured
 * source. It knows which directory answers for which {@link org.decisionservice.api.CheckpointName}. A
 * {@link org.decisionservice.server.checkpoints.ServedCheckpoint} is one such directory. The thread of the first
 * request that needs its configuration and tokenizer reads them, and they stay in memory, while
 * {@link org.decisionservice.server.residency} loads and drops the weights; they are read again only if their files
 * have changed when the weights are loaded. Two names may lead to the same {@code ServedCheckpoint}: identity, not the
 * name, determines what is loaded and which rows share a pass.
 */
@NullMarked
package org.decisionservice.server.checkpoints;

import org.jspecify.annotations.NullMarked;
